package org.pgas.pshm;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongConsumer;

import org.pgas.JoinException;
import org.pgas.PeerLostException;
import org.pgas.PgasException;
import org.pgas.memory.SharedMemory;

/**
 * How a process that is a rank ends: because its job was ended, because a signal or {@code System.exit} ended it,
 * because main threw, or because main returned.
 *
 * <p>Within two seconds nothing is left: hooks have a second; then the JVM's own shutdown hooks run, ours among them; a
 * process that is still there is halted. Where no launcher of ours lives, survivors kill members that do not leave, and
 * remove the files. Members of another container cannot be killed from here. While one lives, the files stay, for a
 * later process.
 *
 * <pre>
 * field         writer                   reader                   order
 * shutdownHook  the joining thread       the leaving thread       volatile
 * ofAllThreads  the joining thread       the leaving thread       volatile
 * left          the leaving thread       the hook, the watcher    volatile
 * noticedNanos  first to notice the end  the watcher              volatile
 * cutBefore     the leaving thread       threads that throw then  volatile
 * </pre>
 */
final class Departure implements Thread.UncaughtExceptionHandler {
    private static final Duration SURVIVORS_PATIENCE = Duration.ofMillis(1_300);
    /** For one that is stopped, which cannot end by itself: as long as exit hooks may take, should it go on. */
    private static final Duration STOPPED_PATIENCE = Duration.ofSeconds(1);

    private static final Duration SHUTDOWN_PATIENCE = Duration.ofMillis(400);
    private static final int MOST_CAUSES = 10;
    private static final long LOOK_NANOS = 2_000_000;

    /** It learns of a death from the kernel at once, if it gets a processor. */
    private static final long LAUNCHER_PATIENCE_NANOS = 500_000_000;

    private static final Map<String, Integer> SIGNALS = Map.of("SIGHUP", 1, "SIGINT", 2, "SIGTERM", 15);

    private final ControlFile control;
    private final int rank;
    private final Liveness liveness;
    private final ExitHooks exitHooks;
    private final Duration grace;
    private final ProcessIdentity launcher;
    private final Runnable beforeLeaving;
    private volatile Thread shutdownHook;

    /** Null unless it was asked for. */
    private volatile Uncaught ofAllThreads;

    private volatile boolean left;

    /** The files that were truncated when this rank left: what has thrown before comes out with nothing mapped. */
    private volatile String cutBefore = "";

    private boolean noticed;

    /** Written once, by {@link #notice}; the threads that read it are started, or call notice, after that. */
    private volatile long noticedNanos;

    /** @param beforeLeaving what a rank does when its main returns without leaving the job */
    Departure(ControlFile control, int rank, Liveness liveness, ExitHooks exitHooks, Duration grace,
            Runnable beforeLeaving) {
        this.control = control;
        this.rank = rank;
        this.liveness = liveness;
        this.exitHooks = exitHooks;
        this.grace = grace;
        this.beforeLeaving = beforeLeaving;
        this.launcher = control.launcher();
    }

    Duration grace() {
        return grace;
    }

    /** Watches this JVM's shutdown, and the calling thread (usually main), or all, for an uncaught exception. */
    void install(boolean allThreads) {
        shutdownHook = Thread.ofPlatform().name("pgas-departure-" + rank).unstarted(this::shutdown);
        Runtime.getRuntime().addShutdownHook(shutdownHook);
        Thread caller = Thread.currentThread();
        Thread.UncaughtExceptionHandler present = caller.getUncaughtExceptionHandler();
        boolean none = present == caller.getThreadGroup() && Thread.getDefaultUncaughtExceptionHandler() == null;
        if (none || present instanceof Departure) {
            caller.setUncaughtExceptionHandler(this);
        }
        if (allThreads) {
            ofAllThreads = Uncaught.install(this::uncaughtAnywhere);
        }
    }

