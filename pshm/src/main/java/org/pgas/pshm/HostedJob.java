package org.pgas.pshm;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;

import org.pgas.ErrorCode;
import org.pgas.GlobalPointer;
import org.pgas.JoinException;
import org.pgas.PgasException;
import org.pgas.memory.SharedMemory;
import org.pgas.spi.Conduit;

/**
 * A job's files, seen from outside its ranks: by the launcher that made them, by tools, by tests. Any thread may call.
 *
 * <p>The process that creates a job is its launcher: when it dies, the ranks end by themselves.
 */
public final class HostedJob implements AutoCloseable {
    /** A directory without a readable control file may be one that is being made; older than this, it is litter. */
    private static final Duration BEING_MADE = Duration.ofSeconds(60);

    private final ControlFile control;
    private final AtomicBoolean closed = new AtomicBoolean();

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
            ControlFile.create(unfinished, size, ProcessIdentity.current());
            CountersFile.create(unfinished, size);
            // mapped before it is renamed: after that nothing can fail but the rename itself
            ControlFile control = ControlFile.open(unfinished, size);
            return new HostedJob(control.movedTo(JobDirectory.finish(unfinished, name)));
        } catch (RuntimeException e) {
            JobDirectory.remove(unfinished);
            throw e;
        }
    }

    /** Looks at a job that somebody else made. */
    public static HostedJob open(Path directory) {
        JobDirectory.checkOurs(directory);
        return new HostedJob(ControlFile.open(directory, 0));
    }

    static void writeEnvironment(Path directory, Map<String, String> environment) {
        StringBuilder text = new StringBuilder();
        environment.forEach((name, value) -> text.append(name).append('=').append(value).append('\0'));
        Path file = directory.resolve(JobDirectory.ENVIRONMENT);
        try {
            Files.createFile(file, JobDirectory.PRIVATE_FILE);
            Files.write(file, text.toString().getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new JoinException(
                    "cannot write " + file + ": " + e + ": free some room there, or set pgas.dir to another directory",
                    e);
        }
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
        RankView.State state = control.state(rank);
        long pid = state == RankView.State.FREE ? 0 : control.process(rank).pid();
        int activity = SharedMemory.getIntAcquire(control.slot(rank, ControlLayout.ACTIVITY));
        boolean exiting = SharedMemory.getIntAcquire(control.slot(rank, ControlLayout.EXITING)) != 0;
        return new RankView(state, pid, words(activity), exiting);
    }

    private static String words(int activity) {
        Conduit.Activity[] all = Conduit.Activity.values();
        if (activity < 0 || activity >= all.length) {
            return "unknown (" + activity + ")";
        }
        return switch (all[activity]) {
            case COMPUTING -> "computing";
            case JOINING -> "waiting for others to join";
            case WORLD_BARRIER -> "waiting in a barrier";
            case TEAM_BARRIER -> "waiting in a barrier of a team";
            case NAMED_BARRIER -> "waiting in a named barrier";
            case ATTACHING -> "attaching its segment";
            case EVENT -> "waiting for an event";
            case SENDING -> "waiting for room for a message";
        };
    }

    /** Ends the job: every rank's waits end and its process too, within the exit grace. False if it was ended before. */
    public boolean end(int code, String message) {
        if (code < 0 || code > 255) {
            throw new PgasException(ErrorCode.BAD_ARGUMENT,
                    "HostedJob.end: code " + code + " is outside 0..255, what a process can return");
        }
        boolean first = Ending.set(control, code, -1, message);
        Doorbells.ringAll(control);
        return first;
    }

    /** How the job was ended, or null while it runs or when all ranks just left. */
    public Ending ending() {
        return Ending.get(control);
    }

    /** Removes the job's directory. Idempotent. For the launcher, when no rank's process is left. */
    public void remove() {
        JobDirectory.remove(control.directory());
    }

    /** Ends this view, which must not be used again. The job and its files are not touched. Idempotent. */
    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            control.abandon();
        }
    }

    /**
     * Removes the directories of this user's jobs whose launcher and ranks are all gone.
     *
     * @param base where jobs' files go; null for the default
     * @return how many were removed
     */
    public static int sweep(Path base) {
        Path user = JobDirectory.ofUser(JobDirectory.base(base));
        if (!JobDirectory.isOurs(user)) {
            return 0;
        }
        int removed = 0;
        for (Path job : JobDirectory.list(user)) {
            if (isAbandoned(job)) {
                JobDirectory.remove(job);
                removed++;
            }
        }
        JobDirectory.removeIfEmpty(user);
        return removed;
    }

    private static boolean isAbandoned(Path job) {
        if (!JobDirectory.isOurs(job)) {
            return false;
        }
        ProcessIdentity maker = JobDirectory.makerOfUnfinished(job);
        if (maker != null) {
            return !maker.isAlive();
        }
        try (Arena arena = Arena.ofConfined()) {
            ControlFile control = ControlFile.open(job, 0, arena);
            if (control.launcher().isAlive()) {
                return false;
            }
            boolean anyRank = false;
            for (int rank = 0; rank < control.size(); rank++) {
                boolean claimed = control.state(rank) != RankView.State.FREE;
                if (claimed && control.process(rank).isAlive()) {
                    return false;
                }
                // a rank that has claimed its slot and not said yet who it is may be alive
                anyRank |= claimed && control.process(rank).pid() != 0;
            }
            return anyRank || control.launcher().pid() != 0 || isOld(job);
        } catch (PgasException e) {
            return isOld(job);
        }
    }

    private static boolean isOld(Path job) {
        try {
            return Files.getLastModifiedTime(job).toInstant().isBefore(Instant.now().minus(BEING_MADE));
        } catch (IOException e) {
            return false;
        }
    }
}
