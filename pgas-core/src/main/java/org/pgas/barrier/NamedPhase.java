package org.pgas.barrier;

import org.pgas.rank.ThisRank;
import org.pgas.spi.Conduit;
import org.pgas.spi.SyncLane;

/**
 * Which phase of the named barrier is open, from its notify to its await: no other collective of the world may overlap
 * it.
 *
 * <pre>
 * field  writer                           reader       order
 * open   the threads that notify and await all threads  volatile
 * </pre>
 */
public final class NamedPhase {
    private final ThisRank self;
    private final BarrierLane lane;

    /** 0: none. */
    private volatile long open;

    public NamedPhase(ThisRank self, Conduit conduit) {
        this.self = self;
        lane = BarrierLane.of(conduit, SyncLane.NAMED_BARRIER);
    }

    public BarrierLane lane() {
        return lane;
    }

    public long arrivals() {
        return lane.arrivals();
    }

    public long open() {
        return open;
    }

    public void open(long phase) {
        open = phase;
    }

    public void refuseWhileOpen(String call) {
        if (open != 0) {
            throw self.refusals().bad(call + " between notify and await of the named barrier",
                    "no other world collective may overlap it: await the phase first");
        }
    }
}
