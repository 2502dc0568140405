package org.pgas;

import org.pgas.spi.Conduit;

/** The event of a {@link SharedCondition}: looked at while the event is tested or awaited, and not again when it has held. */
final class SharedEvent extends PendingEvent {
    private final SharedCondition condition;
    private final SharedWait wait;

    SharedEvent(Job job, SharedCondition condition, boolean whole) {
        super(job, whole);
        this.condition = condition;
        this.wait = new SharedWait(condition);
    }

    @Override
    public boolean isMet() {
        return wait.isMet();
    }

    @Override
    public Conduit.Activity activity() {
        return wait.activity();
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
    void synchronised() {
        condition.synchronised();
    }
}
