package org.pgas;

import java.util.EnumMap;
import java.util.Map;

import org.pgas.spi.Conduit;

/** The event of a thread's large copies of a set and of some categories. */
final class BulkSetEvent extends PendingEvent {
    private final String what;
    private final BulkThread thread;
    private final BulkSet set;
    private final int mask;

    /** Events of single categories; null while nobody has asked. */
    private Map<EventCategory, Event> steps;

    BulkSetEvent(Job job, String what, BulkThread thread, BulkSet set, int mask) {
        this(job, what, thread, set, mask, true);
    }

    private BulkSetEvent(Job job, String what, BulkThread thread, BulkSet set, int mask, boolean whole) {
        super(job, whole);
        this.what = what;
        this.thread = thread;
        this.set = set;
        this.mask = mask;
    }

    @Override
    void assist() {
        thread.assist(set, mask);
    }

    @Override
    Event stepOf(EventCategory category) {
        if (steps == null) {
            steps = new EnumMap<>(EventCategory.class);
        }
        return steps.computeIfAbsent(category,
                step -> new BulkSetEvent(job(), what, thread, set, mask & FarSet.mask(step), false));
    }

    @Override
    void synchronised() {
        thread.check(set, mask, job().rank());
    }

    @Override
    public boolean isMet() {
        return thread.isComplete(set, mask);
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
        return what + ": " + thread.missing(set, mask) + " large copies";
    }
}