    /** In a thread that did not join. After the end of the job it is told of, as everywhere, and changes nothing. */
    private void uncaughtAnywhere(Thread thread, Throwable thrown) {
        if (left || Ending.isSet(control)) {
            Uncaught.pass(thread, thrown);
        } else {
            uncaughtException(thread, thrown);
        }
    }

    /** Before the mappings go. */
    void uninstall() {
        left = true;
        Uncaught uncaught = ofAllThreads;
        if (uncaught != null) {
            uncaught.uninstall();
        }
        Thread hook = shutdownHook;
        if (hook != null) {
            cutBefore = CutFiles.describeIfAny();
        }
        if (hook != null && hook != Thread.currentThread()) {
            try {
                Runtime.getRuntime().removeShutdownHook(hook);
            } catch (IllegalStateException e) {
                // the JVM is shutting down already: the hook sees that this rank has left, and does nothing
            }
        }
    }

    /**
     * The thread that joined threw: the whole job fails. Also after this rank has left: in {@code try (Job job = ...)}
     * the exception comes out behind the close.
     */
    @Override
    public void uncaughtException(Thread thread, Throwable thrown) {
        String message = "rank " + rank + ": uncaught exception in thread " + thread.getName() + ": " + thrown;
        String death = left ? null : findDeath(isOfDeath(thrown));
        if (death != null) {
            meetDeath(thread, thrown, death);
            return;
        }
        if (left && isOfDeath(thrown)) {
            // out of the block of the job, which has been closed on the way: the control file is not looked at any more
            System.err.println("pgas: " + thrown.getMessage());
            failPeers(message);
            return;
        }
        String cut = cutFiles(thrown);
        if (!cut.isEmpty()) {
            // at once: the control file may be the one, and then there is no way to tell others
            System.err.println("pgas: rank " + rank + ": " + cut);
            message += ": " + cut;
        }
        Uncaught.pass(thread, thrown);
        if (left) {
            failPeers(message);
            return;
        }
        fail(message);
    }

    /**
     * This thread threw after another rank had died: what it met comes of that, or comes too late to matter. The
     * launcher says how the rank died, as soon as it knows; its word is the job's ending.
     */
    private void meetDeath(Thread thread, Throwable thrown, String death) {
        if (isOfDeath(thrown)) {
            System.err.println("pgas: " + thrown.getMessage());
        } else {
            System.err.println("pgas: rank " + rank + ": " + death + ", and then this rank failed");
            Uncaught.pass(thread, thrown);
        }
        if (hasLauncher()) {
            long begin = System.nanoTime();
            while (!Ending.isSet(control) && System.nanoTime() - begin < LAUNCHER_PATIENCE_NANOS) {
                LockSupport.parkNanos(LOOK_NANOS);
            }
        }
        fail(death);
    }

    /** Whether its message says that a rank is lost, so that nobody needs to know where that was met. */
    private static boolean isOfDeath(Throwable thrown) {
        int causes = 0;
        for (Throwable each = thrown; each instanceof PgasException
                && causes < MOST_CAUSES; each = each.getCause(), causes++) {
            if (each instanceof PeerLostException) {
                return true;
            }
        }
        return false;
    }

    /** For people: a member that has died. Null if there is none, or, unless asked for, after the job's end. */
    private String findDeath(boolean afterTheEnd) {
        try {
            for (int peer = 0; peer < control.size() && (afterTheEnd || !Ending.isSet(control)); peer++) {
                RankView.State state = control.state(peer);
                ProcessIdentity process = control.process(peer);
                boolean isMember = state == RankView.State.JOINED || state == RankView.State.JOINING;
                // in this order: a rank that leaves says so, and then ends
                if (isMember && process.pid() != 0 && liveness.hasDied(peer)
                        && control.state(peer) != RankView.State.LEFT) {
                    return "rank " + peer + " (" + process.text() + ") died";
                }
            }
        } catch (PgasException | InternalError e) {
            // the control file is damaged: nothing is known of others
            return null;
        }
        return null;
    }

