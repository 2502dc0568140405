package org.pgas.stress;

import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A state whose two actors meet before they act, and then act at about the same time. Without that one of them runs ahead, and what
 * would go wrong between them goes right a million times.
 */
public abstract class Meeting {
    private static final int ACTORS = 2;

    /** Some microseconds: the other may not be running. */
    private static final int PATIENCE = 200;

    /** So that each step of one meets each step of the other. */
    private static final int DELAYS = 16;

    private final AtomicInteger present = new AtomicInteger();

    /** Each actor's first step. */
    public final void meet() {
        present.getAndIncrement();
        for (int i = 0; i < PATIENCE && present.get() < ACTORS; i++) {
            Thread.onSpinWait();
        }
        for (int i = ThreadLocalRandom.current().nextInt(DELAYS); i > 0; i--) {
            Thread.onSpinWait();
        }
    }
}
