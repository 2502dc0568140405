package org.pgas.pshm;

/**
 * Looks whether a process has died that a rank is to see: the launcher and, where the ranks have no launcher of ours,
 * the next rank in the ring. By the thread of the rank's watcher.
 */
final class DeathWatch implements AutoCloseable {
    private final ControlFile control;
    private final int rank;
    private final Liveness liveness;
    private final ProcessIdentity launcher;
    private final ProcessWatch launcherWatch;
    private Life launcherLife = Life.UNKNOWN;

    DeathWatch(ControlFile control, int rank, Liveness liveness) {
        this.control = control;
        this.rank = rank;
        this.liveness = liveness;
        launcher = control.launcher();
        launcherWatch = new ProcessWatch(launcher);
    }

    ControlFile control() {
        return control;
    }

    int rank() {
        return rank;
    }

    /**
     * Which process has died, for people; null when none has, as far as this rank is to see.
     *
     * @param atLauncher whether to look at a launcher that has been seen alive
     */
    String look(boolean atLauncher) {
        if (launcher.pid() != 0) {
            if (atLauncher || launcherLife != Life.ALIVE) {
                Life byNumber = launcherWatch.life();
                launcherLife = byNumber == Life.UNKNOWN ? liveness.lifeForWaiting(JobLocks.LAUNCHER) : byNumber;
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

    @Override
    public void close() {
        launcherWatch.close();
    }
}
