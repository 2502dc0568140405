package org.pgas.launch;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

import org.pgas.ErrorCode;
import org.pgas.PgasException;
import org.pgas.pshm.HostedJob;
import org.pgas.pshm.RankCopy;
import org.pgas.spi.WireFiles;

/**
 * A job that {@link Launcher#start} has started: its processes, watched until the last one has ended.
 *
 * <p>The job ends when every rank has finished, or as a whole when one fails, when {@link #end} or {@link #close} is
 * called, when its time is over, or when this JVM ends. After the end no process and no file of it is left. Usable by
 * any thread.
 */
public final class RunningJob implements AutoCloseable {
    // field       writer                     reader                    order
    // end, notes  thread that finds the end  threads that wait for it  volatile, of immutable objects

    private final HostedJob hosted;
    private final Supervisor supervisor;
    private final Consumer<JobEnd> onEnd;
    private final List<Long> pids = new ArrayList<>();
    private final CountDownLatch over = new CountDownLatch(1);
    private final ShutdownGuard guard;
    private final Guardian guardian;
    private final Timeline timeline;
    private final RankOutput output;
    private final Consumer<String> onNote;

    /** Guarded by this: whether {@link #hosted} may still be touched. */
    private boolean hostedClosed;

    private volatile JobEnd end;
    private volatile List<String> notes = List.of();

    /**
     * @param timeline to be made at the end, or null
     * @param output of the ranks, looked at when all have ended
     * @param onNote told each of {@link #notes}, before onEnd
     * @param onEnd told before any thread that waits for the end, and before this JVM ends if it is about to
     */
    RunningJob(HostedJob hosted, Supervisor supervisor, ShutdownGuard guard, Guardian guardian,
            Timeline timeline, RankOutput output, Consumer<String> onNote, Consumer<JobEnd> onEnd) {
        this.output = output;
        this.hosted = hosted;
        this.supervisor = supervisor;
        this.guard = guard;
        this.guardian = guardian;
        this.timeline = timeline;
        this.onNote = onNote;
        this.onEnd = onEnd;
    }

    /** The control file is damaged or truncated: the ranks cannot be told by it. */
    private void abandon(List<RankProcess> processes) {
        try {
            supervisor.abandon();
            hosted.remove();
            for (RankProcess each : processes) {
                each.awaitDrained();
            }
        } catch (InterruptedException e) {
            // as above
        }
    }

    /**
     * Begins to watch.
     *
     * @param lacks for people, why not all ranks were started; or null
     */
    void supervise(List<RankProcess> processes, String lacks) {
        processes.forEach(each -> pids.add(each.pid()));
        Thread.ofPlatform().daemon().name("pgas job " + hosted.name()).start(() -> {
            JobEnd result = new JobEnd(1, "the launcher has failed");
            try {
                result = supervisor.supervise(processes, lacks);
                // not only at the end: the consumer of the output may be slow
                hosted.remove();
                for (RankProcess each : processes) {
                    each.awaitDrained();
                }
            } catch (InterruptedException e) {
                // nobody interrupts this thread to any purpose
            } catch (RuntimeException | InternalError e) {
                result = new JobEnd(1, "the launcher can watch the job no more: " + hosted.describeFault(e));
                abandon(processes);
            } finally {
                finish(result);
            }
        });
    }

    /** The job's files are about to go: nobody touches them by this any more. */
    synchronized void leaveFiles() {
        hostedClosed = true;
    }

    private void finish(JobEnd result) {
        end = JobEnd.last(result, output);
        leaveFiles();
        hosted.remove();
        try {
            tell();
        } finally {
            try {
                guard.uninstall();
            } finally {
                // last: it gives addresses back by a call of the C library, which takes long to link, and for that
                // nobody should wait
                hosted.close();
            }
        }
    }

