package org.pgas.launch;

import org.pgas.Job;
import org.pgas.Rma;

/**
 * A rank that does a little of what every program does. Run once after a build, so that java can keep the classes it loads for
 * all later starts.
 */
final class Rehearsal {
    private Rehearsal() {}

    public static void main(String[] args) {
        try (Job job = Job.join()) {
            job.attach(job.pageBytes());
            Rma rma = job.world().rma();
            rma.putLong(job.rank(), 0, 1);
            job.world().barrier();
            rma.getLong(job.rank(), 0);
        }
    }
}
