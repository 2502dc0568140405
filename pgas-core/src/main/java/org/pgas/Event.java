package org.pgas;

import java.util.function.Function;

import org.pgas.operation.PendingEvent;
import org.pgas.rank.PublicCall;
import org.pgas.refusal.Refusals;
import org.pgas.wait.Awaited;
import org.pgas.wait.Waiting;

/**
 * The completion of a non-blocking operation.
 *
 * <p>An operation that returns an event must be synchronised by that event: a successful {@link #test},
 * {@link #tryAwait} or {@link #await}, or one of the array forms. Success consumes the event: using it again, or from
 * another thread than the one that initiated the operation, is an error that checked mode reports. {@link #DONE} may be
 * used any number of times by any thread.
 *
 * <p>Testing and awaiting are illegal in a restricted context (see {@link Job}); checked mode reports it for events
 * that were not complete when they were made. {@link #DONE} knows no job and is harmless.
 *
 * <p>What goes wrong in a large transfer after its call has returned, such as that the arena of its local memory was
 * closed, is thrown by the success that consumes the event.
 *
 * <p>Success is an acquire, and for a put a release as well: a thread that acquires a later signal, atomic or barrier
 * of this thread sees the data.
 *
 * <p>Source: GASNet-EX "Events", "Event test/wait operations"; GASNet-1 3.3.3. {@link #DONE} is GEX_EVENT_INVALID,
 * {@link #NOT_SENT} is GEX_EVENT_NO_OP.
 */
@SuppressWarnings("exports") // the protected methods are the library's own
public abstract sealed class Event permits Event.Constant, PendingEvent {
    /** The event of an operation that is complete already. */
    public static final Event DONE = new Constant("DONE");

    /** Returned by an operation with {@link RmaFlags#IMMEDIATE} that was not started. Never legal to test or await. */
    public static final Event NOT_SENT = new Constant("NOT_SENT");

    static final class Constant extends Event {
        private final String name;

        Constant(String name) {
            this.name = name;
        }

        @Override
        protected boolean isComplete() {
            if (this == NOT_SENT) {
                throw Refusals.OF_NO_RANK.bad(PublicCall.current(),
                        "Event.NOT_SENT, which is of no rank, cannot be tested or awaited: its operation was never "
                                + "started: compare with it first, and call again");
            }
            return true;
        }

        @Override
        public String toString() {
            return "Event." + name;
        }
    }

    protected Event() {}

    /** Whether the operation is complete; checks the event's legal use. */
    protected abstract boolean isComplete();

    /** Marks the event as synchronised. */
    protected void consume() {}

    /** Does what the calling thread can do towards the completion itself, before it waits. */
    protected void assist() {}

    /** Lets the library do pending work of this rank. */
    protected void poll() {}

    /** What a thread waits for, or null for an event that is complete forever. */
    protected Awaited awaited() {
        return null;
    }

    protected Waiting waiting() {
        return null;
    }

    /** Whether the operation is complete; never polls. True consumes the event. */
    public final boolean test() {
        if (!isComplete()) {
            return false;
        }
        consume();
        return true;
    }

    /** As {@link #test}, but lets the library make progress first (GASNet-1's and UPC's try forms). */
    public final boolean tryAwait() {
        if (test()) {
            return true;
        }
        poll();
        return test();
    }

    /** Blocks until the operation is complete, and consumes the event. */
    public final void await() {
        // most operations are done when their call returns: with several kinds of events in use, this asks none of them
        if (this != DONE) {
            awaitKind();
        }
    }

    private void awaitKind() {
        if (!isComplete()) {
            assist();
            waiting().await(awaited());
        }
        consume();
    }

    /**
     * The event of one step of this operation, such as {@link EventCategory#LC}. A query: asked again, it gives the
     * same event. Synchronising this event synchronises the leaf too; using a leaf after its root is an error.
     *
     * @param category one category, not {@link EventCategory#ALL}
     */
    public final Event leaf(EventCategory category) {
        if (category == EventCategory.ALL) {
            throw Refusals.OF_NO_RANK.bad("Event.leaf",
                    "category ALL names no single leaf: give GET, PUT, AM, LC or RMW");
        }
        if (this == NOT_SENT) {
            throw Refusals.OF_NO_RANK.bad("Event.leaf",
                    "NOT_SENT has no leaf: the operation was never started");
        }
        return leafOf(category);
    }