    /** See {@link CutFiles#describe(Throwable)}; also after this rank has left. */
    String cutFiles(Throwable thrown) {
        String before = cutBefore;
        return !CutFiles.isFault(thrown) ? "" : before.isEmpty() ? CutFiles.describe() : before;
    }

    /** Ends the job and this process, which speaks for itself where the control file is the one truncated. */
    void fail(String message) {
        Ending ending;
        try {
            Ending.set(control, 1, rank, message);
            Doorbells.ringAll(control);
            ending = Ending.get(control);
        } catch (InternalError e) {
            ending = new Ending(1, rank, message);
        }
        endProcess(ending);
    }

    /** Ends the job that this rank has left already, if it still runs; this process goes its own way. */
    private void failPeers(String message) {
        if (launcher.pid() != 0) {
            // with a launcher of ours, it learns of the failure from the process
            return;
        }
        try {
            ControlFile reopened = ControlFile.open(control.directory(), control.size());
            Ending.set(reopened, 1, rank, message);
            Doorbells.ringAll(reopened);
            reopened.abandon();
        } catch (JoinException e) {
            // every rank has left: there is nobody to tell
            return;
        }
    }

    /** Ends this process with the job's code: hooks, output, the JVM's shutdown, or a halt when that takes too long. */
    void endProcess(Ending ending) {
        notice();
        exitHooks.runOnce(grace);
        System.out.flush();
        System.err.flush();
        try {
            Thread.ofPlatform().daemon().name("pgas-exit-" + rank)
                    .start(() -> Runtime.getRuntime().exit(ending.code()));
            awaitLimit();
        } catch (OutOfMemoryError e) {
            // an orderly end takes threads, and the system gives no more: what this class owes is done without
            shutdown();
        }
        Runtime.getRuntime().halt(ending.code());
    }

    /** The first sight of the end: all limits count from here, so that what one step takes is not added to the next. */
    private synchronized void notice() {
        if (!noticed) {
            noticed = true;
            noticedNanos = System.nanoTime();
        }
    }

    private void awaitLimit() {
        Duration limit = (hasLauncher() ? grace : SURVIVORS_PATIENCE).plus(SHUTDOWN_PATIENCE);
        long deadline = noticedNanos + limit.toNanos();
        while (System.nanoTime() - deadline < 0) {
            LockSupport.parkNanos(deadline - System.nanoTime());
        }
    }

    /** This JVM's shutdown hook. */
    private void shutdown() {
        if (left) {
            return;
        }
        notice();
        try {
            depart();
        } catch (InternalError e) {
            String cut = cutFiles(e);
            System.err.println("pgas: rank " + rank + ": while this process ended: " + (cut.isEmpty() ? e : cut));
        }
    }

    private void depart() {
        if (!Ending.isSet(control)) {
            ShutdownCause cause = ShutdownCause.find();
            if (cause.kind() == ShutdownCause.Kind.MAIN_RETURNED) {
                goQuietly();
                return;
            }
            SharedMemory.putIntRelease(control.slot(rank, ControlLayout.EXITING), 1);
            haltLater(cause);
            exitHooks.runOnce(grace);
            declare(cause);
        }
        SharedMemory.putIntRelease(control.slot(rank, ControlLayout.EXITING), 1);
        System.out.flush();
        System.err.flush();
        if (Ending.isSet(control)) {
            lastActs();
        }
    }

    /** Other shutdown hooks of this JVM may take longer than a job may take to end, or for ever. */
    private void haltLater(ShutdownCause cause) {
        int code = cause.kind() == ShutdownCause.Kind.SIGNAL ? 128 + SIGNALS.getOrDefault(cause.signal(), 15) : 1;
        Runnable halt = () -> {
            awaitLimit();
            System.err.println(
                    "pgas: rank " + rank + ": shutdown hooks took too long; the process is halted with " + code);
            Runtime.getRuntime().halt(code);
        };
        try {
            Thread.ofPlatform().daemon().name("pgas-halt-" + rank).start(halt);
        } catch (OutOfMemoryError e) {
            // the system gives no more threads; the others, or the launcher, end a process that takes too long
            System.getLogger(Departure.class.getName()).log(System.Logger.Level.DEBUG, "no thread to halt with", e);
        }
    }

