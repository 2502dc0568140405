package org.pgas.loan;

import org.pgas.Event;
import org.pgas.EventCategory;
import org.pgas.far.FarOperation;
import org.pgas.far.FarSink;
import org.pgas.operation.PendingEvent;
import org.pgas.operation.UnawaitedOperations;
import org.pgas.wait.AwaitedWithoutCall;

/**
 * The local completion of a medium request that has left its data in the sender's memory: see {@link Loans}.
 *
 * <pre>
 * field  writer                  reader                  order
 * done   the holder of the turn  the thread that it is for  volatile, after the handler has run there
 * </pre>
 */
final class LoanEvent extends PendingEvent implements FarSink, AwaitedWithoutCall {
    private final int peer;
    private final long bytes;

    private volatile boolean done;

    LoanEvent(UnawaitedOperations operations, int peer, long bytes) {
        super(operations, false); // what throws while it is sent leaves no event
        this.peer = peer;
        this.bytes = bytes;
    }

    @Override
    public void completed(FarOperation operation) {
        // SYNC: loan
        done = true;
    }

    @Override
    protected Event stepOf(EventCategory category) {
        return category == EventCategory.LC ? this : DONE;
    }

    @Override
    protected void synchronised() {
        // the source was let go when the answer came
    }

    @Override
    public boolean isMet() {
        // SYNC: loan
        return done;
    }

    @Override
    public int[] missing() {
        return new int[]{peer};
    }

    @Override
    public String describe() {
        return "local completion of a medium request of " + bytes + " bytes to rank " + peer
                + ", which takes them when it polls or waits";
    }
}
