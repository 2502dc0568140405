package org.pgas.faults.passive;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;

import org.pgas.Job;
import org.pgas.Rma;

/**
 * Two ranks. Rank 1 sets a word, computes for 500 ms without a call of the library, and clears the word; rank 0
 * operates on its memory meanwhile, and tells of each operation how many nanoseconds it took, and whether the word was
 * still set when it was over. What came too late, since the host let rank 0 wait, is tried again. With {@code ROUNDS}:
 * how often each has to have been in time.
 */
public final class Origin {
    static final String TOLD = "operation\t";

    private static final long BUSY_NANOS = 500_000_000;
    private static final int ATTEMPTS = 6;
    private static final long DATA = 4096;
    private static final long BYTES = 1 << 20;
    private static final long BUSY = 0;
    private static final long MISSING = 8;
    private static final VarHandle WORDS = ValueLayout.JAVA_LONG.varHandle();

    private Origin() {}

    /** See above. */
    public static void main(String[] arguments) {
        int rounds = Integer.parseInt(arguments[0]);
        try (Job job = Job.join()) {
            job.attach(BYTES);
            List<Operation> all = new ArrayList<>();
            Structures.addTo(all, job, DATA + 16_384);
            Dialects.addTo(all, job);
            if (job.rank() == 0) {
                Transfers.addTo(all, job, DATA);
                // what is done first loads and compiles
                for (int i = 0; i < 50; i++) {
                    all.forEach(each -> each.call().run());
                }
            }
            job.world().barrier();
            for (int round = 1; round <= rounds; round++) {
                round(job, all, round);
            }
            // a rank elsewhere that has left would not answer rank 0's last question
            job.world().barrier();
        }
    }

    private static void round(Job job, List<Operation> all, int round) {
        List<Operation> missing = new ArrayList<>(all);
        for (int attempt = 1; attempt <= ATTEMPTS; attempt++) {
            job.world().barrier();
            if (job.rank() == 0) {
                operate(job.world().rma(), missing, 100L * round + attempt, attempt == ATTEMPTS);
                job.world().rma().putLong(1, MISSING, missing.size());
            } else {
                compute(job.endpoint().segment().local(), 100L * round + attempt);
            }
            job.world().barrier();
            if (job.world().rma().getLong(1, MISSING) == 0) {
                return;
            }
        }
    }

    private static void compute(MemorySegment own, long mark) {
        long deadline = System.nanoTime() + BUSY_NANOS;
        WORDS.setVolatile(own, BUSY, mark);
        long work = 1;
        while (System.nanoTime() < deadline) {
            work = work * 6364136223846793005L + 1442695040888963407L;
        }
        WORDS.setVolatile(own, BUSY, work == 0 ? -1L : 0L);
    }

    private static void operate(Rma rma, List<Operation> missing, long mark, boolean last) {
        long patience = System.nanoTime() + 4 * BUSY_NANOS;
        while (rma.getLongAcquire(1, BUSY) != mark && System.nanoTime() < patience) {
            Thread.onSpinWait();
        }
        missing.removeIf(each -> {
            long start = System.nanoTime();
            each.call().run();
            long took = System.nanoTime() - start;
            boolean inTime = rma.getLongAcquire(1, BUSY) == mark;
            if (inTime || last) {
                System.out.println(TOLD + each.kind() + "\t" + each.calls() + "\t" + took + "\t" + inTime);
            }
            return inTime;
        });
    }
}
