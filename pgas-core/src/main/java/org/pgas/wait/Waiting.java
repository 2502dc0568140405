package org.pgas.wait;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;

import org.pgas.PeerLostException;
import org.pgas.Setting;
import org.pgas.WaitMode;
import org.pgas.WaitTimeoutException;
import org.pgas.events.Origin;
import org.pgas.events.Recorder;
import org.pgas.events.WaitEvent;
import org.pgas.rank.RankCounters;
import org.pgas.rank.Warnings;
import org.pgas.spi.Activity;
import org.pgas.spi.Bells;
import org.pgas.spi.Conduit;
import org.pgas.spi.JobEnd;
import org.pgas.spi.Member;
import org.pgas.spi.Shown;

/**
 * The one way in which threads of a rank wait: spin, then yield, then (in a block mode) sleep until a peer rings;
 * taking in messages all the while.
 *
 * <p>Every wait watches the end of the job, the leaving of the ranks it needs, and the deadline. Interrupts never end a
 * wait; the flag stays set. Virtual threads yield and park for short times instead of sleeping on a futex, which would
 * hold their carrier.
 *
 * <pre>
 * field         writer                         reader           order
 * mode          the program                    waiting threads  volatile
 * timeoutNanos  this rank, and tests           waiting threads  volatile
 * failed        first to find that it is over  waiting threads  volatile
 * </pre>
 */
public final class Waiting {
    /** So far idle rounds are counted. */
    private static final int MOST_IDLE = 1 << 20;

    /** Rounds of yielding before a block mode sleeps; a yield takes some 0.2 us alone, so about a millisecond. */
    private static final int YIELDS_BEFORE_SLEEP = 4_000;

    /**
     * A sleeper looks around this often, whatever happens: bounds the harm of a peer that dies between store and ring.
     * What happens without a ring is looked for more often, see {@link Awaited#longestSleepNanos}.
     */
    public static final long SLEEP_NANOS = 50_000_000;

    /** A wait that takes longer says what it is for; a yield can take long where ranks share cores. */
    private static final long UNTOLD_NANOS = 100_000;

    /** The longest first sleep of a wait that has said nothing: most are over then, and need not say anything. */
    private static final long UNTOLD_SLEEP_NANOS = 2_000_000;

    /** Ranks that a message names, of many. */
    private static final int MOST_NAMED = 8;

    /** Of a thread that no ring wakes: a virtual one. */
    private static final long PARK_NANOS = 50_000;

    private final Conduit conduit;
    private final JobEnd jobEnd;
    private final Bells bells;
    private final Shown shows;
    private final Member membership;
    private final RankCounters counters;
    private final Origin origin;
    private final ShownWait shown;
    private final Warnings warnings;
    private final Spinning spinning;
    private volatile long timeoutNanos;
    private volatile WaitMode mode;

    /** Whether a wait has ended by an exception. Written by any thread, read by the one that closes the job. */
    private volatile boolean failed;

    /** Set once, before the first wait. */
    private Progress progress;

    public Waiting(Conduit conduit, RankCounters counters, Origin origin, Warnings warnings, WaitMode mode,
            Duration timeout) {
        this.conduit = conduit;
        jobEnd = conduit.end();
        bells = conduit.bells();
        shows = conduit.shown();
        membership = conduit.member();
        this.counters = counters;
        this.origin = origin;
        this.shown = new ShownWait(conduit);
        this.warnings = warnings;
        this.mode = mode;
        timeout(timeout);
        this.spinning = new Spinning(conduit.topology().isCrowded(membership.rank()));
    }

    public void progress(Progress work) {
        progress = work;
    }

    /** Takes in messages once, for calls that have checked already; says how many. */
    public int makeProgress() {
        jobEnd.checkRunning();
        return progress.poll();
    }

    /** Whether a wait has failed for the loss of a rank, or for its time. */
    public boolean hasFailed() {
        return failed;
    }

