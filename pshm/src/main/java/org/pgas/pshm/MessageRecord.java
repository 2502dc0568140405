package org.pgas.pshm;

import org.pgas.memory.SharedMemory;
import org.pgas.spi.MessageHead;

/**
 * A message in a ring, behind the ring's own header (length and type, which is the {@link MessageHead}); offsets from there:
 *
 * <pre>
 *           short  medium  long
 *   word        0       0     0   checksum, sender, sequence
 *   bytes               8    16   of the payload
 *   destination               8
 *   arguments   8      16    24   ints, padded to 8 bytes
 *   payload      (after them)     of a medium message
 * </pre>
 *
 * <p>The word has the checksum in its low half, then 16 bits of sender + 1 (so that 0 means not written yet), then 16 bits of
 * sequence, which derive from the position in the ring.
 */
final class MessageRecord {
    static final int WORD_BYTES = 8;
    static final int MEDIUM_BYTES = 8;
    static final int LONG_DESTINATION = 8;
    static final int LONG_BYTES = 16;

    private MessageRecord() {}

    /** Offset of the arguments. */
    static int arguments(int category) {
        return category << 3;
    }

    static int argumentBytes(int count) {
        return count + 1 >>> 1 << 3;
    }

    /** Bytes of a message without its medium payload. */
    static int length(int category, int argumentCount) {
        return arguments(category) + argumentBytes(argumentCount);
    }

    /** Largest medium payload where a ring takes messages of {@code most} bytes. */
    static int maxPayload(int most, int argumentCount) {
        return most - length(MessageHead.MEDIUM, argumentCount);
    }

    static long word(int checksum, int source, long position) {
        return (long) sequence(position) << 48 | (source + 1L) << 32 | checksum & 0xFFFF_FFFFL;
    }

    static int checksum(long word) {
        return (int) word;
    }

    /** -1 when the word has not been written. */
    static int source(long word) {
        return (int) (word >>> 32 & 0xFFFF) - 1;
    }

    static int sequenceOf(long word) {
        return (int) (word >>> 48);
    }

    /** Records begin at multiples of 8; the second term tells rounds apart in rings of 512 KiB and more. */
    static int sequence(long position) {
        return (int) (position >>> 3 ^ position >>> 19) & 0xFFFF;
    }

    /** Writes the arguments and returns the checksum's state after them. */
    static long putArguments(long address, int count, long first, long second, int[] rest, int from, long state) {
        if (count == 0) {
            return state;
        }
        SharedMemory.putLong(address, first);
        long sum = RecordChecksum.add(state, first);
        if (count > 2) {
            SharedMemory.putLong(address + 8, second);
            sum = RecordChecksum.add(sum, second);
        }
        for (int i = 4; i < count; i += 2) {
            int at = from + i - 4;
            long low = rest[at] & 0xFFFF_FFFFL;
            long pair = i + 1 < count ? low | (long) rest[at + 1] << 32 : low;
            SharedMemory.putLong(address + 4L * i, pair);
            sum = RecordChecksum.add(sum, pair);
        }
        return sum;
    }

    /** The checksum's state after {@code bytes}, a multiple of 8, from {@code address} on. */
    static long addWords(long address, int bytes, long state) {
        long sum = state;
        for (int at = 0; at < bytes; at += 8) {
            sum = RecordChecksum.add(sum, SharedMemory.getLong(address + at));
        }
        return sum;
    }
}
