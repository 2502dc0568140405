package org.pgas.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.pgas.conformance.Refusals.assertIllegal;

import org.pgas.Endpoint;
import org.pgas.Job;
import org.pgas.Segment;
import org.pgas.Team;
import org.pgas.testkit.RankDefaults;
import org.pgas.testkit.RankTest;
import org.pgas.testkit.Ranks;

/** The team of all ranks, its queries, and the one object that a program can keep with each of the library's. */
@AcrossNeighbourhoods
@AcrossThreeNeighbourhoods
@RankDefaults(ranks = {1, 4}, segment = "4k")
class TeamTest {
    @RankTest
    void shouldHoldEveryRankAtItsJobRank(Job job, Ranks ranks) {
        Team world = job.world();
        assertSame(world, job.world());
        assertEquals(ranks.rank(), world.rank());
        assertEquals(ranks.size(), world.size());
        assertEquals(ranks.rank(), job.rank());
        assertEquals(ranks.size(), job.size());
        assertSame(job, world.job());
        assertEquals(0, world.flags());
        for (int rank = 0; rank < ranks.size(); rank++) {
            assertEquals(rank, world.toJobRank(rank));
            assertEquals(rank, world.fromJobRank(rank));
            assertEquals(new Endpoint.Location(rank, 0), world.location(rank));
        }
    }

    @RankTest
    void shouldRefuseRanksThatDoNotExist(Job job) {
        for (int rank : new int[]{-1, job.size(), Team.INVALID_RANK, Integer.MIN_VALUE}) {
            Object[] parts = {"rank " + job.rank() + ":", "rank " + rank + " ", "0.." + (job.size() - 1)};
            assertIllegal("toJobRank", () -> job.world().toJobRank(rank), parts);
            assertIllegal("fromJobRank", () -> job.world().fromJobRank(rank), parts);
            assertIllegal("location", () -> job.world().location(rank), parts);
            assertIllegal("boundSegment", () -> job.endpoint().boundSegment(job.world(), rank), parts);
        }
    }

    @RankTest
    void shouldNameThePrimordialEndpointAndItsSegment(Job job) {
        Endpoint endpoint = job.world().endpoint();
        assertSame(endpoint, job.endpoint());
        assertSame(job, endpoint.job());
        assertEquals(0, endpoint.index());
        assertEquals(0, endpoint.flags());
        Segment segment = endpoint.segment();
        assertSame(segment, endpoint.segment());
        assertSame(job, segment.job());
        assertEquals(job.rank(), segment.owner());
        assertEquals(4096, segment.size());
    }

    @RankTest
    void shouldNameTheClient(Job job) {
        assertEquals("PGAS", job.clientName());
        assertEquals(0, job.flags());
    }

    @RankTest
    void shouldKeepOneObjectWithEach(Job job) {
        Object one = new Object();
        assertNull(job.clientData());
        assertNull(job.endpoint().clientData());
        assertNull(job.endpoint().segment().clientData());
        assertNull(job.world().clientData());
        job.clientData(one);
        assertNull(job.endpoint().clientData(), "the slots are apart");
        job.endpoint().clientData("endpoint of rank " + job.rank());
        job.endpoint().segment().clientData("segment");
        job.world().clientData("team");
        // slots of ranks that are threads of one JVM are apart too
        job.world().barrier();
        assertSame(one, job.clientData());
        assertEquals("endpoint of rank " + job.rank(), job.endpoint().clientData());
        assertEquals("segment", job.endpoint().segment().clientData());
        assertEquals("team", job.world().clientData());
        job.clientData(null);
        assertNull(job.clientData());
    }

    @RankTest
    void shouldShowClientDataToEveryThread(Job job) throws InterruptedException {
        job.world().clientData("from one thread");
        Object[] seen = new Object[1];
        Thread.ofPlatform().start(() -> seen[0] = job.world().clientData()).join();
        assertEquals("from one thread", seen[0]);
    }
}
