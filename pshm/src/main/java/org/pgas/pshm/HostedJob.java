package org.pgas.pshm;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;

import org.pgas.GlobalPointer;
import org.pgas.JoinException;
import org.pgas.PgasException;
import org.pgas.refusal.Refusals;
import org.pgas.spi.Topology;

/**
 * A job's files, in the hands of the launcher that made them: when its process dies, the ranks end by themselves. Any
 * thread may call. A caller that only wants to look at a job takes a {@link JobView}.
 */
public final class HostedJob implements AutoCloseable {
    // field     writer         reader      order
    // closed    the closer     all         CAS / volatile
    // declared  under a lock   any         volatile
    // locker    the maker      the closer  plain: written before anybody else has the object

    private static final long LOOK_NANOS = 20_000_000;
    private static final long LOCK_NANOS = 10_000_000_000L;

    private final ControlFile control;
    private final AtomicBoolean closed = new AtomicBoolean();

    /** What this launcher has declared, or is about to; null if a rank was first. Written under this object's lock. */
    private volatile Ending declared;

    /** Null before {@link #lock}. Guarded by this object's lock. */
    private JobLocks locks;

    /** Takes the launcher's lock; null where the system gives no more threads. */
    private Thread locker;

    private HostedJob(ControlFile control) {
        this.control = control;
    }

    /**
     * Makes the files of a new job, with this process as its launcher.
     *
     * @param base where jobs' files go; null for the default
     * @param name of the job; letters, digits, dot, dash and underscore
     * @param size ranks, 1..{@link GlobalPointer#MAX_RANKS}
     * @param environment what {@code Job.environment} answers on every rank
     * @throws JoinException with the reason for people, when there is no room or the directory is not ours
     */
    public static HostedJob create(Path base, String name, int size, Map<String, String> environment) {
        if (size < 1 || size > GlobalPointer.MAX_RANKS) {
            throw new JoinException("a job of " + size + " ranks: legal are 1.." + GlobalPointer.MAX_RANKS);
        }
        if (!name.matches("[A-Za-z0-9._-]{1,100}") || name.startsWith(".")) {
            throw new JoinException(
                    "job name '" + name + "': legal are up to 100 letters, digits, dots, dashes and underscores");
        }
        Path unfinished = JobDirectory.createUnfinished(JobDirectory.base(base), name);
        try {
            writeEnvironment(unfinished, environment);
            ControlFile.create(unfinished, size, ProcessIdentity.current(), JobLocks.make(unfinished));
            CountersFile.create(unfinished, size);
            // mapped before it is renamed: after that nothing can fail but the rename itself
            ControlFile control = ControlFile.open(unfinished, size);
            HostedJob job = new HostedJob(control.movedTo(JobDirectory.finish(unfinished, name)));
            job.startLocking();
            return job;
        } catch (RuntimeException e) {
            JobDirectory.remove(unfinished, JobDirectory.identity(unfinished));
            throw e;
        }
    }

    private void startLocking() {
        try {
            locker = Thread.ofPlatform().daemon().name("pgas-lock-" + name()).start(this::lockWhenJoined);
        } catch (OutOfMemoryError e) {
            // the system gives no more threads: processes of other containers cannot tell, and leave the job alone
            System.getLogger(HostedJob.class.getName()).log(System.Logger.Level.DEBUG, "no thread to lock with", e);
        }
    }

    /** Not before its ranks have started, which needs the processors: the first call of the C library takes long. */
    private void lockWhenJoined() {
        long begin = System.nanoTime();
        try {
            while (!closed.get() && !control.haveAllJoined() && System.nanoTime() - begin < LOCK_NANOS) {
                LockSupport.parkNanos(LOOK_NANOS);
            }
            lock();
        } catch (PgasException | InternalError e) {
            // its files are gone, or damaged: nobody asks for its launcher
            System.getLogger(HostedJob.class.getName()).log(System.Logger.Level.DEBUG, "not locked", e);
        }
    }

