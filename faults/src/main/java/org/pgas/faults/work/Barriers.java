package org.pgas.faults.work;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

import org.pgas.Job;

/** Barriers, one after the other: nobody leaves one before all have come. */
public final class Barriers {
    private static final long ROUND = 0;

    private Barriers() {}

    /** No arguments. */
    public static void main(String[] arguments) {
        try (Job job = Job.join()) {
            job.attach(job.pageBytes());
            MemorySegment own = job.endpoint().segment().local();
            System.out.println(Workload.READY);
            for (long round = 1;; round++) {
                own.set(ValueLayout.JAVA_LONG, ROUND, round);
                job.world().barrier();
                for (int rank = 0; rank < job.size(); rank++) {
                    long found = job.world().rma().getLong(rank, ROUND);
                    // another rank may have begun the next round, and cannot have ended it
                    if (found != round && found != round + 1) {
                        Check.wrong("round of rank " + rank + " behind barrier " + round + ": " + found);
                    }
                }
            }
        }
    }
}
