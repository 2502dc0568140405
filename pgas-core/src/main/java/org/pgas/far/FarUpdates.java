package org.pgas.far;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.function.IntFunction;

import org.pgas.DataType;
import org.pgas.Event;
import org.pgas.Opcode;
import org.pgas.place.ClientMemory;
import org.pgas.rank.TeamMembers;
import org.pgas.rank.ThisRank;

/**
 * Atomic operations and accumulates on client memory, which no address reaches: this rank's own at once, that of a peer
 * by messages, which the peer carries out when it polls or waits.
 *
 * <p><b>Atomicity.</b> All atomic operations on one rank's memory exclude each other, whatever their type, domain and
 * team, and whichever rank asked for them, the owner included; accumulates exclude them and each other element by
 * element. That holds for client memory of any kind: it is the offset that must be a multiple of the width, and an
 * array of bytes is as good as one of longs. A transfer is not excluded: what it writes to the same word meanwhile may
 * be lost. What the owner reads plainly of an atomic word (from its array, or by a get) is never torn where the memory
 * aligns it: native memory aligned to the width, and arrays of elements at least that wide.
 *
 * <p><b>Order.</b> Every atomic operation is an acquire and a release, whatever was asked for: a rank that sees its
 * effect by another one, or by an ordered access, sees what its caller did before. The updates and transfers of one
 * thread on one rank's memory are carried out in the order in which they began. {@link Rma#fence} waits for operations
 * of category PUT, that is, for SET; callers await other updates by their events.
 *
 * <p>Any thread. Callers have made the checks: the rank is in the team, the range in its segment and aligned, the
 * context unrestricted, the memory not mapped here, the opcode legal for the type. Operands and results are bits as in
 * {@link Opcode#result}. Errors: the owner is gone ({@link PeerLostException}, from whatever waits); the owner has
 * closed the memory's arena (its own call throws, a peer's ends the job).
 */
public final class FarUpdates {
    private final ThisRank self;
    private final TeamMembers members;
    private final IntFunction<ClientMemory> memories;
    private final FarTransfers far;

    public FarUpdates(ThisRank self, FarTransfers far, TeamMembers members, IntFunction<ClientMemory> memories) {
        this.self = self;
        this.far = far;
        this.members = members;
        this.memories = memories;
    }

    /** This rank's own memory if that is what {@code rank} names; null for a peer's. */
    private ClientMemory own(int rank) {
        return members.jobRank(rank) == self.rank() ? memories.apply(members.endpoint(rank))
                : null;
    }

    private int peer(int rank) {
        return members.jobRank(rank);
    }

    /** For messages: where in the memory of that member. */
    private long at(int rank, long offset) {
        return FarMessages.at(members.endpoint(rank), offset);
    }

    /** Steps of structures at that place of a member of another neighbourhood. */
    public FarSteps steps(int rank, long offset) {
        return far.steps(peer(rank), at(rank, offset));
    }

    /** Steps on words of the library's own, at a place in the part of the area of a member of another neighbourhood. */
    public FarSteps areaSteps(int rank, long place) {
        return far.steps(peer(rank), FarMessages.at(0, place));
    }

    /** Blocking; returns the value before, whether or not the operation fetches. */
    public long atomic(int rank, long offset, DataType type, Opcode opcode, long operand1, long operand2) {
        ClientMemory own = own(rank);
        return own != null ? own.atomic(offset, type, opcode, operand1, operand2)
                : far.atomic(peer(rank), at(rank, offset),
                        new FarAtomic(type, opcode, operand1, operand2, null, 0));
    }

    /** Updates the word of a signal of a member of another neighbourhood, a long. Returns when its owner has. */
    public void signal(int rank, long offset, Opcode opcode, long value) {
        far.signal(peer(rank), at(rank, offset), new FarAtomic(DataType.I64, opcode, value, 0, null, 0));
    }

    /** Does what needs no message; says whether it did. */
    private boolean atomicHere(MemorySegment result, long resultOffset, int rank, long offset, DataType type,
            Opcode opcode, long operand1, long operand2) {
        ClientMemory own = own(rank);
        if (own == null) {
            return false;
        }
        if (opcode.isFetching()) {
            // memory that this thread may not touch is refused before anything is changed
            result.get(ValueLayout.JAVA_BYTE, resultOffset);
        }
        long before = own.atomic(offset, type, opcode, operand1, operand2);
        if (opcode.isFetching()) {
            ClientMemory.store(result, resultOffset, before, type.bytes());
        }
        return true;
    }

    /**
     * With an explicit event, or {@link Event#NOT_SENT} only if {@code immediate}. A fetching operation writes the
     * value before to {@code resultOffset} of {@code result}, on heap or native, which the calling thread may touch;
     * others ignore it.
     */
    public Event atomicNb(MemorySegment result, long resultOffset, int rank, long offset, DataType type, Opcode opcode,
            long operand1, long operand2, boolean immediate) {
        if (atomicHere(result, resultOffset, rank, offset, type, opcode, operand1, operand2)) {
            return Event.DONE;
        }
        return far.atomicNb(peer(rank), at(rank, offset),
                new FarAtomic(type, opcode, operand1, operand2, opcode.isFetching() ? result : null, resultOffset),
                immediate);
    }

    /** With an implicit event of {@link Opcode#category}; false, with nothing done, only if {@code immediate}. */
    public boolean atomicNbi(MemorySegment result, long resultOffset, int rank, long offset, DataType type,
            Opcode opcode, long operand1, long operand2, boolean immediate) {
        return atomicHere(result, resultOffset, rank, offset, type, opcode, operand1, operand2)
                || far.atomicNbi(peer(rank), at(rank, offset),
                        new FarAtomic(type, opcode, operand1, operand2, opcode.isFetching() ? result : null,
                                resultOffset),
                        immediate);
    }

    private boolean accumulateHere(int rank, long offset, Scaling scaling, MemorySegment source, long sourceOffset,
            long bytes) {
        ClientMemory own = own(rank);
        if (own != null) {
            own.accumulate(offset, scaling.type(), scaling.real(), scaling.imaginary(), source, sourceOffset, bytes);
        }
        return own != null || bytes == 0;
    }

    /** {@code bytes} of whole elements. Blocking; false, with nothing done, only if {@code immediate}. */
    public boolean accumulate(int rank, long offset, Scaling scaling, MemorySegment source, long sourceOffset,
            long bytes, boolean immediate) {
        return accumulateHere(rank, offset, scaling, source, sourceOffset, bytes)
                || far.accumulate(peer(rank), at(rank, offset), scaling, source, sourceOffset, bytes, immediate);
    }

    /**
     * With an explicit event, or {@link Event#NOT_SENT} only if {@code immediate}. The source may be overwritten on
     * return.
     */
    public Event accumulateNb(int rank, long offset, Scaling scaling, MemorySegment source, long sourceOffset,
            long bytes, boolean immediate) {
        return accumulateHere(rank, offset, scaling, source, sourceOffset, bytes) ? Event.DONE
                : far.accumulateNb(peer(rank), at(rank, offset), scaling, source, sourceOffset, bytes, immediate);
    }

    /** With an implicit event of category RMW; false, with nothing done, only if {@code immediate}. */
    public boolean accumulateNbi(int rank, long offset, Scaling scaling, MemorySegment source, long sourceOffset,
            long bytes, boolean immediate) {
        return accumulateHere(rank, offset, scaling, source, sourceOffset, bytes)
                || far.accumulateNbi(peer(rank), at(rank, offset), scaling, source, sourceOffset, bytes, immediate);
    }
}
