package org.pgas.conformance.arrays;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.pgas.conformance.Refusals.assertIllegal;
import static org.pgas.conformance.Refusals.assertRefused;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.stream.IntStream;

import org.pgas.Capabilities;
import org.pgas.Endpoint;
import org.pgas.ErrorCode;
import org.pgas.HandlerSafeLock;
import org.pgas.Job;
import org.pgas.Segment;
import org.pgas.Team;
import org.pgas.arrays.Distribution;
import org.pgas.arrays.DoubleArray;
import org.pgas.arrays.DoubleMatrix;
import org.pgas.arrays.FloatArray;
import org.pgas.arrays.GridDistribution;
import org.pgas.arrays.IntArray;
import org.pgas.arrays.LongArray;
import org.pgas.atomics.LongAtomicDomain;
import org.pgas.conformance.AcrossNeighbourhoodsAsThreads;
import org.pgas.testkit.Memory;
import org.pgas.testkit.RankDefaults;
import org.pgas.testkit.RankTest;

/** Creation, close, and what is refused: nothing is changed then. */
@RankDefaults(ranks = 3, segment = "4k")
@AcrossNeighbourhoodsAsThreads
class ArrayLifeTest {
    @RankTest
    void shouldGiveBackWhatItTookAndMayBeClosedTwice(Job job) {
        int endpoints = job.endpoints().list().size();
        int segments = job.segments().list().size();
        for (int i = 0; i < 3; i++) {
            DoubleArray array = DoubleArray.create(job.world(), Distribution.block(100));
            assertEquals(0.0, array.sum(), "zeros, whatever was there before");
            array.fill(5);
            array.close();
            array.close();
            assertTrue(array.isClosed());
            String closed = "rank " + job.rank() + ": DoubleArray.";
            assertRefused(ErrorCode.NOT_INITIALIZED, "get", () -> array.get(0), closed + "get", "closed");
            assertRefused(ErrorCode.NOT_INITIALIZED, "add", () -> array.add(0, 1), closed + "add");
            assertRefused(ErrorCode.NOT_INITIALIZED, "getRange", () -> array.getRange(0, new double[0]), "getRange");
            assertRefused(ErrorCode.NOT_INITIALIZED, "getLocal", () -> array.getLocal(0), closed + "getLocal");
            assertRefused(ErrorCode.NOT_INITIALIZED, "local", array::local, closed + "local");
            assertRefused(ErrorCode.NOT_INITIALIZED, "sum", array::sum, closed + "sum");
            assertRefused(ErrorCode.NOT_INITIALIZED, "min", array::min, closed + "min");
            assertRefused(ErrorCode.NOT_INITIALIZED, "copy", array::copy, "redistribute");
            assertRefused(ErrorCode.NOT_INITIALIZED, "barrier", array::barrier, closed + "barrier");
        }
        assertEquals(endpoints, job.endpoints().list().size());
        assertEquals(segments, job.segments().list().size());
    }

    @RankTest
    void shouldEndWithTheJob(Job job) {
        LongArray array = LongArray.create(job.world(), Distribution.block(100));
        array.put(job.rank(), 1);
        array.barrier();
        job.close();
        array.close();
        assertTrue(array.isClosed());
        assertRefused(ErrorCode.NOT_INITIALIZED, "get", () -> array.get(0), "LongArray.get", "closed");
        assertRefused(ErrorCode.NOT_INITIALIZED, "getLocal", () -> array.getLocal(0), "LongArray.getLocal");
    }

    /** Of mapped memory, and of memory of the program's, whose owners carry out what others ask for. */
    @RankTest(memories = {Memory.MAPPED, Memory.ARRAY}, segment = "8k")
    void shouldLieInMemoryThatIsThere(Job job) {
        LongArray array = LongArray.create(job.world(), 64, Distribution.cyclic(100));
        DoubleMatrix matrix = DoubleMatrix.create(job.world(), 1024, GridDistribution.block(6, 10));
        assertEquals(job.world(), array.team());
        array.fill(3);
        matrix.fill(0.5);
        array.add(17, 4);
        matrix.put(job.rank(), 9, 2);
        assertEquals(300 + 4L * job.size(), array.sum());
        assertEquals(30 + 1.5 * job.size(), matrix.sum());
        long[] all = new long[100];
        array.getRange(0, all);
        assertEquals(3 + 4L * job.size(), all[17]);
        array.barrier();
        array.close();
        assertEquals(3, job.world().rma().getLong(job.rank(), 64), "the memory stays as it is");
        double[] column = new double[6];
        matrix.getSection(0, 9, 6, 1, column, 1);
        assertArrayEquals(new double[]{2, 2, 2, 0.5, 0.5, 0.5}, column);
        matrix.close();
        LongArray again = LongArray.create(job.world(), 64, Distribution.cyclic(100));
        assertEquals(300 + 4L * job.size(), again.sum(), "what is there is taken as it is");
        again.close();
    }

