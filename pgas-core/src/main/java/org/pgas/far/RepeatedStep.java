package org.pgas.far;

import java.util.Arrays;

import org.pgas.wait.SharedCondition;

/**
 * A wait that repeats a step at the owner until it succeeds, with pauses that grow: nobody rings for what happens
 * elsewhere. For one thread, once.
 *
 * <p>A rank that an answer names as a holder may have done its part since. So one that has left counts as lost only
 * when the answer to a step that was sent after that names it again.
 */
public abstract class RepeatedStep implements SharedCondition {
    private static final long FIRST_PAUSE_NANOS = 2_000;
    private static final long LONGEST_PAUSE_NANOS = 500_000;

    private final FarSteps place;

    private StepRequest underWay;
    private boolean succeeded;
    private long pause = FIRST_PAUSE_NANOS;
    private long next = System.nanoTime();

    /** The known holders that had left when the last step was sent, and when the last answered one was. */
    private int[] leftBefore = {};

    private int[] lost = {};

    protected RepeatedStep(FarSteps place) {
        this.place = place;
    }

    /** The next attempt, to be sent. */
    protected abstract StepRequest attempt();

    /** Takes the answer; says whether it succeeded. Runs in the middle of waits, and so none of the program's code. */
    protected abstract boolean answered(long value);

    /** The job ranks on which the last answer says that this depends; strange numbers included. */
    protected abstract int[] holders();

    @Override
    public final boolean isMet() {
        if (!succeeded && underWay == null && System.nanoTime() - next >= 0) {
            StepRequest made = attempt();
            leftBefore = left();
            underWay = made.begin() ? made : null;
        }
        if (!succeeded && underWay != null && underWay.isAnswered()) {
            take();
        }
        return succeeded;
    }

    private void take() {
        StepRequest done = underWay;
        underWay = null;
        succeeded = answered(done.value());
        lost = leftBefore;
        next = System.nanoTime() + pause;
        pause = Math.min(2 * pause, LONGEST_PAUSE_NANOS);
    }

    /** After the wait, however it ended: takes the answer of what is under way. Says whether it has succeeded. */
    public final boolean settle() {
        if (underWay != null) {
            underWay.end();
            take();
        }
        return succeeded;
    }

    /** As {@link #settle}, after a wait that threw: throws that again unless it has succeeded all the same. */
    protected final void settleAfter(RuntimeException why) {
        boolean isDone = false;
        try {
            isDone = settle();
        } catch (RuntimeException e) {
            if (e != why) {
                why.addSuppressed(e);
            }
        }
        if (!isDone) {
            throw why;
        }
    }

    private int[] left() {
        return Arrays.stream(holders()).filter(rank -> place.isPeer(rank) && place.hasLeft(rank)).toArray();
    }

    private static boolean isAmong(int[] ranks, int rank) {
        for (int each : ranks) {
            if (each == rank) {
                return true;
            }
        }
        return false;
    }

    /** The owner, without which there is no answer, and the others. */
    @Override
    public final int[] needed() {
        int[] others = absent();
        if (isAmong(others, place.peer())) {
            return others;
        }
        int[] needed = Arrays.copyOf(others, others.length + 1);
        needed[others.length] = place.peer();
        return needed;
    }

    /** What the owner does it does in any wait. */
    @Override
    public final int[] absent() {
        return Arrays.stream(holders())
                .filter(rank -> place.isPeer(rank) && (!place.hasLeft(rank) || isAmong(lost, rank))).toArray();
    }
}
