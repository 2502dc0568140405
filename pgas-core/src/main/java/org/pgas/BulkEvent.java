package org.pgas;

import org.pgas.spi.Conduit;

/** The event of one large copy, or of its local completion. */
final class BulkEvent extends PendingEvent {
    private final BulkCopy copy;

    /** Of a put; null while nobody has asked. */
    private BulkEvent local;

    BulkEvent(Job job, BulkCopy copy) {
        super(job, false);
        this.copy = copy;
    }

    @Override
    void assist() {
        copy.work();
    }

    /** The source is in use until the copy is complete: the same moment, and another event. */
    @Override
    Event stepOf(EventCategory category) {
        if (category != EventCategory.LC || !copy.isPut()) {
            return DONE;
        }
        if (local == null) {
            local = new BulkEvent(job(), copy);
        }
        return local;
    }

    @Override
    void synchronised() {
        copy.check(job().rank());
    }

    @Override
    public boolean isMet() {
        return copy.isDone();
    }

    @Override
    public Conduit.Activity activity() {
        return Conduit.Activity.EVENT;
    }

    @Override
    public int[] missing() {
        return NOBODY;
    }

    @Override
    public String describe() {
        return copy.describe();
    }
}
