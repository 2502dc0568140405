package org.pgas;

import org.pgas.spi.Conduit;

/** The event of an access region whose operations were not all complete at its end. */
final class FarRegionEvent extends PendingEvent {
    private final FarThread thread;
    private final FarSet set;

    FarRegionEvent(Job job, FarThread thread, FarSet set) {
        super(job);
        this.thread = thread;
        this.set = set;
    }

    @Override
    void synchronised() {
        thread.land();
    }

    @Override
    public boolean isMet() {
        return set.isComplete(FarSet.EVERYTHING);
    }

    @Override
    public Conduit.Activity activity() {
        return Conduit.Activity.EVENT;
    }

    @Override
    public int[] absent() {
        return NOBODY;
    }

    @Override
    public int[] missing() {
        return set.missing(FarSet.EVERYTHING);
    }

    @Override
    public String describe() {
        return "an access region with " + set.describe(FarSet.EVERYTHING);
    }
}
