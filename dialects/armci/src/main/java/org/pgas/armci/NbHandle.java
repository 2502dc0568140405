package org.pgas.armci;

import java.util.Arrays;

import org.pgas.Event;
import org.pgas.WaitTimeoutException;
import org.pgas.refusal.Refusals;

/**
 * Where non-blocking operations are noted until they are waited for.
 *
 * <p>An explicit handle, as it is made, takes one operation at a time. An aggregate one ({@link #setAggregate}) takes
 * any number, all with the same process, and is complete when all of them are. Once waited for ({@link Armci#await}, a
 * successful test, awaitAll, awaitProc) it is clear and may be used again. A handle that holds operations belongs to
 * the thread that began them; a clear one to nobody.
 *
 * <p>Source: armci_hdl_t, ARMCI_INIT_HANDLE; ARMCI_SET_AGGREGATE_HANDLE, ARMCI_UNSET_AGGREGATE_HANDLE of ARMCI as
 * released.
 */
public final class NbHandle {
    private boolean aggregate;

    /** The {@link PendingOperations} that it holds operations of; null while it is clear. */
    private PendingOperations owner;

    private Thread thread;
    private int proc;

    /** Those that were not complete when they were begun: the first {@link #count}. */
    private Event[] events = new Event[1];

    private int count;

    /** A clear one, for one operation at a time. */
    public NbHandle() {}

    /** From now on any number of operations with one process are noted at a time. Error: it is not clear. */
    public void setAggregate() {
        checkClear("NbHandle.setAggregate");
        aggregate = true;
    }

    /** From now on one operation is noted at a time, as at first. Error: it is not clear: wait for it before. */
    public void unsetAggregate() {
        checkClear("NbHandle.unsetAggregate");
        aggregate = false;
    }

    private void checkClear(String call) {
        if (owner != null) {
            throw Refusals.OF_NO_RANK.bad(call, describe() + ": wait for it first");
        }
    }

    boolean isClear() {
        return owner == null;
    }

    int proc() {
        return proc;
    }

    boolean belongsTo(PendingOperations operations) {
        return owner == operations && thread == Thread.currentThread();
    }

    /** Whether one more operation, with {@code other}, may be noted in addition. */
    boolean takes(int other) {
        return aggregate && proc == other;
    }

    String describe() {
        return "the handle holds " + (aggregate ? "operations" : "an operation") + " with process " + proc
                + " that nobody has waited for, begun by thread " + thread.threadId();
    }

    void note(PendingOperations by, int with, Event event) {
        owner = by;
        thread = Thread.currentThread();
        proc = with;
        if (event != Event.DONE) {
            if (count == events.length) {
                events = Arrays.copyOf(events, 2 * count);
            }
            events[count++] = event;
        }
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

    /** Whether there is nothing left to wait for. */
    boolean isComplete() {
        return count == 0;
    }

    void clear() {
        owner = null;
        thread = null;
    }
}
