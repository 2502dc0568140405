package org.pgas.launch;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

import org.pgas.pshm.Ending;
import org.pgas.pshm.HostedJob;
import org.pgas.pshm.RankView;

/**
 * Watches the processes of a job and sees to it that they end together: the first failure decides the job's exit code,
 * the other ranks get the grace time for their exit hooks, then they are killed.
 *
 * <p>Decisions are made on one thread; others only put a notice into the queue.
 */
final class Supervisor {
    /** How soon an ending is noticed that a rank has declared without ending itself. */
    private static final long TICK_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    /** What ranks that are not stopped get above the time for their exit hooks, to be gone by themselves. */
    private static final Duration MARGIN = Duration.ofMillis(500);

    /** A process that takes longer to vanish after SIGKILL hangs in the kernel; nothing more can be done about it. */
    private static final Duration KILL_LIMIT = Duration.ofSeconds(1);

    private final HostedJob hosted;
    private final long heapBytes;
    private final OomKiller oomKiller = new OomKiller(Path.of("/"));
    private final Duration grace;
    private final Duration timeout;
    private final BlockingQueue<Notice> notices = new LinkedBlockingQueue<>();
    private final List<RankProcess> running = new ArrayList<>();
    private final List<RankProcess> finishedUnjoined = new ArrayList<>();

    private final Time time;

    /** Before the first rank is started, which takes its time where there are many. */
    private final long begin;

    /** Set before anything is supervised. */
    private Consumer<JobEnd> onEnd = end -> {
    };

    /** Set before anything is supervised. */
    private Runnable onFinished = () -> {
    };

    /** Something has happened; {@code ended} is null when it only is time to look at the job. */
    private record Notice(RankProcess ended) {}

    /** What all limits are measured by, and waited for. */
    interface Time {
        long nanos();

        /** The next of these as soon as there is one; null when there is none for so long. */
        <T> T await(BlockingQueue<T> notices, long nanos) throws InterruptedException;
    }

    private static final class RealTime implements Time {
        @Override
        public long nanos() {
            return System.nanoTime();
        }

        @Override
        public <T> T await(BlockingQueue<T> notices, long nanos) throws InterruptedException {
            return notices.poll(nanos, TimeUnit.NANOSECONDS);
        }
    }

    /** @param timeout of the whole job, or null */
    Supervisor(HostedJob hosted, long heapBytes, Duration grace, Duration timeout) {
        this(hosted, heapBytes, grace, timeout, new RealTime());
    }

    /** With a time that is made up. */
    Supervisor(HostedJob hosted, long heapBytes, Duration grace, Duration timeout, Time time) {
        this.hosted = hosted;
        this.heapBytes = heapBytes;
        this.grace = grace;
        this.timeout = timeout;
        this.time = time;
        begin = time.nanos();
    }

    /** Has a consumer told how the job ends as soon as that is known, before its ranks have ended. */
    void tellEnd(Consumer<JobEnd> consumer) {
        onEnd = consumer;
    }

    /** Has this run when no process is left, before {@link #supervise} returns. */
    void tellFinished(Runnable action) {
        onFinished = action;
    }

    /** A rank's process has ended. Any thread. */
    void processEnded(RankProcess process) {
        notices.add(new Notice(process));
    }

    /** The job may have been ended. Any thread. */
    void look() {
        notices.add(new Notice(null));
    }

    /**
     * Returns when no process is left; null when every rank has finished as it should.
     *
     * @param lacks for people, why not all ranks were started, which nothing but an end of the job explains; or null
     */
    JobEnd supervise(List<RankProcess> processes, String lacks) throws InterruptedException {
        running.addAll(processes);
        JobEnd end = watch();
        if (end == null && lacks != null) {
            end = end(new JobEnd(1, lacks));
        }
        if (end != null) {
            onEnd.accept(end);
            wind();
        }
        onFinished.run();
        return end;
    }

    /** Ends the processes of a job that could not be started completely. */
    void abandon(List<RankProcess> processes) throws InterruptedException {
        running.addAll(processes);
        running.forEach(RankProcess::kill);
        awaitEnds(KILL_LIMIT);
    }

    /**
     * Ends the processes that are left of a job that cannot be watched; they may notice it themselves, and say so, for
     * a moment.
     */
    void abandon() throws InterruptedException {
        awaitEnds(MARGIN);
        running.forEach(RankProcess::kill);
        awaitEnds(KILL_LIMIT);
    }

    private JobEnd watch() throws InterruptedException {
        while (!running.isEmpty()) {
            long left = timeout == null ? Long.MAX_VALUE : timeout.toNanos() - (time.nanos() - begin);
            if (left <= 0) {
                return end(new JobEnd(JobEnd.TIMED_OUT, Activities.atTimeout(timeout, hosted, running)));
            }
            Notice notice = time.await(notices, Math.min(TICK_NANOS, left));
            Ending declared = hosted.ending();
            if (declared != null) {
                forget(notice);
                return JobEnd.of(declared);
            }
            if (notice != null && notice.ended() != null) {
                running.remove(notice.ended());
                JobEnd end = judge(notice.ended());
                if (end != null) {
                    return end(end);
                }
            }
            JobEnd missing = missingRank();
            if (missing != null) {
                return end(missing);
            }
        }
        Ending declared = hosted.ending();
        return declared == null ? null : JobEnd.of(declared);
    }

    private JobEnd judge(RankProcess ended) {
        RankView view = hosted.rank(ended.rank());
        if (view.state() == RankView.State.FREE) {
            finishedUnjoined.add(ended);
        }
        return JobEnd.ofProcess(ended.rank(), ended.pid(), ended.exitCode(), view, heapBytes,
                oomKiller::deed);
    }

    /** A job cannot start any more when one of its ranks has ended without joining and another waits for it. */
    private JobEnd missingRank() {
        if (finishedUnjoined.isEmpty()) {
            return null;
        }
        int waiting = Members.lowest(hosted);
        return waiting < 0 ? null : JobEnd.ofMissingRank(finishedUnjoined.getFirst().text(), waiting);
    }

    /** Declares an end, unless a rank was first: then its end counts. */
    private JobEnd end(JobEnd end) {
        if (hosted.end(end.code(), end.message())) {
            return end;
        }
        Ending declared = hosted.ending();
        return declared == null ? end : JobEnd.of(declared);
    }

    private void wind() throws InterruptedException {
        for (RankProcess each : running) {
            if (hosted.rank(each.rank()).state() == RankView.State.FREE) {
                // it is not in the job, so the job's end does not reach it
                each.terminate();
            }
        }
        awaitEnds(grace);
        running.stream().filter(RankProcess::isStopped).forEach(RankProcess::kill);
        awaitEnds(MARGIN);
        running.forEach(RankProcess::kill);
        awaitEnds(KILL_LIMIT);
    }

    private void awaitEnds(Duration limit) throws InterruptedException {
        long start = time.nanos();
        while (!running.isEmpty()) {
            long left = limit.toNanos() - (time.nanos() - start);
            if (left <= 0) {
                return;
            }
            forget(time.await(notices, left));
        }
    }

    private void forget(Notice notice) {
        if (notice != null && notice.ended() != null) {
            running.remove(notice.ended());
        }
    }
}
