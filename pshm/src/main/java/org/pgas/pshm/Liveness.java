package org.pgas.pshm;

/**
 * Which processes of a job live, as far as this process can tell: by their numbers, where these mean something here
 * ({@link ProcessIdentity}), and by the bytes that they have locked ({@link JobLocks}), from anywhere. Any thread.
 *
 * <p>There are two questions. A process that is about to delete something, or to take it over, asks {@link #life}:
 * another process is dead when its number or its lock says so, and the other of the two does not say that it lives. A
 * process that waits for another asks {@link #hasDied}. By that the other is dead also when its number says so, though
 * something that it has left behind still holds its lock.
 *
 * @param locks closed by the code that has opened them
 */
record Liveness(ControlFile control, JobLocks locks) {
    /** The life of a rank that has claimed its slot, or of {@link JobLocks#LAUNCHER}; dead if there was no launcher. */
    Life life(int rank) {
        ProcessIdentity process = process(rank);
        if (rank == JobLocks.LAUNCHER && process.pid() == 0) {
            return Life.DEAD;
        }
        Life byNumber = process.pid() == 0 ? Life.UNKNOWN : process.life();
        return byNumber.and(byLock(rank));
    }

    /** Whether such a process does nothing any more. */
    boolean hasDied(int rank) {
        return lifeForWaiting(rank) == Life.DEAD;
    }

    /** As {@link #life}, for a process that waits for another one. */
    Life lifeForWaiting(int rank) {
        ProcessIdentity process = process(rank);
        Life byNumber = process.pid() == 0 ? Life.UNKNOWN : process.life();
        return byNumber == Life.UNKNOWN ? byLock(rank) : byNumber;
    }

    private ProcessIdentity process(int rank) {
        return rank == JobLocks.LAUNCHER ? control.launcher() : control.process(rank);
    }

    private Life byLock(int rank) {
        // first whether it has locked: it may be about to
        boolean locked = control.hasLocked(rank);
        FileLocks.State state = locks.state(rank);
        return state == FileLocks.State.FREE && !locked ? Life.UNKNOWN
                : FileLocks.life(state, control.maker(), control.directory());
    }
}
