package org.pgas.conformance;

import org.pgas.Job;
import org.pgas.WaitMode;
import org.pgas.testkit.RankDefaults;
import org.pgas.testkit.RankTest;

/**
 * Nothing blocks for ever, and nothing is lost, doubled or overtaken, however small the rings are and however many
 * send.
 */
@RankDefaults(ranks = {2, 4, 8})
@Optimised
@AcrossNeighbourhoodsAsThreads
class MessageFloodTest {
    private static final int MESSAGES = 8_000;

    /** Of each rank. */
    private static int messages(Job job) {
        return Repetitions.of(job, MESSAGES, MESSAGES / 4) / job.size();
    }

    @RankTest(settings = {"pgas.am.rings=pair", "pgas.am.ring=8k"})
    void shouldDeliverAllInOrderThroughTinyRingsOfPairs(Job job) {
        new Flood(job, 1, messages(job)).run();
    }

    @RankTest(settings = {"pgas.am.rings=shared", "pgas.am.ring=8k"})
    void shouldDeliverAllInOrderThroughTinySharedRings(Job job) {
        new Flood(job, 1, messages(job)).run();
    }

    @RankTest(settings = {"pgas.am.rings=pair", "pgas.am.ring=8k", "pgas.checks=off"})
    void shouldDeliverAllInOrderFromSeveralThreadsThroughTinyRingsOfPairs(Job job) {
        new Flood(job, 3, messages(job) / 3).run();
    }

    @RankTest(settings = {"pgas.am.rings=shared", "pgas.am.ring=8k", "pgas.checks=off"})
    void shouldDeliverAllInOrderFromSeveralThreadsThroughTinySharedRings(Job job) {
        new Flood(job, 3, messages(job) / 3).run();
    }

    @RankTest(ranks = 4, settings = {"pgas.am.rings=pair", "pgas.am.ring=8k"})
    void shouldDeliverAllBetweenSleepersThroughTinyRingsOfPairs(Job job) {
        job.waitMode(job.rank() == 0 ? WaitMode.SPIN_BLOCK : WaitMode.BLOCK);
        new Flood(job, 2, 1_000).run();
    }

    @RankTest(ranks = 4, settings = {"pgas.am.rings=shared", "pgas.am.ring=8k"})
    void shouldDeliverAllBetweenSleepersThroughTinySharedRings(Job job) {
        job.waitMode(job.rank() == 0 ? WaitMode.SPIN_BLOCK : WaitMode.BLOCK);
        new Flood(job, 2, 1_000).run();
    }

    @RankTest(ranks = {2, 4}, settings = {"pgas.checks=off", "pgas.progress.thread=on"})
    void shouldDeliverAllInOrderThroughRingsOfUsualSizeWithProgressThreads(Job job) {
        new Flood(job, 2, messages(job)).run();
    }
}
