package org.pgas.testkit;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

import org.opentest4j.AssertionFailedError;

/**
 * Test data that tells where it came from: the value of a byte follows from the rank, the kind of memory and the index
 * it was written at, so that a failure says <i>target[37] holds byte 37 of rank 2's heap, expected byte 37 of rank 1's
 * segment</i>.
 *
 * <pre>{@code
 * Stamp.fill(source, job.rank(), Stamp.Space.HEAP, 0);
 * rma.put(peer, 0, source, 0, source.byteSize());
 * job.world().barrier();
 * Stamp.check("segment", job.endpoint().segment().local().asSlice(0, bytes), previous, Stamp.Space.HEAP, 0);
 * }</pre>
 *
 * <p>No byte is 0, so memory that nobody has written is recognised.
 */
public final class Stamp {
    /** Kinds of memory, as far as tests need to tell them apart. */
    public enum Space {
        /** A rank's segment. */
        SEGMENT("segment"),
        /** Arrays. */
        HEAP("heap"),
        /** Memory outside of the heap that belongs to no segment. */
        NATIVE("native memory"),
        /** The payload of a message. */
        PAYLOAD("payload");

        private final String text;

        Space(String text) {
            this.text = text;
        }

        /** As in messages. */
        @Override
        public String toString() {
            return text;
        }
    }

    private static final int RANKS_SEARCHED = 64;
    private static final long INDEXES_SEARCHED = 1 << 16;

    /**
     * Bytes are made in an array and moved or compared by the block. One by one takes many times as long until the code
     * is compiled well.
     */
    private static final int BLOCK = 8192;

    private static final MemorySegment ZEROS = MemorySegment.ofArray(new byte[BLOCK]).asReadOnly();

    /** Bytes in a row that make an origin sure. */
    private static final int SURE = 8;

    private Stamp() {}

    /** The byte, never 0, that {@code index} of this rank's memory holds. */
    public static byte of(int rank, Space space, long index) {
        long mixed = (rank * 8L + space.ordinal() + 1) * 0x9E3779B97F4A7C15L + index * 0xD1342543DE82EF95L;
        mixed = (mixed ^ mixed >>> 32) * 0xDABA0B6EB09322E3L;
        return (byte) (1 + ((mixed >>> 40) & 0xFFFF) % 255);
    }

    /** Fills the target with the bytes of this rank's memory from {@code first}. */
    public static void fill(MemorySegment target, int rank, Space space, long first) {
        byte[] block = new byte[(int) Math.min(BLOCK, target.byteSize())];
        for (long at = 0; at < target.byteSize(); at += block.length) {
            int bytes = make(block, rank, space, first + at, target.byteSize() - at);
            MemorySegment.copy(block, 0, target, ValueLayout.JAVA_BYTE, at, bytes);
        }
    }

    /** As many as there are left and the block has room for, which is returned. */
    private static int make(byte[] block, int rank, Space space, long first, long left) {
        int bytes = (int) Math.min(block.length, left);
        for (int i = 0; i < bytes; i++) {
            block[i] = of(rank, space, first + i);
        }
        return bytes;
    }

    /** {@link #fill(MemorySegment, int, Space, long)} of an array. */
    public static void fill(byte[] target, int rank, Space space, long first) {
        fill(MemorySegment.ofArray(target), rank, space, first);
    }

    /**
     * Fails unless the target holds the bytes of this rank's memory from {@code first}.
     *
     * @param name of the target, for the message
     */
    public static void check(String name, MemorySegment target, int rank, Space space, long first) {
        byte[] block = new byte[(int) Math.min(BLOCK, target.byteSize())];
        MemorySegment expected = MemorySegment.ofArray(block);
        for (long at = 0; at < target.byteSize(); at += block.length) {
            int bytes = make(block, rank, space, first + at, target.byteSize() - at);
            long differs = MemorySegment.mismatch(expected, 0, bytes, target, at, at + bytes);
            if (differs >= 0) {
                long i = at + differs;
                throw new AssertionFailedError(name + "[" + i + "] holds " + origin(target, i, first) + ", expected "
                        + describe(rank, space, first + i) + wrong(target, rank, space, first, i));
            }
        }
    }

    /** {@link #check(String, MemorySegment, int, Space, long)} of an array. */
    public static void check(String name, byte[] target, int rank, Space space, long first) {
        check(name, MemorySegment.ofArray(target), rank, space, first);
    }

    /** Fails unless every byte of the target is 0, as nobody has written it. */
    public static void checkUntouched(String name, MemorySegment target) {
        for (long at = 0; at < target.byteSize(); at += BLOCK) {
            long end = Math.min(at + BLOCK, target.byteSize());
            long differs = MemorySegment.mismatch(ZEROS, 0, end - at, target, at, end);
            if (differs >= 0) {
                throw new AssertionFailedError(
                        name + "[" + (at + differs) + "] holds " + origin(target, at + differs, 0)
                                + ", expected 0, as nobody wrote it");
            }
        }
    }

    private static String describe(int rank, Space space, long index) {
        return "byte " + index + " of rank " + rank + "'s " + space;
    }

    private static String wrong(MemorySegment target, int rank, Space space, long first, long from) {
        long count = 0;
        for (long i = from; i < target.byteSize(); i++) {
            count += target.get(ValueLayout.JAVA_BYTE, i) == of(rank, space, first + i) ? 0 : 1;
        }
        return " (" + count + " of " + target.byteSize() + " bytes are wrong)";
    }

    /**
     * Where the bytes from {@code at} most likely come from: the longest match wins, then the index that would be
     * right.
     */
    private static String origin(MemorySegment target, long at, long first) {
        byte value = target.get(ValueLayout.JAVA_BYTE, at);
        if (value == 0) {
            return "0, as if never written";
        }
        int best = 0;
        String origin = null;
        for (int rank = 0; rank < RANKS_SEARCHED && best < SURE; rank++) {
            for (Space space : Space.values()) {
                int match = match(target, at, rank, space, first + at);
                if (match > best) {
                    best = match;
                    origin = describe(rank, space, first + at);
                }
            }
        }
        for (int rank = 0; rank < RANKS_SEARCHED && best < SURE; rank++) {
            for (Space space : Space.values()) {
                for (long index = 0; index < INDEXES_SEARCHED && best < SURE; index++) {
                    int match = match(target, at, rank, space, index);
                    // a hit elsewhere by chance must be ruled out: three bytes more than at the right index
                    if (match > best + 3) {
                        best = match;
                        origin = describe(rank, space, index);
                    }
                }
            }
        }
        return origin == null || best < Math.min(2, target.byteSize() - at)
                ? String.format("0x%02x, which is %s", value, origin == null ? "no byte of any rank" : "like " + origin)
                : origin;
    }

    private static int match(MemorySegment target, long at, int rank, Space space, long index) {
        int length = 0;
        while (length < SURE && at + length < target.byteSize()
                && target.get(ValueLayout.JAVA_BYTE, at + length) == of(rank, space, index + length)) {
            length++;
        }
        return length;
    }
}
