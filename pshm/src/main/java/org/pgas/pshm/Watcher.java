package org.pgas.pshm;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

import org.pgas.memory.SharedMemory;
import org.pgas.rank.Threads;

/**
 * The thread that lets a rank be ended while it computes, and that notices when no other thread can: it looks, five
 * times a second, at the job's ending, at the launcher and, where the ranks have no launcher of ours, at the next rank
 * in the ring; and at the job's files, which nothing else may change.
 *
 * <p>Where many ranks share a host each looks at files and at the launcher less often: these looks of hundreds of ranks
 * take a large part of a core.
 *
 * <p>One per membership, parked in between. It never blocks in a native call.
 *
 * <pre>
 * field            writer              reader                                     order
 * messages, tasks  thread that joins   the watcher                                volatile, copied on write
 * stopped          thread that leaves  the watcher                                volatile, then unpark
 * woken            threads that wake   the watcher; clears it before each look    volatile, then unpark
 * heartbeat        see ControlLayout
 * </pre>
 */
final class Watcher implements Runnable {
    private static final long TICK_NANOS = 200_000_000;

    /** Where more ranks than this share a host, they take turns to look at files and at the launcher. */
    private static final int LOOKING_AT_ONCE = 16;

    /** Each looks at one of so many ticks at least: a guardian kills ranks soon after their launcher has ended. */
    private static final int MOST_TURNS = 3;

    private final ControlFile control;
    private final int rank;
    private final DeathWatch deaths;
    private final int turns;
    private final boolean ownsProcess;
    private final ExitHooks exitHooks;
    private final Departure departure;
    private final FileWatch files;
    private final Thread thread;
    private volatile Supplier<String> messages = () -> null;
    private final List<Runnable> tasks = new CopyOnWriteArrayList<>();
    private volatile boolean stopped;
    private volatile boolean woken;

    /** Only the thread's own. */
    private boolean errorTold;

    /** @param ranks that share this host */
    Watcher(DeathWatch deaths, int ranks, boolean ownsProcess, ExitHooks exitHooks, Departure departure,
            FileWatch files) {
        this.deaths = deaths;
        control = deaths.control();
        rank = deaths.rank();
        turns = turns(ranks);
        this.ownsProcess = ownsProcess;
        this.exitHooks = exitHooks;
        this.departure = departure;
        this.files = files;
        this.thread = Thread.ofPlatform().daemon().name("pgas-watcher-" + rank).unstarted(this);
    }

    /** With so many ranks of a host, each looks at files and at the launcher once in this number of ticks. */
    static int turns(int ranks) {
        return Math.min(MOST_TURNS, Math.ceilDiv(ranks, LOOKING_AT_ONCE));
    }

    void start() {
        Threads.start(thread, rank);
    }

    /** Also asks, at each look, what is wrong with the messages; null is nothing. */
    void watch(Supplier<String> complaint) {
        messages = complaint;
    }

    /** Also runs this at each look. */
    void everyTick(Runnable task) {
        tasks.add(task);
    }

    boolean isCurrent() {
        return Thread.currentThread() == thread;
    }

    void wake() {
        woken = true;
        LockSupport.unpark(thread);
    }

    void stop() {
        stopped = true;
        LockSupport.unpark(thread);
    }

    @Override
    public void run() {
        try (deaths) {
            watch();
        } catch (RuntimeException | InternalError e) {
            // the control file was damaged, or truncated under us: there is no job any more
            String cut = CutFiles.describe(e);
            String why = cut.isEmpty() ? "the job's control file is damaged: " + e : cut;
            System.err.println("pgas: rank " + rank + ": " + why);
            if (ownsProcess) {
                departure.endProcess(new Ending(1, rank, why));
            }
        }
    }

    private void watch() {
        // ranks that have joined together are not to look together
        int tick = rank;
        while (!stopped) {
            SharedMemory.putLongRelease(control.slot(rank, ControlLayout.HEARTBEAT), System.currentTimeMillis());
            lookAround(tick++ % turns == 0);
            Ending ending = Ending.get(control);
            if (ending != null) {
                end(ending);
                return;
            }
            if (!woken) {
                LockSupport.parkNanos(this, TICK_NANOS);
            }
            woken = false;
        }
    }

    private void lookAround(boolean atFiles) {
        for (Runnable task : tasks) {
            try {
                task.run();
            } catch (Throwable e) {
                // the job has ended, which is looked for next, or this rank has left it: the watch goes on
                logEnd(e);
            }
        }
        String complaint = messages.get();
        // what was closed meanwhile reads as zeros
        if (complaint != null && !stopped) {
            declareEnded(complaint);
        }
        String damage = atFiles ? files.tick() : null;
        // a job that has lost its launcher loses its files too: the launcher is the reason then
        String death = deaths.look(atFiles);
        if (death != null) {
            declareEnded(death);
        }
        // asked afterwards: each rank says that it leaves before the last one removes the files
        if (damage != null && !stopped && control.state(rank) != RankView.State.LEFT) {
            declareEnded("rank " + rank + ": " + damage);
        }
    }

    /** An error, which is none of the job's own, is told to people once: it may come again at every look. */
    private void logEnd(Throwable thrown) {
        boolean first = thrown instanceof Error && !errorTold;
        errorTold |= first;
        String cut = first ? CutFiles.describe(thrown) : "";
        System.getLogger(Watcher.class.getName())
                .log(first ? System.Logger.Level.WARNING : System.Logger.Level.DEBUG,
                        "rank " + rank + ": a tick ends" + (cut.isEmpty() ? "" : ": " + cut), thrown);
    }

    private void declareEnded(String why) {
        if (Ending.set(control, 1, rank, why) && ownsProcess) {
            String who = "rank " + rank + ": ";
            System.err.println("pgas: " + (why.startsWith(who) ? "" : who) + why + "; the job ends with 1");
        }
        Doorbells.ringAll(control);
    }

    private void end(Ending ending) {
        if (ownsProcess) {
            departure.endProcess(ending);
        } else {
            exitHooks.runOnce(departure.grace());
        }
    }
}
