package org.pgas.stress;

import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A state whose two actors meet before they act, and then act at about the same time. Without that one of them runs
 * ahead, and what would go wrong between them goes right a million times.
 */
public abstract class Meeting {
    private static final int ACTORS = 2;

    /** Some microseconds: the other may not be running. */
    private static final int PATIENCE = 200;

    /** The longest delay, in spins, of which each is some steps long. */
    private static final int DELAY_MASK = 15;

    private final AtomicInteger present = new AtomicInteger();

    /** Each actor's first step. */
    public final void meet() {
        present.getAndIncrement();
        for (int i = 0; i < PATIENCE && present.get() < ACTORS; i++) {
            Thread.onSpinWait();
        }
        for (int i = delay(); i > 0; i--) {
            Thread.onSpinWait();
        }
    }

    /**
     * Delays, so that each step of one meets each step of the other. Often the delay is none, since the windows of
     * reordered accesses are the smallest. There is no seed: jcstress samples what two threads happen to do, which no
     * seed repeats.
     */
    private static int delay() {
        int random = ThreadLocalRandom.current().nextInt();
        return random & random >>> 8 & DELAY_MASK;
    }
}