    @RankTest
    void shouldBeOfATeamOfSomeRanksOnly(Job job) {
        Team part = job.world().split(job.rank() % 2, -job.rank());
        IntArray array = IntArray.create(part, Distribution.block(8));
        array.updateLocal((i, _) -> (int) i * (1 + job.rank() % 2));
        assertEquals(28L * (1 + job.rank() % 2), array.sum());
        assertEquals(part.size(), array.team().size());
        assertEquals(part.rank(), array.team().rank());
        array.close();
        part.destroy();
    }

    /** Every call names what is wrong, and changes nothing. */
    @RankTest
    void shouldSayWhatIsWrongWithAnArgument(Job job) {
        String who = "rank " + job.rank() + ": DoubleArray.";
        DoubleArray array = DoubleArray.create(job.world(), Distribution.block(10));
        array.fill(1);
        MemorySegment memory = MemorySegment.ofArray(new double[4]);
        assertIllegal("get", () -> array.get(10), who + "get: index 10 is outside 0..9");
        assertIllegal("put", () -> array.put(-1, 7), who + "put: index -1 is outside 0..9");
        assertIllegal("add", () -> array.add(Long.MAX_VALUE, 7), who + "add: index");
        assertIllegal("range", () -> array.putRange(7, new double[]{7, 7, 7, 7}),
                who + "putRange: 4 elements from index 7 on are outside the 10 elements");
        assertIllegal("range", () -> array.getRange(Long.MAX_VALUE, 2, memory, 0), who + "getRange: 2 elements");
        assertIllegal("memory", () -> array.putRange(0, 4, memory, 8),
                who + "putRange: 4 elements at offset 8 are outside the local memory of 32 bytes");
        assertIllegal("array", () -> array.putRange(0, new double[4], 2, 3), "16", "32 bytes");
        assertIllegal("array", () -> array.putRange(0, new double[4], -1, 3), "offset -8");
        assertIllegal("count", () -> array.putRange(0, new double[4], 2, -1), "-1 elements from index 0");
        assertIllegal("read-only", () -> array.getRange(0, 4, memory.asReadOnly(), 0), "read-only");
        assertIllegal("null", () -> array.getRange(0, 4, null, 0), who + "getRange: the local memory is null");
        double[] none = null;
        assertIllegal("null", () -> array.getRange(0, none), who + "getRange: the local array is null");
        assertIllegal("null", () -> array.putRange(0, none, 0, 0), who + "putRange: the local array is null");
        assertIllegal("null", () -> array.forEachLocal(null), who + "forEachLocal: ", "null");
        assertIllegal("null", () -> array.updateLocal(null), who + "updateLocal: ", "null");
        DoubleArray more = DoubleArray.create(job.world(), Distribution.cyclic(11));
        assertIllegal("copy", () -> array.copyFrom(more), who + "copyFrom: 11 elements are not 10: give");
        more.close();
        assertIllegal("local", () -> array.putLocal(array.localLength(), 7), who + "putLocal: local index");
        assertIllegal("elements", () -> array.redistribute(Distribution.cyclic(11)),
                who + "redistribute: 11 elements are not 10");
        assertIllegal("null", () -> array.copyFrom(null), who + "copyFrom: the source is null");
        assertEquals(10, array.sum());
        array.close();
        DoubleArray empty = DoubleArray.create(job.world(), Distribution.block(0));
        assertIllegal("empty", empty::max, who + "max: there are no elements");
        assertIllegal("empty", () -> empty.get(0), who + "get: index 0: there are no elements");
        empty.close();
    }