    /** From now on the kernel shows, also to other containers, that this launcher lives. Idempotent. */
    synchronized void lock() {
        if (locks == null && !closed.get()) {
            locks = JobLocks.join(control);
            if (locks.hold(JobLocks.LAUNCHER) && locks.isHolding()) {
                control.noteLauncherLocked();
            }
        }
    }

    /**
     * Where jobs' files go: {@code named}, or the default when that is null; absolute.
     *
     * @throws JoinException when its name has control characters
     */
    public static Path base(Path named) {
        return JobDirectory.base(named);
    }

    /**
     * The directory that a job of that name has, or will have.
     *
     * @param base where jobs' files go; null for the default
     * @throws JoinException when the name of the base has control characters
     */
    public static Path directory(Path base, String name) {
        return JobDirectory.ofUser(JobDirectory.base(base)).resolve(name);
    }

    /**
     * Refuses a directory with control characters in its name: scripts or terminals could take it for another.
     *
     * @param what the directory is, for people
     * @throws JoinException when there are some
     */
    public static void checkCharacters(Path directory, String what) {
        JobDirectory.checkCharacters(directory, what);
    }

    static void writeEnvironment(Path directory, Map<String, String> environment) {
        writePrivately(directory.resolve(JobDirectory.ENVIRONMENT),
                JobEnvironment.text(environment).getBytes(StandardCharsets.UTF_8));
    }

    private static void writePrivately(Path file, byte[] bytes) {
        try {
            // with its rights from the beginning, whatever the umask is
            Files.createFile(file, JobDirectory.PRIVATE_FILE);
            Files.write(file, bytes);
        } catch (IOException e) {
            throw new JoinException(
                    "cannot write " + file + ": " + e + ": free some room there, or set pgas.dir to another directory",
                    e);
        }
    }

    /**
     * Writes a file of the launcher's own beside those of the job, readable by this user alone; it goes with them.
     *
     * @param name that no other file of the job has
     * @throws JoinException when it cannot be written
     */
    public Path write(String name, String text, Charset charset) {
        return write(name, text.getBytes(charset));
    }

    /** The same of bytes. */
    public Path write(String name, byte[] bytes) {
        Path file = directory().resolve(name);
        writePrivately(file, bytes);
        return file;
    }

    public Path directory() {
        return control.directory();
    }

    public String name() {
        return control.directory().getFileName().toString();
    }

    public int size() {
        return control.size();
    }

    /** What rank {@code rank} looks like at this moment. */
    public RankView rank(int rank) {
        return RankView.of(control, rank);
    }

    /** What rank {@code rank} of this host says of itself at this moment, for other hosts. */
    public RankCopy copy(int rank) {
        return RankCopy.of(control, rank);
    }

    /**
     * Shows a rank of another host to those of this one. Its states come in their order. One thread at a time for each
     * rank, and never for one that joins here.
     */
    public void show(int rank, RankCopy copy) {
        boolean isNew = control.state(rank).compareTo(RankView.State.JOINED) < 0;
        copy.show(control, rank);
        if (isNew) {
            Companions.wakeIfComplete(control);
        }
    }

    /** The ranks for people, in order, each with its neighbourhood where that is known and there are several. */
    public List<String> names() {
        boolean areSeveral = neighbourhoods() > 1;
        List<String> names = new ArrayList<>();
        for (int rank = 0; rank < size(); rank++) {
            names.add(Topology.describe(rank, areSeveral ? rank(rank).neighbourhood() : RankView.UNKNOWN));
        }
        return names;
    }

    /** Neighbourhoods of the ranks that have joined; at least 1. */
    public int neighbourhoods() {
        int highest = 0;
        for (int rank = 0; rank < size(); rank++) {
            highest = Math.max(highest, rank(rank).neighbourhood());
        }
        return 1 + highest;
    }

    /** When a process of this host started, in clock ticks, as in {@code /proc/PID/stat}; -1 if it does not run. */
    public static long processStart(long pid) {
        return ProcessIdentity.of(pid).start();
    }

    /** Whether a signal or a debugger has stopped that process, so that it cannot end by itself. */
    public static boolean isStopped(long pid) {
        return ProcessIdentity.of(pid).isStopped();
    }

