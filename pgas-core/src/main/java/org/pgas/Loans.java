package org.pgas;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.security.SecureRandom;
import java.util.concurrent.atomic.AtomicIntegerArray;

import org.pgas.spi.Conduit;
import org.pgas.spi.MessageHead;
import org.pgas.spi.PeerProcess;

/**
 * Medium requests whose data stays in the sender's memory until their handler takes it, with one copy from process to process
 * instead of two through a ring: large ones whose sender waits for local completion by an event. The message says where the data lies; its
 * {@link Payload} reads it from there; when the handler has returned, an answer completes the event.
 *
 * <p>Whether a peer can read this process is asked before the first such message to it, by a note that the peer is to read; until it has answered, and where it
 * cannot, messages carry their data. So no message has to be sent twice, and none overtakes another. Nothing is ever written by such a
 * call. Any native memory may be lent, also of an arena that the program may close: a read of what is no more fails, and harms nobody.
 *
 * <p>Any thread; handlers one at a time.
 *
 * <pre>
 * field  writer                          reader    order
 * reach  who asks; handlers of answers   who lends volatile
 * </pre>
 */
final class Loans {
    /** From so many bytes on it is quicker than two copies: the call takes half a microsecond, and an answer has to come. */
    static final int LEAST_BYTES = 8 << 10;

    private static final int UNKNOWN = 0;
    private static final int ASKED = 1;
    private static final int READS = 2;
    private static final int REFUSED = 3;

    /** Of the payload of a message that stands for one with lent data. */
    static final int MESSAGE_BYTES = 32;

    private static final int HANDLE = 0;
    private static final int ADDRESS = 8;
    private static final int LENGTH = 16;
    private static final int HEAD = 24;

    private final Job job;
    private final Conduit conduit;
    private final Messenger messenger;
    private final FarTransfers far;
    private final FarOperations operations;

    /** By peer: whether it can read this process. */
    private final AtomicIntegerArray reach;

    /** By peer: processes that this one can read. Of handlers alone. */
    private final PeerProcess[] processes;

    private final LentData data;

    /** What peers are to read when they are asked; null until one is. Guarded by {@code this}. */
    private MemorySegment note;

    Loans(Job job, Conduit conduit, Messenger messenger, HandlerTable handlers, FarTransfers far,
            FarOperations operations) {
        this.job = job;
        this.conduit = conduit;
        this.messenger = messenger;
        this.far = far;
        this.operations = operations;
        reach = new AtomicIntegerArray(conduit.size());
        processes = new PeerProcess[conduit.size()];
        data = new LentData(this);
        handlers.registerInternal(HandlerEntry.ofMedium(this::lent).name("medium request with lent data").request()
                .internalIndex(FarMessages.LEND_INDEX));
        handlers.registerInternal(HandlerEntry.ofShort(this::asked).name("question for reach").request().arguments(4)
                .internalIndex(FarMessages.ASK_INDEX));
        handlers.registerInternal(HandlerEntry.ofShort(this::answered).name("answer for reach").reply().arguments(1)
                .internalIndex(FarMessages.REACH_INDEX));
    }

    /**
     * Sends a request whose head and data have been checked without its data, if that can be; says whether it did, and {@code completion} has
     * its event then. If not, nothing was done.
     */
    boolean lend(int peer, long head, long first, long second, int[] arguments, MemorySegment source,
            long sourceOffset, long bytes, LocalCompletion completion, boolean immediate) {
        if (!source.isNative() || peer == conduit.rank() || !isReader(peer)) {
            return false;
        }
        // memory that is closed, or another thread's, is refused before anything is sent
        source.get(ValueLayout.JAVA_BYTE, sourceOffset);
        FarThread thread = far.thread();
        LoanEvent event = new LoanEvent(job, peer, bytes);
        FarOperation operation = operations.beginUncounted(thread, event, EventCategory.AM, peer);
        // not to be collected before the answer
        operation.into(source, sourceOffset, 1);
        MemorySegment message = thread.staging(MESSAGE_BYTES);
        message.set(ValueLayout.JAVA_LONG, HANDLE, operation.handle());
        message.set(ValueLayout.JAVA_LONG, ADDRESS, source.address() + sourceOffset);
        message.set(ValueLayout.JAVA_LONG, LENGTH, bytes);
        message.set(ValueLayout.JAVA_LONG, HEAD, head);
        boolean sent = false;
        try {
            sent = messenger.requestMedium(peer, FarMessages.lend(MessageHead.argumentCount(head)), first, second,
                    arguments, message, 0, MESSAGE_BYTES, immediate);
        } finally {
            if (!sent) {
                operations.giveBack(operation);
            }
        }
        if (sent) {
            messenger.lent(bytes - MESSAGE_BYTES);
            completion.lent(event.begun());
        }
        return sent;
    }

