package org.pgas.heap;

import org.pgas.Team;
import org.pgas.heap.blocks.HeapLock;
import org.pgas.team.TeamCore;
import org.pgas.wait.SharedCondition;

/** A wait for a lock of a heap, which ends with the lock. For one thread, once. */
final class HeapWait implements SharedCondition {
    private static final int[] NOBODY = {};

    private final SharedHeap heap;
    private final String call;
    private final long lock;
    private final long self;
    private final String part;
    private boolean taken;

    HeapWait(SharedHeap heap, String call, long lock, long self, String part) {
        this.heap = heap;
        this.call = call;
        this.lock = lock;
        this.self = self;
        this.part = part;
    }

    /** Returns with the lock; throws when the heap is gone, or the wait fails. */
    void await() {
        HeapLock.announce(lock);
        try {
            TeamCore.of(heap.team()).await(this);
        } catch (Throwable e) {
            // a wait asks, and may then find that the job has ended before it returns
            giveBack();
            throw e;
        } finally {
            if (heap.exists()) {
                HeapLock.retire(lock);
            }
        }
        if (!taken) {
            throw heap.gone(call);
        }
    }

    private void giveBack() {
        if (taken && heap.exists()) {
            HeapLock.giveBack(lock);
        }
    }

    @Override
    public boolean isMet() {
        taken = heap.exists() && HeapLock.tryLock(lock, self);
        return taken || !heap.exists();
    }

    /** The holder, unless it is another thread of this rank, or was a rank of an earlier job. */
    @Override
    public int[] needed() {
        Team team = heap.team();
        int rank = HeapLock.jobRank(HeapLock.holder(lock));
        return rank < 0 || rank >= team.job().size() || rank == team.job().rank() ? NOBODY : new int[]{rank};
    }

    @Override
    public String describe() {
        return call + ": " + part + " of " + heap + ", held by " + HeapLock.describe(HeapLock.holder(lock));
    }
}
