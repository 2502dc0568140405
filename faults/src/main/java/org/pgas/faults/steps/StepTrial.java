package org.pgas.faults.steps;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import org.pgas.faults.HarnessException;
import org.pgas.faults.Trial;
import org.pgas.faults.agent.Agent;
import org.pgas.faults.agent.Strike;
import org.pgas.faults.jobs.Aftermath;
import org.pgas.faults.jobs.JobPlan;
import org.pgas.faults.jobs.Processes;
import org.pgas.faults.jobs.RunningJob;
import org.pgas.faults.jobs.Start;
import org.pgas.faults.work.Journal;
import org.pgas.faults.work.Workload;

/** One job, one process of which is killed, or stopped and continued, at a step. Used by one thread. */
final class StepTrial {
    /** For what has no promised time, such as a start on a busy host. */
    private static final Duration PATIENCE = Duration.ofSeconds(40);

    private static final int TERMINATED = 143;
    private static final long STOPPED_MILLIS = 300;
    /** Of a program that ends by an error. */
    private static final int FAILED = 1;

    /** Of a frame between neighbourhoods. */
    private static final String WRONG_FRAME = "sent a frame with a wrong checksum";

    private final Step step;
    private final Deed deed;
    private final Path scratch;
    private final Path directory;
    private final Path reached;
    private final Duration within;
    private final Start start;

    /** Of the process that the signal went to; rank -1 is the launcher. */
    private long pid;
    private int rank;

    /** @param scratch an empty directory in memory */
    StepTrial(Step step, Deed deed, Path scratch, Duration within, Start start) throws IOException {
        this.step = step;
        this.deed = deed;
        this.scratch = scratch;
        this.within = within;
        this.start = start;
        directory = Files.createDirectory(scratch.resolve("jobs"));
        reached = scratch.resolve("reached");
    }

    /** The line of the table. */
    static String kind(Step step, Deed deed) {
        return step.words() + (deed == Deed.KILL ? "" : " (" + deed.word() + ")");
    }

    /** The number by which a trial is found again. */
    static long seed(Step step, Deed deed) {
        return (long) Deed.values().length * step.number() + deed.ordinal();
    }

    /** @throws HarnessException if the step was not reached */
    Trial run(String name) throws IOException, InterruptedException, HarnessException {
        long millis = -1;
        String problem;
        try (RunningJob job = start()) {
            Aftermath aftermath = new Aftermath(job, directory, scratch);
            try {
                awaitReached(job);
                millis = switch (deed) {
                    case KILL -> die(job, aftermath);
                    case STOP -> goOn(job, aftermath);
                    case THROW -> fail(job, aftermath);
                    case DAMAGE -> notice(job, aftermath);
                };
                aftermath.checkFiles(step.isOfLauncher());
            } catch (TimeoutException e) {
                aftermath.complain(e.getMessage());
            }
            problem = aftermath.text();
        }
        if (problem.isEmpty() && step.hasFile() && deed != Deed.STOP) {
            problem = lookAtFile();
        }
        return new Trial(name, kind(step, deed), seed(step, deed),
                problem.isEmpty(), millis,
                problem.isEmpty() ? "" : step.place() + "\n" + problem);
    }

    private RunningJob start() throws IOException {
        Path jar = scratch.resolve("agent.jar");
        Agent.writeJar(jar);
        List<String> agent = List.of("-javaagent:" + jar, "-D" + Strike.PLACE + "=" + step.place(),
                "-D" + Strike.PASS + "=" + step.pass(), "-D" + Strike.SIGNAL + "=" + deed.signal(),
                "-D" + Strike.REACHED + "=" + reached);
        JobPlan plan = step.plan(directory).with("-J" + Aftermath.crashOption(scratch));
        Start launcher = start.withLauncherOptions(Aftermath.crashOption(scratch));
        if (step.isOfLauncher()) {
            launcher = launcher.withLauncherOptions(agent.toArray(String[]::new));
        } else {
            // only the victim has the agent, so that the others start as fast as they can
            for (int each = 0; each < Step.RANKS; each++) {
                Files.writeString(options(Integer.toString(each)), step.isOfRank(each) ? quoted(agent) : "\n");
            }
            plan = plan.with("-J-XX:VMOptionsFile=" + options("{rank}"));
        }
        return RunningJob.start(plan, scratch.resolve("output.txt"), launcher);
    }

    private Path options(String who) {
        return scratch.resolve("options-" + who);
    }