    /** Tells everybody of the end; what is told first may throw. */
    private void tell() {
        try {
            makeTimeline();
            guardian.dismiss();
            notes.forEach(onNote);
            onEnd.accept(end);
        } finally {
            over.countDown();
        }
    }

    private void makeTimeline() {
        if (timeline != null) {
            try (timeline) {
                List<String> lacks = timeline.write(pids, hosted.names());
                JobEnd.Told told = end.withTimeline(lacks, timeline.failure());
                notes = told.notes();
                end = told.end();
            }
        }
    }

    /** From now on it ends when this JVM does, with the signal's code. */
    void guard() {
        guard.started(this::end, over);
    }

    /** The job's name, as {@code pgas ps} shows it. */
    public String name() {
        return hosted.name();
    }

    /** The processes that were started: the ranks, or some of them when the job ended before all were. */
    public int size() {
        return pids.size();
    }

    /** Where the job's files are until it ends. */
    public Path directory() {
        return hosted.directory();
    }

    /** The process ids of the ranks that were started, in order. */
    public List<Long> pids() {
        return List.copyOf(pids);
    }

    public boolean isOver() {
        return over.getCount() == 0;
    }

    /**
     * Waits until no process of the job is left and all output is delivered.
     *
     * @return the job's exit code: 0 when every rank has finished, the code of {@code Job.exit}, that of the first rank
     *         that failed (128 + signal for a killed one), 124 after the timeout
     */
    public int await() throws InterruptedException {
        over.await();
        return end.code();
    }

    /** As {@link #await()}, for no longer than {@code limit}. Returns whether the job is over; it goes on if not. */
    public boolean await(Duration limit) throws InterruptedException {
        return over.await(limit.toNanos(), TimeUnit.NANOSECONDS);
    }

    /** The job's exit code. Error: the job is not over. */
    public int exitCode() {
        if (!isOver()) {
            throw new PgasException(ErrorCode.NOT_READY, "job " + name() + " has no exit code yet: it is running");
        }
        return end.code();
    }

    /** Why the job ended, for people; empty while it runs, and when there is nothing to say. */
    public String message() {
        return isOver() ? end.message() : "";
    }

    /** What else is to be said of the job, for people, such as what a timeline lacks; empty while it runs. */
    public List<String> notes() {
        return notes;
    }

    /**
     * Ends the job as a whole with this code, unless it is ending already. Returns at once; ranks get up to a second
     * for their exit hooks.
     *
     * @param code 0..255
     */
    public void end(int code) {
        if (code < 0 || code > 255) {
            throw new PgasException(ErrorCode.BAD_ARGUMENT,
                    "RunningJob.end: code " + code + " is outside 0..255, what a process can return");
        }
        end(code, "ended by the launcher");
    }

    /** What a rank of this host says of itself, for other hosts; null when the job is over. */
    synchronized RankCopy copy(int rank) {
        return hostedClosed ? null : hosted.copy(rank);
    }

    /**
     * Shows a rank of another host to those of this one, unless the job is over.
     *
     * @param address where it is found, if that was not told before; else empty
     */
    synchronized void show(int rank, RankCopy copy, byte[] address) {
        if (!hostedClosed) {
            if (address.length > 0) {
                hosted.write(WireFiles.address(rank), address);
            }
            hosted.show(rank, copy);
        }
    }

    void end(JobEnd how) {
        end(how.code(), how.message());
    }

    void end(int code, String message) {
        synchronized (this) {
            if (hostedClosed) {
                return;
            }
            hosted.end(code, message);
        }
        supervisor.look();
    }

    /** Ends the job if it runs, with code 143 as for SIGTERM, and returns when nothing of it is left. Idempotent. */
    @Override
    public void close() {
        end(Signals.exitCode(Signals.TERMINATE));
        awaitSurely(over);
    }

    /** Waits whatever interrupts it; an interrupt stays set. */
    static void awaitSurely(CountDownLatch latch) {
        boolean interrupted = false;
        while (true) {
            try {
                latch.await();
                break;
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