    @RankTest
    void shouldSayWhatIsWrongWithASection(Job job) {
        String who = "rank " + job.rank() + ": DoubleMatrix.";
        DoubleMatrix matrix = DoubleMatrix.create(job.world(), GridDistribution.block(5, 6));
        double[] data = new double[8];
        assertIllegal("element", () -> matrix.put(5, 0, 7), who + "put: element (5, 0) is outside the matrix of 5 x 6");
        assertIllegal("element", () -> matrix.get(0, -1), who + "get: element (0, -1)");
        assertIllegal("section", () -> matrix.putSection(3, 0, 3, 1, data, 1),
                who + "putSection: a section of 3 x 1 elements at (3, 0) is outside the matrix of 5 x 6");
        assertIllegal("section", () -> matrix.putSection(0, 5, 1, 2, data, 2), "1 x 2 elements at (0, 5)");
        assertIllegal("lead", () -> matrix.putSection(0, 0, 2, 3, data, 2),
                who + "putSection: a lead of 2 elements is less than the 3 columns");
        assertIllegal("memory", () -> matrix.putSection(0, 0, 2, 3, data, 6),
                "2 x 3 elements at offset 0 with a lead of 6",
                "64 bytes");
        assertIllegal("local", () -> matrix.putLocal(matrix.localRows(), 0, 7), who + "putLocal: local element");
        double[] none = null;
        assertIllegal("null", () -> matrix.getSection(0, 0, 1, 1, none, 1),
                who + "getSection: the local array is null");
        assertIllegal("null", () -> matrix.putSection(0, 0, 1, 1, none, 0, 1), who + "putSection: the local array");
        assertIllegal("null", () -> matrix.forEachLocal(null), who + "forEachLocal: ", "null");
        assertIllegal("row", () -> matrix.globalRow(matrix.localRows()), who + "globalRow: local row");
        assertIllegal("extents", () -> matrix.redistribute(GridDistribution.block(6, 5)), "6 x 5", "5 x 6");
        assertEquals(0, matrix.sum());
        matrix.close();
    }

    /** All ranks are refused, and nobody waits; the next creation works. */
    @RankTest
    void shouldRefuseACreationOnAllRanksWhenOneIsRefused(Job job) {
        Team world = job.world();
        int endpoints = job.endpoints().list().size();
        int segments = job.segments().list().size();
        boolean isFirst = job.rank() == 0;
        assertIllegal("differs", () -> LongArray.create(world, Distribution.block(isFirst ? 10 : 11)),
                "another type, distribution or offset: all ranks give the same");
        assertIllegal("null", () -> LongArray.create(world, isFirst ? null : Distribution.block(10)),
                "LongArray.create: ", isFirst ? "the distribution is null" : "refused on rank 0 of the team");
        assertIllegal("ranks", () -> LongArray.create(world, Distribution.block(10).over(2)),
                "the distribution is over 2 ranks, and the team has 3");
        assertIllegal("grid", () -> DoubleMatrix.create(world, GridDistribution.block(4, 4).grid(2, 2)),
                "a grid of 2 x 2 ranks cannot be made of 3");
        assertIllegal("large", () -> LongArray.create(world, Distribution.block(1L << 50)), "on rank 0: legal are");
        assertIllegal("offset", () -> LongArray.create(world, 4, Distribution.block(10)), "offset 4", "multiples of 8");
        assertIllegal("type", () -> {
            if (isFirst) {
                IntArray.create(world, Distribution.block(10));
            } else {
                FloatArray.create(world, Distribution.block(10));
            }
        }, "another type, distribution or offset");
        for (long offset : new long[]{-1, -8}) {
            assertIllegal("offset", () -> LongArray.create(world, offset, Distribution.block(12)),
                    "rank " + job.rank() + ": LongArray.create: offset " + offset
                            + ": the array takes 32 bytes on this "
                            + "rank, of a segment of 4096: legal are multiples of 8 in 0..4064");
        }
        assertIllegal("offset", () -> LongArray.create(world, isFirst ? 8 : 16, Distribution.block(10)), "offset");
        assertIllegal("segment", () -> LongArray.create(world, 4000, Distribution.block(100)), "offset 4000",
                "a segment of 4096");
        assertIllegal("large", () -> LongArray.create(world, 0, Distribution.block(3000)),
                "LongArray.create: the array takes 8000 bytes on this rank, and the segment has 4096");
        assertIllegal("team", () -> LongArray.create(null, Distribution.block(10)), "the team is null");
        assertEquals(endpoints, job.endpoints().list().size());
        assertEquals(segments, job.segments().list().size());
        LongArray array = LongArray.create(world, Distribution.block(10));
        assertIllegal("single-valued", () -> array.fill(job.rank()), "LongArray.fill");
        assertEquals(0, array.sum());
        array.close();
    }

    /** Nobody waits for a rank that has been refused. */
    @RankTest
    void shouldRefuseARedistributionOnAllRanksWhenOneIsRefused(Job job) {
        LongArray array = LongArray.create(job.world(), Distribution.block(10));
        int endpoints = job.endpoints().list().size();
        int segments = job.segments().list().size();
        boolean isFirst = job.rank() == 0;
        assertIllegal("elements", () -> array.redistribute(Distribution.cyclic(isFirst ? 11 : 10)),
                "LongArray.redistribute: ", isFirst ? "11 elements are not 10" : "refused on rank 0 of the team");
        assertIllegal("null", () -> array.redistribute(isFirst ? null : Distribution.cyclic(10)),
                "LongArray.redistribute: ", isFirst ? "the distribution is null" : "refused on rank 0 of the team");
        assertIllegal("null", () -> array.copyFrom(isFirst ? null : array), "LongArray.copyFrom");
        assertEquals(endpoints, job.endpoints().list().size());
        assertEquals(segments, job.segments().list().size());
        array.close();
    }

