package org.pgas.hosts;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

import org.pgas.JobEndedException;
import org.pgas.PgasException;
import org.pgas.hosts.wire.Wire;
import org.pgas.spi.MessageTransport;

/**
 * Takes in what comes over the wire while no thread of the rank polls: while they compute, and while they sleep. It
 * serves requests that only reach memory, and runs no handler of the program's. As long as others poll it looks twice
 * in a millisecond whether they still do and handle requests, and the wire may keep small frames back.
 *
 * <pre>
 * field      writer                readers      order
 * sleepers   threads that sleep    this thread  getAndAdd / volatile
 * isStopped  a thread that leaves  this thread  volatile
 * service    a thread that joins   this thread  volatile
 * </pre>
 */
final class WireThread {
    private static final long LOOK_NANOS = 500_000;
    private static final long SLEEP_NANOS = 100_000_000;

    private final Ways ways;
    private final Wire wire;
    private final AtomicInteger sleepers = new AtomicInteger();
    private final Thread thread;
    private final ServedInbox served;
    private volatile boolean isStopped;

    /** What the wire was told last, of polls. Used by this thread. */
    private boolean toldSoon;

    /** Polls at the last look. Used by this thread. */
    private int seenPolls;

    /** Whether the last look has woken threads that poll now. Used by this thread. */
    private boolean haveRung;

    /** What had been taken of served requests at the last look. Used by this thread. */
    private long seenTaken;

    /** Whether the last serve took some and left some. Used by this thread. */
    private boolean isMoreToServe;

    /** Null until the core can serve. */
    private volatile MessageTransport.Service service;

    WireThread(int rank, Ways ways, Wire wire) {
        this.ways = ways;
        this.wire = wire;
        served = new ServedInbox(ways);
        thread = Thread.ofPlatform().daemon().name("pgas-wire-" + rank).unstarted(this::run);
    }

    void start() {
        thread.start();
    }

    /** Once; handlers are there. */
    void serveBy(MessageTransport.Service core) {
        service = core;
        wire.wake();
    }

    /** A thread of the rank is going to sleep, and polls no more. */
    void beginSleep() {
        sleepers.getAndAdd(1);
        LockSupport.unpark(thread);
    }

    void endSleep() {
        sleepers.getAndAdd(-1);
    }

    private void run() {
        try {
            takeIn();
        } catch (JobEndedException e) {
            // threads of the rank find that out, too
        } catch (PgasException e) {
            ways.endJob(e.getMessage());
        } catch (RuntimeException | Error e) {
            // nobody would take in what comes while the program computes, and nobody would know why
            ways.endJob("its thread of the wire has failed: " + e);
            throw e;
        } finally {
            tell(false);
        }
    }

    private void takeIn() {
        seenPolls = ways.polls() - 1;
        while (!isStopped) {
            look();
        }
    }

    /** Once, and waits: a method of its own, which is compiled sooner than a loop that runs for ever. */
    private void look() {
        int now = ways.polls();
        boolean doOthersPoll = haveRung || now != seenPolls && sleepers.get() == 0;
        seenPolls = now;
        tell(doOthersPoll);
        if (doOthersPoll) {
            LockSupport.parkNanos(LOOK_NANOS);
            haveRung = false;
            if (ways.polls() != seenPolls && served.taken() == seenTaken) {
                // a thread that polls because it sends much handles nothing
                serve();
            }
        } else {
            if (!isMoreToServe && wire.arm()) {
                wire.sleep(ways.hasRefused() || served.hasMessages() ? LOOK_NANOS : SLEEP_NANOS);
            }
            // they poll before they sleep again
            haveRung = ways.pollOnce() && sleepers.get() > 0;
            serve();
        }
        seenTaken = served.taken();
    }

    private void serve() {
        MessageTransport.Service core = service;
        isMoreToServe = false;
        if (core != null && served.hasMessages()) {
            long before = served.taken();
            ways.serving(true);
            try {
                core.serve(served);
            } finally {
                ways.serving(false);
            }
            isMoreToServe = served.taken() != before && served.hasMessages();
        }
    }

    private void tell(boolean isPolledSoon) {
        if (isPolledSoon != toldSoon) {
            toldSoon = isPolledSoon;
            wire.pollsSoon(isPolledSoon);
        }
    }

    /** Returns when the thread does nothing any more; not by itself. */
    void stop() {
        isStopped = true;
        LockSupport.unpark(thread);
        wire.wake();
        boolean wasInterrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join(TimeUnit.SECONDS.toMillis(1));
            } catch (InterruptedException e) {
                wasInterrupted = true;
            }
        }
        if (wasInterrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
