package org.pgas.faults.corruption;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;

import org.pgas.faults.Ledger;
import org.pgas.faults.Scratch;
import org.pgas.faults.Trial;
import org.pgas.faults.jobs.JobPlan;
import org.pgas.faults.jobs.Processes;
import org.pgas.faults.jobs.RunningJob;
import org.pgas.faults.work.Workload;

/** One job whose files are damaged, blow after blow, until it ends or has had enough of them. Each blow is a trial; all have the seed of the job. */
final class DamagedJob {
    private static final int MOST_BLOWS = 12;

    /** Of the control file. */
    private static final long HEADER_BYTES = 1280;

    private static final long SLOT_BYTES = 640;

    private static final Duration START = Duration.ofSeconds(60);

    private final long seed;
    private final Duration patience;
    private final Path scratch;
    private final Ledger ledger;
    private final SplittableRandom random;
    private final List<String> story = new ArrayList<>();
    private final List<String> kinds = new ArrayList<>();
    private final List<SharedFile> files = new ArrayList<>();
    private int ranks;
    private Workload program;
    private boolean dataDamaged;

    DamagedJob(long seed, Duration patience, Path scratch, Ledger ledger) {
        this.seed = seed;
        this.patience = patience;
        this.scratch = scratch;
        this.ledger = ledger;
        random = new SplittableRandom(seed);
    }

    /** Its files are in {@code scratch}, which is made and removed. */
    void run() throws IOException, InterruptedException, TimeoutException {
        Files.createDirectories(scratch);
        Path directory = Files.createDirectory(scratch.resolve("jobs"));
        List<Workload> choice = Stream.of(Workload.values()).filter(Workload::endless)
                .filter(each -> each != Workload.BLOCKED && each != Workload.COMPUTING).toList();
        Workload workload = choice.get(random.nextInt(choice.size()));
        program = workload;
        ranks = 2 + random.nextInt(2);
        String complaint = null;
        String output = "";
        try (RunningJob job = RunningJob.start(plan(workload, directory), scratch.resolve("output"))) {
            job.awaitLines(Workload.READY, ranks, START);
            if (!alive(job)) {
                throw new IOException(workload + " did not begin:\n" + job.output());
            }
            open(directory);
            if (workload == Workload.JOURNAL && Files.exists(Workload.file(directory))) {
                try (Stream<Path> all = Files.walk(Workload.file(directory))) {
                    for (Path path : all.filter(Files::isRegularFile).sorted().toList()) {
                        files.add(new SharedFile(path));
                    }
                }
            }
            int blows = 1 + random.nextInt(MOST_BLOWS);
            for (int blow = 0; blow < blows && alive(job) && deal(); blow++) {
                TimeUnit.MILLISECONDS.sleep(10 + random.nextInt(60));
            }
            complaint = end(job, directory);
            output = job.output();
        } finally {
            for (SharedFile file : files) {
                file.close();
            }
            if (complaint != null) {
                Path kept = Files.createTempFile("corruption-" + seed, ".txt");
                Files.writeString(kept, output);
                output = output.length() > 6_000 ? output.substring(0, 6_000) + "\n... all of it in " + kept : output;
            }
            Scratch.remove(scratch);
        }
        for (int blow = 0; blow < kinds.size(); blow++) {
            boolean good = complaint == null || blow < kinds.size() - 1;
            ledger.add(new Trial("corruption", kinds.get(blow), seed, good, -1,
                    good ? ""
                            : workload + " of " + ranks + " ranks\n" + String.join("\n", story) + "\n" + complaint
                                    + "\n" + output));
        }
    }

    private JobPlan plan(Workload workload, Path directory) {
        return workload.plan(directory, ranks).with("--heap", "48m", "-J-XX:+UseSerialGC",
                "-J-XX:-CreateCoredumpOnCrash",
                "-J-XX:ErrorFile=" + scratch.resolve("hs_err_%p.log"), "-Dpgas.segment=1m", "-Dpgas.wait.timeout=5s",
                "-Dpgas.am.deadline=3s", random.nextBoolean() ? "-Dpgas.wait=spin" : "-Dpgas.wait=block");
    }

    private void open(Path directory) throws IOException {
        try (Stream<Path> all = Files.walk(directory)) {
            for (Path path : all.filter(Files::isRegularFile).sorted().toList()) {
                files.add(new SharedFile(path));
            }
        }
    }

