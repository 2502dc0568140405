package org.pgas.conformance;

import org.pgas.Job;
import org.pgas.Rma;
import org.pgas.atomics.FairMutex;

/**
 * A program of ranks that count in turn under a mutex. Between two barriers each looks whether all have counted. It is
 * soon wrong if a barrier lets a rank pass too early.
 */
public final class DamagedControlProgram {
    private static final long COUNT = 64;
    private static final long SEGMENT_BYTES = 1 << 20;

    private DamagedControlProgram() {}

    public static void main(String[] arguments) {
        try (Job job = Job.join()) {
            job.attach(SEGMENT_BYTES);
            FairMutex mutex = FairMutex.create(job.world(), 0, SEGMENT_BYTES / 2);
            Rma rma = job.world().rma();
            job.world().barrier();
            System.out.println("ready");
            for (long round = 1;; round++) {
                try (FairMutex.Held _ = mutex.hold()) {
                    rma.putLong(0, COUNT, rma.getLong(0, COUNT) + 1);
                }
                job.world().barrier();
                long count = rma.getLong(0, COUNT);
                if (count != round * job.size()) {
                    System.out.println("WRONG " + count + " instead of " + round * job.size());
                    Runtime.getRuntime().halt(86);
                }
                job.world().barrier();
            }
        }
    }
}