    public WaitMode mode() {
        return mode;
    }

    public void mode(WaitMode newMode) {
        mode = newMode;
    }

    /** How long each wait that begins from now on may take; null is any time. */
    public void timeout(Duration longest) {
        timeoutNanos = longest == null ? 0 : longest.toNanos();
    }

    /** For hot paths that spin on their own before they come here, whatever became of other waits. */
    public int spins() {
        return spinning.always();
    }

    /** For hot paths that spin as {@link #await} does. */
    public Spinning spinning() {
        return spinning;
    }

    public void await(Awaited awaited) {
        if (awaited.isMet()) {
            return;
        }
        int rounds = spinning.rounds();
        int idle = 0;
        for (int i = 0; i < rounds; i++) {
            if (progress.poll() == 0) {
                idle++;
            }
            Thread.onSpinWait();
            if (awaited.isMet()) {
                spinning.met();
                return;
            }
        }
        if (idle == rounds) {
            spinning.missed(rounds);
        }
        awaitLong(awaited);
    }

    /**
     * As {@link #await}, for what all ranks of a team have to do something for. Where ranks share cores it yields at
     * once: while this rank spins, not all of them can run.
     */
    public void awaitAll(Awaited awaited) {
        if (spinning.always() == 0) {
            awaitLong(awaited);
        } else {
            await(awaited);
        }
    }

    /** Waits without the first spins. */
    public void awaitLong(Awaited awaited) {
        if (awaited.isMet()) {
            return;
        }
        Activity activity = awaited.activity();
        shows.activity(activity);
        WaitEvent event = startEvent(awaited);
        long start = begin(activity);
        try {
            yieldOrSleep(awaited, start);
        } finally {
            end(activity, start);
            finish(event);
            shows.activity(Activity.COMPUTING);
        }
    }

    private long begin(Activity activity) {
        long start = System.nanoTime();
        shown.begin(activity, start);
        return start;
    }

    private void end(Activity activity, long start) {
        shown.end();
        counters.waited(activity, System.nanoTime() - start);
    }

    /** Null when none are recorded. */
    private static WaitEvent startEvent(Awaited awaited) {
        WaitEvent event = Recorder.longWait();
        if (event != null) {
            event.describe(awaited.describe(), awaited.activity().name(), awaited.missing());
        }
        return event;
    }

    private void finish(WaitEvent event) {
        if (event != null) {
            event.finish(origin);
        }
    }

    private void yieldOrSleep(Awaited awaited, long start) {
        boolean virtual = Thread.currentThread().isVirtual();
        // a thread that comes here has spun, and has no rounds left; it spins anew once there was something to do,
        // since more may come
        int rounds = 0;
        int idle = 1;
        LongWait told = null;
        for (int round = 0; !awaited.isMet(); round++) {
            if ((round & 255) == 255 || (round & 7) == 7 && isLateToTell(start)) {
                told = checkPeers(awaited, start, told);
            }
            if (progress.poll() > 0) {
                spun(idle, rounds);
                idle = 0;
                continue;
            }
            idle = Math.min(idle + 1, MOST_IDLE);
            if (idle == 1) {
                rounds = spinning.rounds();
            }
            if (idle <= rounds) {
                Thread.onSpinWait();
                continue;
            }
            if (idle == rounds + 1) {
                spinning.missed(rounds);
            }
            WaitMode now = mode;
            if (virtual) {
                // also while messages come: a carrier of threads that only yield never runs one that was unblocked
                yieldOrPark(round & Integer.MAX_VALUE);
            } else if (now == WaitMode.BLOCK || now == WaitMode.SPIN_BLOCK && idle > YIELDS_BEFORE_SLEEP) {
                sleepUnless(awaited::isMet, () -> longestSleepNanos(awaited));
                if (!awaited.isMet()) {
                    told = checkPeers(awaited, start, told);
                }
            } else {
                Thread.yield();
            }
        }
        spun(idle, rounds);
    }

