package org.pgas.faults;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;

/** Collects trials, from any thread, and prints what did not survive. */
public final class Ledger {
    private final PrintStream out;
    private final List<Trial> trials = new ArrayList<>();

    /** @param out gets a text for each trial that did not survive, with what is needed to try it again */
    public Ledger(PrintStream out) {
        this.out = out;
    }

    /** Adds one trial. */
    public synchronized void add(Trial trial) {
        trials.add(trial);
        if (!trial.survived()) {
            out.println("NOT SURVIVED: " + trial.faultClass() + ", " + trial.kind() + "; again with --only "
                    + trial.faultClass() + " --replay " + trial.seed() + "\n" + trial.what().indent(4));
        }
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