    private void declare(ShutdownCause cause) {
        if (cause.kind() == ShutdownCause.Kind.SIGNAL) {
            int signal = SIGNALS.getOrDefault(cause.signal(), 15);
            Ending.set(control, 128 + signal, rank,
                    "rank " + rank + " (pid " + ProcessHandle.current().pid() + ") received "
                            + cause.signal());
        } else if (!hasLauncher()) {
            // with a launcher of ours alive, it learns the code from the process; nobody else can
            Ending.set(control, 1, rank, "rank " + rank + " called System.exit before it left the job");
        }
        Doorbells.ringAll(control);
    }

    private void goQuietly() {
        beforeLeaving.run();
        control.putState(rank, RankView.State.LEFT);
        Doorbells.ringAll(control);
        if (SharedMemory.getAndAddInt(control.header(ControlLayout.LEFT), 1) + 1 == control.size()) {
            control.removeDirectory();
        }
    }

    /** Leaves a job that was ended; without a launcher, sees to it that the others do too and that no file stays. */
    private void lastActs() {
        control.putState(rank, RankView.State.LEFT);
        if (liveness.life(JobLocks.LAUNCHER) != Life.DEAD) {
            return;
        }
        long deadline = noticedNanos + SURVIVORS_PATIENCE.toNanos();
        while (someRankStays() && System.nanoTime() - deadline < 0) {
            LockSupport.parkNanos(LOOK_NANOS);
        }
        killStaying(control, pid -> Posix.kill(pid, Posix.SIGKILL));
        if (!someRankStaysElsewhere()) {
            control.removeDirectory();
        }
    }

    /** Whether a launcher of ours lives, so that it sees to the end of all. */
    private boolean hasLauncher() {
        return liveness.life(JobLocks.LAUNCHER) == Life.ALIVE;
    }

    /**
     * Gives {@code kill} the number of every other member that runs and has it here too: that of the process that was
     * looked at, whatever the file says by then. A process that has not mapped the file is no member.
     */
    static void killStaying(ControlFile control, LongConsumer kill) {
        ProcessIdentity self = ProcessIdentity.current();
        MappedFile file = null;
        for (int peer = 0; peer < control.size(); peer++) {
            ProcessIdentity process = isMember(control, peer) ? control.process(peer) : ProcessIdentity.NONE;
            if (!process.equals(self) && process.life() == Life.ALIVE) {
                file = file == null ? control.mappedFile() : file;
                if (file.isMappedBy(process.pid())) {
                    kill.accept(process.pid());
                }
            }
        }
    }

    /** Whether it is worth waiting for any; stopped ones are, for a while. */
    private boolean someRankStays() {
        ProcessIdentity self = ProcessIdentity.current();
        boolean patient = System.nanoTime() - noticedNanos < STOPPED_PATIENCE.toNanos();
        for (int peer = 0; peer < control.size(); peer++) {
            ProcessIdentity process = control.process(peer);
            if (isMember(control, peer) && !process.equals(self) && isThere(peer, process)
                    && (patient || !process.isStopped())) {
                return true;
            }
        }
        return false;
    }

    /** Whether a member of another container lives, or may live. Its number says nothing here. */
    private boolean someRankStaysElsewhere() {
        for (int peer = 0; peer < control.size(); peer++) {
            ProcessIdentity process = control.process(peer);
            if (isMember(control, peer) && process.pid() != 0 && !process.isHere()
                    && liveness.life(peer) != Life.DEAD) {
                return true;
            }
        }
        return false;
    }

    private boolean isThere(int peer, ProcessIdentity process) {
        return (process.isHere() ? process.life() : liveness.life(peer)) == Life.ALIVE;
    }

    private static boolean isMember(ControlFile control, int peer) {
        RankView.State state = control.state(peer);
        return state != RankView.State.FREE && state != RankView.State.LEFT;
    }
}
