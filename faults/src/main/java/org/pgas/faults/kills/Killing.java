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

import org.pgas.faults.HarnessException;
import org.pgas.faults.Trial;
import org.pgas.faults.jobs.Aftermath;
import org.pgas.faults.jobs.JobPlan;
import org.pgas.faults.jobs.Processes;
import org.pgas.faults.jobs.RunningJob;
import org.pgas.faults.jobs.Start;
import org.pgas.faults.work.Journal;
import org.pgas.faults.work.Workload;

/**
 * One trial: starts the job, waits for the moment, sends the signal, and looks at what comes of it. Used by one thread.
 */
final class Killing {
    /** For what has no promised time, such as a start on a busy host. */
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private static final String GUARDIAN = "pgas-guardian";

    private final Choice choice;
    private final Path directory;
    private final Path scratch;
    private final Duration within;
    private final Start start;

    /** Pids of the ranks when the signal was sent. */
    private final Map<Integer, Long> ranks = new TreeMap<>();

    /** Whether the signal came to a job that had not ended by itself. */
    private boolean dealt;

    Killing(Choice choice, Path scratch, Duration within, Start start) throws IOException {
        this.choice = choice;
        this.scratch = scratch;
        this.within = within;
        this.start = start;
        directory = Files.createDirectory(scratch.resolve("jobs"));
    }

    /**
     * The trial, or null if there was none: the job ended by itself before anybody was hit, as some do.
     *
     * @throws HarnessException if nobody could be hit, though the job ran, or patience was over before
     */
    Trial run(String name) throws IOException, InterruptedException, HarnessException {
        long millis = -1;
        String problem;
        try (RunningJob job = RunningJob.start(plan(), scratch.resolve("output.txt"),
                start.withLauncherOptions(Aftermath.crashOption(scratch)))) {
            Aftermath aftermath = new Aftermath(job, directory, scratch);
            try {
                awaitMoment(job);
                List<Long> pids = victims(job);
                if (pids.isEmpty() && job.isAlive() && choice.program().workload().endless()) {
                    throw new HarnessException("nobody was found to be hit:\n" + job.output());
                }
                dealt = !pids.isEmpty();
                millis = dealt ? strike(job, pids, aftermath) : tooLate(job, aftermath);
            } catch (TimeoutException e) {
                if (!dealt) {
                    throw new HarnessException("patience is over: " + e.getMessage());
                }
                aftermath.complain("patience is over: " + e.getMessage());
            }
            problem = aftermath.text();
        }
        if (problem.isEmpty() && !dealt) {
            return null;
        }
        if (problem.isEmpty() && millis >= 0 && choice.program().workload() == Workload.JOURNAL) {
            problem = lookAtFile();
        }
        return Kills.trial(name, choice, millis, problem.isEmpty() ? "" : "ranks: " + ranks + "\n" + problem);
    }

    private JobPlan plan() {
        JobPlan plan = choice.program().workload().plan(directory, choice.program().ranks())
                .with("-Dpgas.stats=" + (goesOn() ? "on" : "off")) // by which progress is seen
                .with("-Dpgas.segment=4m").with(choice.program().settings().toArray(String[]::new))
                .with("--neighbourhoods", Integer.toString(choice.program().neighbourhoods()))
                .with("-J" + Aftermath.crashOption(scratch));
        // no core of what gets SIGABRT
        return choice.signal() == Signal.ABRT ? plan.behind("sh", "-c", "ulimit -c 0; exec \"$0\" \"$@\"") : plan;
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
        job.awaitEnd(Duration.ofMillis(choice.delayMillis())); // the random moment
    }

    private void awaitReady(RunningJob job) throws IOException, InterruptedException, TimeoutException {
        if (choice.program().workload().endless() || choice.program().workload() == Workload.LEAVING) {
            job.awaitLines(Workload.READY, choice.program().ranks(), PATIENCE);
        } else {
            Looking.awaitJoined(directory, job, PATIENCE);
        }
    }

