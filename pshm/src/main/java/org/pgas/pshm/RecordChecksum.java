package org.pgas.pshm;

import java.lang.foreign.MemorySegment;

import org.pgas.memory.DataChecksum;
import org.pgas.memory.SharedMemory;
import org.pgas.spi.MessageHead;

/**
 * The checksum of a message in a ring: over everything but a medium payload; in checked mode over that too. The payload
 * may be long, and garbage in it does no harm to the library.
 *
 * <p>A sum of the type and length, of every number, of every argument and of the ends, each times an odd factor of its
 * own place; mixed, so that every bit counts; and then combined with the record's sequence, its position in the ring in
 * units of 8 bytes. So a record in another place, or a round late, has a wrong checksum; and of the work only the
 * sequence, which is known last, remains to be done when the record has been claimed. Records that differ in one word
 * have different sums; one in four milliards of such sums has the same 32 bits.
 */
final class RecordChecksum {
    private static final long FACTOR = 0xD6E8FEB86659FD93L;

    /** Even, so that the factors stay odd. */
    private static final long STEP = 0x9E3779B97F4A7C16L;

    /** Place of the checksum of a medium payload, where a long message has its second number. */
    private static final int PAYLOAD = 2;

    /** Place of the first argument; the numbers of a record have the places before. */
    private static final int ARGUMENTS = 3;

    private RecordChecksum() {}

    /**
     * @param type of the record
     * @param length of the message, without the ring's own header
     */
    static long begin(int type, int length) {
        return ((long) type << 32 | length) * FACTOR;
    }

    /** With a number of the record; {@code place} 1 or 2. */
    static long add(long sum, int place, long number) {
        return sum + number * (FACTOR + place * STEP);
    }

    /** With arguments as a sender has them. */
    static long addArguments(long sum, int count, long first, long second, int[] arguments) {
        return addArray(addFour(sum, count, first, second), 4, count, arguments);
    }

    /** With the arguments that come in pairs. */
    static long addFour(long sum, int count, long first, long second) {
        long added = sum;
        if (count > 0) {
            added = add(added, ARGUMENTS, (int) first);
        }
        if (count > 1) {
            added = add(added, ARGUMENTS + 1, (int) (first >>> 32));
        }
        if (count > 2) {
            added = add(added, ARGUMENTS + 2, (int) second);
        }
        if (count > 3) {
            added = add(added, ARGUMENTS + 3, (int) (second >>> 32));
        }
        return added;
    }

    /** With the arguments from number {@code begin} on. */
    static long addArray(long sum, int begin, int count, int[] array) {
        long added = sum;
        for (int i = begin; i < count; i++) {
            added = add(added, ARGUMENTS + i, array[i]);
        }
        return added;
    }

    /** With the ends that a head has, behind its arguments. */
    static long addEnds(long sum, long head) {
        return MessageHead.hasEnds(head)
                ? add(sum, ARGUMENTS + MessageHead.argumentCount(head), MessageHead.ends(head))
                : sum;
    }

    /** With arguments as they are in a record; the ends, if it has any, count as the last. */
    static long addArguments(long sum, int count, long address) {
        long added = sum;
        if (count > 0) {
            added = add(added, ARGUMENTS, SharedMemory.getInt(address));
        }
        if (count > 1) {
            added = add(added, ARGUMENTS + 1, SharedMemory.getInt(address + 4));
        }
        for (int i = 2; i < count; i++) {
            added = add(added, ARGUMENTS + i, SharedMemory.getInt(address + 4L * i));
        }
        return added;
    }

    /** With a medium payload, in checked mode. */
    static long addPayload(long sum, MemorySegment payload, long offset, int bytes) {
        return add(sum, PAYLOAD, DataChecksum.of(0, payload, offset, bytes));
    }

    /** What remains is to combine it with the sequence, by exclusive or. */
    static int end(long sum) {
        return (int) ((sum ^ sum >>> 32) * FACTOR >>> 32);
    }

    /** The sequence of the record at that position in its ring. */
    static int sequence(long position) {
        return (int) (position >>> 3);
    }
}
