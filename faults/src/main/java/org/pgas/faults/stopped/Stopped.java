package org.pgas.faults.stopped;

import java.io.IOException;
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
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.pgas.faults.FaultClass;
import org.pgas.faults.HarnessFault;
import org.pgas.faults.Ledger;
import org.pgas.faults.NotTried;
import org.pgas.faults.Plan;
import org.pgas.faults.Scratch;
import org.pgas.faults.Trial;
import org.pgas.faults.jobs.FastStart;
import org.pgas.faults.jobs.JobPlan;
import org.pgas.faults.jobs.Processes;
import org.pgas.faults.jobs.RunningJob;
import org.pgas.faults.jobs.Start;
import org.pgas.faults.work.GarbageCollections;
import org.pgas.faults.work.Rounds;
import org.pgas.faults.work.Workload;

/** Processes that do not run for a while. */
public final class Stopped implements FaultClass {
    private static final int RANKS = 2;
    private static final int MOST_STOP_MILLIS = 6_000;
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final String TIMEOUT = "-Dpgas.wait.timeout=2s";
    private static final int THREE_TIMEOUTS_MILLIS = 6_000;
    /** Longer than it takes until a rank is called silent. */
    private static final String LONGER_TIMEOUT = "-Dpgas.wait.timeout=1500ms";
    private static final int LONGER_TIMEOUT_MILLIS = 1_500;
    private static final int SUSPENDED_MILLIS = 3_000;
    /** Longer than the timeout, although a process does not count what it does not run itself. */
    private static final int LONG_COLLECTION_MILLIS = 2_500;
    private static final int COLLECTION_MILLIS = 1_300;
    private static final int LEAST_COLLECTION_MILLIS = 1_000;
    private static final Pattern COLLECTED = Pattern.compile(GarbageCollections.END + "(\\d+) ms");
    private static final String SILENT = "alive but silent";

    private final boolean all;
    private final AtomicInteger jobs = new AtomicInteger();
    private Start start;

    /** What is done to a job that runs; answers what is wrong, or nothing. */
    private interface Case {
        String to(RunningJob job) throws Exception;
    }

    /** Thrown by a case that turns out to be impossible here. */
    private static final class Hindrance extends Exception {
        private static final long serialVersionUID = 1L;

        Hindrance(String reason) {
            super(reason);
        }
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
                A rank, all ranks, the launcher or all of them are stopped by SIGSTOP for up to 6 s, at random moments
                of each program, and go on. Ranks are held by a debugger, by the freezer of their control group, and
                left with a hundredth of a processor, also for longer than `pgas.wait.timeout`. A Java debugger suspends
                all threads of ranks for seconds, and a rank collects garbage, over so many small linked objects that a
                collection takes a second or several, while the others wait for it in a collective, for its answers, and
                for a lock that it holds; these programs then end in order, and check what they have done. Jobs end, and
                lose their launcher, while a rank is stopped.

