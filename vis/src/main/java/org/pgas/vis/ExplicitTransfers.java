package org.pgas.vis;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

import org.pgas.Event;
import org.pgas.LocalCompletion;
import org.pgas.team.TeamCore;

/** Parts of a call that has one explicit event. For one thread at a time, and for the next call when all are done. */
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

    /** A caller that gets no event cannot wait, so those that were started are waited for. */
    @Override
    public void abandon(Throwable failure) {
        awaitFrom(0, failure);
    }

    void add(Event event) {
        if (event != Event.DONE) {
            if (pending.isEmpty()) {
                pending = new ArrayList<>();
            }
            pending.add(event);
        }
    }

    /**
     * Waits for all, also when one of them fails: none may touch the program's memory any more. Then throws the first
     * failure.
     */
    void await() {
        for (int i = 0; i < pending.size(); i++) {
            try {
                pending.get(i).await();
            } catch (RuntimeException | Error failure) {
                awaitFrom(i + 1, failure);
                throw failure;
            }
        }
        pending = List.of();
    }

    private void awaitFrom(int first, Throwable failure) {
        for (Event event : pending.subList(first, pending.size())) {
            try {
                event.await();
            } catch (RuntimeException | Error other) {
                if (other != failure) {
                    failure.addSuppressed(other);
                }
            }
        }
    }

    /** One event for all of them. */
    Event event() {
        return pending.isEmpty() ? Event.DONE : TeamCore.of(vis.team()).farRegions().joint(pending);
    }
}
