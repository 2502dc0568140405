package org.pgas.heap;

import org.pgas.heap.blocks.HeapLock;
import org.pgas.team.TeamCore;

/** How threads wait for the locks of a heap, which is not complete yet when this is made. Any thread. */
record HeapWaiting(SharedHeap heap) implements HeapLock.Waiting {
    @Override
    public void take(String call, long lock, long self, String part) {
        new HeapWait(heap, call, lock, self, part).await();
    }

    @Override
    public void ring() {
        TeamCore.of(heap.team()).ringAll();
    }
}
