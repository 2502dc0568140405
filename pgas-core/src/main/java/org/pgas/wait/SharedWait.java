package org.pgas.wait;

/** A wait for a {@link SharedCondition}, with or without a limit of its own. */
public final class SharedWait implements Awaited {
    /** Rounds between two looks at the clock, which costs as much as a round. */
    private static final int ROUNDS_PER_LOOK = 16;

    private final SharedCondition condition;
    private final boolean limited;
    private final long deadline;
    private int round;
    private boolean met;
    private boolean late;

    public SharedWait(SharedCondition condition) {
        this.condition = condition;
        this.limited = false;
        this.deadline = 0;
    }

    public SharedWait(SharedCondition condition, long nanos) {
        this.condition = condition;
        this.limited = true;
        this.deadline = System.nanoTime() + Math.max(0, nanos);
    }

    /** Whether the condition was met; not so when the time was up before. */
    public boolean wasMet() {
        return met;
    }

    @Override
    public boolean isMet() {
        if (!met && !late) {
            met = condition.isMet();
            late = !met && limited && ++round % ROUNDS_PER_LOOK == 0 && System.nanoTime() - deadline >= 0;
        }
        return met || late;
    }

    @Override
    public int[] absent() {
        return limited ? NOBODY : condition.absent();
    }

    @Override
    public int[] missing() {
        return condition.needed();
    }

    /** Bounded: a thread that changes the words looks for sleepers without a fence, and may miss one. */
    @Override
    public long longestSleepNanos() {
        long longest = WordWait.LONGEST_SLEEP_NANOS;
        return limited ? Math.clamp(deadline - System.nanoTime(), 1, longest) : longest;
    }

    @Override
    public String describe() {
        return condition.describe();
    }
}
