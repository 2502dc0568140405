package org.pgas.mppa;

import org.pgas.memory.SharedMemory;

/**
 * The words of the {@link SegmentRegistry} in shared memory, on the addresses where they are. A thread that writes has
 * the registry's lock, but for words that are laid before other ranks know of them. Each word has one rank that writes
 * it, and ranks of other neighbourhoods have copies of it.
 *
 * <pre>
 * root: one for each rank, zero at first
 * offset  bytes  field            writer        reader     order
 * 0       128    default segment  see entry: the generation only
 * 128     8      first chunk      the rank      all ranks  release / acquire; the place, 0 for none
 * 136     8      lock             rank 0        all ranks  plain, before the barrier of the creation / after it; the
 *                                                          place
 * 256     8      changes          the rank      all ranks  release, after what has changed / acquire
 *
 * chunk: a piece of the area of its rank, which has as many as it needs, each of {@link #ENTRIES} entries
 * 0       8      next chunk       the rank      all ranks  release / acquire; the place, 0 for none
 * 128            entries
 *
 * entry: a segment, or a process's part of a multicast one; what was one; a heap in a segment
 * 0       8      generation       the rank      all ranks  release, 0 before the others (but for the state of a part
 *                                                          that ends), and behind them / acquire, and again
 *                                                          behind them; or plain by a reader of an older one; 0: free
 * 8       8      identifier       the rank      all ranks  plain, as are all that follow
 * 16      8      size                                      of a heap: its bytes
 * 24      4      flags
 * 28      4      multi
 * 32      8      base                                      of a heap: where it begins in the segment
 * 40      4      endpoint
 * 44      4      state                                     bit 0: mapped; 1: a part that was destroyed; 2: a heap
 * 48      8      introduction                              its place
 * 56      4      its bytes
 * 64      8      group                                     key of the first part of a multicast segment; of a
 *                                                          heap, of its segment
 * </pre>
 *
 * <p>A rank never uses a generation again. So a thread that has found an entry sees with one plain load whether the
 * segment is still there; chunks stay where they are until all ranks have finished. Rank and generation together are
 * the <i>key</i> of an entry.
 */
final class SegmentWords {
    static final int ENTRIES = 32;
    static final int ENTRY_BYTES = 128;
    static final int CHUNK_BYTES = ENTRY_BYTES * (1 + ENTRIES);

    private static final int FIRST = 128;
    private static final int LOCK = 136;
    private static final int CHANGES = 256;

    private static final int IDENTIFIER = 8;
    private static final int SIZE = 16;
    private static final int FLAGS = 24;
    private static final int BASE = 32;
    private static final int ENDPOINT = 40;
    private static final int INTRODUCTION = 48;
    private static final int INTRODUCTION_BYTES = 56;
    private static final int STATE = 44;
    private static final int GROUP = 64;

    /** Of an entry, what is written. */
    static final int WRITTEN_BYTES = GROUP + Long.BYTES;

    private static final int MAPPED = 1;
    private static final int PAST = 2;
    private static final int HEAP = 4;

    private SegmentWords() {}

    /** Where the word of the lock is, as the next two of theirs. */
    static long lockWord(long root) {
        return root + LOCK;
    }

    static long firstWord(long root) {
        return root + FIRST;
    }

    static long changesWord(long root) {
        return root + CHANGES;
    }

    static void lock(long root, long place) {
        SharedMemory.putLong(root + LOCK, place);
    }

    static long lock(long root) {
        return SharedMemory.getLong(root + LOCK);
    }

    /** Place of a rank's first chunk. */
    static long first(long root) {
        return SharedMemory.getLongAcquire(root + FIRST);
    }

    static void first(long root, long place) {
        // SYNC: registry of segments; the chunk is zeros
        SharedMemory.putLongRelease(root + FIRST, place);
    }

    static long next(long chunk) {
        return SharedMemory.getLongAcquire(chunk);
    }

    static void next(long chunk, long place) {
        // SYNC: registry of segments
        SharedMemory.putLongRelease(chunk, place);
    }

    static long entry(long chunk, int index) {
        return chunk + (long) ENTRY_BYTES * (1 + index);
    }

    static long changes(long root) {
        return SharedMemory.getLongAcquire(root + CHANGES);
    }

    static void changed(long root) {
        // SYNC: registry of segments; a thread that sees the count sees what was entered or taken out
        SharedMemory.putLongRelease(root + CHANGES, SharedMemory.getLong(root + CHANGES) + 1);
    }

