package org.pgas.bulk;

import java.util.EnumMap;
import java.util.Map;

import org.pgas.Event;
import org.pgas.EventCategory;
import org.pgas.operation.Categories;
import org.pgas.operation.PendingEvent;
import org.pgas.operation.UnawaitedOperations;

/** The event of a thread's large copies of a set and of some categories. */
final class BulkSetEvent extends PendingEvent {
    private final String what;
    private final BulkThread thread;
    private final BulkSet set;
    private final int mask;

    /** Events of single categories; null while nobody has asked. */
    private Map<EventCategory, Event> steps;

    BulkSetEvent(UnawaitedOperations operations, String what, BulkThread thread, BulkSet set, int mask) {
        this(operations, what, thread, set, mask, true);
    }

    private BulkSetEvent(UnawaitedOperations operations, String what, BulkThread thread, BulkSet set, int mask,
            boolean whole) {
        super(operations, whole);
        this.what = what;
        this.thread = thread;
        this.set = set;
        this.mask = mask;
    }

    @Override
    public void assist() {
        thread.assist(set, mask);
    }

    @Override
    protected Event stepOf(EventCategory category) {
        if (steps == null) {
            steps = new EnumMap<>(EventCategory.class);
        }
        return steps.computeIfAbsent(category,
                step -> new BulkSetEvent(operations(), what, thread, set, mask & Categories.mask(step), false));
    }

    @Override
    protected void synchronised() {
        thread.check(set, mask, operations().self().rank());
    }

    @Override
    public boolean isMet() {
        return thread.isComplete(set, mask);
    }

    @Override
    public int[] missing() {
        return NOBODY;
    }

    @Override
    public String describe() {
        return what + ": " + thread.missing(set, mask) + " large copies";
    }
}
