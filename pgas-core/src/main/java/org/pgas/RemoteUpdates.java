package org.pgas;

import java.lang.foreign.MemorySegment;

/**
 * Atomic operations and accumulates on client memory, which no address reaches: this rank's own at once, that of a peer by messages,
 * which the peer carries out. All on one rank's memory exclude each other, whatever their type and whoever asked for them.
 *
 * <p>For the library's other modules; not part of the API. Callers have made the checks: the rank is in the team, the range in its
 * segment, the context unrestricted, the memory not mapped here. Operands and results are bits as in {@link Opcode#result}.
 *
 * @hidden
 */
public final class RemoteUpdates {
    RemoteUpdates(Job job, Team team) {}

    /** Blocking; returns the value before, whether or not the operation fetches. */
    public long atomic(int rank, long offset, DataType type, Opcode opcode, long operand1, long operand2) {
        throw new UnsupportedOperationException();
    }

    /**
     * With an explicit event, or {@link Event#NOT_SENT} only if {@code immediate}. A fetching operation writes the value before to
     * {@code resultOffset} of {@code result}; others ignore it.
     */
    public Event atomicNb(MemorySegment result, long resultOffset, int rank, long offset, DataType type, Opcode opcode,
            long operand1, long operand2, boolean immediate) {
        throw new UnsupportedOperationException();
    }

    /** With an implicit event of {@link Opcode#category}; false, with nothing done, only if {@code immediate}. */
    public boolean atomicNbi(MemorySegment result, long resultOffset, int rank, long offset, DataType type,
            Opcode opcode,
            long operand1, long operand2, boolean immediate) {
        throw new UnsupportedOperationException();
    }

    /** {@code bytes} of whole elements. Blocking; false, with nothing done, only if {@code immediate}. */
    public boolean accumulate(int rank, long offset, AccumulateType type, long scale, long imaginary,
            MemorySegment source,
            long sourceOffset, long bytes, boolean immediate) {
        throw new UnsupportedOperationException();
    }

    /** With an explicit event, or {@link Event#NOT_SENT} only if {@code immediate}. The source may be overwritten on return. */
    public Event accumulateNb(int rank, long offset, AccumulateType type, long scale, long imaginary,
            MemorySegment source,
            long sourceOffset, long bytes, boolean immediate) {
        throw new UnsupportedOperationException();
    }

    /** With an implicit event of category RMW; false, with nothing done, only if {@code immediate}. */
    public boolean accumulateNbi(int rank, long offset, AccumulateType type, long scale, long imaginary,
            MemorySegment source,
            long sourceOffset, long bytes, boolean immediate) {
        throw new UnsupportedOperationException();
    }
}
