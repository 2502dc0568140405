package org.pgas.team;

/** The atomic domains of a team, which its members create in the same order. Any thread. */
public final class CreatedDomains {
    /** Created so far, and those of them that are not destroyed. Guarded by {@code this}. */
    private int created;
    private int live;

    /**
     * Numbers one from 0, alike on all members. The team cannot be destroyed until {@link #destroyed} has been called
     * as often.
     */
    public synchronized int number() {
        live++;
        return created++;
    }

    /** Tells that one is destroyed. */
    public synchronized void destroyed() {
        live--;
    }

    /** How many are not destroyed. */
    synchronized int live() {
        return live;
    }
}
