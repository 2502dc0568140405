package org.pgas.vis;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

import org.pgas.Event;
import org.pgas.LocalCompletion;

/** Parts of a call that has one explicit event. For one thread. */
final class ExplicitTransfers implements PartialTransfers {
    private final Vis vis;
    private List<Event> pending = List.of();

    ExplicitTransfers(Vis vis) {
        this.vis = vis;
    }

    @Override
    public void put(int rank, long offset, Shape target, MemorySegment source, long sourceOffset, Shape sourceShape) {
        add(vis.putNb(rank, offset, target, source, sourceOffset, sourceShape, LocalCompletion.NOW));
    }

    @Override
    public void get(MemorySegment target, long targetOffset, Shape targetShape, int rank, long offset, Shape source) {
        add(vis.getNb(target, targetOffset, targetShape, rank, offset, source));
    }

    private void add(Event event) {
        if (event != Event.DONE) {
            if (pending.isEmpty()) {
                pending = new ArrayList<>();
            }
            pending.add(event);
        }
    }

    void await() {
        for (Event event : pending) {
            event.await();
        }
    }

    /** One event for all of them. */
    Event event() {
        return pending.isEmpty() ? Event.DONE : vis.team().remoteRegions().joint(pending);
    }
}
