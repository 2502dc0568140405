package org.pgas.operation;

import org.pgas.spi.Activity;
import org.pgas.wait.WordWait;

/** The event of a condition on a word. What it has seen once stays so, though the word may change again. */
public final class WordEvent extends PendingEvent {
    private final WordWait wait;
    private boolean seen;

    public WordEvent(UnawaitedOperations operations, WordWait wait) {
        super(operations, false); // nobody can bring about what it waits for, nor cancel it
        this.wait = wait;
    }

    @Override
    public boolean isMet() {
        seen = seen || wait.isMet();
        return seen;
    }

    @Override
    public Activity activity() {
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
    protected void synchronised() {
        // nothing is kept for a look at a word
    }
}
