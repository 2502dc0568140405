package org.pgas.far;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.function.BooleanSupplier;

import org.pgas.EventCategory;
import org.pgas.message.ArgumentPacking;
import org.pgas.message.Messenger;
import org.pgas.spi.OneSidedTransfers;

/**
 * The initiator's side of operations on memory that is not mapped here: cuts them into messages and sends these,
 * waiting for room where it must. Any thread. Ranks are job ranks, ranges are checked and not empty.
 *
 * <p>Every call takes the sink that is told of the completion, and answers whether the operation was sent. With
 * {@code immediate} it says no, having done nothing, when there is no room for the first message; what has been begun
 * is sent whole.
 *
 * <p>The source of a put or an accumulate is in the messages when it returns: local completion is never outstanding.
 */
final class FarSender {
    /** How often a piece is offered to the devices, with a poll in between, before it goes by a message. */
    private static final int TRIES = 1_000;

    private final Messenger messenger;
    private final FarOperations operations;

    /** Null where there are none. */
    private final OneSidedTransfers devices;

    private final Pieces puts;
    private final Pieces gets;
    private final Pieces accumulates;

    FarSender(Messenger messenger, FarOperations operations, OneSidedTransfers devices, Pieces puts, Pieces gets,
            Pieces accumulates) {
        this.messenger = messenger;
        this.operations = operations;
        this.devices = devices;
        this.puts = puts;
        this.gets = gets;
        this.accumulates = accumulates;
    }

    /** {@code memory}: as devices reach it, which carry out what there is room for; 0 for messages alone. */
    boolean put(FarThread thread, FarSink sink, int peer, long offset, MemorySegment source, long sourceOffset,
            long bytes, boolean immediate, long memory) {
        // memory that this thread may not read is refused before anything is sent
        source.get(ValueLayout.JAVA_BYTE, sourceOffset);
        FarOperation operation = operations.begin(thread, sink, EventCategory.PUT, peer);
        boolean direct = memory != 0;
        if (direct) {
            operation.direct(puts.count(bytes));
        }
        long handle = operation.handle();
        int answered = 0;
        boolean whole = false;
        try {
            for (long done = 0; done < bytes; done += puts.length(bytes, done)) {
                int piece = puts.length(bytes, done);
                long at = FarMessages.offset(offset) + done;
                long from = sourceOffset + done;
                if (direct && isTaken(peer, immediate && done == 0,
                        () -> devices.put(peer, memory, at, source, from, piece, handle))) {
                    answered++;
                    continue;
                }
                long place = FarMessages.place(offset + done, 0, direct || done + piece == bytes);
                if (!messenger.requestMedium(peer, FarMessages.PUT, handle, place, ArgumentPacking.NONE, source,
                        sourceOffset + done, piece, immediate && done == 0)) {
                    return false;
                }
                answered += direct ? 1 : 0;
            }
            whole = true;
            return FarOperations.sent(thread, sink, EventCategory.PUT, peer, direct);
        } finally {
            // where nothing was sent that is answered; else answers may still come, and it is not used again
            if (!whole && answered == 0) {
                operations.giveBack(operation);
            }
        }
    }

    /**
     * Whether devices have begun with a piece: as soon as there is room, unless that does not come soon; polls
     * meanwhile. {@code once}: does neither.
     */
    private boolean isTaken(int peer, boolean once, BooleanSupplier begin) {
        boolean isTaken = !devices.isLost(peer) && begin.getAsBoolean();
        for (int tries = 1; !isTaken && !once && tries < TRIES && !devices.isLost(peer); tries++) {
            messenger.poll();
            isTaken = begin.getAsBoolean();
        }
        return isTaken;
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

    /** {@code memory} as in {@link #put}. */
    boolean get(FarThread thread, FarSink sink, MemorySegment target, long targetOffset, int peer, long offset,
            long bytes, boolean immediate, long memory) {
        target.get(ValueLayout.JAVA_BYTE, targetOffset); // throws where this thread could not take in the answers
        FarOperation operation = operations.begin(thread, sink, EventCategory.GET, peer);
        long handle = operation.handle();
        boolean direct = memory != 0;
        operation.into(target, targetOffset, gets.count(bytes));
        if (direct) {
            operation.direct(gets.count(bytes));
        }
        int pieces = 0;
        boolean whole = false;
        try {
            for (long done = 0; done < bytes; done += gets.length(bytes, done)) {
                int piece = gets.length(bytes, done);
                long at = FarMessages.offset(offset) + done;
                int index = pieces;
                if (direct && isTaken(peer, immediate && done == 0,
                        () -> devices.get(peer, memory, at, piece, handle, index))) {
                    pieces++;
                    continue;
                }
                long place = FarMessages.place(offset + done, 0, done + piece == bytes);
                if (!messenger.requestShort(peer, FarMessages.GET, thread.arguments(handle, place, piece, pieces),
                        immediate && done == 0)) {
                    return false;
                }
                pieces++;
            }
            whole = true;
            return FarOperations.sent(thread, sink, EventCategory.GET, peer, direct);
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
            for (long done = 0; done < bytes; done += accumulates.length(bytes, done)) {
                int piece = accumulates.length(bytes, done);
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
