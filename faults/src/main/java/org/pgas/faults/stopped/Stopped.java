package org.pgas.faults.stopped;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import org.pgas.faults.FaultClass;
import org.pgas.faults.Ledger;
import org.pgas.faults.NotTried;
import org.pgas.faults.Plan;
import org.pgas.faults.Scratch;
import org.pgas.faults.Trial;
import org.pgas.faults.jobs.JobPlan;
import org.pgas.faults.jobs.Processes;
import org.pgas.faults.jobs.RunningJob;
import org.pgas.faults.work.Workload;

/** Processes that do not run for a while. */
public final class Stopped implements FaultClass {
    private static final int RANKS = 2;
    private static final int MOST_STOP_MILLIS = 6_000;
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final String TIMEOUT = "-Dpgas.wait.timeout=1s";

    private final boolean all;
    private final AtomicInteger jobs = new AtomicInteger();

    /** What is done to a job that runs; answers what is wrong, or nothing. */
    private interface Case {
        String to(RunningJob job) throws Exception;
    }

    /** @param all false for those that take little time */
    public Stopped(boolean all) {
        this.all = all;
    }

    @Override
    public String name() {
        return "stopped";
    }

    @Override
    public String title() {
        return "Stopped ranks";
    }

    @Override
    public String description() {
        return """
                A rank, all ranks, the launcher or all of them are stopped by SIGSTOP for up to 6 s, at random moments of each program, and go on. Ranks are
                held by a debugger, by the freezer of their control group, and left with a hundredth of a processor, also for longer than `pgas.wait.timeout`.
                Jobs end, and lose their launcher, while a rank is stopped.

                Survived: nobody who is stopped is taken for dead: without a deadline the job goes on, and ends as it is told to. With one, whoever waits for
                longer fails, and the message names the rank, its pid, and what holds it. Whoever was stopped itself for longer than its deadline does not
                fail for that. When the job ends, a rank that is stopped is ended with it, in time.
                """;
    }

    @Override
    public void run(Plan plan, Ledger ledger) throws Exception {
        if (plan.replay() >= 0) {
            ledger.add(random(plan, plan.replay()));
            return;
        }
        deadlines(plan, ledger);
        fixed(plan, ledger, "all ranks stopped for three times pgas.wait.timeout", barriers(plan).with(TIMEOUT),
                job -> together(job, ranks(job), 3_000));
        fixed(plan, ledger, "the job ended while a rank is stopped", barriers(plan), job -> {
            Hold.stop(job.pidOf(1));
            return ending(plan, job, "TERM", 143);
        });
        fixed(plan, ledger, "the launcher killed while a rank is stopped", barriers(plan), job -> {
            Hold.stop(job.pidOf(1));
            return ending(plan, job, "KILL", 137);
        });
        if (plan.chosen().isEmpty()) {
            randoms(plan, ledger);
        }
    }

    private void randoms(Plan plan, Ledger ledger) throws Exception {
        long start = System.nanoTime();
        AtomicInteger next = new AtomicInteger();
        Callable<Void> strand = () -> {
            for (int i = next.getAndIncrement(); plan.time().isZero() ? i < plan.tries()
                    : System.nanoTime() - start < plan.time().toNanos(); i = next.getAndIncrement()) {
                ledger.add(random(plan, plan.seedOf(name(), i)));
            }
            return null;
        };
        try (ExecutorService strands = Executors.newFixedThreadPool(plan.parallel())) {
            for (Future<Void> each : strands.invokeAll(Collections.nCopies(plan.parallel(), strand))) {
                each.get();
            }
        }
    }

    private void fixed(Plan plan, Ledger ledger, String kind, JobPlan job, Case what) throws IOException {
        if (plan.chooses(kind)) {
            ledger.add(trial(plan, kind, 0, job, what));
        }
    }

    private JobPlan barriers(Plan plan) {
        return Workload.BARRIERS.plan(newDirectory(plan), RANKS);
    }

    /** For one job: several run at once. */
    private Path newDirectory(Plan plan) {
        return plan.scratch().resolve("stopped-" + jobs.getAndIncrement());
    }

    private void deadlines(Plan plan, Ledger ledger) throws Exception {
        named(plan, ledger, "a rank stopped for longer than pgas.wait.timeout", null, Hold::stop, "stopped (state T");
        if (all) {
            named(plan, ledger, "a rank in a debugger for longer than pgas.wait.timeout", Hold.noDebugger(),
                    Hold::trace, "stopped by a debugger (state t, traced by pid ");
            named(plan, ledger, "a rank frozen for longer than pgas.wait.timeout",
                    Hold.noController("freezer", "freezer.state"), Hold::freeze, "frozen");
            String starved = "a rank with a hundredth of a processor for 4 s";
            String hindrance = Hold.noController("cpu", "cpu.cfs_quota_us");
            if (hindrance == null) {
                fixed(plan, ledger, starved, barriers(plan), job -> held(job, Hold::starve));
            } else {
                ledger.add(new NotTried(name(), starved, hindrance));
            }
        }
    }