    protected Event leafOf(EventCategory category) {
        return DONE;
    }

    /**
     * Whether all operations are complete; never polls. Completed entries are overwritten with {@link #DONE}, also when
     * the answer is false. True for an empty array or one of {@link #DONE} only.
     */
    public static boolean testAll(Event... events) {
        boolean all = true;
        for (int i = 0; i < events.length; i++) {
            if (events[i] != DONE) {
                if (events[i].test()) {
                    events[i] = DONE;
                } else {
                    all = false;
                }
            }
        }
        return all;
    }

    /**
     * Whether at least one operation is complete, or there is none in the array; never polls. Completed entries are
     * overwritten with {@link #DONE}; entries that are {@link #DONE} already do not count.
     */
    public static boolean testSome(Event... events) {
        boolean some = false;
        boolean any = false;
        for (int i = 0; i < events.length; i++) {
            if (events[i] != DONE) {
                any = true;
                if (events[i].test()) {
                    events[i] = DONE;
                    some = true;
                }
            }
        }
        return some || !any;
    }

    /** As {@link #testAll}, but lets the library make progress first. */
    public static boolean tryAwaitAll(Event... events) {
        pollFor(events);
        return testAll(events);
    }

    /** As {@link #testSome}, but lets the library make progress first. */
    public static boolean tryAwaitSome(Event... events) {
        pollFor(events);
        return testSome(events);
    }

    /** Blocks until all operations are complete; every entry is then {@link #DONE}. */
    public static void awaitAll(Event... events) {
        for (int i = 0; i < events.length; i++) {
            if (events[i] != DONE) {
                events[i].await();
                events[i] = DONE;
            }
        }
    }

    /** Blocks until at least one operation is complete, or there is none; complete entries become DONE. */
    public static void awaitSome(Event... events) {
        if (testSome(events)) {
            return;
        }
        Event first = firstPending(events);
        first.assist();
        first.waiting().await(new AwaitedSome(events, first.awaited()));
        testSome(events);
    }

    private static Event firstPending(Event[] events) {
        for (Event event : events) {
            if (event != DONE) {
                return event;
            }
        }
        throw new AssertionError("awaitSome waits only while an event is pending");
    }

    private static void pollFor(Event[] events) {
        for (Event event : events) {
            if (event != DONE) {
                event.poll();
                return;
            }
        }
    }

    /** Any of several pending events. */
    private record AwaitedSome(Event[] events, Awaited first) implements Awaited {
        @Override
        public boolean isMet() {
            for (Event event : events) {
                if (event != DONE && event.isComplete()) {
                    return true;
                }
            }
            return false;
        }

        /** Ranks that every pending event needs: while one event can still complete, nobody is lost. */
        @Override
        public int[] missing() {
            return common(Awaited::missing);
        }

        @Override
        public int[] absent() {
            return common(Awaited::absent);
        }

        private int[] common(Function<Awaited, int[]> ranks) {
            int[] common = ranks.apply(first);
            for (Event event : events) {
                if (event != DONE) {
                    int[] ofEvent = ranks.apply(event.awaited());
                    common = java.util.Arrays.stream(common)
                            .filter(rank -> java.util.Arrays.stream(ofEvent).anyMatch(other -> other == rank))
                            .toArray();
                }
            }
            return common;
        }

        @Override
        public long longestSleepNanos() {
            long shortest = Long.MAX_VALUE;
            for (Event event : events) {
                if (event != DONE) {
                    shortest = Math.min(shortest, event.awaited().longestSleepNanos());
                }
            }
            return shortest;
        }

        @Override
        public String describe() {
            return "some of " + events.length + " events, the first: " + first.describe();
        }
    }
}
