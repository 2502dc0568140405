package org.pgas.faults.histories;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import org.pgas.faults.Detail;
import org.pgas.faults.FaultClass;
import org.pgas.faults.HarnessException;
import org.pgas.faults.HarnessFault;
import org.pgas.faults.Ledger;
import org.pgas.faults.Plan;
import org.pgas.faults.Scratch;
import org.pgas.faults.SeededTrials;
import org.pgas.faults.Trial;
import org.pgas.faults.jobs.Aftermath;
import org.pgas.faults.jobs.FastStart;
import org.pgas.faults.jobs.JobPlan;
import org.pgas.faults.jobs.Processes;
import org.pgas.faults.jobs.RunningJob;
import org.pgas.faults.jobs.Start;

/** Random concurrent programs: their ranks are stopped and continued, and their results need to have an explanation. */
public final class Histories implements FaultClass {
    /** For what has no promised time, such as a start on a busy host. */
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private static final int MOST_RUNNING_MILLIS = 30;
    private static final int MOST_STOPPED_MILLIS = 25;

    private final String player;

    /** With the library's objects as they are. */
    public Histories() {
        this(Player.class.getName());
    }

    /** @param player the main class of a rank */
    Histories(String player) {
        this.player = player;
    }

    @Override
    public String name() {
        return "histories";
    }

    @Override
    public String title() {
        return "Histories of calls";
    }

    @Override
    public String unit() {
        return "operations";
    }

    @Override
    public String description() {
        return """
                Jobs of 2 to 4 ranks, some with their ranks in two neighbourhoods, of random programs: each rank makes
                calls on a few objects in the memory of one rank, as fast as it can or with short pauses. Words: get,
                set, add, fetch-and-add, compare-and-swap, swap; a word of ordered puts and gets; an element of an MPI
                window: accumulates, fetch-and-op and compare-and-swap under a shared lock, put and get under an
                exclusive one; two mutexes: lock, try, unlock, with other calls in between; a queue of four places:
                offer and poll; a heap, whose blocks are also freed by other ranks: malloc and free; short and medium
                messages from all to all. Meanwhile ranks are stopped by SIGSTOP and continued at random moments, up to
                25 ms each time, so that some stand still in the middle of a call.

                Each rank writes down every call: its arguments, its result, and the clock before and behind it
                (`System.nanoTime`, which is one clock for all processes of a host), with a full fence beside each
                stamp. A set or put is followed by a fence, as a part of the call. Afterwards it is asked of each object
                whether its history is *linearisable*: whether one order of all calls explains each result, in which a
                call that had returned before another one began comes first. The search is that of Wing and Gong with
                Lowe's memory of what it has seen. What an object does in such an order is a model of a few lines: a
                number, a holder, a list, blocks. A try of a mutex may be refused if it is held, or if another call on
                it overlaps that was not refused itself; malloc has to find room, since programs take little. Of
                messages it is asked whether each was handled once, in the order of its sender, and not before it was
                sent.

                Survived: all histories can be explained, and the job ends in order with nothing left. A history that
                has no explanation is told by the smallest part found that shows it. One that the search cannot decide
                among a million configurations is a fault of the harness, with its seed. `faults/faults.sh --only
                histories --replay SEED` makes the same programs and choices of stops again. When calls meet is up to
                the machine, so a rare failure may take several replays. The numbers are those of the calls of a job,
                and of a history.
                """;
    }

    @Override
    public void run(Plan plan, Ledger ledger) throws Exception {
        Path base = Scratch.ofJobs("pgas-faults-histories-");
        try {
            Start start = FastStart.get();
            SeededTrials.run(plan, name(), base, (seed, scratch) -> attempt(ledger, start, seed, scratch));
        } finally {
            Scratch.remove(base);
        }
    }

