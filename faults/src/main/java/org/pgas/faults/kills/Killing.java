package org.pgas.faults.kills;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;

import org.pgas.faults.Trial;
import org.pgas.faults.jobs.JobPlan;
import org.pgas.faults.jobs.Processes;
import org.pgas.faults.jobs.RunningJob;
import org.pgas.faults.jobs.Start;
import org.pgas.faults.work.Journal;
import org.pgas.faults.work.Workload;
import org.pgas.pshm.HostedJob;

/** One trial: starts the job, waits for the moment, sends the signal, and looks at what comes of it. Used by one thread. */
final class Killing {
    /** For what has no promised time, such as a start on a busy host. */
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private static final String CRASHES = "hs_err";
    private static final String GUARDIAN = "pgas-guardian";

    private final Choice choice;
    private final Path directory;
    private final Path scratch;
    private final Duration within;
    private final Start start;

    /** What is wrong. */
    private final List<String> complaints = new ArrayList<>();

    /** Pids of the ranks when the signal was sent. */
    private final Map<Integer, Long> ranks = new TreeMap<>();

    Killing(Choice choice, Path scratch, Duration within, Start start) throws IOException {
        this.choice = choice;
        this.scratch = scratch;
        this.within = within;
        this.start = start;
        directory = Files.createDirectory(scratch.resolve("jobs"));
    }

    Trial run(String name) throws IOException, InterruptedException {
        long millis = -1;
        Path output = scratch.resolve("output.txt");
        try (RunningJob job = RunningJob.start(plan(), output,
                start.withLauncherOptions("-XX:ErrorFile=" + scratch.resolve(CRASHES + "_launcher_%p")))) {
            try {
                awaitMoment(job);
                millis = strike(job);
                if (millis >= 0 && choice.workload() == Workload.JOURNAL) {
                    lookAtFile();
                }
            } catch (TimeoutException e) {
                complain("patience is over: " + e.getMessage());
            }
            if (!complaints.isEmpty()) {
                complain("ranks: " + ranks + "; exit code " + (job.isAlive() ? "none" : job.code()) + "; output:\n"
                        + job.output().indent(4));
            }
        }
        return Kills.trial(name, choice, millis, String.join("\n", complaints));
    }

    private JobPlan plan() {
        boolean goesOn = choice.signal() == Signal.STOP || choice.victims() == Victims.GUARDIAN;
        JobPlan plan = choice.workload().plan(directory, choice.ranks())
                .with("-Dpgas.stats=" + (goesOn ? "on" : "off")) // by which progress is seen
                .with(choice.settings().toArray(String[]::new))
                .with("-J-XX:ErrorFile=" + scratch.resolve(CRASHES + "_rank_%p"));
        // no core of what gets SIGABRT
        return choice.signal() == Signal.ABRT ? plan.behind("sh", "-c", "ulimit -c 0; exec \"$0\" \"$@\"") : plan;
    }

    private void complain(String text) {
        complaints.add(text);
    }

    private void awaitMoment(RunningJob job) throws IOException, InterruptedException, TimeoutException {
        if (!choice.starting()) {
            awaitReady(job);
        } else if (choice.victims().hasRanks() && choice.victims() != Victims.EVERYTHING) {
            long begin = System.nanoTime();
            while (job.isAlive() && victims(job).size() < wanted()) {
                if (System.nanoTime() - begin > PATIENCE.toNanos()) {
                    throw new TimeoutException("the ranks do not start");
                }
                TimeUnit.MILLISECONDS.sleep(1);
            }
        }
        TimeUnit.MILLISECONDS.sleep(choice.delayMillis()); // the random moment
    }

    private void awaitReady(RunningJob job) throws IOException, InterruptedException, TimeoutException {
        if (choice.workload().endless() || choice.workload() == Workload.LEAVING) {
            job.awaitLines(Workload.READY, choice.ranks(), PATIENCE);
        } else {
            Looking.awaitJoined(directory, job, PATIENCE);
        }
    }

    private int wanted() {
        int wanted = choice.victims().hasLauncher() ? 1 : 0;
        for (int rank = 0; rank < choice.ranks(); rank++) {
            wanted += choice.hits(rank) ? 1 : 0;
        }
        return wanted;
    }

    /** Pids of those that get the signal, and writes down all ranks. */
    private List<Long> victims(RunningJob job) throws IOException {
        List<Long> pids = new ArrayList<>();
        if (choice.victims().hasLauncher() && job.isAlive()) {
            pids.add(job.launcher());
        }
        for (long pid : job.processes()) {
            int rank = Processes.rankOf(pid);
            if (rank >= 0) {
                ranks.put(rank, pid);
            }
            boolean everybody = choice.victims() == Victims.EVERYTHING && pid != job.launcher();
            boolean guardian = choice.victims() == Victims.GUARDIAN && Processes.command(pid).contains(GUARDIAN);
            if (rank >= 0 && choice.hits(rank) || everybody || guardian) {
                pids.add(pid);
            }
        }
        return pids;
    }

