package org.pgas;

import java.util.ArrayList;
import java.util.List;

/** Finds, when a job is closed, what its threads have begun and never awaited. */
final class UnawaitedOperations {
    private final Job job;
    private final boolean off;

    /** Guarded by itself. Lists of threads that are gone and left nothing are dropped when there are twice as many as before. */
    private final List<OpenEvents> lists = new ArrayList<>();

    private int sweepAt = 64;

    UnawaitedOperations(Job job, boolean off) {
        this.job = job;
        this.off = off;
    }

    void begun(PendingEvent event) {
        if (!off) {
            ofThisThread().begun(event);
        }
    }

    void ended(PendingEvent event) {
        if (!off) {
            // misuse may synchronise it in another thread: then it is in the list that it was put in
            (event.open != null ? event.open : ofThisThread()).ended(event);
        }
    }

    private OpenEvents ofThisThread() {
        ThreadState state = job.threadStates().current();
        OpenEvents own = state.openEvents();
        if (own == null) {
            own = new OpenEvents();
            state.openEvents(own);
            add(own);
        }
        return own;
    }

    private void add(OpenEvents own) {
        synchronized (lists) {
            if (lists.size() >= sweepAt) {
                lists.removeIf(OpenEvents::isOver);
                sweepAt = Math.max(64, 2 * lists.size());
            }
            lists.add(own);
        }
    }

    /** At the end, by the thread that closes: what was not awaited, for people, or null. Forgets all of it. */
    String take() {
        long count = 0;
        String first = null;
        synchronized (lists) {
            for (OpenEvents each : lists) {
                if (each.count() > 0) {
                    first = first == null ? each.describeFirst() : first;
                    count += each.count();
                }
                each.clear();
            }
            lists.clear();
        }
        String implicit = implicit();
        if (count == 0 && implicit == null) {
            return null;
        }
        return "rank " + job.rank() + ": "
                + (count == 0
                        ? implicit
                        : count + (count == 1 ? " operation was" : " operations were") + " never awaited, the first: "
                                + first + (implicit == null ? "" : "; and " + implicit))
                + ": await each event, or give several to Event.awaitAll, before Job.close";
    }

    /** What this thread has begun implicitly and not completed. */
    private String implicit() {
        ThreadState state = job.threadStates().current();
        int bulk = state.bulk() == null ? 0 : state.bulk().missing(state.bulk().implicit(), FarSet.EVERYTHING);
        boolean far = state.far() != null && !state.far().implicit().isComplete(FarSet.EVERYTHING);
        if (bulk == 0 && !far) {
            return null;
        }
        return "implicit operations were still under way ("
                + (far ? state.far().implicit().describe(FarSet.EVERYTHING) : bulk + " large copies")
                + "; Nbi.await completes them)";
    }
}