    /** Whether there was a file to be hit still: the blow before may just have ended the job. */
    private boolean deal() throws IOException, InterruptedException {
        // the control file and the area are what everything depends on
        SharedFile file = files.get(random.nextInt(files.size()));
        Blow blow = Blow.any(random);
        try {
            story.add(blow.deal(file, random));
        } catch (NoSuchFileException e) {
            if (story.isEmpty()) {
                throw e;
            }
            return false;
        }
        kinds.add(blow.kind(file));
        dataDamaged |= !List.of("control", "counters", "environment", "java.args").contains(file.kind());
        return true;
    }

    private static boolean alive(RunningJob job) throws IOException {
        return ProcessHandle.of(job.launcher()).filter(ProcessHandle::isAlive).isPresent();
    }

    /** Lets it go on for a while, ends it if need be, and says what is wrong, or null. */
    private String end(RunningJob job, Path directory) throws IOException, InterruptedException {
        long start = System.nanoTime();
        long calm = TimeUnit.MILLISECONDS.toNanos(200 + random.nextInt(400));
        while (alive(job) && System.nanoTime() - start < calm) {
            TimeUnit.MILLISECONDS.sleep(5);
        }
        boolean asked = alive(job);
        if (asked) {
            String tool = tool(directory);
            if (tool != null) {
                return tool;
            }
            while (alive(job) && !moves()) {
                if (System.nanoTime() - start > patience.toNanos() * 10) {
                    return "it does nothing any more, and does not end\n" + stacks(job);
                }
            }
            asked = alive(job);
            if (asked) {
                Processes.signal("TERM", job.launcher());
            }
        }
        long end = System.nanoTime();
        if (job.awaitGone(end, patience.multipliedBy(5)) < 0) {
            return "processes are left: " + job.processes() + "\n" + stacks(job);
        }
        int code = job.code();
        List<Path> left = job.files().stream().filter(Files::isRegularFile).toList();
        String complaint = Judgement.of(code, job.output(), scratch, asked);
        if (complaint == null && job.output().contains("WRONG ") && !dataDamaged) {
            complaint = "a wrong result, though no file that has data was damaged";
        }
        if (complaint == null && !left.isEmpty()) {
            complaint = "files are left: " + left;
        }
        return complaint;
    }

    /** Whether ranks do something: words of the area, of the messages or of the segments change. */
    private boolean moves() throws IOException, InterruptedException {
        if (program == Workload.PUTS) {
            // it puts what is there already, and waits for nobody: nothing of it is seen from outside
            return true;
        }
        for (SharedFile file : files) {
            if (file.kind().equals("control") || file.kind().equals("counters") || file.bytes() == 0) {
                continue;
            }
            if (!file.wordsThatChange(file.wordsInUse(), 20_000).isEmpty()) {
                return true;
            }
        }
        SharedFile control = files.stream().filter(file -> file.kind().equals("control")).findFirst().orElseThrow();
        // behind the header and the ranks' slots, with their heartbeats, come the counts of barriers
        List<Long> counts = control.wordsInUse().stream().filter(word -> word >= HEADER_BYTES + ranks * SLOT_BYTES)
                .toList();
        return !control.wordsThatChange(counts, 20_000).isEmpty();
    }

    private String stacks(RunningJob job) throws IOException, InterruptedException {
        StringBuilder all = new StringBuilder();
        for (long pid : job.processes()) {
            Process jstack = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "jstack").toString(),
                    Long.toString(pid)).redirectErrorStream(true).start();
            all.append(new String(jstack.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8)
                    .lines().dropWhile(line -> !line.startsWith("\"main\"")).takeWhile(line -> !line.isBlank())
                    .collect(java.util.stream.Collectors.joining("\n")));
        }
        return all.toString();
    }

    /** Looks at the damaged job as people do; what is wrong with the answer, or null. */
    private String tool(Path directory) throws IOException, InterruptedException {
        List<List<String>> tools = List.of(List.of(), List.of("ps"), List.of("stat"), List.of("stat", "--json"),
                List.of("top", "--once"), List.of("clean"));
        List<String> words = tools.get(random.nextInt(tools.size()));
        if (words.isEmpty()) {
            return null;
        }
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xmx48m",
                "-XX:ErrorFile=" + scratch.resolve("hs_err_%p.log"), "-cp", System.getProperty("java.class.path"),
                "org.pgas.launch.Pgas"));
        command.addAll(words);
        command.addAll(List.of("--dir", directory.toString()));
        Path output = scratch.resolve("tool");
        Process process = new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile()).start();
        if (!process.waitFor(60, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            return "pgas " + words + " did not end";
        }
        String said = Files.readString(output);
        story.add("pgas " + String.join(" ", words) + ": " + said.strip());
        return process.exitValue() > 2 || said.contains("\tat ") ? "pgas " + words + " ended with "
                + process.exitValue() + "\n" + said : null;
    }
}