    /** Milliseconds from the signal, or the last one, until everybody was gone. */
    private long strike(RunningJob job) throws IOException, InterruptedException, TimeoutException {
        List<Long> pids = victims(job);
        if (pids.isEmpty()) {
            return tooLate(job);
        }
        long begin = System.nanoTime();
        boolean hit = Processes.signal(choice.signal().name(), pids);
        if (choice.signal() == Signal.STOP || choice.victims() == Victims.GUARDIAN) {
            if (choice.signal() == Signal.STOP) {
                TimeUnit.MILLISECONDS.sleep(choice.stoppedMillis());
                Processes.signal("CONT", pids);
            }
            begin = checkGoesOn(job);
            hit = true;
        }
        long millis = awaitGone(job, begin);
        if (millis >= 0) {
            checkEnd(job, hit);
        }
        return millis;
    }

    /** The job has ended before the signal was sent, which only some can. */
    private long tooLate(RunningJob job) throws IOException, InterruptedException {
        long millis = awaitGone(job, System.nanoTime());
        if (choice.workload().endless() || job.code() != 0) {
            complain("nobody was there to be hit");
        }
        checkRemains();
        return millis;
    }

    private long awaitGone(RunningJob job, long begin) throws IOException, InterruptedException {
        long millis = job.awaitGone(begin, PATIENCE);
        if (millis < 0) {
            complain("still there: " + job.processes() + ", of which ranks are " + ranks);
        } else if (millis > within.toMillis()) {
            complain("gone only after " + millis + " ms");
        }
        return millis;
    }

    /** The job is as it was; then it is ended. The time of that. */
    private long checkGoesOn(RunningJob job) throws IOException, InterruptedException, TimeoutException {
        awaitReady(job);
        if (choice.workload() != Workload.LEAVING) {
            Looking.awaitProgress(directory, job, choice.workload(), PATIENCE);
            for (Map.Entry<Integer, Long> rank : ranks.entrySet()) {
                if (!job.isAlive(rank.getValue())) {
                    complain("rank " + rank + " is gone, though nothing has happened to it but a stop");
                }
            }
            if (!job.isAlive()) {
                complain("the launcher is gone");
            }
        }
        long begin = System.nanoTime();
        Processes.signal("TERM", job.launcher());
        return begin;
    }

    private void checkEnd(RunningJob job, boolean hit) throws IOException, InterruptedException {
        int code = job.code();
        String output = job.output();
        boolean isTerm = choice.signal() == Signal.STOP || choice.victims() == Victims.GUARDIAN;
        int expected = (isTerm ? Signal.TERM : choice.signal()).exitCode();
        boolean mayEnd = choice.workload() == Workload.LEAVING;
        if (code != expected && !(code == 0 && mayEnd)) {
            complain("exit code " + code + " and not " + expected + (hit ? "" : " (a victim had ended)"));
        }
        if (code == expected) {
            checkMessage(isTerm, output);
        }
        Outputs.garbage(output).forEach(line -> complain("garbage in the output: " + line));
        checkRemains();
    }

    private void checkMessage(boolean isTerm, String output) {
        boolean byLauncher = isTerm || choice.victims() == Victims.LAUNCHER && choice.signal() == Signal.TERM;
        if (byLauncher) {
            // without a rank, the launcher may not have begun to listen
            if (!ranks.isEmpty() && !output.contains("the launcher received SIGTERM; job ends with 143")) {
                complain("no message that the launcher received SIGTERM");
            }
        } else if (!choice.victims().hasLauncher()) {
            String signal = choice.signal().word();
            boolean named = ranks.entrySet().stream().filter(rank -> choice.hits(rank.getKey()))
                    .map(rank -> "pgas: rank " + rank.getKey() + " (pid " + rank.getValue() + ") ")
                    .anyMatch(who -> output.lines().anyMatch(line -> line.startsWith(who) && line.contains(signal)
                            && line.endsWith("; job ends with " + choice.signal().exitCode())));
            if (!named) {
                complain("no message that names a victim, its pid, and " + signal);
            }
        }
    }

    private void checkRemains() throws IOException {
        List<Path> files = left();
        boolean unknown = choice.victims().hasLauncher() && ranks.isEmpty();
        if (!files.isEmpty() && (choice.victims() == Victims.EVERYTHING || unknown)) {
            // nobody was left to remove them; the next job does so
            HostedJob.sweep(directory);
            files = left();
        }
        if (!files.isEmpty()) {
            complain("files are left: " + files);
        }
        try (Stream<Path> all = Files.list(scratch)) {
            all.filter(each -> each.getFileName().toString().startsWith(CRASHES))
                    .forEach(each -> complain("a JVM crashed: " + Outputs.beginning(each)));
        }
    }

    /** A FILE segment is whole, or refused because nobody has closed it. */
    private void lookAtFile() throws IOException, InterruptedException {
        try (RunningJob look = RunningJob.start(Workload.look(directory), scratch.resolve("look.txt"), start)) {
            int code = look.code();
            boolean known = Stream.of(Journal.CLEAN, Journal.NOT_CLOSED, Journal.NO_FILE)
                    .anyMatch(look.output()::contains);
            if (code != 0 || !known) {
                complain("the FILE segment: exit code " + code + " of a job that looked at it: " + look.output());
            }
        }
    }

    private List<Path> left() throws IOException {
        try (Stream<Path> walk = Files.walk(directory)) {
            return walk.filter(each -> !each.equals(directory)).toList();
        } catch (java.io.UncheckedIOException e) {
            // it went away under our eyes
            return List.of(directory.resolve("(something that is being removed)"));
        }
    }
}
