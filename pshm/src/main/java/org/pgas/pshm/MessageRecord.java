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
 *   arguments      4       8    24   ints
 *   ends             (after them)    an int, only where the type says so; in a medium message then padded to 8 bytes
 *   payload          (after them)    of a medium message, unless the type says that it lies in the slab
 * </pre>
 *
 * <p>The type is the lower half of the {@link MessageHead} with the sender above it, so that a claim names its sender:
 *
 * <pre>
 * bits 31..30  0
 * bit  29      whether the payload lies in the slab, beside the ring (see {@link Lane#slabAddress})
 * bit  28      whether the record has the ends
 * bits 27..16  the sender's rank + 1
 * bits 15..0   of the head
 * </pre>
 *
 * <p>Small, since what a message costs is the cache lines that it moves: a short one with one argument or none takes 16
 * bytes of the ring. A record of 17 to 32 bytes takes 32, and a longer one whole lines, since one more line costs more
 * than the bytes that remain unused. So only messages to or from endpoints that are not primordial carry their
 * {@linkplain MessageHead#ends ends}, as if they were one argument more; they are never 0 then.
 */
final class MessageRecord {
    /** Bytes of a record before its message: length and type. */
    static final int HEADER = 8;

    static final int MEDIUM_BYTES = 4;
    static final int LONG_TARGET = 8;
    static final int LONG_BYTES = 16;

    /** The bit of a type that says that the record has ends. */
    private static final int ENDS = 1 << 28;

    /** The bit of a type that says that the payload lies in the slab. */
    static final int IN_SLAB = 1 << 29;

    private static final int LINE = 64;
    private static final int HALF_LINE = LINE / 2;

    private static final int SHORT_ARGUMENTS = 4;
    private static final int MEDIUM_ARGUMENTS = 8;
    private static final int LONG_ARGUMENTS = 24;

    private MessageRecord() {}

    /** Offset of the arguments. */
    static int arguments(int category) {
        return category == MessageHead.SHORT ? SHORT_ARGUMENTS
                : category == MessageHead.MEDIUM ? MEDIUM_ARGUMENTS : LONG_ARGUMENTS;
    }

    /** Bytes of a message without its medium payload; {@code words} as in {@link MessageHead#words}, here and below. */
    static int length(int category, int words) {
        return category == MessageHead.MEDIUM ? payload(words) : arguments(category) + 4 * words;
    }

    /**
     * Bytes to claim for a message of that length: so many that records of its size never share a cache line in part.
     */
    static int claimed(int length) {
        int record = length + HEADER;
        return (record <= HALF_LINE ? record <= HALF_LINE / 2 ? HALF_LINE / 2 : HALF_LINE : record + LINE - 1 & -LINE)
                - HEADER;
    }

    /**
     * Bytes to claim for a medium message with a payload of {@code bytes} in the slab: so many that their place there
     * has room for the payload.
     */
    static int claimedWithSlab(int words, int bytes) {
        int record = Math.max(HEADER + payload(words), Math.ceilDiv(bytes, Lane.SLAB_FACTOR));
        return (record + LINE - 1 & -LINE) - HEADER;
    }

    /** Offset of a medium payload that lies in the ring, a multiple of 8; without one, the end of the message. */
    static int payload(int words) {
        return MEDIUM_ARGUMENTS + (words + 1 >>> 1 << 3);
    }

    /** The bits of every type that name the sender. */
    static int sender(int rank) {
        return rank + 1 << 16;
    }

    static int type(int sender, long head) {
        int type = sender | (int) head & 0xFFFF;
        return MessageHead.hasEnds(head) ? type | ENDS : type;
    }

    /** Without the ends. */
    static int lowHead(int type) {
        return type & 0xFFFF;
    }

    static boolean hasEnds(int type) {
        return (type & ENDS) != 0;
    }

    static boolean isInSlab(int type) {
        return (type & IN_SLAB) != 0;
    }

    /** {@link MessageHead#words} of the head. */
    static int words(int type) {
        return MessageHead.argumentCount(lowHead(type)) + (type >>> 28 & 1);
    }

    /** The head of a record of that type with its arguments there. */
    static long head(int type, long arguments) {
        int low = lowHead(type);
        return hasEnds(type) ? MessageHead.withEnds(low, ends(arguments, low)) : low;
    }

    private static int ends(long arguments, int lowHead) {
        return SharedMemory.getInt(arguments + 4L * MessageHead.argumentCount(lowHead));
    }

    /** -1, or another number that is no rank, when it is no type of ours. */
    static int source(int type) {
        return ((type & ~(ENDS | IN_SLAB)) >> 16) - 1;
    }

    /** Behind the arguments at that address, if the head has any. */
    static void putEnds(long address, long head) {
        if (MessageHead.hasEnds(head)) {
            SharedMemory.putInt(address + 4L * MessageHead.argumentCount(head), MessageHead.ends(head));
        }
    }

    static void putArguments(long address, int count, long first, long second, int[] arguments) {
        putFour(address, count, first, second);
        putArray(address, 4, count, arguments);
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

    /** The arguments from number {@code begin} on. */
    static void putArray(long address, int begin, int count, int[] array) {
        for (int i = begin; i < count; i++) {
            SharedMemory.putInt(address + 4L * i, array[i]);
        }
    }
}
