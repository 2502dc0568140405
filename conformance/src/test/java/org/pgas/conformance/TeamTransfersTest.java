package org.pgas.conformance;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.pgas.conformance.Refusals.assertIllegal;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.stream.IntStream;

import org.pgas.Capabilities;
import org.pgas.Endpoint;
import org.pgas.GlobalPointer;
import org.pgas.Job;
import org.pgas.LocalCompletion;
import org.pgas.Segment;
import org.pgas.Team;
import org.pgas.TeamFlags;
import org.pgas.testkit.RankDefaults;
import org.pgas.testkit.RankTest;
import org.pgas.vis.GlobalShape;
import org.pgas.vis.GlobalTransfers;
import org.pgas.vis.Shape;

/** Lists over several ranks that name the ranks of a team, and the segments of its members. */
@RankDefaults(ranks = 3, segment = "16k")
@AcrossNeighbourhoodsAsThreads
@AcrossThreeNeighbourhoods
class TeamTransfersTest {
    /** Its ranks are the job's in the other order, its segments have 4 KiB, or are client memory. */
    private static Team team(Job job, boolean isMapped) {
        Endpoint endpoint = job.endpoints().create(Capabilities.ALL);
        endpoint.bind(isMapped ? job.segments().create(4096)
                : job.segments().create(MemorySegment.ofArray(new byte[4096])));
        int size = job.size();
        List<Endpoint.Location> members = IntStream.range(0, size)
                .mapToObj(rank -> new Endpoint.Location(size - 1 - rank, endpoint.index())).toList();
        Team team = job.world().create(members, TeamFlags.RANK_IS_JOBRANK).get(0);
        team.publish(endpoint);
        return team;
    }

    private static void end(Job job, Team team) {
        Endpoint endpoint = team.endpoint();
        Segment segment = endpoint.segment();
        team.barrier();
        team.unpublish(endpoint);
        team.destroy();
        endpoint.unbind();
        endpoint.destroy();
        segment.destroy();
        job.world().barrier();
    }

    /** Every rank has a word in each segment, and copies between two others'. */
    private static void exchange(Job job, boolean isMapped) {
        Team team = team(job, isMapped);
        GlobalTransfers transfers = GlobalTransfers.over(team);
        assertSame(team, transfers.team());
        int size = team.size();
        int rank = team.rank();
        assertEquals(size - 1 - job.rank(), rank);
        long[] words = IntStream.range(0, size).mapToLong(to -> 100L * rank + to).toArray();
        Shape dense = Shape.contiguous(8L * size);
        transfers.put(column(size, rank), MemorySegment.ofArray(words), 0, dense);
        team.barrier();
        long[] found = new long[size];
        for (int from = 0; from < size; from++) {
            int origin = from;
            transfers.getNb(MemorySegment.ofArray(found), 0, dense, column(size, from)).await();
            assertArrayEquals(IntStream.range(0, size).mapToLong(to -> 100L * origin + to).toArray(), found);
        }
        int next = (rank + 1) % size;
        int last = (rank + 2) % size;
        transfers.copy(GlobalShape.of(GlobalPointer.of(next, 64 + 8 * rank), Shape.contiguous(8)),
                GlobalShape.of(GlobalPointer.of(last, 8 * rank), Shape.contiguous(8)));
        assertEquals(100L * rank + last, team.rma().getLong(next, 64 + 8 * rank));
        assertEquals(0, job.world().rma().getLong(job.rank(), 0), "of the attached segment nothing");
        team.barrier();
        assertIllegal("rank", () -> transfers.put(GlobalShape.of(GlobalPointer.of(size, 0), dense),
                MemorySegment.ofArray(words), 0, dense), "rank " + job.rank() + ": ", "rank " + size);
        assertIllegal("range", () -> transfers.putNb(GlobalShape.of(GlobalPointer.of(1, 4090), dense),
                MemorySegment.ofArray(words), 0, dense, LocalCompletion.NOW), "4096");
        end(job, team);
    }

    private static GlobalShape column(int size, int rank) {
        return GlobalShape.indexed(8,
                IntStream.range(0, size).mapToLong(to -> GlobalPointer.of(to, 8L * rank)).toArray());
    }

    @RankTest
    void shouldReachTheSegmentsOfATeamByItsRanks(Job job) {
        exchange(job, true);
    }

    @RankTest
    void shouldReachClientMemoryOfATeamByItsRanks(Job job) {
        exchange(job, false);
    }
}
