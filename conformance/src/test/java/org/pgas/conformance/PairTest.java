package org.pgas.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.pgas.conformance.Refusals.assertIllegal;
import static org.pgas.conformance.Refusals.assertRefused;

import java.lang.foreign.MemorySegment;
import java.util.EnumSet;
import java.util.List;

import org.junit.jupiter.api.function.Executable;
import org.pgas.Capabilities;
import org.pgas.DataType;
import org.pgas.Endpoint;
import org.pgas.ErrorCode;
import org.pgas.HandlerEntry;
import org.pgas.Job;
import org.pgas.Opcode;
import org.pgas.Team;
import org.pgas.atomics.LongAtomicDomain;
import org.pgas.testkit.RankDefaults;
import org.pgas.testkit.RankTest;
import org.pgas.vis.Shape;
import org.pgas.vis.Vis;

/** TM-pairs: what they join, what they can do, and that they are no teams. */
@RankDefaults(segment = "4k")
@AcrossNeighbourhoodsAsThreads
class PairTest {
    @RankTest
    void shouldBeEqualIfAndOnlyIfMadeFromTheSame(Job job) {
        Endpoint endpoint = job.endpoints().create(Capabilities.ALL);
        assertEquals(job.endpoint().pair(1), job.endpoint().pair(1));
        assertSame(endpoint.pair(4095), endpoint.pair(4095));
        assertNotEquals(job.endpoint().pair(1), job.endpoint().pair(2));
        assertNotEquals(job.endpoint().pair(1), endpoint.pair(1));
        assertNotEquals(job.world(), job.endpoint().pair(0));
        assertSame(endpoint, endpoint.pair(3).endpoint());
        assertIllegal("index", () -> endpoint.pair(-1), "index -1", "0..4095");
        assertIllegal("index", () -> endpoint.pair(4096), "index 4096");
    }

    @RankTest
    void shouldJoinThePrimordialEndpointsAsTheWorldDoes(Job job) {
        Team pair = job.endpoint().pair(0);
        int peer = 1 - job.rank();
        pair.rma().putLong(peer, 0, 11 + job.rank());
        job.world().barrier();
        assertEquals(11 + peer, job.world().rma().getLong(job.rank(), 0));
        assertEquals(4096, job.endpoint().boundSegment(pair, peer).size());
        assertEquals(job.world().am().maxRequestMedium(peer, org.pgas.LocalCompletion.NOW, 0, 2),
                pair.am().maxRequestMedium(peer, org.pgas.LocalCompletion.NOW, 0, 2));
    }

    @RankTest
    void shouldMoveDataInEveryFormBetweenExtraEndpoints(Job job) {
        Endpoint endpoint = job.endpoints().create(Capabilities.RMA | Capabilities.VIS | Capabilities.AM);
        endpoint.bind(job.segments().create(4096));
        job.world().publish(endpoint);
        Team pair = endpoint.pair(1);
        int peer = 1 - job.rank();
        long[] data = {1, 2, 3, 4};
        pair.rma().put(peer, 0, data, 0, 4);
        pair.rma().putNb(peer, 64, MemorySegment.ofArray(data), 0, 32, org.pgas.LocalCompletion.NOW).await();
        pair.rma().putNbi(peer, 128, MemorySegment.ofArray(data), 0, 32, org.pgas.LocalCompletion.NOW);
        job.nbi().await();
        Shape strided = Shape.vector(new long[]{256, 512}, new long[]{16, 16});
        Vis.of(pair).put(peer, 0, strided, MemorySegment.ofArray(data), 0, Shape.contiguous(32));
        job.world().barrier();
        long[] back = new long[4];
        for (long offset : new long[]{0, 64, 128}) {
            pair.rma().get(back, 0, job.rank(), offset, 4);
            assertEquals(List.of(1L, 2L, 3L, 4L), List.of(back[0], back[1], back[2], back[3]));
        }
        Vis.of(pair).get(MemorySegment.ofArray(back), 0, Shape.contiguous(32), peer, 0, strided);
        assertEquals(4, back[3]);
        int[] received = new int[1];
        int handler = job.endpoint().handlers().register(HandlerEntry.ofShort(_ -> received[0]++));
        job.world().barrier();
        job.endpoint().pair(0).am().requestShort(peer, handler);
        job.blockUntil(() -> received[0] == 1);
        job.world().barrier();
    }

    @RankTest
    void shouldBeRefusedWhereATeamIsNeeded(Job job) {
        Team pair = job.endpoint().pair(0);
        List<Executable> calls = List.of(pair::rank, pair::size, pair::flags, () -> pair.toJobRank(0),
                () -> pair.fromJobRank(0), () -> pair.location(0), pair::barrier, pair::barrierNb,
                () -> pair.split(0, 0),
                pair::splitNone, pair::dup, () -> pair.create(List.of(new Endpoint.Location(0, 0)), 0),
                pair::createNone,
                pair::destroy, pair::publish, pair::unpublish, pair::clientData,
                () -> LongAtomicDomain.create(pair, DataType.I64, EnumSet.of(Opcode.ADD), 0));
        for (Executable call : calls) {
            assertIllegal("call " + calls.indexOf(call), call, "rank " + job.rank() + ":", "is a TM-pair");
        }
    }

    @RankTest
    void shouldEndWithItsLocalEndpoint(Job job) {
        Endpoint endpoint = job.endpoints().create(Capabilities.ALL);
        Team pair = endpoint.pair(0);
        pair.rma().putLong(1 - job.rank(), 0, 1);
        endpoint.destroy();
        assertIllegal("destroyed", () -> pair.rma().putLong(1 - job.rank(), 0, 2), "endpoint 1 of rank " + job.rank(),
                "destroyed");
        // the next one of that index has pairs of its own
        Endpoint next = job.endpoints().create(Capabilities.ALL);
        assertEquals(1, next.index());
        assertNotEquals(pair, next.pair(0));
        next.pair(0).rma().putLong(1 - job.rank(), 0, 3);
        job.world().barrier();
        assertEquals(3, job.world().rma().getLong(job.rank(), 0));
    }

    /** What an endpoint can be used for may differ when it is made anew: a pair that is kept finds that out. */
    @RankTest
    void shouldLookAgainWhenTheRemoteEndpointIsMadeAnew(Job job) {
        Team pair = job.endpoint().pair(1);
        int peer = 1 - job.rank();
        assertIllegal("none", () -> pair.rma().getLong(peer, 0), "endpoint 1 of rank " + peer, "does not exist");
        job.world().barrier();
        for (int capabilities : new int[]{Capabilities.ALL, Capabilities.AM, Capabilities.RMA}) {
            Endpoint endpoint = job.endpoints().create(capabilities);
            endpoint.bind(job.segments().create(4096));
            job.world().publish(endpoint);
            if (capabilities == Capabilities.AM) {
                assertIllegal("no RMA", () -> pair.rma().getLong(peer, 0), "RMA", "it has AM");
            } else {
                assertEquals(0, pair.rma().getLong(peer, 0));
            }
            job.world().unpublish(endpoint);
            assertRefused(capabilities == Capabilities.AM ? ErrorCode.BAD_ARGUMENT : ErrorCode.NOT_INITIALIZED,
                    "unpublished",
                    () -> pair.rma().getLong(peer, 0));
            job.world().barrier();
            endpoint.unbind().destroy();
            endpoint.destroy();
            job.world().barrier();
        }
    }
}