    static long generation(long entry) {
        return SharedMemory.getLongAcquire(entry);
    }

    /** Whether the segment that had this generation is still there, as far as this thread can know. */
    static boolean isThere(long entry, long generation) {
        return SharedMemory.getLong(entry) == generation;
    }

    static void generation(long entry, long generation) {
        // SYNC: registry of segments; a thread that finds it there finds the segment
        SharedMemory.putLongRelease(entry, generation);
    }

    /** Whether what was read of an entry since it had this generation belongs together. */
    static boolean isStill(long entry, long generation) {
        // SYNC: registry of segments; an entry is written behind its generation 0, or ends with one state and a new one
        SharedMemory.acquireFence();
        return isThere(entry, generation);
    }

    static long identifier(long entry) {
        return SharedMemory.getLong(entry + IDENTIFIER);
    }

    /** Writes all but the generation, which is 0; {@code place} is that of the introduction. */
    static void write(long entry, Registration own, long place) {
        // SYNC: registry of segments; a thread that reads the entry meanwhile sees another generation than before
        SharedMemory.releaseFence();
        SharedMemory.putLong(entry + IDENTIFIER, own.identifier());
        SharedMemory.putLong(entry + SIZE, own.size());
        SharedMemory.putLong(entry + FLAGS, pair(own.flags(), own.multi()));
        SharedMemory.putLong(entry + BASE, own.base());
        SharedMemory.putLong(entry + ENDPOINT, pair(own.endpoint(), own.mapped() ? MAPPED : 0));
        SharedMemory.putLong(entry + INTRODUCTION, place);
        SharedMemory.putLong(entry + INTRODUCTION_BYTES, own.introduction().length);
        SharedMemory.putLong(entry + GROUP, own.group());
    }

    /** As {@link #write}, of a heap in the segment of that key. */
    static void writeHeap(long entry, long segment, long offset, long bytes) {
        // SYNC: registry of segments; as in write
        SharedMemory.releaseFence();
        SharedMemory.putLong(entry + SIZE, bytes);
        SharedMemory.putLong(entry + BASE, offset);
        SharedMemory.putLong(entry + ENDPOINT, pair(0, HEAP));
        SharedMemory.putLong(entry + GROUP, segment);
    }

    /**
     * Makes an entry one of a part that was destroyed; a new generation follows. One that is read with the old one
     * tells of a part that ends, too.
     */
    static void writePast(long entry) {
        SharedMemory.putLong(entry + ENDPOINT, SharedMemory.getLong(entry + ENDPOINT) | (long) PAST << 32);
    }

    private static long pair(int low, int high) {
        return low & 0xFFFF_FFFFL | (long) high << 32;
    }

    private static int state(long entry) {
        return SharedMemory.getInt(entry + STATE);
    }

    /** Whether an entry is of a segment that is there, or of a part of one. */
    static boolean isSegment(long entry) {
        return (state(entry) & (PAST | HEAP)) == 0;
    }

    static boolean isPast(long entry) {
        return (state(entry) & (PAST | HEAP)) == PAST;
    }

    static boolean isHeap(long entry) {
        return (state(entry) & HEAP) != 0;
    }

    static long group(long entry) {
        return SharedMemory.getLong(entry + GROUP);
    }

    /** Place of the introduction. */
    static long introduction(long entry) {
        return SharedMemory.getLong(entry + INTRODUCTION);
    }

    static int introductionBytes(long entry) {
        return (int) SharedMemory.getLong(entry + INTRODUCTION_BYTES);
    }

    /** What was written of a segment; {@code introduction} has the bytes of that length. */
    static Registration read(long entry, int rank, long generation, byte[] introduction) {
        long flags = SharedMemory.getLong(entry + FLAGS);
        long endpoint = SharedMemory.getLong(entry + ENDPOINT);
        return new Registration(rank, entry, generation, identifier(entry), SharedMemory.getLong(entry + SIZE),
                (int) flags, (int) (flags >>> 32), SharedMemory.getLong(entry + BASE), (int) endpoint,
                (endpoint >>> 32 & MAPPED) != 0, group(entry), introduction);
    }

    /** Where a heap begins in its segment. */
    static long heapOffset(long entry) {
        return SharedMemory.getLong(entry + BASE);
    }

    static long heapBytes(long entry) {
        return SharedMemory.getLong(entry + SIZE);
    }
}
