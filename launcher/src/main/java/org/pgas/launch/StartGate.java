package org.pgas.launch;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

import org.pgas.pshm.HostedJob;
import org.pgas.pshm.RankView;

/**
 * Lets a launcher start the next rank. Ranks that start need processors; where hundreds do so at once on a few, none of
 * them comes forward. So some for each processor start at a time, and another one when one of these has joined or has
 * ended. Where none of them does for some seconds, as of programs that join late or never, all others start.
 *
 * <p>By the thread that starts the ranks.
 */
final class StartGate {
    /** Ranks that start at once, for each processor. */
    private static final int FOR_EACH_PROCESSOR = 4;

    /** So many ranks of a job start at once on any host. */
    private static final int LEAST = 16;

    /** When no rank has joined or ended for so long, none holds others back any more. */
    private static final long PATIENCE_NANOS = 10_000_000_000L;

    private static final long PAUSE_NANOS = 2_000_000;

    /** What the waiting is measured by. */
    interface Time {
        long nanos();

        void pass(long nanos);
    }

    private static final class RealTime implements Time {
        @Override
        public long nanos() {
            return System.nanoTime();
        }

        @Override
        public void pass(long nanos) {
            LockSupport.parkNanos(nanos);
        }
    }

    private final HostedJob hosted;
    private final ShutdownGuard guard;
    private final Duration timeout;
    private final int atOnce;
    private final Time time;
    private final long begin;
    private final List<RankProcess> started = new ArrayList<>();

    /** Those of them that have neither joined nor ended, as of the last look. */
    private final List<RankProcess> starting = new ArrayList<>();

    /** When the last one has been seen to join or to end, or was started. */
    private long lastNews;

    private boolean isOpen;

    /**
     * @param guard knows when this JVM ends
     * @param timeout of the whole job, or null
     */
    StartGate(HostedJob hosted, ShutdownGuard guard, Duration timeout) {
        this(hosted, guard, timeout, Runtime.getRuntime().availableProcessors(), new RealTime());
    }

    /** With a time that is made up. */
    StartGate(HostedJob hosted, ShutdownGuard guard, Duration timeout, int processors, Time time) {
        this.hosted = hosted;
        this.guard = guard;
        this.timeout = timeout;
        this.time = time;
        begin = time.nanos();
        atOnce = Math.max(LEAST, FOR_EACH_PROCESSOR * processors);
    }

    /**
     * Waits until one more may be started; false if none is to be any more, since the job is about to end. The first
     * one always may, so that there is one to end, and the job with it.
     */
    boolean await() {
        boolean wasInterrupted = false; // it would wait no more, and look without a pause
        try {
            while (started.isEmpty() || !isOver()) {
                if (mayStart()) {
                    return true;
                }
                wasInterrupted |= Thread.interrupted();
                time.pass(PAUSE_NANOS);
            }
            return false;
        } finally {
            if (wasInterrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    void started(RankProcess process) {
        started.add(process);
        starting.add(process);
        lastNews = time.nanos();
    }

    private boolean mayStart() {
        if (starting.size() < atOnce || isOpen) {
            return true;
        }
        long now = time.nanos();
        if (starting.removeIf(this::holdsNobodyBack)) {
            lastNews = now;
            return true;
        }
        isOpen = now - lastNews > PATIENCE_NANOS;
        return isOpen;
    }

    private boolean holdsNobodyBack(RankProcess process) {
        return state(process).compareTo(RankView.State.JOINED) >= 0 || !process.isAlive();
    }

    private RankView.State state(RankProcess process) {
        return hosted.rank(process.rank()).state();
    }

    private boolean isOver() {
        return guard.isEnding() || hosted.ending() != null
                || timeout != null && time.nanos() - begin > timeout.toNanos() || hasOneFailed();
    }

    private boolean hasOneFailed() {
        boolean isOneMissing = false;
        for (RankProcess process : started) {
            if (!process.isAlive()) {
                RankView.State state = state(process);
                // as the supervisor will judge: a member has to leave before it ends
                if (process.exitCode() != 0 || Members.isMember(state)) {
                    return true;
                }
                isOneMissing |= state == RankView.State.FREE;
            }
        }
        return isOneMissing && Members.lowest(hosted) >= 0;
    }
}