    /** What the loop waited for has come after so many idle looks. */
    private void spun(int idle, int rounds) {
        if (idle > 0 && idle <= rounds) {
            spinning.met();
        }
    }

    private boolean isLateToTell(long start) {
        return shown.isUntold() && System.nanoTime() - start > UNTOLD_NANOS;
    }

    /** The loop of a progress thread: takes in messages until {@code stopped}; sleeps when none come for a while. */
    void serve(BooleanSupplier stopped) {
        boolean virtual = Thread.currentThread().isVirtual();
        int idle = 0;
        while (!stopped.getAsBoolean()) {
            if (progress.poll() > 0) {
                idle = 0;
                continue;
            }
            idle++;
            if ((idle & 255) == 0) {
                jobEnd.checkRunning();
            }
            if (virtual) {
                yieldOrPark(idle);
            } else if (idle > YIELDS_BEFORE_SLEEP) {
                sleepUnless(stopped, () -> SLEEP_NANOS);
                jobEnd.checkRunning();
            } else {
                Thread.yield();
            }
        }
    }

    /**
     * Waits for another thread of this process, which rings no bell. Runs no handler, since the caller may be in one or
     * hold a lock, and leaves alone what the rank is said to be doing.
     */
    public void awaitLocal(Awaited awaited) {
        for (int i = 0; i < spinning.always(); i++) {
            if (awaited.isMet()) {
                return;
            }
            Thread.onSpinWait();
        }
        if (awaited.isMet()) {
            return;
        }
        Activity activity = awaited.activity();
        WaitEvent event = startEvent(awaited);
        long start = begin(activity);
        try {
            LongWait told = null;
            for (int round = 0; !awaited.isMet(); round++) {
                if ((round & 255) == 255 || (round & 7) == 7 && isLateToTell(start)) {
                    told = checkPeers(awaited, start, told);
                }
                yieldOrPark(round);
            }
        } finally {
            end(activity, start);
            finish(event);
        }
    }

    /**
     * The wait of a thread of the transport's, which polls for it meanwhile and so never sleeps on the bell. It has no
     * deadline: that is for waits of the program. It ends by an exception when a rank that it needs has left, whatever
     * the program has not taken in from there, or when the job has ended. It leaves alone what the rank is said to be
     * doing, and warns as each wait does.
     */
    public void awaitForTransport(Awaited awaited) {
        LongWait told = new LongWait(conduit, warnings, System.nanoTime(), 0);
        for (int round = 0; !awaited.isMet(); round++) {
            if ((round & 255) == 255) {
                jobEnd.checkRunning();
                int[] missing = awaited.missing();
                for (int rank : missing) {
                    if (membership.hasLeft(rank) && !awaited.isMet()) {
                        throw lost(awaited, missing, rank);
                    }
                }
                told.look(awaited, missing, System.nanoTime());
            }
            if (progress.poll() == 0) {
                yieldOrPark(round & Integer.MAX_VALUE);
            }
        }
    }

    private static void yieldOrPark(int round) {
        if (round < YIELDS_BEFORE_SLEEP) {
            Thread.yield();
            return;
        }
        // a thread that is interrupted does not park, and one that only yields keeps its carrier from others
        boolean interrupted = Thread.interrupted();
        LockSupport.parkNanos(PARK_NANOS);
        if (interrupted) {
            // the interrupt has left a permit, which ends one pause at once
            LockSupport.parkNanos(PARK_NANOS);
            Thread.currentThread().interrupt();
        }
    }

    private long longestSleepNanos(Awaited awaited) {
        long longest = awaited.longestSleepNanos();
        return shown.isUntold() ? Math.min(UNTOLD_SLEEP_NANOS, longest) : longest;
    }

