package org.pgas;

import org.pgas.memory.SharedMemory;
import org.pgas.spi.MessageHead;

/** Message arguments in pairs, as transports carry them: even indices in the low half of a long. */
final class ArgumentPacking {
    static final int[] NONE = {};

    private ArgumentPacking() {}

    static long pair(int low, int high) {
        return low & 0xFFFF_FFFFL | (long) high << 32;
    }

    static long first(int[] arguments, int count) {
        return count == 0 ? 0 : pair(arguments[0], count > 1 ? arguments[1] : 0);
    }

    static long second(int[] arguments, int count) {
        return count < 3 ? 0 : pair(arguments[2], count > 3 ? arguments[3] : 0);
    }

    /** Argument {@code index} of those at {@code address}. */
    static int at(long address, int index) {
        return (int) (SharedMemory.getLong(address + 8L * (index >> 1)) >>> 32 * (index & 1));
    }

    /** Writes arguments as a transport does, for messages that need none. */
    static void write(long address, int count, long first, long second, int[] rest) {
        SharedMemory.putLong(address, first);
        SharedMemory.putLong(address + 8, second);
        for (int i = 4; i < count; i += 2) {
            SharedMemory.putLong(address + 4L * i, pair(rest[i], i + 1 < count ? rest[i + 1] : 0));
        }
    }

    static void check(int rank, String call, int[] arguments, int count) {
        if (count < 0 || count > MessageHead.MAX_ARGUMENTS || count > arguments.length) {
            throw new PgasException(ErrorCode.BAD_ARGUMENT, "rank " + rank + ": " + call + ": " + count
                    + " arguments: legal are 0.." + Math.min(MessageHead.MAX_ARGUMENTS, arguments.length)
                    + " of this array, and never more than " + MessageHead.MAX_ARGUMENTS);
        }
    }
}
