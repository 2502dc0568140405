package org.pgas.jmh;

import org.pgas.Job;
import org.pgas.Rma;
import org.pgas.meter.Cohort;

/** The ranks of a job, which tell each other things by words of their segments that no row touches. */
final class JobCohort implements Cohort {
    /** How the lines of this library begin. */
    static final String LIBRARY = "pgas";

    private final Job job;
    private final Rma rma;
    private final long told;
    private final long summand;

    /** @param told the offset of the word of a rank that tells, {@code summand} of what each gives for a sum */
    JobCohort(Job job, long told, long summand) {
        this.job = job;
        this.rma = job.world().rma();
        this.told = told;
        this.summand = summand;
    }

    @Override
    public int rank() {
        return job.rank();
    }

    @Override
    public int size() {
        return job.size();
    }

    @Override
    public void barrier() {
        job.world().barrier();
    }

    /** The first barrier: all have read what was told before. */
    @Override
    public long told(int teller, long own) {
        barrier();
        if (rank() == teller) {
            rma.putLong(teller, told, own);
        }
        barrier();
        return rma.getLong(teller, told);
    }

    /** The second barrier: nobody gives the next one before all have read. */
    @Override
    public long sum(long own) {
        rma.putLong(rank(), summand, own);
        barrier();
        long sum = 0;
        for (int rank = 0; rank < size(); rank++) {
            sum += rma.getLong(rank, summand);
        }
        barrier();
        return sum;
    }
}
