package org.pgas.pshm;

import java.util.Arrays;

/**
 * Looks, at each tick of a rank's watcher, whether a process has died that this rank is to see: the launcher and, where
 * the ranks have no launcher of ours, the next rank in the ring. A look at a launcher costs the kernel a walk over its
 * threads, of which it has some for each rank; so many ranks take turns. By the watcher's thread.
 */
final class DeathWatch {
    /** Of more ranks of a host than this some look at a launcher that lives, and others at the next tick. */
    private static final int LOOKING_AT_ONCE = 16;

    /** Each looks at one of so many ticks at least: a guardian kills ranks soon after their launcher has ended. */
    private static final int MOST_TURNS = 4;

    private final ControlFile control;
    private final int rank;
    private final Liveness liveness;
    private final ProcessIdentity launcher;

    /** This rank's place among those of its host, and how many these are. */
    private final int place;

    private final int ranks;
    private int tick;
    private Life launcherLife = Life.UNKNOWN;

    /** @param here the ranks of this host, ascending */
    DeathWatch(ControlFile control, int rank, Liveness liveness, int[] here) {
        this.control = control;
        this.rank = rank;
        this.liveness = liveness;
        launcher = control.launcher();
        place = Arrays.binarySearch(here, rank);
        ranks = here.length;
    }

    /** Whether a rank looks at a launcher at a tick that it has seen alive before. */
    static boolean isTurn(int tick, int place, int ranks) {
        return (tick + place) % Math.min(MOST_TURNS, Math.ceilDiv(ranks, LOOKING_AT_ONCE)) == 0;
    }

    /**
     * Which process has died, for people; null when none has, as far as this rank is to see.
     *
     * @param now whether to look at the launcher even if it is not this rank's turn
     */
    String look(boolean now) {
        if (launcher.pid() != 0) {
            tick++;
            if (now || launcherLife != Life.ALIVE || isTurn(tick, place, ranks)) {
                launcherLife = liveness.lifeForWaiting(JobLocks.LAUNCHER);
            }
            switch (launcherLife) {
                case DEAD -> {
                    return "the launcher (" + launcher.text() + ") is gone";
                }
                case ALIVE -> {
                    return null;
                }
                case UNKNOWN -> {
                    // then ranks look at each other
                }
            }
        }
        return ofNextRank();
    }

    /** Each rank looks at the next one here that is still a member, so every member is looked at by one. */
    private String ofNextRank() {
        for (int step = 1; step < control.size(); step++) {
            int peer = (rank + step) % control.size();
            RankView.State state = control.state(peer);
            ProcessIdentity process = control.process(peer);
            // one of another host has no process here: that is for those of its host to see
            boolean known = (state == RankView.State.JOINED || state == RankView.State.JOINING) && process.pid() != 0;
            if (known) {
                return liveness.hasDied(peer) && control.state(peer) != RankView.State.LEFT
                        ? "rank " + peer + " (" + process.text() + ") died"
                        : null;
            }
        }
        return null;
    }
}
