package org.pgas.arrays;

import java.lang.foreign.MemorySegment;

import org.pgas.atomics.AtomicDomain;

/**
 * What arrays of one dimension have in common, whatever the type of their elements. Element i lies on rank {@code
 * distribution().owner(i)}, and there as number {@code distribution().localIndex(i)} of {@link #local}. Callers, order
 * and errors: {@link Distributed}.
 */
public abstract sealed class GlobalArray extends Distributed
        permits IntArray, LongArray, FloatArray, DoubleArray {
    private final Distribution elements;

    GlobalArray(ArrayMemory memory, AtomicDomain atomics) {
        super(memory, atomics);
        this.elements = memory.grid.columns();
    }

    /** How elements are dealt; of a known number of ranks. */
    public final Distribution distribution() {
        return elements;
    }

    /** How many elements there are, on all ranks together. */
    public final long length() {
        return elements.elements();
    }

    /** How many elements this rank has. */
    public final long localLength() {
        return ownColumns;
    }

    /**
     * Gets {@code count} elements from {@code from} on, of whatever ranks, to {@code target}, at {@code targetOffset}
     * bytes. One-sided. Errors: a range outside the array, or the memory; memory that is read-only.
     */
    public final void getRange(long from, long count, MemorySegment target, long targetOffset) {
        checkRange("getRange", from, count, target, targetOffset, true);
        transfers.get(0, from, 1, count, target, targetOffset, count);
    }

    /** As {@link #getRange}, of {@code count} elements of {@code source}, at {@code sourceOffset} bytes, put there. */
    public final void putRange(long from, long count, MemorySegment source, long sourceOffset) {
        checkRange("putRange", from, count, source, sourceOffset, false);
        transfers.put(0, from, 1, count, source, sourceOffset, count);
    }

    private void checkRange(String call, long from, long count, MemorySegment memory, long offset, boolean written) {
        if (from < 0 || count < 0 || from > openColumns - count) {
            checkOpen(call);
            throw this.memory.bad(call, count + " elements from index " + from + " on are outside the " + openColumns
                    + " elements of the array");
        }
        checkOpen(call);
        checkMemory(call, memory, offset, 1, count, count, written);
    }

    final void check(String call, long index) {
        if (index < 0 || index >= openColumns) {
            checkOpen(call);
            throw memory.bad(call, elements.outside(index));
        }
    }

    /** The byte offset in {@link #local} of this rank's element {@code localIndex}. */
    final long localPlace(String call, long localIndex) {
        if (localIndex < 0 || localIndex >= openLocalColumns) {
            checkOpen(call);
            throw memory.bad(call, "local index " + localIndex + ": this rank has " + localLength() + " elements");
        }
        return localIndex << shift;
    }

    /** The rank that has element {@code index}, which exists. */
    final int owner(long index) {
        return elements.part(index);
    }

    /** The byte offset there of that element. */
    final long place(long index) {
        return base + (elements.local(index) << shift);
    }

    /** The number in the array of this rank's element {@code localIndex}. */
    final long globalIndex(long localIndex) {
        return elements.global(team.rank(), localIndex);
    }

    /** Behind the last of this rank's elements from {@code localIndex} on that are neighbours in the array too. */
    final long blockEnd(long localIndex) {
        return Math.min(ownColumns, localIndex + elements.blockSize());
    }

    @Override
    final String extents(long rows, long columns) {
        return String.valueOf(columns);
    }

    @Override
    public final String toString() {
        return memory.name + " of " + elements;
    }
}
