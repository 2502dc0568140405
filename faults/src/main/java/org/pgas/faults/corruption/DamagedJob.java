package org.pgas.faults.corruption;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;

import org.pgas.faults.Detail;
import org.pgas.faults.HarnessException;
import org.pgas.faults.Ledger;
import org.pgas.faults.Scratch;
import org.pgas.faults.Trial;
import org.pgas.faults.jobs.FileLayouts;
import org.pgas.faults.jobs.JobPlan;
import org.pgas.faults.jobs.Processes;
import org.pgas.faults.jobs.RunningJob;
import org.pgas.faults.jobs.Start;
import org.pgas.faults.work.Workload;

/**
 * One job. Its files are damaged, blow after blow, until it ends or has had enough of them. In most jobs all blows hit
 * files of one kind, so that a wrong result can be told from one that {@link Excuse} covers.
 */
final class DamagedJob {
    private static final int MOST_BLOWS = 12;

    private static final List<Workload> PROGRAMS = Stream.of(Workload.values()).filter(Workload::endless)
            .filter(each -> each != Workload.BLOCKED && each != Workload.COMPUTING).toList();

    /** One of so many jobs has blows to files of all kinds. */
    private static final int SEVERAL = 5;

    /** Kinds of files that change also while nobody does anything. */
    private static final Set<String> SHOWN = Set.of("control", "counters", "ways");

    private static final Duration START = Duration.ofSeconds(60);

    private final long seed;
    private final Duration patience;
    private final Path scratch;
    private final Ledger ledger;
    private final SplittableRandom random;
    private final Start start;
    private final List<String> story = new ArrayList<>();
    private final List<SharedFile> files = new ArrayList<>();
    private final Workload program;
    private final int ranks;
    private final int neighbourhoods;
    private final boolean checks;
    private final Excuse excuse;
    private boolean excused;

    DamagedJob(long seed, Duration patience, Path scratch, Ledger ledger, Start start) {
        this.seed = seed;
        this.patience = patience;
        this.scratch = scratch;
        this.ledger = ledger;
        this.start = start;
        random = new SplittableRandom(seed);
        program = PROGRAMS.get(random.nextInt(PROGRAMS.size()));
        ranks = 2 + random.nextInt(2);
        checks = random.nextBoolean();
        neighbourhoods = neighbourhoods(seed);
        excuse = new Excuse(checks, program);
    }

    /** Of the ranks of the job of this seed. */
    static int neighbourhoods(long seed) {
        return Long.remainderUnsigned(seed >>> 16, 4) == 0 ? 2 : 1;
    }

    /** Its files are in {@code scratch}, which is made and removed. */
    void run() throws IOException, InterruptedException, TimeoutException, HarnessException {
        Scratch.make(scratch);
        Path directory = Files.createDirectory(scratch.resolve("jobs"));
        String kind = "before any blow";
        String complaint = null;
        String output = "";
        try (RunningJob job = RunningJob.start(plan(directory), scratch.resolve("output"), start)) {
            job.awaitLines(Workload.READY, ranks, START);
            if (alive(job)) {
                open(directory, job);
                kind = deal(job);
            }
            complaint = story.isEmpty() ? "the job ended before anything was done to it" : end(job, directory);
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
        ledger.add(new Trial(Corruption.NAME, kind + " of a running job, checks " + (checks ? "on" : "off"), seed,
                complaint == null, -1, complaint == null ? ""
                        : program + " of " + ranks + " ranks in " + neighbourhoods + " neighbourhoods\n"
                                + String.join("\n", story) + "\n" + complaint + "\n"
                                + output));
    }

    private JobPlan plan(Path directory) {
        return Corruption.watched(program.plan(directory, ranks), scratch).with("-Dpgas.segment=1m",
                "-Dpgas.am.deadline=3s", random.nextBoolean() ? "-Dpgas.wait=spin" : "-Dpgas.wait=block",
                "-Dpgas.checks=" + (checks ? "on" : "off"), "--neighbourhoods", Integer.toString(neighbourhoods));
    }

    private void open(Path directory, RunningJob job) throws IOException, InterruptedException, TimeoutException {
        try (Stream<Path> all = Files.walk(directory)) {
            for (Path path : all.filter(Files::isRegularFile).sorted().toList()) {
                files.add(new SharedFile(path));
            }
        }
        if (program == Workload.JOURNAL) {
            Path file = Workload.file(directory);
            job.await("file " + file, START, () -> Files.isRegularFile(file));
            files.add(new SharedFile(file, SharedFile.FILE_SEGMENT));
        }
        for (SharedFile file : files) {
            excuse.learn(file);
        }
    }

    /** One blow after the other; the kind of the files that were hit. */
    private String deal(RunningJob job) throws IOException, InterruptedException, HarnessException {
        List<String> kinds = files.stream().map(SharedFile::kind).distinct().sorted().toList();
        String kind = kinds.get(random.nextInt(kinds.size()));
        boolean several = random.nextInt(SEVERAL) == 0;
        List<SharedFile> targets = files.stream().filter(each -> several || each.kind().equals(kind)).toList();
        int blows = 1 + random.nextInt(MOST_BLOWS);
        for (int blow = 0; blow < blows && alive(job); blow++) {
            SharedFile file = targets.get(random.nextInt(targets.size()));
            try {
                Dealt dealt = Blow.dealAny(file, random, Blow::any);
                story.add(dealt.words());
                excused |= excuse.covers(file, dealt);
                ledger.add(new Detail(Corruption.NAME, dealt.blow().words(file), "", -1));
            } catch (NoSuchFileException e) {
                // the directory is gone: the blow before has just ended the job
                break;
            }
            TimeUnit.MILLISECONDS.sleep(10 + random.nextInt(60));
        }
        return several ? "several files" : kind;
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
        if (job.awaitGone(end, patience.multipliedBy(Corruption.GONE)) < 0) {
            return "processes are left: " + job.processes() + "\n" + stacks(job);
        }
        int code = job.code();
        List<Path> left = job.files().stream().filter(Files::isRegularFile).toList();
        String complaint = Judgement.of(code, job.output(), scratch, asked);
        if (complaint == null && Judgement.isWrong(job.output()) && !Judgement.isTold(job.output()) && !excused) {
            complaint = "a wrong result, and no word of the library, though the bytes that were changed are none of "
                    + "those of which docs/TRUST.md says so";
        }
        if (complaint == null && !left.isEmpty()) {
            complaint = "files are left: " + left;
        }
        if (complaint == null) {
            ledger.add(new Detail(Corruption.NAME, asked ? "outcome: the job went on, with right results"
                    : !Judgement.isWrong(job.output()) ? "outcome: the job ended with a message"
                            : Judgement.isTold(job.output()) ? "outcome: a wrong result, and the library told of damage"
                                    : "outcome: a wrong result, of bytes that nobody watches",
                    "", -1));
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
            if (SHOWN.contains(file.kind()) || file.bytes() == 0) {
                continue;
            }
            if (!file.wordsThatChange(file.wordsInUse(), 20_000).isEmpty()) {
                return true;
            }
        }
        SharedFile control = files.stream().filter(file -> file.kind().equals("control")).findFirst().orElseThrow();
        // behind the header and the ranks' slots, with their heartbeats, come the counts of barriers
        List<Long> counts = control.wordsInUse().stream().filter(word -> word >= FileLayouts.slots(ranks))
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
