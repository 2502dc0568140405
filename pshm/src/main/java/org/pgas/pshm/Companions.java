package org.pgas.pshm;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

import org.pgas.JoinException;
import org.pgas.memory.SharedMemory;

/** The other ranks, as a rank that joins sees them: those that are missing, and those that are of another job. */
record Companions(ControlFile control, int rank, Liveness liveness, Doorbells doorbells) {
    // Fields and orders: ControlLayout.

    private static final long JOIN_POLL_NANOS = 200_000;
    private static final long LONG_JOIN_POLL_NANOS = 5_000_000;

    /**
     * A rank that waits for longer than this sleeps: many that poll take the processors from those that are to come.
     * One that does not wait for long is spared the calls that sleep.
     */
    private static final long MOST_POLLING_NANOS = 20_000_000;

    /** The last to join wakes sleepers, unless it is killed before. */
    private static final long SLEEP_NANOS = 2_000_000_000;

    /** Says that this rank has joined: everything that it has written before is seen by a rank that reads that. */
    void join() {
        // SYNC: rank state; a sleeper looks at the states after its announcement, this one at sleepers after its own
        control.putState(rank, RankView.State.JOINED);
        wakeIfComplete(control);
    }

    /**
     * Wakes those that wait for others to join, if there are all. To be called when a state has become JOINED. Of two
     * that call it at once the fence lets one see both.
     */
    static void wakeIfComplete(ControlFile control) {
        SharedMemory.fullFence();
        if (control.haveAllJoined()) {
            Doorbells.ringAll(control);
        }
    }

    /** Waits until all have joined; when they do not come in time, ends the job. */
    void await(Duration timeout, Runnable checkRunning) {
        long start = System.nanoTime();
        while (!control.haveAllJoined()) {
            checkRunning.run();
            long waited = System.nanoTime() - start;
            if (waited > timeout.toNanos()) {
                throw joinTimeout(timeout);
            }
            if (waited < MOST_POLLING_NANOS) {
                LockSupport.parkNanos(JOIN_POLL_NANOS);
            } else if (Thread.currentThread().isVirtual()) {
                // in a sleep it would keep its carrier, which others may need to join
                LockSupport.parkNanos(LONG_JOIN_POLL_NANOS);
            } else {
                sleep(Math.min(SLEEP_NANOS, timeout.toNanos() - waited));
            }
        }
    }

    private void sleep(long nanos) {
        int ticket = doorbells.beginSleep();
        try {
            if (!control.haveAllJoined()) {
                doorbells.sleep(ticket, nanos);
            }
        } finally {
            doorbells.endSleep();
        }
    }

    private JoinException joinTimeout(Duration timeout) {
        StringBuilder missing = new StringBuilder();
        StringBuilder details = new StringBuilder();
        boolean silent = false;
        for (int peer = 0; peer < control.size(); peer++) {
            RankView.State state = control.state(peer);
            if (state.compareTo(RankView.State.JOINED) < 0) {
                missing.append(' ').append(peer);
                ProcessIdentity process = control.process(peer);
                if (state == RankView.State.FREE || process.pid() == 0) {
                    silent = true;
                } else {
                    details.append("; rank ").append(peer).append(" is joining, ").append(process.text())
                            .append(pause(peer, process));
                }
            }
        }
        String message = "rank " + rank + ": job " + control.directory().getFileName() + ": ranks" + missing + " of "
                + control.size() + " have not joined within " + timeout.toMillis() + " ms (pgas.join.timeout)" + details
                + (silent
                        ? (details.isEmpty() ? "" : "; of the others nothing was heard")
                                + ": were they started, do they call Job.join, is their process stopped (ps: state T)?"
                        : "")
                + "; for ranks that are only slow to start set pgas.join.timeout longer";
        Ending.set(control, 1, rank, message);
        return new JoinException(message);
    }

    private String pause(int peer, ProcessIdentity process) {
        String pause = ProcessPause.of(process);
        return pause.isEmpty() ? liveness.hasDied(peer) ? ", which is gone" : "" : ", " + pause;
    }

    /** Every rank compares all others with rank 0, so that all of them refuse together. */
    void compare() {
        for (int peer = 1; peer < control.size(); peer++) {
            compare("configuration", 0, peer, ControlLayout.CONFIGURATION_BYTES, ControlLayout.CONFIGURATION,
                    ControlLayout.CONFIGURATION_MAX);
            compare("client name", 0, peer, ControlLayout.NAME_BYTES, ControlLayout.NAME, ControlLayout.NAME_MAX);
            int first = SharedMemory.getInt(control.slot(0, ControlLayout.FLAGS));
            int other = SharedMemory.getInt(control.slot(peer, ControlLayout.FLAGS));
            if (first != other) {
                throw differs("client flags", 0, "0x" + Integer.toHexString(first), peer,
                        "0x" + Integer.toHexString(other));
            }
        }
    }

    private void compare(String what, int one, int other, int lengthField, int textField, int limit) {
        String first = text(one, lengthField, textField, limit);
        String second = text(other, lengthField, textField, limit);
        if (!first.equals(second)) {
            throw differs(what, one, first, other, second);
        }
    }

    private JoinException differs(String what, int one, String first, int other, String second) {
        return new JoinException(
                "rank " + rank + ": job " + control.directory().getFileName() + ": the " + what
                        + " must be the same on all ranks, but rank "
                        + one + " has '" + first + "' and rank " + other + " has '" + second + "'");
    }

    private String text(int peer, int lengthField, int textField, int limit) {
        return control.text(control.slot(peer, lengthField), control.slot(peer, textField), limit);
    }
}
