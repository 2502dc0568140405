package org.pgas.testkit;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import org.pgas.Setting;

/** One job of a test, from its creation to the last trace of it. Used once, by one thread. */
final class RankRun {
    /** For the others to end when one has failed and the job was ended. */
    private static final long AFTER_FAILURE_NANOS = TimeUnit.SECONDS.toNanos(4);

    /** For those that are late to end when the job was ended. */
    private static final long AFTER_TIMEOUT_NANOS = TimeUnit.SECONDS.toNanos(1);

    private static final long DUMP_MILLIS = 20_000;

    private record Report(int rank, Outcome outcome) {}

    private final RankPlan plan;
    private final Mode mode;
    private final Memory memory;
    private final Division division;
    private final Seed.Scope seeds;
    private final List<? extends Rank> ranks;
    private final int size;
    private final BlockingQueue<Report> reports = new LinkedBlockingQueue<>();
    private final Outcome[] outcomes;
    private final Verdict verdict;
    private boolean ended;
    private boolean interrupted;

    RankRun(RankPlan plan, Mode mode, Memory memory, Division division, Seed.Scope seeds, List<? extends Rank> ranks) {
        this.plan = plan;
        this.mode = mode;
        this.memory = memory;
        this.division = division;
        this.seeds = seeds;
        this.ranks = ranks;
        size = ranks.size();
        outcomes = new Outcome[size];
        verdict = new Verdict(size, mode);
    }

    /** The failure to report, or null. */
    Throwable run(Class<?> testClass, Method method) {
        try (JobHosts job = JobHosts.create(plan.settings(), division)) {
            try {
                for (int rank = 0; rank < size; rank++) {
                    start(rank, assignment(testClass, method, rank, job));
                }
                collect(job);
                if (!verdict.isFailure() && job.isRemovedByRanks()) {
                    verdict.leftBehind(job.files());
                }
            } finally {
                job.remove();
            }
            verdict.leftBehind(job.files());
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
        return verdict.failure(ranks, seeds);
    }

    private Assignment assignment(Class<?> testClass, Method method, int rank, JobHosts job) {
        Map<Setting, String> settings = new EnumMap<>(plan.membershipSettings(division.neighbourhoods()));
        settings.putAll(division.settings(rank));
        return new Assignment(
                testClass.getName(),
                method.getDeclaringClass().getName(),
                method.getName(),
                Arrays.stream(method.getParameterTypes()).map(Class::getName).toList(),
                rank,
                size,
                mode,
                job.directory(rank).toString(),
                memory,
                plan.segmentBytes(),
                settings,
                seeds.seed());
    }

    private void start(int rank, Assignment assignment) {
        ranks.get(rank).start(assignment, outcome -> reports.add(new Report(rank, outcome)));
    }

    private void collect(JobHosts job) {
        if (await(System.nanoTime() + plan.timeout().toNanos(), job)) {
            return;
        }
        List<Integer> late = missing();
        verdict.late(late, whenLate(), dumps(late));
        if (!ended) {
            end(job);
            await(System.nanoTime() + AFTER_TIMEOUT_NANOS, null);
        }
        for (int rank : missing()) {
            verdict.stopped(rank, ranks.get(rank).stop());
        }
    }

    private String whenLate() {
        return interrupted ? "when the test was interrupted"
                : ended ? "after the job was ended" : "within " + plan.timeout().toSeconds() + " s";
    }

    /** Whether every rank has reported before the deadline, which a failure brings forward if there is a job to end. */
    private boolean await(long deadline, JobHosts job) {
        long until = deadline;
        while (!missing().isEmpty()) {
            Report report = poll(until);
            if (report == null) {
                return false;
            }
            outcomes[report.rank] = report.outcome;
            if (report.outcome.seedUsed()) {
                seeds.use();
            }
            if (job != null && report.outcome.isFailure()) {
                verdict.failed(report.rank, report.outcome);
                if (!ended) {
                    end(job);
                    until = Math.min(until, System.nanoTime() + AFTER_FAILURE_NANOS);
                }
            }
        }
        return true;
    }

    private Report poll(long deadline) {
        if (interrupted) {
            // the flag is down now, so that this waits; it is raised again at the end
            return pollAgain(deadline);
        }
        try {
            return reports.poll(Math.max(deadline - System.nanoTime(), 0), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            interrupted = true;
            return null;
        }
    }

    private Report pollAgain(long deadline) {
        while (true) {
            try {
                return reports.poll(Math.max(deadline - System.nanoTime(), 0), TimeUnit.NANOSECONDS);
            } catch (InterruptedException e) {
                // it has been noted before
            }
        }
    }

    private void end(JobHosts job) {
        ended = true;
        job.end(1, verdict.summary());
    }

    private List<Integer> missing() {
        List<Integer> missing = new ArrayList<>();
        for (int rank = 0; rank < size; rank++) {
            if (outcomes[rank] == null) {
                missing.add(rank);
            }
        }
        return missing;
    }

    private List<String> dumps(List<Integer> late) {
        List<Future<String>> dumps = late.stream().map(rank -> ranks.get(rank).dump()).toList();
        long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(DUMP_MILLIS);
        List<String> texts = new ArrayList<>();
        for (Future<String> dump : dumps) {
            try {
                texts.add(dump.get(Math.max(deadline - System.nanoTime(), 0), TimeUnit.NANOSECONDS));
            } catch (InterruptedException | ExecutionException | TimeoutException e) {
                interrupted |= e instanceof InterruptedException;
                texts.add("no stack traces within " + DUMP_MILLIS + " ms\n");
            }
        }
        return texts;
    }
}
