package org.pgas.faults;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;

/**
 * Collects trials, one for each job, from any thread, and what was done within them; prints what did not survive, what
 * could not be tried, and what the harness failed to do. Nothing of what its end has done to trials: see {@link AtEnd}.
 */
public final class Ledger {
    private final PrintStream out;
    private final List<Trial> trials = new ArrayList<>();
    private final List<Detail> details = new ArrayList<>();
    private final List<NotTried> notTried = new ArrayList<>();
    private final List<HarnessFault> faults = new ArrayList<>();

    /** @param out gets a text for each trial that did not survive, with what is needed to try it again */
    public Ledger(PrintStream out) {
        this.out = out;
    }

    /** Adds one trial. */
    public synchronized void add(Trial trial) {
        AtEnd.holdWhenEnding();
        trials.add(trial);
        if (!trial.survived()) {
            out.println("NOT SURVIVED: " + trial.faultClass() + ", " + trial.kind()
                    + again(trial.faultClass(), trial.kind(), trial.seed()) + "\n" + trial.what().indent(4));
        }
    }

    /** Adds something that was done within a trial. */
    public synchronized void add(Detail detail) {
        details.add(detail);
    }

    /** Notes a kind of trial that cannot be made here: neither a success nor a failure. */
    public synchronized void add(NotTried each) {
        if (notTried.contains(each)) {
            return;
        }
        notTried.add(each);
        out.println("not tried: " + each.faultClass() + ", " + each.kind() + ": " + each.reason());
    }

    /**
     * Notes a trial that the harness could not make, though it should: a failure of the run, and none of the library.
     */
    public synchronized void add(HarnessFault fault) {
        AtEnd.holdWhenEnding();
        faults.add(fault);
        out.println("THE HARNESS FAILED: " + fault.faultClass() + ", " + fault.kind()
                + again(fault.faultClass(), fault.kind(), fault.seed()) + "\n" + fault.what().indent(4));
    }

    private static String again(String faultClass, String kind, long seed) {
        return "; again with --only " + faultClass
                + (seed == 0 ? " --case '" + kind.replace("'", "'\\''") + "'" : " --replay " + seed);
    }

    /** What could not be tried here. */
    public synchronized List<NotTried> notTried() {
        return List.copyOf(notTried);
    }

    /** What the harness could not do. */
    public synchronized List<HarnessFault> harnessFaults() {
        return List.copyOf(faults);
    }

    /** All trials so far, in the order in which they ended. */
    public synchronized List<Trial> trials() {
        return List.copyOf(trials);
    }

    /** All that was done within trials so far. */
    public synchronized List<Detail> details() {
        return List.copyOf(details);
    }

    /** Those that did not survive. */
    public synchronized List<Trial> failures() {
        return trials.stream().filter(each -> !each.survived()).toList();
    }
}
