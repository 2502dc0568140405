package org.pgas.faults.corruption;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeoutException;

import org.pgas.faults.FaultClass;
import org.pgas.faults.Ledger;
import org.pgas.faults.Plan;
import org.pgas.faults.Trial;

/** Shared files that somebody else changes, cuts, replaces or takes away. */
public final class Corruption implements FaultClass {
    @Override
    public String name() {
        return "corruption";
    }

    @Override
    public String title() {
        return "Damaged files";
    }

    @Override
    public String description() {
        return """
                The files of a running job are changed by another process, one blow after the other: words and stretches overwritten (with random
                values, zeros, ones, edges of number ranges, what was there before), most of them where something is in use or changes all the
                time, such as positions of rings, counts of barriers, locks; files truncated, extended, replaced, deleted, turned into links, given other modes
                and owners. `pgas ps`, `stat`, `top` and `clean` look at what is left. Files are also damaged before a late rank joins or maps them; and
                FILE segments between the job that makes one and the job that uses it: flipped, also each word of the header, truncated, extended, replaced, given
                another version, turned into a directory, a link or a pipe.

                Survived: the job goes on, and what its program checks is right; or it ends with a message that says what is wrong, all
                processes and files with it. A file that was cut, extended, deleted or replaced
                is named within a fifth of a second, with what it has and should have, and what to do. An access behind its last page before that is HotSpot's `InternalError`, which names no
                file: a rank that prints one says which it was, too; an access within its last page finds zeros, which counts never are. Not survived: a JVM that crashes, an exception that is
                nobody's message, exit code 0, a wait without end. A changed header of a
                FILE segment is refused, or without consequences; who changes its data is noticed by nobody. Waits have a deadline of 5 s. What is not
                noticed at all stands in [TRUST.md](TRUST.md), "What is not noticed".
                """;
    }

    @Override
    public void run(Plan plan, Ledger ledger) throws Exception {
        if (plan.replay() >= 0) {
            damage(plan, plan.replay(), plan.scratch().resolve("replay"), ledger);
            return;
        }
        long start = System.nanoTime();
        ExecutorService workers = Executors.newFixedThreadPool(plan.parallel());
        try {
            List<Future<?>> all = new ArrayList<>();
            java.util.concurrent.atomic.AtomicInteger next = new java.util.concurrent.atomic.AtomicInteger();
            for (int worker = 0; worker < plan.parallel(); worker++) {
                all.add(workers.submit(() -> {
                    while (plan.time().isZero() ? ledger.trials().size() < plan.tries()
                            : System.nanoTime() - start < plan.time().toNanos()) {
                        int trial = next.getAndIncrement();
                        one(plan, plan.seedOf(name(), trial), trial, ledger);
                    }
                    return null;
                }));
            }
            for (Future<?> each : all) {
                each.get();
            }
        } finally {
            workers.shutdownNow();
        }
    }

    /** The seed says where: most trials are of running jobs, of which each has several. */
    private static void damage(Plan plan, long seed, Path scratch, Ledger ledger)
            throws IOException, InterruptedException, TimeoutException {
        switch ((int) Long.remainderUnsigned(seed >>> 7, 4)) {
            case 0 -> new LateJob(seed, plan.within(), scratch, ledger).run();
            case 1 -> new KeptFile(seed, plan.within(), scratch, ledger).run();
            default -> new DamagedJob(seed, plan.within(), scratch, ledger).run();
        }
    }

    /** What the harness meets itself is a trial that was not survived, and no end of the others. */
    private void one(Plan plan, long seed, int trial, Ledger ledger) throws InterruptedException {
        try {
            damage(plan, seed, plan.scratch().resolve("corruption-" + trial), ledger);
        } catch (IOException | TimeoutException | RuntimeException e) {
            StringWriter trace = new StringWriter();
            e.printStackTrace(new PrintWriter(trace));
            ledger.add(new Trial(name(), "a job that could not be looked at", seed, false, -1, trace.toString()));
        }
    }
}
