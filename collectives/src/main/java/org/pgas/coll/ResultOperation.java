package org.pgas.coll;

import java.lang.foreign.MemorySegment;

import org.pgas.memory.SharedMemory;

/**
 * The second half of a reduction for all that goes from neighbourhood to neighbourhood: the leader that has the result
 * gives it to the others, each round as soon as it is folded. The other half goes on beside it, and ends before it.
 *
 * <p>A round that is there was folded of what all members have written, so it may go where an operand was.
 */
final class ResultOperation extends Operation {
    private final ChainOperation fold;
    private final MemorySegment target;

    private ResultOperation(Member member, Call call, ChainOperation fold, MemorySegment target, Parts all) {
        super(member, call, member.rank == call.root() ? target : null, all, all);
        this.fold = fold;
        this.target = target;
    }

    /** @param call the call; its root is the leader that has the result */
    static Operation of(Member member, Call call, ChainOperation fold, MemorySegment target) {
        return new ResultOperation(member, call, fold, target, Parts.same(call.total())).after(fold);
    }

    @Override
    boolean isBesidePredecessor() {
        return true;
    }

    @Override
    boolean move() {
        Throwable failed = fold.failure();
        if (failed != null) {
            fail(failed);
        }
        if (outgoing == null) {
            return incoming.consume(Slots.ALL);
        }
        if (failed != null) {
            outgoing.breakOff();
        }
        return (failed != null || fold.hasFolded(outgoing.produced())) && outgoing.produce(Slots.ALL);
    }

    @Override
    void take(long round) {
        long from = round * cell;
        SharedMemory.copyOutOfPeer(address(root, round), target, from, Math.min(cell, total - from));
    }

    @Override
    boolean doOwnPart(long upTo) {
        return false;
    }
}
