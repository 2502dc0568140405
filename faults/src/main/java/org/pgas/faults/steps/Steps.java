package org.pgas.faults.steps;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

import org.pgas.faults.FaultClass;
import org.pgas.faults.HarnessException;
import org.pgas.faults.HarnessFault;
import org.pgas.faults.Ledger;
import org.pgas.faults.Plan;
import org.pgas.faults.Scratch;
import org.pgas.faults.jobs.FastStart;
import org.pgas.faults.jobs.Start;

/**
 * Ranks and launchers that are killed at named steps of the library's protocols, some that are stopped there, and some
 * that fail.
 */
public final class Steps implements FaultClass {
    private record Case(Step step, Deed deed) {}

    @Override
    public String name() {
        return "steps";
    }

    @Override
    public String title() {
        return "Kills at named steps";
    }

    @Override
    public String description() {
        return """
                A moment of chance seldom falls between two stores. So the steps of every protocol of the library have
                names here, in the table `faults/src/main/resources/org/pgas/faults/steps/steps.txt`: each is a place in
                the code. A Java agent changes that class when the JVM of the victim loads it (there is no hook in the
                library), and at the n-th pass the process kills itself with SIGKILL; at some places it stops itself,
                and is continued after 0.3 s; at some it throws an error, as if memory were short there; and one changes
                a frame between neighbourhoods.

                Survived means what it means of other kills: no process of the job is left in time, the exit code is 137
                and the message names rank, pid and SIGKILL (of a job whose end had been declared before, the code is
                that of its end), no file is left (where the launcher was killed: after the next sweep), no stack trace,
                no wrong result of a survivor. A FILE segment is refused by the next job because it was not closed, or
                it is whole; where it was in use, it has to be refused. A job of which a rank was stopped goes on until
                SIGTERM. One that an error was thrown in ends with code 1 and tells the error, and one of a changed
                frame with code 1 and which rank has sent it. A step that the job never passes is a fault of the
                harness.
                """;
    }

    @Override
    public String bound(Plan plan) {
        return "everybody is gone " + plan.within(1) + " after the step";
    }

    @Override
    public void run(Plan plan, Ledger ledger) throws Exception {
        List<Case> cases = cases(plan);
        Path base = Scratch.ofJobs("pgas-faults-steps-");
        try {
            Start start = FastStart.get();
            List<Callable<Void>> trials = new ArrayList<>();
            cases.forEach(each -> trials.add(() -> run(each, plan, ledger, base, start)));
            try (ExecutorService pool = Executors.newFixedThreadPool(plan.parallel())) {
                for (Future<Void> each : pool.invokeAll(trials)) {
                    each.get();
                }
            } catch (ExecutionException e) {
                throw e.getCause() instanceof Exception cause ? cause : e;
            }
        } finally {
            Scratch.remove(base);
        }
    }

    /**
     * All, or as many as are to be tried: of chance, of each protocol about as many as of any other, in the order of
     * the table.
     */
    private static List<Case> cases(Plan plan) {
        List<Case> all = new ArrayList<>();
        for (Step step : Step.all()) {
            step.deeds().forEach(deed -> all.add(new Case(step, deed)));
        }
        if (plan.replay() >= 0) {
            return all.stream().filter(each -> StepTrial.seed(each.step, each.deed) == plan.replay()).toList();
        }
        List<Case> chosen = new ArrayList<>(all);
        Collections.shuffle(chosen, new Random(plan.seed()));
        Map<String, Integer> drawn = new HashMap<>();
        Map<Case, Integer> turns = new HashMap<>();
        chosen.forEach(each -> turns.put(each, drawn.merge(each.step.protocol(), 1, Integer::sum)));
        // stable: within a turn, of chance
        chosen.sort(Comparator.comparing(turns::get));
        List<Case> few = chosen.subList(0, Math.min(plan.tries(), chosen.size()));
        return all.stream().filter(few::contains).toList();
    }

    private Void run(Case each, Plan plan, Ledger ledger, Path base, Start start)
            throws IOException, InterruptedException {
        // a short name: sockets of neighbourhoods have none that is long
        Path scratch = Files.createDirectory(base.resolve("trial-" + StepTrial.seed(each.step, each.deed)));
        try {
            ledger.add(new StepTrial(each.step, each.deed, scratch, plan.within(), start).run(name()));
        } catch (HarnessException e) {
            ledger.add(HarnessFault.of(name(), StepTrial.kind(each.step, each.deed),
                    StepTrial.seed(each.step, each.deed), e));
        }
        Scratch.remove(scratch);
        return null;
    }
}
