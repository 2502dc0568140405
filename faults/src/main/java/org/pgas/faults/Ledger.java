package org.pgas.faults;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;

/** Collects trials, from any thread, and prints what did not survive, and what could not be tried. */
public final class Ledger {
    private final PrintStream out;
    private final List<Trial> trials = new ArrayList<>();
    private final List<NotTried> notTried = new ArrayList<>();

    /** @param out gets a text for each trial that did not survive, with what is needed to try it again */
    public Ledger(PrintStream out) {
        this.out = out;
    }

    /** Adds one trial. */
    public synchronized void add(Trial trial) {
        trials.add(trial);
        if (!trial.survived()) {
            out.println("NOT SURVIVED: " + trial.faultClass() + ", " + trial.kind() + "; again with --only "
                    + trial.faultClass()
                    + (trial.seed() == 0 ? " --case '" + trial.kind().replace("'", "'\\''") + "'"
                            : " --replay " + trial.seed())
                    + "\n" + trial.what().indent(4));
        }
    }

    /** Notes a kind of trial that cannot be made here: neither a success nor a failure. */
    public synchronized void add(NotTried each) {
        if (notTried.contains(each)) {
            return;
        }
        notTried.add(each);
        out.println("not tried: " + each.faultClass() + ", " + each.kind() + ": " + each.reason());
    }

    /** What could not be tried here. */
    public synchronized List<NotTried> notTried() {
        return List.copyOf(notTried);
    }

    /** All trials so far, in the order in which they ended. */
    public synchronized List<Trial> trials() {
        return List.copyOf(trials);
    }

    /** Those that did not survive. */
    public synchronized List<Trial> failures() {
        return trials.stream().filter(each -> !each.survived()).toList();
    }
}
