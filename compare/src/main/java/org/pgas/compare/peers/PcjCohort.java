package org.pgas.compare.peers;

import org.pcj.PCJ;
import org.pgas.meter.Cohort;

/** PCJ's own threads as a cohort: they sleep while they wait, and leave their cores to PCJ's workers. */
final class PcjCohort implements Cohort {
    @Override
    public int rank() {
        return PCJ.myId();
    }

    @Override
    public int size() {
        return PCJ.threadCount();
    }

    @Override
    public void barrier() {
        PCJ.barrier();
    }

    /** The first barrier: all have read what was told before. */
    @Override
    public long told(int teller, long own) {
        PCJ.barrier();
        if (rank() == teller) {
            PCJ.broadcast(own, PcjRows.Shared.told);
        }
        PCJ.barrier();
        return PCJ.<Long>getLocal(PcjRows.Shared.told);
    }
}
