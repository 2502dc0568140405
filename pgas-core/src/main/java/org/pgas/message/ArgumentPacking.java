package org.pgas.message;

import org.pgas.memory.SharedMemory;
import org.pgas.refusal.Refusals;
import org.pgas.spi.MessageHead;

/**
 * Message arguments: on the way to a transport in pairs, even indices in the low half of a long; where they have
 * arrived, ints.
 */
public final class ArgumentPacking {
    public static final int[] NONE = {};

    private ArgumentPacking() {}

    public static long pair(int low, int high) {
        return low & 0xFFFF_FFFFL | (long) high << 32;
    }

    public static long first(int[] arguments, int count) {
        return count == 0 ? 0 : pair(arguments[0], count > 1 ? arguments[1] : 0);
    }

    public static long second(int[] arguments, int count) {
        return count < 3 ? 0 : pair(arguments[2], count > 3 ? arguments[3] : 0);
    }

    /** Argument {@code index} of those at {@code address}. */
    public static int at(long address, int index) {
        return SharedMemory.getInt(address + 4L * index);
    }

    /** Writes arguments as a transport does, for messages that need none. */
    public static void write(long address, int count, long first, long second, int[] rest) {
        SharedMemory.putInt(address, (int) first);
        SharedMemory.putInt(address + 4, (int) (first >>> 32));
        SharedMemory.putInt(address + 8, (int) second);
        SharedMemory.putInt(address + 12, (int) (second >>> 32));
        for (int i = 4; i < count; i++) {
            SharedMemory.putInt(address + 4L * i, rest[i]);
        }
    }

    public static void check(int rank, String call, int[] arguments, int count) {
        if (count < 0 || count > MessageHead.MAX_ARGUMENTS || count > arguments.length) {
            throw Refusals.of(rank).bad(call, count
                    + " arguments: legal are 0.." + Math.min(MessageHead.MAX_ARGUMENTS, arguments.length)
                    + " of this array, and never more than " + MessageHead.MAX_ARGUMENTS);
        }
    }
}
