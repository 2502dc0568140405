package org.pgas.upc;

import org.pgas.GlobalPointer;
import org.pgas.PgasException;
import org.pgas.refusal.Refusals;

/**
 * How the elements of a shared array are dealt to the threads: in blocks of {@code blockSize} elements, block b to
 * thread b % threads; each thread has its blocks one behind the other. A block size of 0 is UPC's indefinite one: all
 * elements on one thread. Element numbers, sizes and block sizes are in elements, what is called bytes in bytes. An
 * immutable value; any thread.
 *
 * <p>Source: UPC 6.5.1.1 (layout qualifiers), {@code shared [blockSize] T}; upc_affinitysize.
 *
 * @param threads 1 to {@link GlobalPointer#MAX_RANKS}
 * @param elementBytes 1 and more
 * @param blockSize 0 and more; a block has 2^40 bytes at most
 */
public record SharedLayout(int threads, int elementBytes, long blockSize) {
    /** Error: a number outside its range. */
    public SharedLayout {
        if (threads < 1 || threads > GlobalPointer.MAX_RANKS) {
            throw bad(threads + " threads: legal are 1.." + GlobalPointer.MAX_RANKS);
        }
        if (elementBytes < 1) {
            throw bad("elements of " + elementBytes + " bytes: legal are 1 and more");
        }
        if (blockSize < 0 || blockSize > GlobalPointer.MAX_SEGMENT_BYTES / elementBytes) {
            throw bad("a block size of " + blockSize + " elements of " + elementBytes
                    + " bytes: legal are 0 (all elements on one thread) and blocks of up to 2^40 bytes");
        }
    }

    private static PgasException bad(String what) {
        return Refusals.OF_NO_RANK.bad("SharedLayout", what);
    }

    /** The layout of {@code shared [*] T a[elements]}: even blocks, one a thread. Error: a number outside its range. */
    public static SharedLayout star(int threads, int elementBytes, long elements) {
        if (elements < 0) {
            throw bad(elements + " elements: legal are 0 and more");
        }
        return new SharedLayout(threads, elementBytes, Math.max(1, Math.ceilDiv(elements, Math.max(1, threads))));
    }

    /** Whether all elements are on one thread, of which this says not which. */
    public boolean isIndefinite() {
        return blockSize == 0;
    }

    /** Bytes of a block; 0 of an indefinite layout. (upc_blocksizeof is in elements: {@link #blockSize}.) */
    public long blockBytes() {
        return blockSize * elementBytes;
    }

    /** The thread that has element {@code index}; of an indefinite layout 0. Not checked: {@code index} 0 and more. */
    public int threadOf(long index) {
        return blockSize == 0 ? 0 : (int) (index / blockSize % threads);
    }

    /** The place of an element in its block; of an indefinite layout 0. Source: upc_phaseof. */
    public long phaseOf(long index) {
        return blockSize == 0 ? 0 : index % blockSize;
    }

    /** The number of an element among those of its thread, in their order. */
    public long localIndex(long index) {
        if (blockSize == 0) {
            return index;
        }
        long block = index / blockSize;
        return block / threads * blockSize + (index - block * blockSize);
    }

    /** The index of a thread's element {@code localIndex}; of an indefinite layout the same number. */
    public long globalIndex(int thread, long localIndex) {
        if (blockSize == 0) {
            return localIndex;
        }
        long row = localIndex / blockSize;
        return (row * threads + thread) * blockSize + (localIndex - row * blockSize);
    }

    /** How many of {@code elements} elements a thread has; of an indefinite layout thread 0 has all. */
    public long affinityElements(long elements, int thread) {
        return affinitySize(elements, blockSize, threads, thread);
    }

    /**
     * How many of {@code totalBytes} bytes, dealt in blocks of {@code blockBytes} to {@code threads} threads, a thread
     * has: exactly. Of a block size of 0 thread 0 has all.
     *
     * <p>Errors: sizes below 0, a thread outside 0..threads-1. Source: upc_affinitysize.
     */
    public static long affinitySize(long totalBytes, long blockBytes, int threads, int thread) {
        if (totalBytes < 0 || blockBytes < 0) {
            throw Refusals.OF_NO_RANK.bad("SharedLayout.affinitySize",
                    totalBytes + " bytes in blocks of " + blockBytes + ": legal are 0 and more");
        }
        if (thread < 0 || thread >= threads) {
            throw Refusals.OF_NO_RANK.bad("SharedLayout.affinitySize",
                    "thread " + thread + " is outside 0.." + (threads - 1));
        }
        if (blockBytes == 0) {
            return thread == 0 ? totalBytes : 0;
        }
        long blocks = totalBytes / blockBytes;
        long rest = totalBytes - blocks * blockBytes;
        long rows = blocks / threads;
        long last = blocks - rows * threads;
        return rows * blockBytes + (thread < last ? blockBytes : thread == last ? rest : 0);
    }

    /** {@code "shared [4] 8-byte elements, 3 threads"}. */
    @Override
    public String toString() {
        return "shared [" + (blockSize == 0 ? "" : blockSize) + "] " + elementBytes + "-byte elements, " + threads
                + (threads == 1 ? " thread" : " threads");
    }
}