                Survived: nobody who is stopped is taken for dead: without a deadline the job goes on, and ends as it is
                told to. With one, whoever waits for longer fails, and the message names the rank, its pid, and what
                holds it. Whoever was stopped itself for longer than its deadline does not fail for that. When the job
                ends, a rank that is stopped is ended with it, in time.
                """;
    }

    @Override
    public String bound(Plan plan) {
        return "a job that ends while a rank is stopped is gone " + plan.within(1) + " after the signal";
    }

    @Override
    public void run(Plan plan, Ledger ledger) throws Exception {
        start = FastStart.get();
        if (plan.replay() >= 0) {
            random(plan, plan.replay(), ledger);
            return;
        }
        List<Callable<Void>> trials = new ArrayList<>();
        deadlines(plan, ledger, trials);
        fixed(plan, ledger, trials, "all ranks stopped for three times pgas.wait.timeout", barriers(plan).with(TIMEOUT),
                job -> together(job, ranks(job), THREE_TIMEOUTS_MILLIS));
        endings(plan, ledger, trials, "stopped", () -> barriers(plan), Hold::stop);
        debugger(plan, ledger, trials);
        collections(plan, ledger, trials);
        if (plan.chosen().isEmpty()) {
            randoms(plan, ledger, trials);
        }
        try (ExecutorService strands = Executors.newFixedThreadPool(plan.parallel())) {
            for (Future<Void> each : strands.invokeAll(trials)) {
                each.get();
            }
        }
    }

    private void endings(Plan plan, Ledger ledger, List<Callable<Void>> trials, String how, Supplier<JobPlan> job,
            Hold.Way way) {
        fixed(plan, ledger, trials, "the job ended while a rank is " + how, job.get(), running -> {
            way.hold(running, 1);
            return ending(plan, running, "TERM", 143);
        });
        fixed(plan, ledger, trials, "the launcher killed while a rank is " + how, job.get(), running -> {
            way.hold(running, 1);
            return ending(plan, running, "KILL", 137);
        });
    }

    private void debugger(Plan plan, Ledger ledger, List<Callable<Void>> trials) {
        fixed(plan, ledger, trials, "a rank suspended by a Java debugger for longer than pgas.wait.timeout",
                barriers(plan).with(LONGER_TIMEOUT, Debugger.OPTION), job -> named(job, Debugger::suspend, SILENT));
        if (all) {
            fixed(plan, ledger, trials, "a rank suspended by a Java debugger for 3 s",
                    rounds(plan).with(Debugger.OPTION),
                    job -> suspended(job, List.of(1), SUSPENDED_MILLIS));
            fixed(plan, ledger, trials, "all ranks suspended by a Java debugger for three times pgas.wait.timeout",
                    rounds(plan).with(LONGER_TIMEOUT, Debugger.OPTION),
                    job -> suspended(job, List.of(0, 1), 3 * LONGER_TIMEOUT_MILLIS));
            endings(plan, ledger, trials, "suspended by a Java debugger",
                    () -> barriers(plan).with(Debugger.OPTION),
                    Debugger::suspend);
        }
    }

    private void collections(Plan plan, Ledger ledger, List<Callable<Void>> trials) {
        List<Rounds.Await> awaits = all ? List.of(Rounds.Await.values()) : List.of(Rounds.Await.LOCK);
        fixed(plan, ledger, trials, "a rank that collects garbage for a second and more",
                collecting(plan, COLLECTION_MILLIS,
                        awaits.stream().map(Rounds.Await::name).toArray(String[]::new)),
                job -> {
                    String wrong = endsInOrder(job);
                    checkCollections(job, awaits.size(), LEAST_COLLECTION_MILLIS);
                    return wrong;
                });
        if (all) {
            for (Rounds.Await await : awaits) {
                fixed(plan, ledger, trials,
                        "a rank that collects garbage for longer than pgas.wait.timeout; awaited " + await.words(),
                        collecting(plan, LONG_COLLECTION_MILLIS, await.name()).with(LONGER_TIMEOUT),
                        job -> {
                            // should its deadline not pass, it ends in order
                            Files.createFile(end(job.directory()));
                            String wrong = named(job, Stopped::collects, SILENT);
                            if (!wrong.isEmpty()) {
                                checkCollections(job, 1, LONG_COLLECTION_MILLIS);
                            }
                            return wrong;
                        });
            }
            endings(plan, ledger, trials, "collecting garbage",
                    () -> collecting(plan, LONG_COLLECTION_MILLIS, Rounds.Await.LOCK.name()), Stopped::collects);
        }
    }

    /** A job that ends in order when it is told to. */
    private JobPlan rounds(Plan plan, String... arguments) {
        Path directory = newDirectory(plan);
        return JobPlan.of(directory, RANKS, Rounds.class.getName(),
                Stream.concat(Stream.of(end(directory).toString()), Stream.of(arguments)).toArray(String[]::new));
    }

    /** A job in which rank 1 collects garbage while the others await it. */
    private JobPlan collecting(Plan plan, int millis, String... awaits) {
        return rounds(plan, Stream.concat(Stream.of(Integer.toString(millis)), Stream.of(awaits))
                .toArray(String[]::new)).with("--heap", GarbageCollections.HEAP, "-J-XX:+UseSerialGC");
    }

    private static Path end(Path directory) {
        return directory.resolveSibling(directory.getFileName() + ".end");
    }

    /** The rank does so by itself. */
    private static Hold collects(RunningJob job, int rank) throws Exception {
        job.awaitLines(GarbageCollections.BEGIN, 1, PATIENCE);
        return () -> {};
    }

    private static String suspended(RunningJob job, List<Integer> ranks, int millis) throws Exception {
        List<Hold> holds = new ArrayList<>();
        for (int rank : ranks) {
            holds.add(Debugger.suspend(job, rank));
        }
        TimeUnit.MILLISECONDS.sleep(millis);
        for (Hold hold : holds) {
            hold.letGo();
        }
        return endsInOrder(job);
    }

    /** That a job of rounds ends with code 0, and all that it did was right. */
    private static String endsInOrder(RunningJob job) throws Exception {
        Files.createFile(end(job.directory()));
        boolean gone = job.awaitGone(System.nanoTime(), PATIENCE) >= 0;
        String text = job.output();
        return gone && job.code() == 0 && text.lines().filter(line -> line.endsWith(Rounds.RIGHT)).count() == RANKS
                ? ""
                : (gone ? "it ends with " + job.code() : "it does not end") + ":\n" + text;
    }

    /** @throws Hindrance if collections were not so long as they have to be, for which the library cannot be blamed */
    private static void checkCollections(RunningJob job, int count, int least) throws IOException, Hindrance {
        String text = job.output();
        List<Integer> millis = COLLECTED.matcher(text).results().map(each -> Integer.valueOf(each.group(1))).toList();
        if (text.contains(GarbageCollections.TOO_SHORT)
                || millis.size() == count && millis.stream().anyMatch(each -> each < least)) {
            throw new Hindrance("collections are too short: " + millis + " ms");
        }
    }

    /** As many strands as there may be jobs at once, each of which makes one trial after the other. */
    private void randoms(Plan plan, Ledger ledger, List<Callable<Void>> trials) {
        long start = System.nanoTime();
        AtomicInteger next = new AtomicInteger();
        trials.addAll(Collections.nCopies(plan.parallel(), () -> {
            for (int i = next.getAndIncrement(); plan.time().isZero() ? i < plan.tries()
                    : System.nanoTime() - start < plan.time().toNanos(); i = next.getAndIncrement()) {
                random(plan, plan.seedOf(name(), i), ledger);
            }
            return null;
        }));
    }

    private void fixed(Plan plan, Ledger ledger, List<Callable<Void>> trials, String kind, JobPlan job, Case what) {
        if (plan.chooses(kind)) {
            trials.add(() -> {
                trial(ledger, kind, 0, job, what);
                return null;
            });
        }
    }

    private JobPlan barriers(Plan plan) {
        return Workload.BARRIERS.plan(newDirectory(plan), RANKS);
    }

    /** For one job: several run at once. */
    private Path newDirectory(Plan plan) {
        return plan.scratch().resolve("stopped-" + jobs.getAndIncrement());
    }

    private void deadlines(Plan plan, Ledger ledger, List<Callable<Void>> trials) throws InterruptedException {
        fixed(plan, ledger, trials, "a rank stopped for longer than pgas.wait.timeout", barriers(plan).with(TIMEOUT),
                job -> named(job, Hold::stop, "stopped (state T"));
        if (all) {
            fixed(plan, ledger, trials, "a rank in a debugger for longer than pgas.wait.timeout",
                    barriers(plan).with(TIMEOUT),
                    possible(Hold.noDebugger(),
                            job -> named(job, Hold::trace, "stopped by a debugger (state t, traced by pid ")));
            fixed(plan, ledger, trials, "a rank frozen for longer than pgas.wait.timeout", barriers(plan).with(TIMEOUT),
                    possible(Hold.noController("freezer", "freezer.state"),
                            job -> named(job, Hold::freeze, "frozen")));
            fixed(plan, ledger, trials, "a rank with a hundredth of a processor for 4 s", barriers(plan),
                    possible(Hold.noController("cpu", "cpu.cfs_quota_us"), job -> held(job, Hold::starve)));
        }
    }

    /** @param hindrance null if there is none */
    private static Case possible(String hindrance, Case what) {
        return hindrance == null ? what : job -> {
            throw new Hindrance(hindrance);
        };
    }

    /** Holds a rank for so long that the other gives up, and looks at what that says. */
    private static String named(RunningJob job, Hold.Way way, String words) throws Exception {
        long pid = job.pidOf(1);
        Hold hold = way.hold(job, 1);
        try {
            long start = System.nanoTime();
            while (job.isAlive() && !job.output().contains("pgas.wait.timeout")
                    && System.nanoTime() - start < PATIENCE.toNanos()) {
                TimeUnit.MILLISECONDS.sleep(10);
            }
        } finally {
            hold.letGo();
        }
        if (job.awaitGone(System.nanoTime(), PATIENCE) < 0) {
            return "it does not end:\n" + job.output();
        }
        String text = job.output();
        return job.code() != 0 && text.contains("rank 1, joined, pid " + pid) && text.contains(words) ? ""
                : "the message does not say \"" + words + "\":\n" + text;
    }

    private static String held(RunningJob job, Hold.Way way) throws Exception {
        Hold hold = way.hold(job, 1);
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

    /**
     * Stops them, one right after the other, so that none waits for another meanwhile; after that the job has to run as
     * before.
     */
    private static String together(RunningJob job, List<Long> pids, int millis) throws Exception {
        Processes.signal("STOP", pids);
        TimeUnit.MILLISECONDS.sleep(millis);
        Processes.signal("CONT", pids);
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

    private static String said(Workload workload, int millis, String wrong) {
        return wrong.isEmpty() ? "" : workload + ", " + millis + " ms: " + wrong;
    }

    private void random(Plan plan, long seed, Ledger ledger) throws IOException {
        SplittableRandom random = new SplittableRandom(seed);
        List<Workload> endless = new ArrayList<>(List.of(Workload.values()));
        endless.removeIf(each -> !each.endless());
        Workload workload = endless.get(random.nextInt(endless.size()));
        int who = random.nextInt(all ? 5 : 4);
        int before = random.nextInt(300);
        int millis = all && random.nextInt(10) == 0 ? random.nextInt(MOST_STOP_MILLIS) : random.nextInt(1_500);
        String words = switch (who) {
            case 0 -> "a rank";
            case 1 -> "all ranks";
            case 2 -> "the launcher";
            case 3 -> "launcher and ranks";
            default -> "";
        };
        JobPlan job = workload.plan(newDirectory(plan), RANKS);
        if (who == 4) {
            int rank = random.nextInt(RANKS);
            trial(ledger, "a rank suspended by a Java debugger for a while", seed, job.with(Debugger.OPTION),
                    running -> {
                        TimeUnit.MILLISECONDS.sleep(before);
                        Hold hold = Debugger.suspend(running, rank);
                        TimeUnit.MILLISECONDS.sleep(millis);
                        hold.letGo();
                        return said(workload, millis, goesOn(running));
                    });
            return;
        }
        trial(ledger, "SIGSTOP of " + words + " for a while", seed, job, running -> {
            TimeUnit.MILLISECONDS.sleep(before);
            List<Long> pids = new ArrayList<>(switch (who) {
                case 0 -> List.of(running.pidOf(random.nextInt(RANKS)));
                case 1 -> ranks(running);
                case 2 -> List.of(running.launcher());
                default -> running.processes();
            });
            Collections.shuffle(pids, new java.util.Random(seed));
            return said(workload, millis, together(running, pids, millis));
        });
    }

    private void trial(Ledger ledger, String kind, long seed, JobPlan job, Case what) throws IOException {
        Path output = job.directory().resolveSibling(job.directory().getFileName() + ".output");
        Scratch.make(job.directory());
        // a job that says itself how large its heap is wants no other
        Start how = job.options().contains("--heap") ? Start.plain() : start;
        try (RunningJob running = RunningJob.start(job, output, how)) {
            running.awaitLines(Workload.READY, RANKS, PATIENCE);
            String wrong = running.isAlive() ? what.to(running)
                    : "the job ended before anything was done to it:\n" + running.output();
            // how long a hold was is our choice, and no time of the library's
            ledger.add(new Trial(name(), kind, seed, wrong.isEmpty(), -1, wrong));
        } catch (Hindrance e) {
            ledger.add(new NotTried(name(), kind, e.getMessage()));
        } catch (Exception e) {
            ledger.add(HarnessFault.of(name(), kind, seed, e));
        } finally {
            Scratch.remove(job.directory());
            Files.deleteIfExists(output);
            Files.deleteIfExists(end(job.directory()));
        }
    }
}
