package org.pgas.operation;

import org.pgas.wait.SharedCondition;
import org.pgas.wait.SharedWait;

/** The event of a {@link SharedCondition}: looked at while it is tested or awaited, and no more once it has held. */
public final class SharedEvent extends PendingEvent {
    private final SharedCondition condition;
    private final SharedWait wait;

    public SharedEvent(UnawaitedOperations operations, SharedCondition condition, boolean whole) {
        super(operations, whole);
        this.condition = condition;
        this.wait = new SharedWait(condition);
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
    public int[] absent() {
        return wait.absent();
    }

    @Override
    public long longestSleepNanos() {
        return wait.longestSleepNanos();
    }

    @Override
    public String describe() {
        return wait.describe();
    }

    @Override
    protected void synchronised() {
        condition.synchronised();
    }
}