    /** Holds a rank for so long that the other gives up, and looks at what that says. */
    private void named(Plan plan, Ledger ledger, String kind, String hindrance, Hold.Way way, String words)
            throws IOException {
        if (hindrance != null) {
            ledger.add(new NotTried(name(), kind, hindrance));
            return;
        }
        fixed(plan, ledger, kind, barriers(plan).with(TIMEOUT), job -> {
            long pid = job.pidOf(1);
            Hold hold = way.hold(pid);
            try {
                long start = System.nanoTime();
                while (!job.output().contains("pgas.wait.timeout") && System.nanoTime() - start < PATIENCE.toNanos()) {
                    TimeUnit.MILLISECONDS.sleep(10);
                }
            } finally {
                hold.letGo();
            }
            job.awaitGone(System.nanoTime(), PATIENCE);
            String text = job.output();
            return job.code() != 0 && text.contains("rank 1, joined, pid " + pid) && text.contains(words) ? ""
                    : "the message does not say \"" + words + "\":\n" + text;
        });
    }

    private static String held(RunningJob job, Hold.Way way) throws Exception {
        Hold hold = way.hold(job.pidOf(1));
        try {
            TimeUnit.SECONDS.sleep(4);
        } finally {
            hold.letGo();
        }
        return goesOn(job);
    }

    private static List<Long> ranks(RunningJob job) throws IOException {
        List<Long> pids = new ArrayList<>();
        for (int rank = 0; rank < RANKS; rank++) {
            pids.add(job.pidOf(rank));
        }
        return pids;
    }

    /** Stops them, one after the other, for so long; then the job has to run as before. */
    private static String together(RunningJob job, List<Long> pids, int millis) throws Exception {
        for (long pid : pids) {
            Processes.signal("STOP", pid);
        }
        TimeUnit.MILLISECONDS.sleep(millis);
        for (long pid : pids) {
            Processes.signal("CONT", pid);
        }
        return goesOn(job);
    }

    /** That it is still there after a while, and ends as it is told to. */
    private static String goesOn(RunningJob job) throws Exception {
        TimeUnit.MILLISECONDS.sleep(700);
        if (job.pidOf(0) == 0 || job.pidOf(1) == 0) {
            return "the job has ended:\n" + job.output();
        }
        Processes.signal("TERM", job.launcher());
        return job.awaitGone(System.nanoTime(), PATIENCE) >= 0 && job.code() == 143 ? ""
                : "the job does not end as it is told to, but with " + job.code() + ":\n" + job.output();
    }

    /** Signals the launcher; all have to be gone in time. */
    private static String ending(Plan plan, RunningJob job, String signal, int code) throws Exception {
        long start = System.nanoTime();
        Processes.signal(signal, job.launcher());
        long took = job.awaitGone(start, PATIENCE);
        if (took < 0 || took > plan.within().toMillis() || job.code() != code) {
            return "after " + took + " ms, with code " + job.code() + ", left " + job.processes() + ":\n"
                    + job.output();
        }
        return job.files().isEmpty() ? "" : "left: " + job.files();
    }

    private Trial random(Plan plan, long seed) throws IOException {
        SplittableRandom random = new SplittableRandom(seed);
        List<Workload> endless = new ArrayList<>(List.of(Workload.values()));
        endless.removeIf(each -> !each.endless());
        Workload workload = endless.get(random.nextInt(endless.size()));
        int who = random.nextInt(4);
        int before = random.nextInt(300);
        int millis = all && random.nextInt(10) == 0 ? random.nextInt(MOST_STOP_MILLIS) : random.nextInt(1_500);
        String words = switch (who) {
            case 0 -> "a rank";
            case 1 -> "all ranks";
            case 2 -> "the launcher";
            default -> "launcher and ranks";
        };
        JobPlan job = workload.plan(newDirectory(plan), RANKS);
        return trial(plan, "SIGSTOP of " + words + " for a while", seed, job, running -> {
            TimeUnit.MILLISECONDS.sleep(before);
            List<Long> pids = new ArrayList<>(switch (who) {
                case 0 -> List.of(running.pidOf(random.nextInt(RANKS)));
                case 1 -> ranks(running);
                case 2 -> List.of(running.launcher());
                default -> running.processes();
            });
            Collections.shuffle(pids, new java.util.Random(seed));
            String what = together(running, pids, millis);
            return what.isEmpty() ? "" : workload + ", " + millis + " ms: " + what;
        });
    }

    private Trial trial(Plan plan, String kind, long seed, JobPlan job, Case what) throws IOException {
        Path output = job.directory().resolveSibling(job.directory().getFileName() + ".output");
        Files.createDirectories(job.directory());
        String wrong;
        try (RunningJob running = RunningJob.start(job, output)) {
            running.awaitLines(Workload.READY, RANKS, PATIENCE);
            wrong = what.to(running);
        } catch (Exception e) {
            StringWriter text = new StringWriter();
            e.printStackTrace(new PrintWriter(text, true));
            wrong = text.toString();
        }
        Scratch.remove(job.directory());
        Files.deleteIfExists(output);
        // how long a hold was is our choice, and no time of the library's
        return new Trial(name(), kind, seed, wrong.isEmpty(), -1, wrong);
    }
}
