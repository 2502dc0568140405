package org.pgas.far;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

import org.pgas.EventCategory;
import org.pgas.message.ArgumentPacking;
import org.pgas.message.Messenger;

/**
 * The initiator's side of operations on memory that is not mapped here: cuts them into messages and sends these, waiting for room where
 * it must. Any thread. Ranks are job ranks, ranges are checked and not empty.
 *
 * <p>Every call takes the sink that is told of the completion, and answers whether the operation was sent. With {@code immediate} it
 * says no, having done nothing, when there is no room for the first message; what has been begun is sent whole.
 *
 * <p>The source of a put or an accumulate is in the messages when it returns: local completion is never outstanding.
 */
final class FarSender {
    private final Messenger messenger;
    private final FarOperations operations;
    private final int putBytes;
    private final int getBytes;
    private final int accumulateBytes;

    FarSender(Messenger messenger, FarOperations operations, int putBytes, int getBytes, int accumulateBytes) {
        this.messenger = messenger;
        this.operations = operations;
        this.putBytes = putBytes;
        this.getBytes = getBytes;
        this.accumulateBytes = accumulateBytes;
    }

    boolean put(FarThread thread, FarSink sink, int peer, long offset, MemorySegment source, long sourceOffset,
            long bytes, boolean immediate) {
        // memory that this thread may not read is refused before anything is sent
        source.get(ValueLayout.JAVA_BYTE, sourceOffset);
        FarOperation operation = operations.begin(thread, sink, EventCategory.PUT, peer);
        long handle = operation.handle();
        boolean whole = false;
        try {
            for (long done = 0; done < bytes; done += putBytes) {
                int piece = (int) Math.min(putBytes, bytes - done);
                long place = FarMessages.place(offset + done, 0, done + piece == bytes);
                if (!messenger.requestMedium(peer, FarMessages.PUT, handle, place, ArgumentPacking.NONE, source,
                        sourceOffset + done, piece, immediate && done == 0)) {
                    return false;
                }
            }
            whole = true;
            return FarOperations.sent(thread, sink, EventCategory.PUT, peer);
        } finally {
            if (!whole) {
                operations.giveBack(operation); // its last message was not sent, so nobody answers
            }
        }
    }

    boolean fill(FarThread thread, FarSink sink, int peer, long offset, byte value, long bytes, boolean immediate) {
        FarOperation operation = operations.begin(thread, sink, EventCategory.PUT, peer);
        long handle = operation.handle();
        boolean whole = false;
        try {
            for (long done = 0; done < bytes; done += FarMessages.MOST_FILL_BYTES) {
                int piece = (int) Math.min(FarMessages.MOST_FILL_BYTES, bytes - done);
                long place = FarMessages.place(offset + done, value, done + piece == bytes);
                if (!messenger.requestShort(peer, FarMessages.FILL, thread.arguments(handle, place, piece, 0),
                        immediate && done == 0)) {
                    return false;
                }
            }
            whole = true;
            return FarOperations.sent(thread, sink, EventCategory.PUT, peer);
        } finally {
            if (!whole) {
                operations.giveBack(operation);
            }
        }
    }

    boolean putValue(FarThread thread, FarSink sink, int peer, long offset, long value, int bytes, boolean immediate) {
        FarOperation operation = operations.begin(thread, sink, EventCategory.PUT, peer);
        boolean whole = false;
        try {
            whole = messenger.requestShort(peer, FarMessages.PUT_VALUE,
                    thread.arguments(operation.handle(), FarMessages.place(offset, bytes, true), (int) value,
                            (int) (value >>> 32)),
                    immediate);
            return whole && FarOperations.sent(thread, sink, EventCategory.PUT, peer);
        } finally {
            if (!whole) {
                operations.giveBack(operation);
            }
        }
    }

    boolean get(FarThread thread, FarSink sink, MemorySegment target, long targetOffset, int peer, long offset,
            long bytes, boolean immediate) {
        target.get(ValueLayout.JAVA_BYTE, targetOffset); // throws where this thread could not take in the answers
        FarOperation operation = operations.begin(thread, sink, EventCategory.GET, peer);
        long handle = operation.handle();
        operation.into(target, targetOffset, Math.toIntExact(Math.ceilDiv(bytes, (long) getBytes)));
        int pieces = 0;
        boolean whole = false;
        try {
            for (long done = 0; done < bytes; done += getBytes) {
                int piece = (int) Math.min(getBytes, bytes - done);
                long place = FarMessages.place(offset + done, 0, done + piece == bytes);
                if (!messenger.requestShort(peer, FarMessages.GET, thread.arguments(handle, place, piece, pieces),
                        immediate && done == 0)) {
                    return false;
                }
                pieces++;
            }
            whole = true;
            return FarOperations.sent(thread, sink, EventCategory.GET, peer);
        } finally {
            // answers to what was sent of a broken get may still come, so its object is not used again
            if (!whole && pieces == 0) {
                operations.giveBack(operation);
            }
        }
    }

    boolean getValue(FarThread thread, FarSink sink, int peer, long offset, int bytes) {
        FarOperation operation = operations.begin(thread, sink, EventCategory.GET, peer);
        boolean whole = false;
        try {
            messenger.requestShort(peer, FarMessages.GET_VALUE, operation.handle(),
                    FarMessages.place(offset, bytes, true));
            whole = true;
            return FarOperations.sent(thread, sink, EventCategory.GET, peer);
        } finally {
            if (!whole) {
                operations.giveBack(operation);
            }
        }
    }

    boolean atomic(FarThread thread, FarSink sink, int peer, long offset, FarAtomic atomic, boolean immediate) {
        EventCategory category = atomic.opcode().category();
        FarOperation operation = operations.begin(thread, sink, category, peer);
        boolean whole = false;
        try {
            if (atomic.result() != null) {
                atomic.result().get(ValueLayout.JAVA_BYTE, atomic.resultOffset());
                operation.valueInto(atomic.result(), atomic.resultOffset(), atomic.type().bytes());
            }
            long place = FarMessages.place(offset, FarMessages.code(atomic.type(), atomic.opcode()), true);
            whole = messenger.requestShort(peer, FarMessages.ATOMIC,
                    thread.operands(operation.handle(), place, atomic.operand1(), atomic.operand2()), immediate);
            return whole && FarOperations.sent(thread, sink, category, peer);
        } finally {
            if (!whole) {
                operations.giveBack(operation);
            }
        }
    }

    /** Whole elements. */
    boolean accumulate(FarThread thread, FarSink sink, int peer, long offset, Scaling scaling, MemorySegment source,
            long sourceOffset, long bytes, boolean immediate) {
        source.get(ValueLayout.JAVA_BYTE, sourceOffset);
        FarOperation operation = operations.begin(thread, sink, EventCategory.RMW, peer);
        long handle = operation.handle();
        boolean whole = false;
        try {
            for (long done = 0; done < bytes; done += accumulateBytes) {
                int piece = (int) Math.min(accumulateBytes, bytes - done);
                long place = FarMessages.place(offset + done, FarMessages.code(scaling.type()), done + piece == bytes);
                if (!messenger.requestMedium(peer, FarMessages.ACCUMULATE, handle, place,
                        thread.operands(handle, place, scaling.real(), scaling.imaginary()), source,
                        sourceOffset + done, piece, immediate && done == 0)) {
                    return false;
                }
            }
            whole = true;
            return FarOperations.sent(thread, sink, EventCategory.RMW, peer);
        } finally {
            if (!whole) {
                operations.giveBack(operation);
            }
        }
    }
}
