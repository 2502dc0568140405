package org.pgas.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.pgas.Job;

class PassingTest {
    @RankTest(ranks = {1, 2, 4})
    void aPutReachesTheNeighbour(Job job) {
        int next = (job.rank() + 1) % job.size();
        int previous = (job.rank() + job.size() - 1) % job.size();
        job.world().rma().putLong(next, 8, job.rank());
        job.world().barrier();
        assertEquals(previous, job.world().rma().getLong(job.rank(), 8));
    }
}
