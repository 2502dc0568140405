package org.pgas.faults.corruption;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;

import org.pgas.faults.Detail;
import org.pgas.faults.HarnessException;
import org.pgas.faults.Ledger;
import org.pgas.faults.Scratch;
import org.pgas.faults.Trial;
import org.pgas.faults.jobs.JobPlan;
import org.pgas.faults.jobs.Processes;
import org.pgas.faults.jobs.RunningJob;
import org.pgas.faults.jobs.Start;
import org.pgas.faults.work.Late;
import org.pgas.faults.work.Workload;

/** One job of which a file is damaged before a late rank joins, or before it maps the segments of others. */
record LateJob(long seed, Duration patience, Path scratch, Ledger ledger, Start start) {
    private static final Duration START = Duration.ofSeconds(60);

    private static final int RANKS = 2;

    /** Its files are in {@code scratch}, which is made and removed. */
    void run() throws IOException, InterruptedException, TimeoutException, HarnessException {
        SplittableRandom random = new SplittableRandom(seed);
        boolean joining = random.nextBoolean();
        Scratch.make(scratch);
        Path directory = Files.createDirectory(scratch.resolve("jobs"));
        Path gates = Files.createDirectory(scratch.resolve("gates"));
        JobPlan plan = Corruption.watched(
                JobPlan.of(directory, RANKS, Late.class.getName(), gates.toString(), "1"), scratch)
                .with("-Dpgas.segment=1m", "-Dpgas.join.timeout=10s", "-Dpgas.am.deadline=3s");
        try (RunningJob job = RunningJob.start(plan, scratch.resolve("output"), start)) {
            job.awaitLines(Late.JOINS, 1, START);
            awaitFile(directory, job, "area");
            if (!joining) {
                Files.createFile(gates.resolve(Late.JOIN));
                job.awaitLines(Late.ATTACHES, 1, START);
                awaitFile(directory, job, "seg-0-");
            }
            Dealt dealt;
            String kind;
            try (SharedFile file = any(directory, random)) {
                kind = file.kind() + (joining ? " before a rank joins" : " before a rank maps it");
                dealt = Blow.dealAny(file, random, Blow::anyKind);
                ledger.add(new Detail(Corruption.NAME, dealt.blow().words(file), "", -1));
            }
            Files.createFile(gates.resolve(joining ? Late.JOIN : Late.ATTACH));
            if (joining) {
                Files.createFile(gates.resolve(Late.ATTACH));
            }
            String complaint = end(job);
            ledger.add(new Trial(Corruption.NAME, kind, seed, complaint == null, -1,
                    complaint == null ? "" : dealt.words() + "\n" + complaint + "\n" + job.output()));
        } finally {
            Scratch.remove(scratch);
        }
    }

    /** A file of this name, or, of one that ends with a hyphen, of any that begins so. */
    private static void awaitFile(Path directory, RunningJob job, String name)
            throws IOException, InterruptedException, TimeoutException {
        job.await("file " + name, START,
                () -> files(directory).stream().anyMatch(path -> isCalled(path.getFileName().toString(), name)));
    }

    private static boolean isCalled(String file, String name) {
        return file.equals(name) || name.endsWith("-") && file.startsWith(name);
    }

    private static List<Path> files(Path directory) throws IOException {
        try (Stream<Path> all = Files.walk(directory)) {
            return all.filter(Files::isRegularFile).sorted().toList();
        } catch (java.io.UncheckedIOException e) {
            // one that was made under another name has got its own
            return List.of();
        }
    }

    /** Of the files that keep their names. */
    private static SharedFile any(Path directory, SplittableRandom random) throws IOException, HarnessException {
        List<Path> all = files(directory).stream().filter(path -> !path.toString().endsWith(".new")).toList();
        if (all.isEmpty()) {
            throw new HarnessException("no file was found in " + directory);
        }
        return new SharedFile(all.get(random.nextInt(all.size())));
    }

    /** What is wrong with how it goes on or ends, or null. */
    private String end(RunningJob job) throws IOException, InterruptedException, TimeoutException {
        long start = System.nanoTime();
        while (job.isAlive() && job.output().lines().filter(line -> line.endsWith(Workload.READY)).count() < RANKS) {
            if (System.nanoTime() - start > 10 * patience.toNanos()) {
                return "it does not go on, and does not end";
            }
            TimeUnit.MILLISECONDS.sleep(5);
        }
        job.awaitEnd(Duration.ofMillis(200));
        boolean asked = job.isAlive();
        if (asked) {
            Processes.signal("TERM", job.launcher());
        }
        if (job.awaitGone(System.nanoTime(), patience.multipliedBy(Corruption.GONE)) < 0) {
            return "processes are left: " + job.processes();
        }
        String complaint = Judgement.of(job.code(), job.output(), scratch, asked);
        if (complaint == null && Judgement.isWrong(job.output()) && !Judgement.isTold(job.output())) {
            complaint = "a wrong result, and no word of the library";
        }
        List<Path> left = job.files();
        return complaint != null || left.isEmpty() ? complaint : "files are left: " + left;
    }
}
