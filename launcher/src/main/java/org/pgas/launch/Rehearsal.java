package org.pgas.launch;

import org.pgas.Job;
import org.pgas.Rma;

/**
 * A rank that does a little of what every program does. Run in a job, so that its launcher loads what launchers do.
 */
final class Rehearsal {
    private Rehearsal() {}

    public static void main(String[] args) {
        try (Job job = Job.join()) {
            rehearse(job, job.rank());
        }
    }

    /** What a rank does with itself or with another. */
    static void rehearse(Job job, int peer) {
        job.attach(job.pageBytes());
        Rma rma = job.world().rma();
        rma.putLong(peer, 0, 1);
        job.world().barrier();
        rma.getLong(peer, 0);
        job.world().barrier(); // the other may read here
    }
}
