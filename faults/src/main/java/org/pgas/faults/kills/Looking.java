package org.pgas.faults.kills;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;

import org.pgas.JoinException;
import org.pgas.faults.jobs.RunningJob;
import org.pgas.faults.work.Workload;
import org.pgas.pshm.JobList;
import org.pgas.pshm.JobView;
import org.pgas.pshm.RankStatus;

/** Looks into the only job of a directory from outside. */
public final class Looking {
    /** Their ranks, or some, call nothing that is counted. */
    private static final Set<Workload> QUIET = EnumSet.of(Workload.BLOCKED, Workload.COMPUTING, Workload.LEAVING);

    private static final long HEARTBEAT_MILLIS = 1000;

    private Looking() {}

    /** Waits until all ranks have joined, or the launcher has ended. */
    static void awaitJoined(Path directory, RunningJob job, Duration patience)
            throws IOException, InterruptedException, TimeoutException {
        await(directory, job, patience, view -> view.state() == JobView.State.RUNNING, "all ranks to join");
    }

    /** Waits until every rank has done more than at the beginning, or the launcher has ended. */
    public static void awaitProgress(Path directory, RunningJob job, Workload workload, Duration patience)
            throws IOException, InterruptedException, TimeoutException {
        List<JobView> jobs = jobs(directory);
        if (!jobs.isEmpty()) {
            JobView first = jobs.getFirst();
            await(directory, job, patience, view -> goesOn(first, view, workload), "progress of every rank");
        }
    }

    private static boolean goesOn(JobView first, JobView now, Workload workload) {
        for (RankStatus rank : now.ranks()) {
            if (rank.isElsewhere()) {
                // of another host: the agent there copies no counters
                continue;
            }
            boolean counts = QUIET.contains(workload)
                    || !rank.counters().equals(first.ranks().get(rank.rank()).counters());
            if (!counts || rank.heartbeatMillis() < 0 || rank.heartbeatMillis() > HEARTBEAT_MILLIS) {
                return false;
            }
        }
        return true;
    }

    private static void await(Path directory, RunningJob job, Duration patience, Predicate<JobView> condition,
            String what) throws IOException, InterruptedException, TimeoutException {
        long begin = System.nanoTime();
        List<JobView> jobs = List.of();
        while (job.isAlive()) {
            jobs = jobs(directory);
            if (!jobs.isEmpty() && condition.test(jobs.getFirst())) {
                return;
            }
            if (System.nanoTime() - begin > patience.toNanos()) {
                throw new TimeoutException("waited for " + what + ": " + jobs);
            }
            TimeUnit.MILLISECONDS.sleep(5);
        }
    }

    /** None before it is there. */
    private static List<JobView> jobs(Path directory) {
        try {
            return JobList.of(directory).jobs();
        } catch (JoinException e) {
            return List.of();
        }
    }
}
