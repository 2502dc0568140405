package org.pgas.launch;

import org.pgas.Job;
import org.pgas.Position;

/** A program for tests: every rank says where it is, and gives its number to the next one, which says what it got. */
public final class OnHosts {
    private OnHosts() {}

    /** Takes no arguments. */
    public static void main(String[] args) {
        try (Job job = Job.join()) {
            job.attach(job.pageBytes());
            Position position = job.position();
            System.out.println("rank " + job.rank() + " of " + job.size() + " on host " + position.host() + " of "
                    + position.hosts() + " with " + job.neighbourhood().size() + " neighbours");
            job.world().barrier();
            job.world().rma().putLong((job.rank() + 1) % job.size(), 0, 100 + job.rank());
            job.world().barrier();
            System.out.println("got " + job.world().rma().getLong(job.rank(), 0));
            job.world().barrier();
        }
    }
}
