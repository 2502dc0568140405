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
import org.pgas.team.TeamCore;

/**
 * What a rank of the soak runs: rounds of random operations by its strands and by its main thread, all verified at the
 * end of each, and a line of measurements for each in a file of its own. Ends the job with code {@value #FAILED} when
 * something is not as it has to be.
 */
public final class SoakRank {
    /** Exit code of a job in which a model and memory differed, or a call has thrown. */
    public static final int FAILED = 3;

    /** Collective steps of a round, by modules that are drawn. */
    private static final int STEPS = 8;

    /**
     * The round, if any, that ends with the change of a byte that no rank may change: a soak that does not notice would
     * be worth nothing.
     */
    static final String FLIP = "soak.flip";

    private static final int FLIPPED = Integer.getInteger(FLIP, -1);

    private final Stage stage;
    private final Job job;
    private final Path lines;
    private final Path directory;
    private final int bursts;
    private final List<Operations> all;
    private final List<Operations> oneSided;
    private final List<Operations> collective;
    private final LatencyProbe probe;
    private final Leak leak = new Leak();
    private final AtomicReference<Throwable> failure = new AtomicReference<>();

    private SoakRank(Job job, SoakArguments arguments) {
        this.job = job;
        stage = new Stage(job, arguments.seed(), arguments.lines(), arguments.threads());
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
                throw rank.end(e, rank.stage.main());
            }
        }
    }

    /** Tells why and in which module, and ends the job; what others throw because it ends is not told. */
    private RuntimeException end(Throwable cause, Strand in) {
        if (!isConsequence(cause)) {
            System.out.println(SoakFailures.line(in.module(), "seed " + stage.seed() + ", " + in + ": " + cause));
            cause.printStackTrace(System.out);
            System.out.flush();
        }
        throw job.exit(FAILED);
    }

    private static boolean isConsequence(Throwable thrown) {
        for (Throwable each = thrown; each != null; each = each.getCause()) {
            if (each instanceof org.pgas.JobEndedException) {
                return true;
            }
        }
        return false;
    }

    private void run(SoakArguments arguments) throws Exception {
        long begun = System.nanoTime();
        try (PrintWriter out = new PrintWriter(Files.newBufferedWriter(lines))) {
            List<String> names = all.stream().map(Operations::name).toList();
            out.println(String.join(",", Round.titles(names)));
            boolean goesOn = true;
            for (int round = 0; goesOn; round++) {
                stage.round(round);
                round();
                leak.round();
                out.println(line(round, begun));
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
        if (stage.round() == FLIPPED && job.rank() == 0) {
            all.getFirst().damage(stage.main());
        }
        job.world().barrier();
        for (Operations each : all) {
            stage.main().checks(each);
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
            // the main thread may wait for this rank's part in a collective call of others, which never come: end at
            // once
            failure.compareAndSet(null, e);
            end(e, strand);
        } finally {
            running.decrementAndGet();
        }
    }

    private String line(int round, long begun) throws IOException, InterruptedException {
        long[] operations = all.stream().mapToLong(Operations::counted).toArray();
        String latencies = probe.measure();
        long shared = job.rank() == 0 ? Usage.blocks(directory) : 0;
        try {
            long millis = (System.nanoTime() - begun) / 1_000_000;
            return Round.line(round, millis, Usage.now(), shared, TeamCore.of(job.world()).area(), latencies,
                    operations);
        } catch (UncheckedIOException e) {
            throw e.getCause();
        } finally {
            job.world().barrier();
        }
    }
}
