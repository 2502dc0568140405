package org.pgas.faults.soak;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.pgas.faults.Detail;
import org.pgas.faults.FaultClass;
import org.pgas.faults.Ledger;
import org.pgas.faults.Plan;
import org.pgas.faults.Scratch;
import org.pgas.faults.Trial;
import org.pgas.faults.jobs.JobPlan;
import org.pgas.faults.jobs.Processes;
import org.pgas.faults.jobs.RunningJob;

/** One job for as long as the plan says, which does all that the library can do, and is watched. */
public final class Soak implements FaultClass {
    private static final int RANKS = Integer.getInteger("soak.ranks", 3);
    private static final int THREADS = Integer.getInteger("soak.threads", 3);

    /** Of each thread in each round: about a second on a machine with two cores that are free. */
    private static final int BURSTS = 40;

    /** For which nobody finishes a round: the job hangs. */
    private static final Duration PATIENCE = Duration.ofMinutes(4);

    private static final int TOLD = 12_000;

    private final List<String> more;
    private final List<String> only;

    /** With everything as it has to be. */
    public Soak() {
        this(List.of(), List.of());
    }

    /**
     * @param more options of the job: what is wrong in it, for tests of what notices
     * @param only names of modules; none for all
     */
    Soak(List<String> more, List<String> only) {
        this.more = more;
        this.only = only;
    }

    @Override
    public String name() {
        return "soak";
    }

    @Override
    public String title() {
        return "Load for a long time";
    }

    @Override
    public String description() {
        return """
                One job of three ranks does random operations of all modules at once: in each rank two platform threads
                and a virtual one, which are new in each round, make one-sided calls (puts, gets, fills, signals,
                atomics, accumulates, regions, messages of all categories, aggregators, remote calls, locks, queues,
                streams, counters, allocations), while its main thread makes collective ones (teams made and destroyed,
                collectives, endpoints with segments that are mapped, in files, or client memory, arrays and matrices,
                MPI windows of all flavours, ARMCI, MPPA and UPC begun and ended). The seed also chooses settings:
                message rings shared or of pairs, checked mode, transfers in a thread of their own, copies between
                processes. Every rank knows what has to come of what it does; what all change together has invariants:
                sums, first in first out, exactly once. A round ends with a comparison of everything, the bytes beside
                those that were written included. The first difference or failure ends the job, and is told with the
                module that it was in. All rounds are of one job, which counts as one: survived if nothing differs,
                nothing fails, and nothing grows.

                After each round the ranks measure what they have in use, the heap after a full collection, and rank 0
                the latency of four quick operations while the others do nothing. The first third of the rounds is
                warm-up. Each number has an allowance: %s. It is *flat* if, after the warm-up, its slope by Theil and
                Sen, over the time on the clock, is within the allowance an hour, or comes to no more than the allowance
                in all the time that was watched; and if its most in the last third is at most the most of the middle
                third, a tenth of that, and the allowance. (Native memory is what the JVM and Java code have allocated
                outside the heap, as the JVM tracks it; resident memory is what is resident and of no file, after what
                is free of the C library's was given back; both without metaspace, compiled code and the memory of
                compilers, and the second without the heap. Page tables are the kernel's for a rank. The area is the
                library's own shared memory, of which a rank takes pieces and reserves what lies below the highest.)
                Compiled code may be three quarters of what the JVM reserves for it, and the addresses of a rank 3 TiB,
                since those of closed segments rest before they are used again. Latency is *without drift* when its
                median in the last third is at most three times that of the middle one, and 5 us.

                `--tries` counts rounds, of about a second each; `--for 8h` goes on for eight hours. With fewer than 30
                rounds only the rounds are judged.
                """
                .formatted(Flatness.allowances());
    }

