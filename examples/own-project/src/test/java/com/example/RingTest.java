package com.example;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.pgas.Job;
import org.pgas.testkit.RankTest;

class RingTest {
    @RankTest(ranks = {1, 4})
    void shouldGetTheNumberOfTheNeighbourBelow(Job job) {
        int below = (job.rank() + job.size() - 1) % job.size();
        assertEquals(10 * below, Ring.pass(job, 10 * job.rank()));
    }
}
