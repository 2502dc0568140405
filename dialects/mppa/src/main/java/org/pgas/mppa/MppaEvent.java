package org.pgas.mppa;

import java.util.Arrays;

import org.pgas.Event;
import org.pgas.PgasException;
import org.pgas.WaitTimeoutException;

/**
 * What calls of {@link Mppa} report their completion to. Made once, and used any number of times: each call that it is
 * given to is added to what it <em>covers</em>, until a wait or a successful test has seen all of that complete; then
 * it covers nothing.
 *
 * <p>So one event serves a loop of calls, as the document's loops need. An event that covers nothing has occurred.
 * Instead of an event null may be given: the call blocks, and returns when it is complete.
 *
 * <p>For one thread: while it covers something that is not complete, no other may use it.
 *
 * <p>Source: mppa_async_event_t.
 */
public final class MppaEvent {
    /** The thread of {@link #pending}; null when there is none. */
    private Thread owner;

    /** The first {@link #count} are what is covered and was not complete when its call returned. */
    private Event[] pending = new Event[2];

    private int count;

    /** Where a look has what it looks at: meanwhile calls may be added here. Null during one. */
    private Event[] spare = new Event[2];

    /** An event that covers nothing. */
    public MppaEvent() {
        // an event is given its meaning by calls
    }

    /** Refuses a thread that the event does not belong to. */
    void check(Access mppa, String call) {
        if (owner != null && owner != Thread.currentThread()) {
            throw mppa.refusals.bad(call,
                    "the event covers calls of thread " + owner.getName() + ", and is used by thread "
                            + Thread.currentThread().getName() + ": let each thread have events of its own");
        }
    }

    /** Covers what is not complete yet, or is. */
    void add(Event event) {
        if (event == Event.DONE) {
            return;
        }
        if (count == pending.length) {
            pending = Arrays.copyOf(pending, 2 * count);
        }
        owner = Thread.currentThread();
        pending[count++] = event;
    }

    /** How many calls of those that it covers are not complete, or were not when last looked at. */
    int pending() {
        return count;
    }

    /**
     * Hands over what it covers and is not complete, into {@code events} from {@code index} on; answers the index
     * behind. It covers what is added from now on, and {@link #giveBack} the rest again.
     */
    int handOver(Event[] events, int index) {
        int end = index + count;
        System.arraycopy(pending, 0, events, index, count);
        Arrays.fill(pending, 0, count, null);
        count = 0;
        return end;
    }

    /**
     * Takes back what was handed over, in front of what was added since: what is {@link Event#DONE} there is complete.
     */
    void giveBack(Event[] events, int from, int to) {
        int kept = from;
        for (int i = from; i < to; i++) {
            if (events[i] != Event.DONE) {
                events[kept++] = events[i];
            }
        }
        int before = kept - from;
        Event[] all = before + count > pending.length ? new Event[2 * (before + count)] : pending;
        System.arraycopy(pending, 0, all, before, count);
        System.arraycopy(events, from, all, 0, before);
        pending = all;
        count += before;
        owner = count == 0 ? null : Thread.currentThread();
    }

    /**
     * After the look at them has thrown what one of them did: that one is synchronised, and must not be looked at
     * again.
     */
    static void dropSpent(Event... events) {
        for (int i = 0; i < events.length; i++) {
            boolean spent = true;
            try {
                spent = events[i].test();
            } catch (PgasException e) {
                // checked mode refuses it
            } finally {
                if (spent) {
                    events[i] = Event.DONE;
                }
            }
        }
    }

    /**
     * Whether everything is complete, after a look at it. What an operation throws, it throws once, and is covered no
     * more.
     */
    boolean test() {
        if (count == 0) {
            return true;
        }
        Event[] events = looked();
        int end = handOver(events, 0);
        try {
            for (int i = 0; i < end; i++) {
                Event event = events[i];
                events[i] = Event.DONE;
                if (!(i == 0 ? event.tryAwait() : event.test())) {
                    events[i] = event;
                }
            }
        } finally {
            lookedAt(events, end);
        }
        return count == 0;
    }

    /**
     * Returns when everything is complete, one after the other in the order of the calls. Exceptions as in
     * {@link #test}, but a deadline ends nothing.
     */
    void await() {
        while (count > 0) {
            Event[] events = looked();
            int end = handOver(events, 0);
            try {
                for (int i = 0; i < end; i++) {
                    await(events, i);
                }
            } finally {
                lookedAt(events, end);
            }
        }
    }

    private static void await(Event[] events, int index) {
        Event event = events[index];
        events[index] = Event.DONE;
        try {
            event.await();
        } catch (WaitTimeoutException e) {
            events[index] = event;
            throw e;
        }
    }

    /** Room for what is covered; a consumer of a queue may look, too, while a look calls it. */
    private Event[] looked() {
        Event[] room = spare;
        spare = null;
        return room == null || room.length < count ? new Event[pending.length] : room;
    }

    private void lookedAt(Event[] events, int end) {
        giveBack(events, 0, end);
        Arrays.fill(events, 0, end, null);
        spare = events;
    }

    /** Says how many calls it covers that were not complete when last looked at. */
    @Override
    public String toString() {
        return "MppaEvent(" + count + " pending)";
    }
}
