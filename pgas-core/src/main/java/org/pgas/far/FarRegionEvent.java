package org.pgas.far;

import org.pgas.operation.Categories;
import org.pgas.operation.PendingEvent;
import org.pgas.operation.UnawaitedOperations;
import org.pgas.wait.AwaitedWithoutCall;

/** The event of an access region that ended before all of its operations were complete. */
final class FarRegionEvent extends PendingEvent implements AwaitedWithoutCall {
    private final FarThread thread;
    private final FarSet set;

    FarRegionEvent(UnawaitedOperations operations, FarThread thread, FarSet set) {
        super(operations);
        this.thread = thread;
        this.set = set;
    }

    @Override
    protected void synchronised() {
        thread.land();
    }

    @Override
    public boolean isMet() {
        return set.isComplete(Categories.EVERYTHING);
    }

    @Override
    public int[] missing() {
        return set.missing(Categories.EVERYTHING);
    }

    @Override
    public String describe() {
        return "an access region with " + set.describe(Categories.EVERYTHING);
    }
}
