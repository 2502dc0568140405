package org.pgas.stress;

/** The time between two steps that nobody may come between. */
public final class Window {
    private static final int SPINS = 8;

    private Window() {}

    /** Stays in it for as long as a cache line takes to move, so that the other actor comes in if it can. */
    public static void dwell() {
        for (int i = 0; i < SPINS; i++) {
            Thread.onSpinWait();
        }
    }
}