    @RankTest
    void shouldBeDealtAnewWhenTheTeamItWasMadeWithIsGone(Job job) {
        Team team = job.world().split(0, -job.rank());
        IntArray array = IntArray.create(team, Distribution.block(8));
        team.destroy();
        array.updateLocal((i, _) -> (int) i);
        IntArray dealt = array.redistribute(Distribution.cyclic(8));
        array.close();
        assertEquals(28, dealt.sum());
        assertEquals(job.size() - 1 - job.rank(), dealt.team().rank());
        dealt.close();
    }

    @RankTest
    void shouldGiveBackEverythingWhenTheProgramHasFinishedWithTheTeam(Job job) {
        int endpoints = job.endpoints().list().size();
        int segments = job.segments().list().size();
        IntArray array = IntArray.create(job.world(), Distribution.block(8));
        LongAtomicDomain domain = LongAtomicDomain.create(array.team());
        assertIllegal("close", array::close, "1 atomic domains of the team are not destroyed");
        assertRefused(ErrorCode.NOT_INITIALIZED, "get", () -> array.get(0), "closed");
        domain.destroy();
        array.close();
        array.close();
        assertEquals(endpoints, job.endpoints().list().size());
        assertEquals(segments, job.segments().list().size());
    }

    /** It is the program's that ends there, and so no sign of a closed job. */
    @RankTest
    void shouldDestroyItsDomainWhenTheMemoryIsNoLongerBound(Job job) {
        Endpoint endpoint = job.endpoints().create(Capabilities.ALL);
        Segment segment = job.segments().create(256);
        endpoint.bind(segment);
        Team team = ofOwn(job, endpoint);
        team.publish(endpoint);
        IntArray array = IntArray.create(team, 0, Distribution.block(8));
        array.barrier();
        endpoint.unbind();
        array.close();
        assertRefused(ErrorCode.NOT_INITIALIZED, "get", () -> array.get(0), "closed");
        team.destroy();
        endpoint.destroy();
        segment.destroy();
    }

    @RankTest
    void shouldRefuseEndpointsWithoutAtomics(Job job) {
        Endpoint endpoint = job.endpoints().create(Capabilities.RMA | Capabilities.VIS | Capabilities.COLL);
        Segment segment = job.segments().create(256);
        endpoint.bind(segment);
        Team team = ofOwn(job, endpoint);
        assertIllegal("create", () -> IntArray.create(team, 0, Distribution.block(8)),
                "IntArray.create: endpoint " + endpoint.index(), "was created without Capabilities.AD");
        IntArray own = IntArray.create(team, Distribution.block(8));
        own.close();
        team.destroy();
        endpoint.unbind();
        endpoint.destroy();
        segment.destroy();
    }

    private static Team ofOwn(Job job, Endpoint endpoint) {
        List<Endpoint.Location> members = IntStream.range(0, job.size())
                .mapToObj(rank -> new Endpoint.Location(rank, endpoint.index())).toList();
        return job.world().create(members, 0).getFirst();
    }

    @RankTest
    void shouldRefuseCallsInARestrictedContext(Job job) {
        LongArray array = LongArray.create(job.world(), Distribution.block(10));
        HandlerSafeLock lock = new HandlerSafeLock(job, "the lock");
        try (HandlerSafeLock.Held _ = lock.hold()) {
            String context = "while this thread holds handler-safe lock 'the lock'";
            assertIllegal("get", () -> array.get(9), context);
            assertIllegal("put", () -> array.put(0, 7), context);
            assertIllegal("add", () -> array.add(0, 7), context);
            assertIllegal("getRange", () -> array.getRange(0, new long[10]), context);
            assertIllegal("putRange", () -> array.putRange(0, new long[10]), context);
            assertIllegal("fill", () -> array.fill(7), "LongArray.fill", context);
            assertIllegal("sum", array::sum, "LongArray.sum", context);
            assertIllegal("barrier", array::barrier, context);
            assertIllegal("close", array::close, "LongArray.close", context);
            assertIllegal("create", () -> LongArray.create(job.world(), Distribution.block(1)), context);
            assertEquals(10, array.length());
        }
        assertEquals(0, array.sum());
        array.close();
    }
}
