package org.pgas;

import java.util.ArrayList;
import java.util.List;

/** Finds, when a job is closed, what its threads have begun and never awaited; of implicit operations, those of the closing thread. */
final class UnawaitedOperations {
    private final Job job;
    private final boolean off;

    /** Guarded by itself. Those of threads that are gone are folded into the next two when there are twice as many as after the last time. */
    private final List<OpenEvents> lists = new ArrayList<>();

    /** What threads that are gone have not awaited, and the first of it; guarded by the lists. */
    private long folded;

    private String foldedFirst;
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
                lists.removeIf(each -> each.isOver() && fold(each));
                sweepAt = Math.max(64, 2 * lists.size());
            }
            lists.add(own);
        }
    }

    /** Keeps the number and a text of its events, and lets go of them. Says yes. */
    private boolean fold(OpenEvents each) {
        if (each.count() > 0) {
            foldedFirst = foldedFirst == null ? each.describeFirst() : foldedFirst;
            folded += each.count();
        }
        each.clear();
        return true;
    }

    /** At the end, by the thread that closes: what was not awaited, for people, or null. Forgets all of it. */
    String take() {
        long count;
        String first;
        synchronized (lists) {
            lists.removeIf(this::fold);
            count = folded;
            first = foldedFirst;
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

    /** What this thread has begun implicitly, outside access regions, and not completed. Other threads' sets are theirs alone to read. */
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
