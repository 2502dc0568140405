package org.pgas.faults.corruption;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;

import org.pgas.faults.FaultClass;
import org.pgas.faults.HarnessException;
import org.pgas.faults.HarnessFault;
import org.pgas.faults.Ledger;
import org.pgas.faults.Plan;
import org.pgas.faults.jobs.FastStart;
import org.pgas.faults.jobs.JobPlan;
import org.pgas.faults.jobs.Start;

/** Shared files that somebody else changes, cuts, replaces or takes away. */
public final class Corruption implements FaultClass {
    static final String NAME = "corruption";

    /** So many times the bound of a run, for all processes of a job to be gone: a wait that is in vain takes 5 s. */
    static final int GONE = 5;

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String title() {
        return "Damaged files";
    }

    @Override
    public String description() {
        return """
                The files of a running job are changed by another process, one blow after the other, most often files of
                one kind: words and stretches overwritten (with random values, zeros, ones, edges of number ranges, what
                was there before), most of them where something is in use or changes all the time, such as positions of
                rings, counts of barriers, locks; files truncated, extended, replaced, deleted, turned into links,
                directories or pipes, given other modes and owners. Half of the jobs run in checked mode, and some with
                their ranks in two neighbourhoods. `pgas ps`, `stat`, `top` and `clean` look at what is left. Files are
                also damaged before a late rank joins or maps them; each kind of file that ranks map is cut within its
                last page, where no access fails; and FILE segments between the job that makes one and the job that uses
                it. Files that lose their names otherwise keep them here (`pgas.names=on`).

                Survived: the job goes on, and what its program checks is right; or it ends with a message that says
                what is wrong, all processes and files with it. A file that was cut, extended, deleted or replaced is
                named within a fifth of a second, with what it has and should have, and what to do. An access behind its
                last page before that is HotSpot's `InternalError`, which names no file: a rank that prints one says
                which it was, too; an access within its last page finds zeros, which counts never are. Not survived: a
                JVM that crashes, an exception that is nobody's message, exit code 0, a wait without end, and a wrong
                result of which the library says nothing within two seconds. A wrong result is excused only where
                [TRUST.md](TRUST.md), "What is not noticed", says that nobody notices a change of those bytes: data in
                segments and FILE segments, and positions of rings; without checked mode also payloads of messages and
                data of collectives (`org.pgas.faults.corruption.Excuse`). A changed header of a FILE segment is
                refused, or without consequences. Waits have a deadline of 5 s.
                """;
    }

    @Override
    public String bound(Plan plan) {
        return "an end within " + plan.within(GONE) + " of the blow that ends a job";
    }

    /**
     * A job of this class leaves what crashes where {@link Judgement} looks for it, and does not wait for ever. Its
     * files keep their names, so that they can be damaged.
     */
    static JobPlan watched(JobPlan plan, Path scratch) {
        return plan.with("--heap", "48m", "-J-XX:+UseSerialGC", "-J-XX:-CreateCoredumpOnCrash",
                "-J-XX:ErrorFile=" + scratch.resolve("hs_err_%p.log"), "-Dpgas.wait.timeout=5s", "-Dpgas.names=on");
    }

    @Override
    public void run(Plan plan, Ledger ledger) throws Exception {
        Start start = FastStart.get();
        if (plan.replay() >= 0) {
            damage(plan, plan.replay(), 0, ledger, start);
            return;
        }
        List<Callable<Void>> strands = new ArrayList<>();
        for (CutJob each : CutJob.ALL) {
            if (plan.chooses(each.kind())) {
                strands.add(() -> cut(plan, each, ledger, start));
            }
        }
        long begin = System.nanoTime();
        AtomicInteger next = new AtomicInteger();
        if (plan.chosen().isEmpty()) {
            strands.addAll(Collections.nCopies(plan.parallel(), () -> {
                for (int trial = next.getAndIncrement(); plan.time().isZero() ? trial < plan.tries()
                        : System.nanoTime() - begin < plan.time().toNanos(); trial = next.getAndIncrement()) {
                    damage(plan, plan.seedOf(name(), trial), trial, ledger, start);
                }
                return null;
            }));
        }
        try (ExecutorService pool = Executors.newFixedThreadPool(plan.parallel())) {
            for (Future<Void> each : pool.invokeAll(strands)) {
                each.get();
            }
        }
    }

    private Void cut(Plan plan, CutJob each, Ledger ledger, Start start) throws InterruptedException {
        try {
            each.run(plan.scratch().resolve("cut-" + each.file()), plan.within(), ledger, start);
        } catch (IOException | TimeoutException | HarnessException | RuntimeException e) {
            ledger.add(HarnessFault.of(name(), each.kind(), 0, e));
        }
        return null;
    }

    /** Whether the trial of this seed is of a running job, as half of them are. */
    static boolean isOfRunningJob(long seed) {
        return kind(seed) > 1;
    }

    private static int kind(long seed) {
        return (int) Long.remainderUnsigned(seed >>> 7, 4);
    }

    /** The seed says where. */
    private void damage(Plan plan, long seed, int trial, Ledger ledger, Start start) throws InterruptedException {
        Path scratch = plan.scratch().resolve("corruption-" + trial);
        try {
            switch (kind(seed)) {
                case 0 -> new LateJob(seed, plan.within(), scratch, ledger, start).run();
                case 1 -> new KeptFile(seed, plan.within(), scratch, ledger, start).run();
                default -> new DamagedJob(seed, plan.within(), scratch, ledger, start).run();
            }
        } catch (IOException | TimeoutException | HarnessException | RuntimeException e) {
            ledger.add(HarnessFault.of(name(), "a job that could not be damaged, or looked at", seed, e));
        }
    }
}
