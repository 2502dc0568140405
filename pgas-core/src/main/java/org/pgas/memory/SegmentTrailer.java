package org.pgas.memory;

/**
 * What the library keeps of its own behind every mapped segment, in the same file: out of reach of the program's
 * bounds, and there wherever the segment is.
 *
 * <pre>
 * offset  bytes  area
 *      0   4096  accumulate locks: 64 lines of 64 bytes
 *   4096  32768  uses of words by atomic domains, in checked mode: a table of 4096 words
 * </pre>
 *
 * <p>All zeros at first. A segment is a number of whole pages, and so is the trailer. A rank without a segment has
 * none, nor has client memory.
 */
public final class SegmentTrailer {
    public static final int BYTES = 36 << 10;

    /** Bytes of each lock that accumulates take: a line of its own. */
    public static final int LOCK_BYTES = 64;

    /**
     * Bytes of a block, which a lock is for; a power of two. With smaller ones two threads that add to the same place
     * hand a lock over more often, and hand-overs cost more than waits (jmh/NOTES.md, Words and atomic operations).
     */
    public static final int BLOCK_BYTES = 64 << 10;

    /** How many locks there are; a power of two. */
    public static final int LOCKS = 64;

    /** How many words the table has in which checked mode notes uses by atomic domains; a power of two. */
    public static final int NOTES = 4096;

    private static final int LOCK_AREA = 0;
    private static final int NOTE_AREA = 4096;

    private SegmentTrailer() {}

    /** The address of lock {@code index} modulo {@link #LOCKS} in a trailer. */
    public static long lock(long trailer, long index) {
        return trailer + LOCK_AREA + (index & LOCKS - 1) * LOCK_BYTES;
    }

    /** The address of note {@code index} modulo {@link #NOTES} in a trailer. */
    public static long note(long trailer, long index) {
        return trailer + NOTE_AREA + (index & NOTES - 1) * 8;
    }
}
