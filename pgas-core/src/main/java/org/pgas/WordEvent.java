package org.pgas;

import org.pgas.spi.Conduit;

/** The event of a condition on a word. What it has seen once stays so, though the word may change again. */
final class WordEvent extends PendingEvent {
    private final WordWait wait;
    private boolean seen;

    WordEvent(Job job, WordWait wait) {
        super(job, false); // nobody can bring about what it waits for, nor cancel it
        this.wait = wait;
    }

    @Override
    public boolean isMet() {
        seen = seen || wait.isMet();
        return seen;
    }

    @Override
    public Conduit.Activity activity() {
        return wait.activity();
    }

    @Override
    public int[] missing() {
        return wait.missing();
    }

    @Override
    public long longestSleepNanos() {
        return wait.longestSleepNanos();
    }

    @Override
    public String describe() {
        return wait.describe();
    }

    @Override
    void synchronised() {
        // nothing is kept for a look at a word
    }
}
