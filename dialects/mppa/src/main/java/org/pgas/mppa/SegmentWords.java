package org.pgas.mppa;

import org.pgas.memory.SharedMemory;

/**
 * The words of the {@link SegmentRegistry} in shared memory, on the addresses where they are. Who writes has the registry's lock, but for
 * what is laid before others know of it.
 *
 * <pre>
 * root: one for each rank, zero at first
 * offset  bytes  field            writer        reader     order
 * 0       128    default segment  see entry: generation and heap only
 * 128     8      first chunk      the rank      all ranks  release / acquire; the place, 0 for none
 * 136     8      lock             rank 0        all ranks  plain, before the barrier of the creation / after it; the place
 * 256     8      changes          all ranks     all ranks  add, after what has changed / acquire; of rank 0's root
 *
 * chunk: a piece of the area of its rank, which has as many as it needs, each of {@link #ENTRIES} entries
 * 0       8      next chunk       the rank      all ranks  release / acquire; the place, 0 for none
 * 128            entries
 *
 * entry: a segment, or a process's part of a multicast one
 * 0       8      generation       the rank      all ranks  release, after the others / acquire, or plain by who has an older one; 0: free
 * 8       8      identifier       the rank      all ranks  plain, under the lock, as are all that follow
 * 16      8      size
 * 24      4      flags
 * 28      4      multi
 * 32      8      base
 * 40      4      endpoint
 * 44      4      state            all ranks                bit 0: mapped; bit 1: another process has destroyed its part
 * 48      8      introduction     the rank                 its place
 * 56      4      its bytes        the rank
 * 64      8      heap             all ranks                1 + where it begins in the segment, 0 for none
 * 72      8      its bytes        all ranks
 * </pre>
 *
 * <p>A generation is never used again by its rank. So who has found an entry sees with one plain load whether the segment is still there;
 * chunks stay where they are until all ranks have finished.
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
    private static final int HEAP = 64;
    private static final int HEAP_BYTES = 72;

    private static final int MAPPED = 1;
    private static final int ENDING = 2;

    private SegmentWords() {}

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
        SharedMemory.getAndAddLong(root + CHANGES, 1);
    }

    static long generation(long entry) {
        return SharedMemory.getLongAcquire(entry);
    }

    /** Whether the segment that had this generation is still there, as far as this thread can know. */
    static boolean isThere(long entry, long generation) {
        return SharedMemory.getLong(entry) == generation;
    }

    static void generation(long entry, long generation) {
        // SYNC: registry of segments; who finds it there finds the segment
        SharedMemory.putLongRelease(entry, generation);
    }

    static long identifier(long entry) {
        return SharedMemory.getLong(entry + IDENTIFIER);
    }

    /** Writes all but the generation; {@code place} is that of the introduction. */
    static void write(long entry, Registration own, long place) {
        SharedMemory.putLong(entry + IDENTIFIER, own.identifier());
        SharedMemory.putLong(entry + SIZE, own.size());
        SharedMemory.putLong(entry + FLAGS, pair(own.flags(), own.multi()));
        SharedMemory.putLong(entry + BASE, own.base());
        SharedMemory.putLong(entry + ENDPOINT, pair(own.endpoint(), own.mapped() ? MAPPED : 0));
        SharedMemory.putLong(entry + INTRODUCTION, place);
        SharedMemory.putLong(entry + INTRODUCTION_BYTES, own.introduction().length);
        SharedMemory.putLong(entry + HEAP, 0);
    }

    private static long pair(int low, int high) {
        return low & 0xFFFF_FFFFL | (long) high << 32;
    }

    static void end(long entry) {
        SharedMemory.putLong(entry + ENDPOINT, SharedMemory.getLong(entry + ENDPOINT) | (long) ENDING << 32);
    }

    /** Place of the introduction. */
    static long introduction(long entry) {
        return SharedMemory.getLong(entry + INTRODUCTION);
    }

    /** What was written; {@code introduction} has the bytes of that length. */
    static Registration read(long entry, int rank, byte[] introduction) {
        long flags = SharedMemory.getLong(entry + FLAGS);
        long endpoint = SharedMemory.getLong(entry + ENDPOINT);
        int state = (int) (endpoint >>> 32);
        return new Registration(rank, entry, SharedMemory.getLong(entry), identifier(entry),
                SharedMemory.getLong(entry + SIZE), (int) flags, (int) (flags >>> 32),
                SharedMemory.getLong(entry + BASE), (int) endpoint, (state & MAPPED) != 0,
                (state & ENDING) != 0, introduction);
    }

    static int introductionBytes(long entry) {
        return (int) SharedMemory.getLong(entry + INTRODUCTION_BYTES);
    }

    /** Where the heap of the segment begins in it; -1 when it has none. */
    static long heap(long entry) {
        return SharedMemory.getLong(entry + HEAP) - 1;
    }

    static long heapBytes(long entry) {
        return SharedMemory.getLong(entry + HEAP_BYTES);
    }

    static void heap(long entry, long offset, long bytes) {
        SharedMemory.putLong(entry + HEAP_BYTES, bytes);
        SharedMemory.putLong(entry + HEAP, offset + 1);
    }
}