    private int wanted() {
        int wanted = choice.victims().hasLauncher() ? 1 : 0;
        for (int rank = 0; rank < choice.program().ranks(); rank++) {
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
    private long strike(RunningJob job, List<Long> pids, Aftermath aftermath)
            throws IOException, InterruptedException, TimeoutException, HarnessException {
        long begin = System.nanoTime();
        boolean reached = Processes.signal(choice.signal().name(), pids);
        // of several, and of programs that end, some may just have gone
        if (!reached && pids.size() == 1 && choice.program().workload().endless()) {
            throw new HarnessException("the signal reached nobody:\n" + job.output());
        }
        if (goesOn()) {
            if (choice.signal() == Signal.STOP) {
                TimeUnit.MILLISECONDS.sleep(choice.stoppedMillis());
                Processes.signal("CONT", pids);
            }
            begin = checkGoesOn(job, aftermath);
        }
        long millis = aftermath.checkGone(begin, within);
        if (millis >= 0) {
            checkEnd(job, aftermath);
            dealt = !hasFinished(job) || reached && goesOn();
        }
        return millis;
    }

    /**
     * Whether the job has ended by itself and in order: a signal that ends a rank or the launcher before gives it
     * another code.
     */
    private boolean hasFinished(RunningJob job) throws InterruptedException {
        return choice.program().workload() == Workload.LEAVING && job.code() == 0;
    }

    /** Whether what is done does not end the job. */
    private boolean goesOn() {
        return choice.signal() == Signal.STOP || choice.victims() == Victims.GUARDIAN;
    }

    /** The job has ended before the signal was sent, which only some can. */
    private long tooLate(RunningJob job, Aftermath aftermath) throws IOException, InterruptedException {
        long millis = aftermath.checkGone(System.nanoTime(), within);
        if (choice.program().workload().endless() || job.code() != 0) {
            aftermath.complain("the job ended before anything was done to it");
        }
        aftermath.checkOutput();
        aftermath.checkFiles(mayLeaveFiles());
        return millis;
    }

    /** The job is as it was; then it is ended. The time of that. */
    private long checkGoesOn(RunningJob job, Aftermath aftermath)
            throws IOException, InterruptedException, TimeoutException {
        awaitReady(job);
        if (choice.program().workload() != Workload.LEAVING) {
            Looking.awaitProgress(directory, job, choice.program().workload(), PATIENCE);
            for (Map.Entry<Integer, Long> rank : ranks.entrySet()) {
                if (!job.isAlive(rank.getValue())) {
                    aftermath.complain("rank " + rank + " is gone, though nothing has happened to it but a stop");
                }
            }
            if (!job.isAlive()) {
                aftermath.complain("the launcher is gone");
            }
        }
        long begin = System.nanoTime();
        Processes.signal("TERM", job.launcher());
        return begin;
    }

    private void checkEnd(RunningJob job, Aftermath aftermath) throws IOException, InterruptedException {
        int expected = (goesOn() ? Signal.TERM : choice.signal()).exitCode();
        if (!hasFinished(job)) {
            if (isRefusedByTheJvm(job)) {
                aftermath.checkFiles(mayLeaveFiles());
                return;
            }
            aftermath.checkCode(expected);
            if (job.code() == expected) {
                checkMessage(job, aftermath);
            }
        }
        aftermath.checkOutput();
        aftermath.checkFiles(mayLeaveFiles());
    }

    /**
     * A JVM that gets SIGTERM before it has begun to run the main class ends with 1 and a text of its own. Only one
     * that was hit may.
     */
    private boolean isRefusedByTheJvm(RunningJob job) throws IOException, InterruptedException {
        if (choice.signal() != Signal.TERM || job.code() != 1) {
            return false;
        }
        String output = job.output();
        if (choice.victims().hasLauncher() && isRefused(output, "")) {
            return true;
        }
        return ranks.entrySet().stream()
                .anyMatch(rank -> choice.hits(rank.getKey()) && isRefused(output, "[" + rank.getKey() + "] ")
                        && output.contains("pgas: rank " + rank.getKey() + " (pid " + rank.getValue()
                                + ") ended with exit code 1 before it joined the job"));
    }

    private static boolean isRefused(String output, String prefix) {
        return output.lines().anyMatch(line -> line.startsWith(prefix + "Error occurred during initialization of VM"))
                && output.lines().anyMatch(line -> line.startsWith(prefix) && line.endsWith("Bad level: 3"));
    }

    private void checkMessage(RunningJob job, Aftermath aftermath) throws IOException {
        boolean byLauncher = goesOn() || choice.victims() == Victims.LAUNCHER && choice.signal() == Signal.TERM;
        if (byLauncher) {
            // without a rank, the launcher may not have begun to listen; with ranks that leave, it may have ceased to
            if (!ranks.isEmpty() && choice.program().workload() != Workload.LEAVING
                    && !job.output().contains("the launcher received SIGTERM; job ends with 143")) {
                aftermath.complain("no message that the launcher received SIGTERM");
            }
        } else if (!choice.victims().hasLauncher()) {
            Map<Integer, Long> hit = new TreeMap<>(ranks);
            hit.keySet().removeIf(rank -> !choice.hits(rank));
            aftermath.checkMessage(hit, choice.signal().word(), choice.signal().exitCode());
        }
    }

    /** Whether perhaps nobody was left to remove them, so that the next job does so. */
    private boolean mayLeaveFiles() {
        return choice.victims() == Victims.EVERYTHING || choice.victims().hasLauncher() && ranks.isEmpty();
    }

    /** A FILE segment is whole, or refused because nobody has closed it. */
    private String lookAtFile() throws IOException, InterruptedException {
        try (RunningJob look = RunningJob.start(Workload.look(directory), scratch.resolve("look.txt"), start)) {
            int code = look.code();
            boolean known = Stream.of(Journal.CLEAN, Journal.NOT_CLOSED, Journal.NO_FILE)
                    .anyMatch(look.output()::contains);
            return code == 0 && known ? ""
                    : "the FILE segment: exit code " + code + " of a job that looked at it: " + look.output();
        }
    }
}
