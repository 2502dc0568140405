package com.example;

import org.pgas.Job;
import org.pgas.Rma;

/** Every rank puts a number into its neighbour's memory, and prints what it got. */
public final class Ring {
    private Ring() {}

    public static void main(String[] args) {
        try (Job job = Job.join()) {
            job.attach(job.pageBytes());
            System.out.println("rank " + job.rank() + " of " + job.size() + " got " + pass(job, 100 + job.rank()));
        }
    }

    /** What the neighbour below passed. Collective. */
    static long pass(Job job, long number) {
        Rma rma = job.world().rma();
        rma.putLong((job.rank() + 1) % job.size(), 0, number);
        job.world().barrier();
        return rma.getLong(job.rank(), 0);
    }
}