    /** @param longestNanos asked behind the last look: what is in the way may have changed, and ring no bell now */
    private void sleepUnless(BooleanSupplier reason, LongSupplier longestNanos) {
        int ticket = bells.beginSleep();
        try {
            // beginSleep is a full fence: either this check sees the peer's store, or the peer sees a sleeper and rings
            if (!reason.getAsBoolean() && progress.isIdle()) {
                counters.slept();
                bells.sleep(ticket, longestNanos.getAsLong());
            }
        } finally {
            bells.endSleep();
        }
    }

    Conduit conduit() {
        return conduit;
    }

    void checkRunning() {
        jobEnd.checkRunning();
    }

    /** One look of a wait, for a caller that looks again later: throws when a rank that is needed is gone. */
    public void checkNeeded(Awaited awaited) {
        jobEnd.checkRunning();
        checkPeers(awaited, false, awaited.missing());
    }

    /** For a call that does not wait: whether a rank has left, so that what only that can do will not come. */
    public boolean hasLeft(int rank) {
        jobEnd.checkRunning();
        return membership.hasLeft(rank);
    }

    /** What is thrown in place of a wait for a rank that has left. */
    public PeerLostException lost(Awaited awaited, int rank) {
        return lost(awaited, awaited.missing(), rank);
    }

    private PeerLostException lost(Awaited awaited, int[] missing, int rank) {
        return new PeerLostException(rank, message(conduit, awaited, missing, "rank " + rank + " is gone"));
    }

    /** Looks around, and answers what is told of this wait, so that the next look knows it. */
    private LongWait checkPeers(Awaited awaited, long start, LongWait told) {
        jobEnd.checkRunning();
        long now = System.nanoTime();
        int[] missing = awaited.missing();
        shown.tell(awaited, start, missing, now);
        LongWait tale = told == null ? new LongWait(conduit, warnings, start, timeoutNanos) : told;
        checkPeers(awaited, tale.isLate(now), missing);
        tale.look(awaited, missing, System.nanoTime());
        return tale;
    }

    private void checkPeers(Awaited awaited, boolean late, int[] missing) {
        for (int rank : missing) {
            // its last act before leaving may have been what we wait for, or the reply that makes it true, or to give
            // back a lock: they have the last word
            if (membership.hasLeft(rank) && progress.isDrained() && !awaited.isMet()
                    && isAmong(awaited.missing(), rank)) {
                jobEnd.checkRunning();
                failed = true;
                throw lost(awaited, missing, rank);
            }
        }
        if (late && !awaited.isMet()) {
            failed = true;
            throw new WaitTimeoutException(
                    message(conduit, awaited, missing,
                            "deadline of " + timeoutNanos / 1_000_000 + " ms (" + Setting.WAIT_TIMEOUT.key() + ")"));
        }
    }

    private static boolean isAmong(int[] ranks, int rank) {
        for (int candidate : ranks) {
            if (candidate == rank) {
                return true;
            }
        }
        return false;
    }

    /** Says which rank waits for what, why that is told, and the state of the ranks that it waits for. */
    public static String message(Conduit conduit, Awaited awaited, int[] missing, String why) {
        StringBuilder text = new StringBuilder(
                "rank " + conduit.member().rank() + ": " + awaited.describe() + ": " + why);
        // a wait that needs no rank in particular may be for one that does not run
        int[] named = missing.length > 0 ? missing : paused(conduit);
        if (named.length > 0) {
            text.append(missing.length > 0 ? "; waiting for" : "; of the other ranks these do not run:");
        }
        for (int i = 0; i < Math.min(named.length, MOST_NAMED); i++) {
            text.append(" [").append(conduit.diagnosis().describe(named[i])).append(']');
        }
        if (named.length > MOST_NAMED) {
            text.append(" and ").append(named.length - MOST_NAMED).append(" more");
        }
        return text.toString();
    }

    private static int[] paused(Conduit conduit) {
        return IntStream.range(0, conduit.member().size())
                .filter(rank -> rank != conduit.member().rank() && !conduit.diagnosis().pauseOf(rank).isEmpty())
                .toArray();
    }
}
