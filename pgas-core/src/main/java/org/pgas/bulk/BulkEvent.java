package org.pgas.bulk;

import org.pgas.Event;
import org.pgas.EventCategory;
import org.pgas.operation.PendingEvent;
import org.pgas.operation.UnawaitedOperations;

/** The event of one large copy, or of its local completion. */
final class BulkEvent extends PendingEvent {
    private final BulkCopy copy;

    /** The event of a put's local completion; null before the program asks for it. */
    private BulkEvent local;

    BulkEvent(UnawaitedOperations operations, BulkCopy copy) {
        super(operations, false);
        this.copy = copy;
    }

    @Override
    public void assist() {
        copy.work();
    }

    /** The source is in use until the copy is complete: the same moment, and another event. */
    @Override
    protected Event stepOf(EventCategory category) {
        if (category != EventCategory.LC || !copy.isPut()) {
            return DONE;
        }
        if (local == null) {
            local = new BulkEvent(operations(), copy);
        }
        return local;
    }

    @Override
    protected void synchronised() {
        copy.check(operations().self().rank());
    }

    @Override
    public boolean isMet() {
        return copy.isDone();
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
