package org.pgas.pshm;

import org.pgas.memory.SharedMemory;
import org.pgas.spi.MessageHead;

/**
 * A message in a ring, behind the ring's own header of a length and a type; offsets from there:
 *
 * <pre>
 *              short  medium  long
 *   checksum       0       0     0   see {@link RecordChecksum}; in a long message 8 bytes, with its sign
 *   bytes                  4    16   of the payload
 *   target                  8
 *   arguments      4       8    24   ints; in a medium message padded to 8 bytes
 *   payload          (after them)    of a medium message
 * </pre>
 *
 * <p>The type is the {@link MessageHead} with the sender above it, so that a claim says whose it is: bits 31..28 are 0, bits 27..16 the
 * sender's rank + 1, bits 15..0 the head.
 *
 * <p>Small, since what a short message costs is the cache lines that it moves: with one argument or none it takes 16 bytes of the
 * ring.
 */
final class MessageRecord {
    static final int MEDIUM_BYTES = 4;
    static final int LONG_TARGET = 8;
    static final int LONG_BYTES = 16;

    private static final int SHORT_ARGUMENTS = 4;
    private static final int MEDIUM_ARGUMENTS = 8;
    private static final int LONG_ARGUMENTS = 24;

    private MessageRecord() {}

    /** Offset of the arguments. */
    static int arguments(int category) {
        return category == MessageHead.SHORT ? SHORT_ARGUMENTS
                : category == MessageHead.MEDIUM ? MEDIUM_ARGUMENTS : LONG_ARGUMENTS;
    }

    /** Bytes of a message without its medium payload. */
    static int length(int category, int argumentCount) {
        return category == MessageHead.MEDIUM ? payload(argumentCount) : arguments(category) + 4 * argumentCount;
    }

    /** Offset of a medium payload, a multiple of 8. */
    static int payload(int argumentCount) {
        return MEDIUM_ARGUMENTS + (argumentCount + 1 >>> 1 << 3);
    }

    /** Largest medium payload where a ring takes messages of {@code most} bytes. */
    static int maxPayload(int most, int argumentCount) {
        return most - payload(argumentCount);
    }

    static int type(int source, int head) {
        return source + 1 << 16 | head;
    }

    static int head(int type) {
        return type & 0xFFFF;
    }

    /** -1, or another number that is no rank, when it is no type of ours. */
    static int source(int type) {
        return (type >> 16) - 1;
    }

    static void putArguments(long address, int count, long first, long second, int[] rest, int from) {
        putFour(address, count, first, second);
        putArray(address, 4, count, rest, from);
    }

    /** The arguments that come in pairs: as many of them as there are. */
    static void putFour(long address, int count, long first, long second) {
        if (count > 0) {
            SharedMemory.putInt(address, (int) first);
        }
        if (count > 1) {
            SharedMemory.putInt(address + 4, (int) (first >>> 32));
        }
        if (count > 2) {
            SharedMemory.putInt(address + 8, (int) second);
        }
        if (count > 3) {
            SharedMemory.putInt(address + 12, (int) (second >>> 32));
        }
    }

    /** The arguments from number {@code begin} on, which is at {@code array[from]}. */
    static void putArray(long address, int begin, int count, int[] array, int from) {
        for (int i = begin; i < count; i++) {
            SharedMemory.putInt(address + 4L * i, array[from + i - begin]);
        }
    }
}
