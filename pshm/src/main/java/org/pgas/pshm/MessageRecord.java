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

    /** The checksum's sum with the arguments that {@link #putArguments} writes. */
    static long addArguments(long sum, int category, int count, long first, long second, int[] rest, int from) {
        long added = count > 0 ? RecordChecksum.add(sum, category, first) : sum;
        if (count > 2) {
            added = RecordChecksum.add(added, category + 1, second);
        }
        for (int i = 4; i < count; i += 2) {
            added = RecordChecksum.add(added, category + (i >> 1), pair(i, count, rest, from));
        }
        return added;
    }

    static void putArguments(long address, int count, long first, long second, int[] rest, int from) {
        if (count > 0) {
            SharedMemory.putLong(address, first);
        }
        if (count > 2) {
            SharedMemory.putLong(address + 8, second);
        }
        for (int i = 4; i < count; i += 2) {
            SharedMemory.putLong(address + 4L * i, pair(i, count, rest, from));
        }
    }

    private static long pair(int index, int count, int[] rest, int from) {
        int at = from + index - 4;
        long low = rest[at] & 0xFFFF_FFFFL;
        return index + 1 < count ? low | (long) rest[at + 1] << 32 : low;
    }

    /** The checksum's sum with the words behind the first one, {@code bytes} in all, of a record in memory. */
    static long addWords(long sum, long address, int bytes) {
        long added = sum;
        for (int at = WORD_BYTES; at < bytes; at += 8) {
            added = RecordChecksum.add(added, at >> 3, SharedMemory.getLong(address + at));
        }
        return added;
    }
}
