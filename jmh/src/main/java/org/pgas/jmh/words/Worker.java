package org.pgas.jmh.words;

import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** A thread of the benchmark; beside its own rate it reports that of the second process. */
@State(Scope.Thread)
@AuxCounters(AuxCounters.Type.OPERATIONS)
public class Worker {
    private Workers workers;
    private long before;

    AtomicWord word;

    /** Takes a word. */
    @Setup(Level.Trial)
    public void take(Workers all) {
        workers = all;
        word = all.nextWord();
    }

    /** From here on the second process is counted. */
    @Setup(Level.Iteration)
    public void begin() {
        before = workers.doneElsewhere();
    }

    /** Operations of the second process in this iteration; the harness makes a rate of them. */
    public long elsewhere() {
        return workers.doneElsewhere() - before;
    }
}
