package org.pgas.message;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.ref.Reference;

import org.pgas.memory.SharedMemory;
import org.pgas.spi.MessageHead;

/**
 * One network's messages of a rank to itself: the handler runs at once, in the sending thread, which holds the turn.
 *
 * <p>Arguments and payload are copied to memory of this class first, where the handler finds them as it finds those
 * from other ranks.
 */
final class Loopback {
    private static final long ARGUMENT_BYTES = 4L * MessageHead.MAX_ARGUMENTS;

    private final int rank;
    private final MessageDispatcher dispatcher;
    private MemorySegment memory = Arena.ofAuto().allocate(ARGUMENT_BYTES, 8);

    /** A reply runs inside the request that it answers, so each network has memory of its own. */
    Loopback(int rank, MessageDispatcher dispatcher) {
        this.rank = rank;
        this.dispatcher = dispatcher;
    }

    void run(long head, long first, long second, int[] arguments, MemorySegment source, long sourceOffset,
            long targetOffset, long bytes) {
        boolean medium = MessageHead.category(head) == MessageHead.MEDIUM;
        MemorySegment current = medium ? withRoom(bytes) : memory;
        long address = current.address();
        ArgumentPacking.write(address, MessageHead.argumentCount(head), first, second, arguments);
        if (medium) {
            if (bytes > 0) {
                SharedMemory.copyIn(source, sourceOffset, address + ARGUMENT_BYTES, bytes);
            }
            dispatcher.received(rank, head, address, address + ARGUMENT_BYTES, (int) bytes);
        } else if (MessageHead.category(head) == MessageHead.LONG) {
            dispatcher.receivedLong(rank, head, address, targetOffset, bytes);
        } else {
            dispatcher.received(rank, head, address, 0, 0);
        }
        Reference.reachabilityFence(current);
    }

    private MemorySegment withRoom(long bytes) {
        if (memory.byteSize() < ARGUMENT_BYTES + bytes) {
            memory = Arena.ofAuto().allocate(ARGUMENT_BYTES + Math.max(4096, Long.highestOneBit(bytes) * 2), 8);
        }
        return memory;
    }
}
