package org.pgas.bytes;

import net.openhft.chronicle.bytes.Bytes;

import org.pgas.Payload;
import org.pgas.PreparedMessage;

/**
 * Payloads of medium messages as Chronicle {@link Bytes}, where they lie: a handler reads them, and the sender of a
 * prepared message writes them, without a copy.
 *
 * <p>One object serves one message after another and allocates nothing: keep one for each handler, and one for each
 * thread that prepares. The {@code Bytes} that it returns are its own, the same each time; they are of the message that
 * was named last, and of no use when its handler has returned, or when it was committed or cancelled: every later
 * access throws. What else was taken from them ({@link Bytes#bytesForRead}, {@link
 * net.openhft.chronicle.bytes.BytesStore#bytesForRead}) ends then too, and does allocate.
 *
 * <p>No method of them reads or writes outside the payload: a {@link java.nio.BufferUnderflowException} or {@link
 * java.nio.BufferOverflowException} says so. They have no address ({@link UnsupportedOperationException}), do not grow,
 * and need not be released. Handlers of a rank run one at a time, so a handler's object needs no lock.
 *
 * <pre>{@code
 * PayloadBytes payloads = new PayloadBytes();
 * int print = handlers.register(HandlerEntry.ofMedium((token, payload) ->
 *         System.out.println(payloads.read(payload).readUtf8())).request());
 *
 * PreparedMessage message = am.prepareRequestMedium(rank, ...);
 * Bytes<Void> out = written.write(message);
 * out.writeUtf8("hello");
 * message.commit(print, out.writePosition());
 * }</pre>
 */
public final class PayloadBytes {
    private PayloadStore store;
    private BoundedBytes bytes;

    /** Of no message yet. */
    public PayloadBytes() {
        ChronicleAccess.check();
        store = new PayloadStore();
        bytes = new BoundedBytes(store);
    }

    /** The payload, from its first byte to its last one, the read limit. Error: it has expired. */
    public Bytes<Void> read(Payload payload) {
        bind(payload);
        bytes.clear();
        bytes.readLimit(store.size());
        return bytes;
    }

    /** The payload's room: commit {@link Bytes#writePosition()} bytes. Errors of {@link PreparedMessage#payload()}. */
    public Bytes<Void> write(PreparedMessage message) {
        bind(message.payload());
        bytes.clear();
        return bytes;
    }

    private void bind(Payload payload) {
        if (bytes.refCount() == 0) {
            // the program has released what was not its own
            store = new PayloadStore();
            bytes = new BoundedBytes(store);
        }
        store.bind(payload);
    }
}