    private void attempt(Ledger ledger, Start start, long seed, Path scratch)
            throws IOException, InterruptedException {
        Program program = Program.of(seed);
        try {
            Path notebooks = Files.createDirectory(scratch.resolve("notebooks"));
            String problem = play(ledger, start, program, scratch, notebooks);
            Judge judge = Judge.of(notebooks, program.ranks());
            List<String> wrong = new ArrayList<>(judge.complaints());
            if (!problem.isEmpty()) {
                wrong.add(problem);
            }
            if (wrong.isEmpty() && !judge.undecided().isEmpty()) {
                throw new HarnessException(String.join("\n", judge.undecided()));
            }
            judge.lengths().forEach((subject, length) -> ledger
                    .add(new Detail(name(), "histories of " + subject.title(), "", length)));
            int calls = judge.lengths().values().stream().mapToInt(Integer::intValue).sum();
            wrong.addAll(judge.undecided());
            ledger.add(new Trial(name(), program.kind(), seed, wrong.isEmpty(), calls,
                    wrong.isEmpty() ? "" : program.words() + "\n" + String.join("\n", wrong)));
        } catch (HarnessException e) {
            ledger.add(new HarnessFault(name(), program.kind(), seed, program.words() + "\n" + e.getMessage()));
        }
    }

    /** What is wrong with the job and its end; nothing else is looked at. */
    private String play(Ledger ledger, Start start, Program program, Path scratch, Path notebooks)
            throws IOException, InterruptedException, HarnessException {
        Path directory = Files.createDirectory(scratch.resolve("jobs"));
        JobPlan plan = JobPlan.of(directory, program.ranks(), player, Long.toString(program.seed()),
                notebooks.toString())
                .with(program.settings().toArray(String[]::new))
                .with("--neighbourhoods", Integer.toString(program.neighbourhoods()))
                .with("-J" + Aftermath.crashOption(scratch));
        try (RunningJob job = RunningJob.start(plan, scratch.resolve("output.txt"),
                start.withLauncherOptions(Aftermath.crashOption(scratch)))) {
            Aftermath aftermath = new Aftermath(job, directory, scratch);
            awaitReady(job, program.ranks());
            int stops = stopAndContinue(job, program);
            for (int stop = 0; stop < stops; stop++) {
                ledger.add(new Detail(name(), "SIGSTOP and SIGCONT of ranks", "", -1));
            }
            if (aftermath.checkGone(System.nanoTime(), PATIENCE) >= 0) {
                aftermath.checkCode(0);
                if (job.output().lines().filter(line -> line.endsWith(Player.PLAYED)).count() != program.ranks()) {
                    aftermath.complain("not all ranks have played to the end");
                }
            }
            aftermath.checkOutput();
            aftermath.checkFiles(false);
            return aftermath.text();
        }
    }

    private static void awaitReady(RunningJob job, int ranks)
            throws IOException, InterruptedException, HarnessException {
        try {
            job.awaitLines(Player.READY, ranks, PATIENCE);
        } catch (TimeoutException e) {
            throw new HarnessException("patience is over: " + e.getMessage());
        }
    }

    /** Until the job has ended, or is out of patience; how often. */
    private static int stopAndContinue(RunningJob job, Program program) throws IOException, InterruptedException {
        SplittableRandom random = new SplittableRandom(~program.seed());
        List<Long> pids = new ArrayList<>();
        for (int rank = 0; rank < program.ranks(); rank++) {
            pids.add(job.pidOf(rank));
        }
        pids.removeIf(pid -> pid == 0);
        long begin = System.nanoTime();
        int stops = 0;
        while (!job.awaitEnd(Duration.ofMillis(random.nextInt(MOST_RUNNING_MILLIS)))
                && System.nanoTime() - begin < PATIENCE.toNanos()) {
            List<Long> victims = pids.stream().filter(_ -> random.nextBoolean()).filter(job::isAlive).toList();
            int millis = random.nextInt(MOST_STOPPED_MILLIS);
            if (!victims.isEmpty()) {
                Processes.signal("STOP", victims);
                TimeUnit.MILLISECONDS.sleep(millis);
                Processes.signal("CONT", victims);
                stops++;
            }
        }
        return stops;
    }
}
