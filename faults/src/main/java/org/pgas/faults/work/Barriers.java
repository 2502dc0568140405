package org.pgas.faults.work;

import org.pgas.Job;

/** Barriers, one after the other. */
public final class Barriers {
    private Barriers() {}

    /** No arguments. */
    public static void main(String[] arguments) {
        try (Job job = Job.join()) {
            System.out.println(Workload.READY);
            while (true) {
                job.world().barrier();
            }
        }
    }
}
