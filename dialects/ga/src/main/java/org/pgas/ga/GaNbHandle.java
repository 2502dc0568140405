package org.pgas.ga;

import java.util.Arrays;

import org.pgas.Event;
import org.pgas.WaitTimeoutException;

/**
 * Where non-blocking transfers are noted until they are waited for ({@link Ga#nbWait}): any number of them, of any
 * arrays. As it is made, and once waited for, it is clear.
 *
 * <p>For one thread: the one that begins the transfers waits for them.
 *
 * <p>Source: ga_nbhdl_t.
 */
public final class GaNbHandle {
    /** Those that were not complete when they were begun: the first {@link #count}. */
    private Event[] events = new Event[4];

    private int count;

    /** A clear one. */
    public GaNbHandle() {}

    void note(Event event) {
        if (event == Event.DONE) {
            return;
        }
        if (count == events.length) {
            events = Arrays.copyOf(events, 2 * count);
        }
        events[count++] = event;
    }

    /** Whether all are complete, which {@code waits} for. After a timeout a wait may begin anew, else it is over. */
    boolean complete(boolean waits) {
        boolean over = true;
        while (count > 0 && over) {
            try {
                if (waits) {
                    events[count - 1].await();
                } else {
                    over = events[count - 1].tryAwait();
                }
            } catch (WaitTimeoutException e) {
                over = false;
                throw e;
            } finally {
                if (over) {
                    events[--count] = null;
                }
            }
        }
        return over;
    }

    /** {@code "clear"}, or how many transfers are under way. */
    @Override
    public String toString() {
        return count == 0 ? "clear" : count + " transfers under way";
    }
}