    private boolean isReader(int peer) {
        int known = reach.get(peer);
        if (known == UNKNOWN && job.offers().isEnabled() && reach.compareAndSet(peer, UNKNOWN, ASKED)) {
            ask(peer);
        }
        return known == READS;
    }

    /** Asks without waiting; when there is no room, the next message asks. */
    private void ask(int peer) {
        boolean asked = false;
        try {
            MemorySegment own = note();
            int[] arguments = new int[4];
            put(arguments, 0, own.address());
            put(arguments, 2, own.get(ValueLayout.JAVA_LONG, 0));
            asked = messenger.requestShort(peer, FarMessages.ASK, arguments, true);
        } finally {
            if (!asked) {
                reach.set(peer, UNKNOWN);
            }
        }
    }

    private static void put(int[] arguments, int index, long value) {
        arguments[index] = (int) value;
        arguments[index + 1] = (int) (value >>> 32);
    }

    private synchronized MemorySegment note() {
        if (note == null) {
            MemorySegment made = Arena.ofAuto().allocate(ValueLayout.JAVA_LONG);
            made.set(ValueLayout.JAVA_LONG, 0, new SecureRandom().nextLong());
            note = made;
        }
        return note;
    }

    private void asked(Token token) {
        int source = token.sourceRank();
        PeerProcess process = job.offers().isEnabled() ? conduit.process(source) : null;
        MemorySegment read = MemorySegment.ofArray(new long[1]);
        if (process != null && process.read(token.argumentLong(0), read, 0, Long.BYTES)
                && read.get(ValueLayout.JAVA_LONG, 0) == token.argumentLong(2)) {
            processes[source] = process;
        }
        try {
            token.replyInternal(FarMessages.REACH_INDEX, processes[source] == null ? 0 : 1);
        } catch (PeerLostException e) {
            FarOwner.gone(token);
        }
    }

    private void answered(Token token) {
        // SYNC: reach
        reach.set(token.sourceRank(), token.argument(0) == 0 ? REFUSED : READS);
    }

    private void lent(Token token, Payload message) {
        int source = token.sourceRank();
        long handle = message.getLong(HANDLE);
        long bytes = message.getLong(LENGTH);
        long head = message.getLong(HEAD);
        if (processes[source] == null || bytes < LEAST_BYTES || bytes > Integer.MAX_VALUE
                || !MessageHead.isLegal(head) || MessageHead.argumentCount(head) != token.argumentCount()) {
            throw job.fail("rank " + job.rank() + ": a medium request of rank " + source + " lends " + bytes
                    + " bytes with head 0x" + Long.toHexString(head) + ": the message was damaged");
        }
        data.begin(processes[source], source, message.getLong(ADDRESS), bytes);
        try {
            messenger.runLent(source, token, head, data);
        } finally {
            data.end();
        }
        try {
            messenger.replyShort(source, FarMessages.DONE, handle, 0);
        } catch (PeerLostException e) {
            FarOwner.gone(token);
        }
    }

    /** What a handler is told whose data cannot be read. Waits for the end of the job, or of the wait for it, when its sender is gone. */
    RuntimeException unreadable(int source, long bytes) {
        if (conduit.process(source) == null) {
            job.waiting().awaitLocal(new LocalAwaited("data of a medium request") {
                @Override
                public boolean isMet() {
                    return false;
                }

                @Override
                public int[] missing() {
                    return new int[]{source};
                }
            });
        }
        return new PgasException(ErrorCode.BAD_ARGUMENT, "rank " + job.rank() + ": the " + bytes
                + " bytes of a medium request of rank " + source
                + " could not be read from its memory: a source has to be kept, and its arena open, until local completion;"
                + " memory that the system does not copy between processes needs " + Setting.CMA.key() + "=off");
    }
}
