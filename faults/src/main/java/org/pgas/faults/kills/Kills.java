package org.pgas.faults.kills;

import java.io.IOException;
import java.nio.file.Path;

import org.pgas.faults.FaultClass;
import org.pgas.faults.HarnessException;
import org.pgas.faults.HarnessFault;
import org.pgas.faults.Ledger;
import org.pgas.faults.NotTried;
import org.pgas.faults.Plan;
import org.pgas.faults.Scratch;
import org.pgas.faults.SeededTrials;
import org.pgas.faults.Trial;
import org.pgas.faults.jobs.FastStart;
import org.pgas.faults.jobs.Start;

/** Ranks, launchers, and several of them at once, that get a signal at a random moment. */
public final class Kills implements FaultClass {
    @Override
    public String name() {
        return "kills";
    }

    @Override
    public String title() {
        return "Kills";
    }

    @Override
    public String description() {
        return """
                Jobs of 2 to 4 ranks, each of one of the programs of `org.pgas.faults.work.Workload` with settings of
                chance, run under the launcher; some with their ranks in two neighbourhoods. At a random moment, while
                they start or when all are ready, a signal is sent to a rank, to several, to the launcher, or to both at
                the same instant. SIGABRT is what a crash of the JVM ends with; what is stopped is continued after 0.2
                to 1.5 s.

                Survived means: no process of the job is left in time; the exit code is 128 + S, and the message names
                the signal, the rank and its pid (where the launcher lives: nobody else can say it); no file is left,
                and where all processes died at once, or the launcher before there was a rank, the next job's sweep
                removes them; no stack trace, no crash of a JVM. A survivor that meets the death first, as by using the
                dead rank's file, says that this rank has died. (A rank or launcher that gets SIGTERM before its JVM has
                come to the main class is ended by the JVM itself, with exit code 1 and the text "Error occurred during
                initialization of VM ... Bad level: 3". That is accepted of the process that was hit, and the text alone
                of ranks that the launcher ends because of it before they have joined.) A job whose rank or launcher was
                stopped is not taken for dead: every rank goes on, and the job ends in the usual way at SIGTERM. So does
                one whose guardian was killed. A job that ends by itself before the signal comes is none of those
                counted. The times are from the (last) signal to the end of the last process.
                """;
    }

    @Override
    public String bound(Plan plan) {
        return "everybody is gone " + plan.within(1) + " after the signal";
    }

    @Override
    public void run(Plan plan, Ledger ledger) throws Exception {
        Path base = Scratch.ofJobs("pgas-faults-kills-");
        try {
            Start start = FastStart.get();
            SeededTrials.run(plan, name(), base, (seed, scratch) -> attempt(plan, ledger, start, seed, scratch));
        } finally {
            Scratch.remove(base);
        }
    }

    private void attempt(Plan plan, Ledger ledger, Start start, long seed, Path scratch)
            throws IOException, InterruptedException {
        Choice choice = Choice.of(seed);
        try {
            Trial tried = new Killing(choice, scratch, plan.within(), start).run(name());
            if (tried == null) {
                ledger.add(new NotTried(name(), choice.kind(),
                        "a job had ended by itself before the signal was sent"));
            } else {
                ledger.add(tried);
            }
        } catch (HarnessException e) {
            ledger.add(new HarnessFault(name(), choice.kind(), choice.seed(), choice.words() + "\n" + e.getMessage()));
        }
    }

    /** A trial of this class. */
    static Trial trial(String name, Choice choice, long millis, String complaint) {
        return new Trial(name, choice.kind(), choice.seed(), complaint.isEmpty(), millis,
                complaint.isEmpty() ? "" : choice.words() + "\n" + complaint);
    }
}
