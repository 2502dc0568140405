package org.pgas.faults.soak;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

import org.pgas.Job;

/**
 * What a rank of the soak runs: rounds of random operations by its strands and by its main thread, all verified at the end of each, and
 * a line of measurements for each in a file of its own. Ends the job with code {@value #FAILED} when something is not as it has to be.
 */
public final class SoakRank {
    /** Exit code of a job in which a model and memory differed, or a call has thrown. */
    public static final int FAILED = 3;

    /** Collective steps of a round, by modules that are drawn. */
    private static final int STEPS = 8;

    private final Stage stage;
    private final Job job;
    private final Path lines;
    private final Path directory;
    private final int bursts;
    private final List<Operations> all;
    private final List<Operations> oneSided;
    private final List<Operations> collective;
    private final LatencyProbe probe;
    private final AtomicReference<Throwable> failure = new AtomicReference<>();

    private SoakRank(Job job, SoakArguments arguments) {
        this.job = job;
        stage = new Stage(job, arguments.seed(), arguments.threads());
        lines = arguments.lines().resolve("rank-" + job.rank() + ".csv");
        directory = arguments.directory();
        bursts = arguments.bursts();
        all = Modules.all(stage, arguments.only());
        oneSided = all.stream().filter(Operations::isOneSided).toList();
        collective = all.stream().filter(Operations::isCollective).toList();
        probe = new LatencyProbe(stage);
    }

    /** Arguments: those of {@link SoakArguments}. */
    public static void main(String[] arguments) {
        SoakArguments parsed = SoakArguments.of(arguments);
        try (Job job = Job.join()) {
            job.attach();
            SoakRank rank = new SoakRank(job, parsed);
            try {
                rank.run(parsed);
            } catch (Throwable e) {
                throw rank.end(e);
            }
        }
    }

    /** Tells why, and ends the job; what others throw because it ends is not told. */
    private RuntimeException end(Throwable cause) {
        if (!(cause instanceof org.pgas.JobEndedException)) {
            System.out.println("SOAK FAILED: seed " + stage.seed() + ", round " + stage.round() + ": " + cause);
            cause.printStackTrace(System.out);
            System.out.flush();
        }
        throw job.exit(FAILED);
    }

    private void run(SoakArguments arguments) throws Exception {
        long begun = System.nanoTime();
        try (PrintWriter out = new PrintWriter(Files.newBufferedWriter(lines))) {
            List<String> names = all.stream().map(Operations::name).toList();
            out.println(String.join(",", Round.titles(names)));
            boolean goesOn = true;
            for (int round = 0; goesOn; round++) {
                long start = System.nanoTime();
                stage.round(round);
                round();
                out.println(line(round, start));
                out.flush();
                // rank 0's clock decides for all
                boolean enough = arguments.nanos() > 0 ? System.nanoTime() - begun >= arguments.nanos()
                        : round + 1 >= arguments.rounds();
                goesOn = stage.collectives().broadcast(0, enough ? 0L : 1L) == 1;
            }
        }
        all.reversed().forEach(Operations::close);
        probe.close();
        job.world().barrier();
    }

    /** All strands and the main thread do their operations, then all is verified. */
    private void round() throws Exception {
        AtomicInteger running = new AtomicInteger(stage.strands() - 1);
        List<Thread> threads = new ArrayList<>();
        for (int index = 0; index < stage.strands() - 1; index++) {
            Strand strand = stage.strand(index);
            Runnable work = () -> work(strand, running);
            // a third of them are virtual
            threads.add(index % 3 == 2 ? Thread.ofVirtual().name("strand " + index).start(work)
                    : Thread.ofPlatform().name("strand " + index).start(work));
        }
        SplittableRandom shared = new SplittableRandom(Stage.mixed(stage.seed(), stage.round(), -1));
        for (int step = 0; step < STEPS; step++) {
            Operations next = collective.get(shared.nextInt(collective.size()));
            next.together(shared.split(), stage.main());
        }
        // takes in messages meanwhile, which a join would not
        job.blockUntil(() -> running.get() == 0);
        for (Thread each : threads) {
            each.join();
        }
        Throwable failed = failure.get();
        if (failed != null) {
            throw new IllegalStateException(failed);
        }
        job.world().barrier();
        for (Operations each : all) {
            each.verify(stage.main());
        }
        job.world().barrier();
    }

    private void work(Strand strand, AtomicInteger running) {
        try {
            for (int burst = 0; burst < bursts && failure.get() == null; burst++) {
                oneSided.get(strand.below(oneSided.size())).burst(strand);
            }
        } catch (Throwable e) {
            // the main thread may wait for this rank's part in a collective call of others, which never come: end at once
            failure.compareAndSet(null, e);
            System.out.println("in " + strand);
            end(e);
        } finally {
            running.decrementAndGet();
        }
    }

    private String line(int round, long start) throws IOException, InterruptedException {
        long[] operations = all.stream().mapToLong(Operations::counted).toArray();
        long millis = (System.nanoTime() - start) / 1_000_000;
        String latencies = probe.measure();
        long shared = job.rank() == 0 ? Usage.blocks(directory) : 0;
        try {
            return Round.line(round, millis, Usage.now(), shared, latencies, operations);
        } catch (UncheckedIOException e) {
            throw e.getCause();
        } finally {
            job.world().barrier();
        }
    }
}
