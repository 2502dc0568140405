package org.pgas.operation;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;

import org.pgas.Setting;
import org.pgas.rank.Slot;
import org.pgas.rank.ThisRank;
import org.pgas.rank.ThreadState;
import org.pgas.wait.Waiting;

/** Finds at the close what threads have begun and never awaited; of implicit operations, the closing thread's. */
public final class UnawaitedOperations {
    private final ThisRank self;
    private final Waiting waiting;
    private final Slot<OpenEvents> openEvents;
    private final boolean off;

    /** Guarded by itself. Gone threads' ones are folded into the next two when they are twice as many as last time. */
    private final List<OpenEvents> lists = new ArrayList<>();

    /** What threads that are gone have not awaited, and the first of it; guarded by the lists. */
    private long folded;

    private String foldedFirst;
    private int sweepAt = 64;

    /**
     * Each says which implicit operations of the calling thread one room has under way, or null; added while the
     * membership is built.
     */
    private final List<Supplier<String>> implicit = new ArrayList<>();

    public UnawaitedOperations(ThisRank self, Waiting waiting) {
        this.self = self;
        this.waiting = waiting;
        openEvents = self.threadStates().slot();
        off = self.warnings().isOff(Setting.WARN_EVENTS);
    }

    public ThisRank self() {
        return self;
    }

    public Waiting waiting() {
        return waiting;
    }

    public void addImplicit(Supplier<String> underWay) {
        implicit.add(underWay);
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
        ThreadState state = self.threadStates().current();
        OpenEvents own = openEvents.of(state);
        if (own == null) {
            own = new OpenEvents();
            openEvents.set(state, own);
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
    public String take() {
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
        return "rank " + self.rank() + ": "
                + (count == 0
                        ? implicit
                        : count + (count == 1 ? " operation was" : " operations were") + " never awaited, the first: "
                                + first + (implicit == null ? "" : "; and " + implicit))
                + ": await each event, or give several to Event.awaitAll, before Job.close";
    }

    /** What this thread has begun implicitly, outside access regions, and not completed. No thread reads another's. */
    private String implicit() {
        return implicit.stream().map(Supplier::get).filter(Objects::nonNull).findFirst()
                .map(each -> "implicit operations were still under way (" + each + "; Nbi.await completes them)")
                .orElse(null);
    }
}