    @Override
    public void run(Plan plan, Ledger ledger) throws Exception {
        long seed = plan.replay() >= 0 ? plan.replay() : plan.seedOf(name(), 0);
        Path lines = Files.createDirectories(plan.scratch().resolve("soak"));
        Path directory = Scratch.ofJobs("pgas-soak-");
        SoakArguments arguments = new SoakArguments(seed, plan.tries(), plan.time().toNanos(), THREADS, BURSTS, lines,
                directory, only);
        JobPlan job = JobPlan.of(directory, RANKS, SoakRank.class.getName(), arguments.words()).with("--heap=96m",
                "--segment=32m", "-J-Xms96m", "-J-XX:+AlwaysPreTouch", "-J-XX:+UseSerialGC", "-J" + NativeMemory.OPTION,
                "-cp",
                System.getProperty("java.class.path")).with(settings(seed)).with(more.toArray(String[]::new));
        System.out.println("soak: " + RANKS + " ranks, " + THREADS + " threads beside the main one, "
                + String.join(" ", settings(seed)));
        try (RunningJob running = RunningJob.start(job, plan.scratch().resolve("soak.out"))) {
            String end = await(running, lines);
            judge(seed, lines, end, SoakFailures.of(running.output()), ledger);
        } finally {
            Scratch.remove(directory);
        }
    }

    /** Of the job: the seed chooses those that have the library go other ways. */
    private static String[] settings(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        return new String[]{"-Dpgas.am.rings=" + (random.nextBoolean() ? "shared" : "pair"),
            "-Dpgas.checks=" + (random.nextInt(4) == 0 ? "on" : "off"),
            "-Dpgas.async=" + (random.nextBoolean() ? "always" : "auto"),
            "-Dpgas.async.bytes=" + (random.nextBoolean() ? "4k" : "4m"),
            "-Dpgas.cma=" + (random.nextInt(3) == 0 ? "off" : "on")};
    }

    /** Waits for the end; "" if it is a good one. */
    private static String await(RunningJob job, Path lines) throws IOException, InterruptedException {
        long seen = -1;
        long since = System.nanoTime();
        while (!job.awaitEnd(Duration.ofMillis(500))) {
            Path first = lines.resolve("rank-0.csv");
            long now = Files.exists(first) ? Files.size(first) : 0;
            if (now != seen) {
                seen = now;
                since = System.nanoTime();
            } else if (System.nanoTime() - since > PATIENCE.toNanos()) {
                return "no round has ended for " + PATIENCE + "\n" + stacks(job);
            }
        }
        return job.code() == 0 ? "" : "the job ended with " + job.code() + ":\n" + told(job);
    }

    /** What all threads do, as the JVMs print it when asked by a signal. */
    private static String stacks(RunningJob job) throws IOException, InterruptedException {
        for (int rank = 0; rank < RANKS; rank++) {
            long pid = job.pidOf(rank);
            if (pid > 0) {
                Processes.signal("QUIT", pid);
            }
        }
        job.awaitEnd(Duration.ofSeconds(3));
        return told(job);
    }

    private static String told(RunningJob job) throws IOException {
        String output = job.output();
        return output.length() <= TOLD ? output
                : output.substring(0, TOLD / 2) + "\n...\n"
                        + output.substring(output.length() - TOLD / 2);
    }

    private void judge(long seed, Path lines, String end, Map<String, String> failures, Ledger ledger)
            throws IOException {
        SoakLog first = SoakLog.read(lines.resolve("rank-0.csv"));
        List<Detail> details = new ArrayList<>();
        for (String module : first.modules()) {
            for (int round = 0; round < first.rounds(); round++) {
                details.add(new Detail(name(), "rounds of " + module, "", -1));
            }
            System.out.printf(Locale.ROOT, "%s: %,.0f operations of rank 0%n", module,
                    Arrays.stream(first.column(module)).sum());
        }
        failures.forEach((module, what) -> details.add(new Detail(name(), "rounds of " + module, what, -1)));
        for (int rank : IntStream.range(0, RANKS).toArray()) {
            SoakLog log = SoakLog.read(lines.resolve("rank-" + rank + ".csv"));
            System.out.println("rank " + rank + ", " + log.rounds() + " rounds:\n" + Flatness.text(log));
            details.addAll(Flatness.details(name(), rank, log));
        }
        details.forEach(ledger::add);
        String wrong = Stream.concat(details.stream().filter(each -> !each.good())
                .map(each -> each.words() + ": " + each.wrong()), Stream.of(end).filter(each -> !each.isEmpty()))
                .collect(Collectors.joining("\n"));
        ledger.add(new Trial(name(), "one job, " + first.rounds() + " rounds", seed, wrong.isEmpty(), -1, wrong));
    }
}
