package org.pgas.far;

import org.pgas.operation.PendingEvent;
import org.pgas.operation.UnawaitedOperations;
import org.pgas.wait.AwaitedWithoutCall;

/** The event of one operation on a peer's memory that is not mapped here. */
public final class FarEvent extends PendingEvent implements AwaitedWithoutCall {
    private final FarThread thread;
    private final FarWait wait;

    FarEvent(UnawaitedOperations operations, FarThread thread, FarWait wait) {
        super(operations, false); // what throws while it is sent leaves no event
        this.thread = thread;
        this.wait = wait;
    }

    /** What is told of the completion. */
    FarSink sink() {
        return wait;
    }

    /** What a value get has brought, once it is complete. */
    public long value() {
        return wait.value();
    }

    @Override
    protected void synchronised() {
        thread.land();
    }

    @Override
    public boolean isMet() {
        return wait.isMet();
    }

    @Override
    public int[] missing() {
        return wait.missing();
    }

    @Override
    public String describe() {
        return wait.describe();
    }
}