    private static String quoted(List<String> options) {
        List<String> lines = new ArrayList<>();
        options.forEach(each -> lines.add("'" + each + "'\n"));
        return String.join("", lines);
    }

    private void awaitReached(RunningJob job) throws IOException, InterruptedException, HarnessException {
        long begin = System.nanoTime();
        while (!Files.exists(reached) || !Files.readString(reached).endsWith("\n")) {
            boolean over = !job.isAlive() && !Files.exists(reached);
            if (over || System.nanoTime() - begin > PATIENCE.toNanos()) {
                throw new HarnessException("the step was not reached: " + step + "\n" + job.output());
            }
            TimeUnit.MILLISECONDS.sleep(1);
        }
        String[] who = Files.readString(reached).strip().split(" ");
        pid = Long.parseLong(who[0]);
        rank = Integer.parseInt(who[1]);
    }

    private long die(RunningJob job, Aftermath aftermath) throws IOException, InterruptedException {
        long millis = aftermath.checkGone(System.nanoTime(), within);
        if (millis >= 0) {
            aftermath.checkCode(step.code());
            if (rank >= 0 && !step.hasEnded()) {
                aftermath.checkMessage(rank, pid, "SIGKILL", step.code());
            }
        }
        aftermath.checkOutput();
        return millis;
    }

    /** Checks that a stopped process is not taken for dead: the job goes on until it is ended. */
    private long goOn(RunningJob job, Aftermath aftermath) throws IOException, InterruptedException, TimeoutException {
        long begin = System.nanoTime();
        while (!Processes.isStopped(pid)) {
            if (System.nanoTime() - begin > PATIENCE.toNanos()) {
                throw new TimeoutException("pid " + pid + " is not stopped");
            }
            TimeUnit.MILLISECONDS.sleep(1);
        }
        TimeUnit.MILLISECONDS.sleep(STOPPED_MILLIS);
        Processes.signal("CONT", pid);
        job.awaitLines(Workload.READY, Step.RANKS, PATIENCE);
        TimeUnit.MILLISECONDS.sleep(STOPPED_MILLIS);
        for (int each = 0; each < Step.RANKS; each++) {
            if (job.pidOf(each) == 0) {
                aftermath.complain("rank " + each + " is gone, though nothing has happened but a stop");
            }
        }
        long end = System.nanoTime();
        Processes.signal("TERM", job.launcher());
        long millis = aftermath.checkGone(end, within);
        if (millis >= 0) {
            aftermath.checkCode(TERMINATED);
        }
        aftermath.checkOutput();
        return millis;
    }

    /** The error ends the program, and so the job, whatever the library was in the middle of. */
    private long fail(RunningJob job, Aftermath aftermath) throws IOException, InterruptedException {
        long millis = aftermath.checkGone(System.nanoTime(), within);
        if (millis >= 0) {
            aftermath.checkCode(FAILED);
            String output = job.output();
            if (!output.contains("java.lang.Error: " + Strike.THROWN)) {
                aftermath.complain("the error is not told");
            }
            if (output.contains("WRONG")) {
                aftermath.complain("a wrong result");
            }
        }
        return millis;
    }

    /** A rank that looks at what was changed says what is wrong, and the job ends. */
    private long notice(RunningJob job, Aftermath aftermath) throws IOException, InterruptedException {
        long millis = aftermath.checkGone(System.nanoTime(), within);
        if (millis >= 0) {
            aftermath.checkCode(FAILED);
            String output = job.output();
            if (!output.contains(WRONG_FRAME)) {
                aftermath.complain("it is not told that a rank " + WRONG_FRAME);
            }
            if (output.contains("WRONG")) {
                aftermath.complain("a wrong result");
            }
        }
        return millis;
    }

    /** What the next job finds of the file: a refusal, or whole records. */
    private String lookAtFile() throws IOException, InterruptedException {
        try (RunningJob job = RunningJob.start(Workload.look(directory), scratch.resolve("look.txt"), start)) {
            Aftermath aftermath = new Aftermath(job, directory, scratch);
            if (aftermath.checkGone(System.nanoTime(), PATIENCE) >= 0) {
                aftermath.checkCode(0);
                String output = job.output();
                if (step.isRefused() && deed == Deed.KILL && !output.contains(Journal.NOT_CLOSED)) {
                    aftermath.complain("the file was not refused");
                }
            }
            aftermath.checkOutput();
            aftermath.checkFiles(false);
            return aftermath.text();
        }
    }
}