    /** What keeps a process of this host from running (signal, debugger, frozen group), for people; else empty. */
    public static String pause(long pid) {
        return ProcessPause.of(ProcessIdentity.of(pid));
    }

    /**
     * Ends the job: every rank's waits end and its process too, within the exit grace. False if it was ended before.
     */
    public boolean end(int code, String message) {
        if (code < 0 || code > 255) {
            throw Refusals.OF_NO_RANK.bad("HostedJob.end",
                    "code " + code + " is outside 0..255, what a process can return");
        }
        boolean first = declare(new Ending(code, -1, message));
        Doorbells.ringAll(control);
        return first;
    }

    private synchronized boolean declare(Ending ending) {
        if (Ending.isSet(control)) {
            return false;
        }
        declared = ending;
        boolean first = Ending.set(control, ending.code(), ending.rank(), ending.message());
        if (!first) {
            declared = null;
        }
        return first;
    }

    /** How the job was ended, or null while it runs or when all ranks just left. */
    public Ending ending() {
        Ending own = declared;
        // the text of another thread of this process may not be in the file yet
        return own != null && Ending.awaitsTextOfLauncher(control) ? own : Ending.get(control);
    }

    /** For people: which of the job's files was truncated, so that this was thrown, or what was thrown. Any thread. */
    public String describeFault(Throwable thrown) {
        String cut = CutFiles.describe(thrown);
        return cut.isEmpty() ? thrown.toString() : cut;
    }

    /** Removes the job's directory. Idempotent. For the launcher, when no rank's process is left. */
    public void remove() {
        control.removeDirectory();
    }

    /**
     * Ends this view, which must not be used again. The job and its files are not touched. If the job is still there,
     * this process stays its launcher: the ranks end when it dies. Idempotent.
     */
    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            endLocking();
            closeLocks();
            control.abandon();
        }
    }

    private void endLocking() {
        if (locker != null) {
            LockSupport.unpark(locker);
            try {
                locker.join();
            } catch (InterruptedException e) {
                // it ends by itself
                Thread.currentThread().interrupt();
            }
        }
    }

    private synchronized void closeLocks() {
        if (locks != null && !Files.exists(directory())) {
            locks.close();
        }
    }

    /**
     * Removes the directory of each job of this user of which the launcher and all ranks are gone.
     *
     * @param base where jobs' files go; null for the default
     * @return how many were removed
     */
    public static int sweep(Path base) {
        Path user = JobDirectory.ofUser(JobDirectory.base(base));
        return JobDirectory.isOurs(user)
                ? (int) sweep(base, true).stream().filter(SweptDirectory::isRemoved).count()
                : 0;
    }

    /**
     * As {@link #sweep(Path)}, and says what it has found.
     *
     * @param remove false to look and remove nothing
     * @return every entry of this user's directory, by name
     * @throws JoinException when this user's directory there is not one that only this user can have made
     */
    public static List<SweptDirectory> sweep(Path base, boolean remove) {
        List<SweptDirectory> found = new ArrayList<>();
        for (Path job : JobList.entries(base)) {
            if (remove && found.isEmpty()) {
                JobDirectory.checkBase(JobDirectory.base(base));
            }
            DirectoryState state = DirectoryState.of(job);
            long bytes = state.abandoned() ? JobDirectory.bytes(job) : 0;
            String obstacle = null;
            if (state.abandoned() && remove) {
                obstacle = removeAbandoned(job);
                bytes -= JobDirectory.bytes(job);
            }
            found.add(new SweptDirectory(job, state.abandoned(), state.why(), Math.max(0, bytes),
                    obstacle == null ? "" : obstacle));
        }
        if (remove) {
            JobDirectory.removeIfEmpty(JobDirectory.ofUser(JobDirectory.base(base)));
        }
        return found;
    }

    private static String removeAbandoned(Path job) {
        try (HeldDirectory held = HeldDirectory.of(job)) {
            // looked at again: by now another process may have removed it, and the name may be that of a new job
            return JobDirectory.removeAside(job, held, () -> DirectoryState.of(job).abandoned());
        }
    }
}
