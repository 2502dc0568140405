package org.pgas.mpi;

import java.lang.foreign.MemorySegment;

import org.pgas.ActiveMessages;
import org.pgas.LocalCompletion;

/**
 * The origin's side of puts and accumulates: cuts them into fragments, packs these and sends them. A contiguous origin
 * is sent from where it lies. For any thread.
 *
 * <p>Other fragments are packed in memory of the call, and copied into the ring from there: packing scattered bytes
 * takes longer than a copy, and a message that is claimed and being written holds up those behind it.
 */
record UpdateSender(WindowCore core, ActiveMessages messages, OperationCounts counts, Spares<SendBuffer> buffers,
        TypeSender types, int fragment) {
    /** {@code total} bytes of packed data, whole elements unless {@code code} is {@link Protocol#NO_CODE}. */
    void send(FarElements elements, Elements origin, int code, long total) {
        if (elements.needType(code)) {
            sendTyped(elements, origin, code, total);
        } else {
            sendUntyped(elements.target(), elements.place(), origin, code, total);
        }
    }

    private void sendUntyped(int target, long place, Elements origin, int code, long total) {
        boolean contiguous = origin.type().denseBytes(origin.count()) >= 0;
        SendBuffer buffer = contiguous ? null : buffers.take();
        long done = 0;
        counts.begin(target);
        try {
            int n;
            for (; done < total; done += n) {
                n = Protocol.step(fragment, Protocol.span(code), total - done);
                MemorySegment source = contiguous ? origin.memory() : buffer.staging(fragment);
                if (!contiguous) {
                    TypedCopy.pack(origin.type(), origin.count(), code != Protocol.NO_CODE, origin.memory(), 0, done,
                            source, 0, n);
                }
                send(target, Protocol.head(core.rank, done + n == total), place + Protocol.distance(code, done), code,
                        source, contiguous ? done : 0, n);
            }
        } finally {
            if (done < total) {
                unsent(target, null, done);
            }
            if (!contiguous) {
                buffers.giveBack(buffer);
            }
        }
    }

    private void send(int target, int head, long place, int code, MemorySegment source, long at, int bytes) {
        if (code == Protocol.NO_CODE) {
            messages.requestMedium(target, Protocol.PUT, source, at, bytes, head, (int) place, (int) (place >>> 32));
        } else {
            messages.requestMedium(target, Protocol.ACCUMULATE, source, at, bytes, head, (int) place,
                    (int) (place >>> 32), code);
        }
    }

    private void sendTyped(FarElements elements, Elements origin, int code, long total) {
        int target = elements.target();
        TypeTable.Entry type = types.acquire(elements.type());
        SendBuffer buffer = buffers.take();
        long done = 0;
        counts.begin(target);
        try {
            int described = types.describe(type, target, buffer, fragment);
            int handler = code == Protocol.NO_CODE ? Protocol.TYPED_PUT : Protocol.TYPED_ACCUMULATE;
            boolean contiguous = origin.type().denseBytes(origin.count()) >= 0;
            int n;
            for (; done < total; done += n) {
                int data = Protocol.padded(described);
                n = Protocol.step(fragment - data, Protocol.span(code), total - done);
                boolean inPlace = contiguous && described == 0;
                MemorySegment source = inPlace ? origin.memory() : buffer.staging(fragment);
                if (!inPlace) {
                    TypedCopy.pack(origin.type(), origin.count(), code != Protocol.NO_CODE, origin.memory(), 0, done,
                            source, data, n);
                }
                buffer.header(Protocol.head(core.rank, done + n == total), elements.place(), code, 0, done, n);
                buffer.type(type.id(), elements.count(), described);
                messages.requestMedium(target, handler, source, inPlace ? done : 0, data + n, LocalCompletion.NOW,
                        buffer.arguments, Protocol.TYPED_ARGUMENTS);
                described = 0;
            }
        } finally {
            if (done < total) {
                unsent(target, type, done);
            }
            buffers.giveBack(buffer);
        }
    }

    /**
     * A call throws, {@code done} bytes being sent: an operation of which the target has nothing is none; of another
     * the type stays in use, too.
     */
    private void unsent(int target, TypeTable.Entry type, long done) {
        if (done > 0) {
            counts.breakOff(target);
            return;
        }
        counts.cancel(target);
        if (type != null) {
            types.failed(type, target);
        }
    }
}
