package org.pgas.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.pgas.conformance.Refusals.assertIllegal;
import static org.pgas.conformance.Refusals.assertRefused;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;

import org.pgas.Capabilities;
import org.pgas.DataType;
import org.pgas.Endpoint;
import org.pgas.EndpointFlags;
import org.pgas.Endpoints;
import org.pgas.ErrorCode;
import org.pgas.Job;
import org.pgas.Opcode;
import org.pgas.Segment;
import org.pgas.Team;
import org.pgas.TeamFlags;
import org.pgas.atomics.LongAtomicDomain;
import org.pgas.testkit.RankDefaults;
import org.pgas.testkit.RankTest;
import org.pgas.vis.Shape;
import org.pgas.vis.Vis;

/** Endpoints: their creation, indices, capabilities, bindings and destruction. */
@AcrossNeighbourhoods
@RankDefaults(segment = "4k")
class EndpointTest {
    @RankTest
    void shouldGiveTheSmallestIndexThatIsFree(Job job) {
        Endpoints endpoints = job.endpoints();
        List<Endpoint> made = new ArrayList<>();
        for (int index = 1; index <= 5; index++) {
            made.add(endpoints.create(Capabilities.ALL));
            assertEquals(index, made.get(index - 1).index());
        }
        made.get(3).destroy();
        made.get(1).destroy();
        assertEquals(List.of(0, 1, 3, 5), endpoints.list().stream().map(Endpoint::index).toList());
        assertEquals(2, endpoints.create(Capabilities.RMA).index());
        assertEquals(4, endpoints.create(Capabilities.RMA).index());
        assertEquals(6, endpoints.create(Capabilities.RMA).index());
        assertSame(made.get(4), endpoints.get(5));
        assertIllegal("get", () -> endpoints.get(7), "rank " + job.rank() + ":", "index 7", "[0, 1, 2, 3, 4, 5, 6]");
        assertIllegal("get", () -> endpoints.get(-1), "index -1");
    }

    @RankTest
    void shouldAnswerWhatItWasCreatedWithToEveryRank(Job job) {
        int capabilities = job.rank() == 0 ? Capabilities.RMA | Capabilities.VIS : Capabilities.AM;
        Endpoint endpoint = job.endpoints().create(capabilities, EndpointFlags.HINT_ACCEL_COLL);
        assertEquals(capabilities, endpoint.capabilities());
        assertEquals(EndpointFlags.HINT_ACCEL_COLL, endpoint.flags());
        assertSame(job, endpoint.job());
        assertNull(endpoint.segment());
        assertEquals("endpoint 1 of rank " + job.rank(), endpoint.toString());
        job.world().barrier();
        assertEquals(Capabilities.RMA | Capabilities.VIS, job.endpoints().capabilities(0, 1));
        assertEquals(Capabilities.AM, job.endpoints().capabilities(1, 1));
        assertEquals(0, job.endpoints().capabilities(0, 2));
        assertEquals(Capabilities.ALL, job.endpoints().capabilities(1, 0));
        assertIllegal("capabilities", () -> job.endpoints().capabilities(2, 0), "job rank 2", "0..1");
        assertIllegal("capabilities", () -> job.endpoints().capabilities(0, 4096), "index 4096", "0..4095");
        job.world().barrier();
        endpoint.destroy();
        job.world().barrier();
        assertEquals(0, job.endpoints().capabilities(1 - job.rank(), 1));
    }

    @RankTest(ranks = 1)
    void shouldRefuseWhatNoEndpointCanBeCreatedWith(Job job) {
        assertIllegal("none", () -> job.endpoints().create(0), "rank 0: Endpoints.create", "0x0",
                "RMA, AM, VIS, COLL, AD");
        assertIllegal("unknown", () -> job.endpoints().create(64 | Capabilities.AM), "0x42");
        assertIllegal("flags", () -> job.endpoints().create(Capabilities.AM, 8), "flags 0x8", "0x3");
        assertEquals(1, job.endpoints().list().size());
    }

    @RankTest(ranks = 1)
    void shouldCreateAsManyAsThereAreIndicesAndSayWhenThereAreNoMore(Job job) {
        Endpoints endpoints = job.endpoints();
        assertEquals(4096, endpoints.most());
        while (endpoints.list().size() < endpoints.most()) {
            endpoints.create(Capabilities.RMA);
        }
        assertRefused(ErrorCode.RESOURCE, "one more", () -> endpoints.create(Capabilities.RMA), "4096", "destroy");
        Segment segment = job.segments().create(MemorySegment.ofArray(new long[1]));
        endpoints.get(4095).bind(segment);
        job.endpoint().pair(4095).rma().putLong(0, 0, 7);
        assertEquals(7, segment.local().get(java.lang.foreign.ValueLayout.JAVA_LONG, 0));
        endpoints.get(77).destroy();
        assertEquals(77, endpoints.create(Capabilities.AM).index());
    }

    @RankTest
    void shouldRefuseEveryIllegalBinding(Job job) {
        Endpoint endpoint = job.endpoints().create(Capabilities.ALL);
        Segment segment = job.segments().create(8192);
        assertIllegal("null", () -> endpoint.bind(null), "Endpoint.bind", "null");
        assertIllegal("the primordial one, bound by attach", () -> job.endpoint().bind(segment), "endpoint 0",
                "bound segment already", "4096 bytes");
        assertIllegal("unbind nothing", endpoint::unbind, "endpoint 1", "no bound segment");
        assertIllegal("unbind what is attached", () -> job.endpoint().unbind(), "Job.attach");
        endpoint.bind(segment);
        assertSame(segment, endpoint.segment());
        assertIllegal("twice", () -> endpoint.bind(segment), "endpoint 1", "bound segment already", "8192 bytes");
        assertIllegal("bound", segment::destroy, "Segment.destroy", "[endpoint 1 of rank " + job.rank() + "]");
        assertIllegal("bound", endpoint::destroy, "Endpoint.destroy", "bound segment");
        assertSame(segment, endpoint.unbind());
        segment.destroy();
        assertIllegal("destroyed", () -> endpoint.bind(segment), "destroyed", "8192 bytes");
        assertNull(endpoint.segment());
        endpoint.destroy();
        assertTrue(endpoint.isDestroyed());
        Segment other = job.segments().create(4096);
        assertIllegal("destroyed", () -> endpoint.bind(other), "endpoint 1", "destroyed");
        assertIllegal("destroyed", endpoint::unbind, "endpoint 1", "destroyed");
        assertIllegal("destroyed", endpoint::destroy, "endpoint 1", "destroyed");
        assertIllegal("destroyed", () -> endpoint.pair(0), "endpoint 1", "destroyed");
        assertIllegal("the primordial one", () -> job.endpoint().destroy(), "primordial");
    }

    @RankTest(ranks = 1)
    void shouldReachOneSegmentThroughAllEndpointsItIsBoundTo(Job job) {
        Segment segment = job.segments().create(4096);
        Endpoint first = job.endpoints().create(Capabilities.RMA);
        Endpoint second = job.endpoints().create(Capabilities.RMA);
        first.bind(segment);
        second.bind(segment);
        job.endpoint().pair(1).rma().putLong(0, 8, 5);
        assertEquals(5, first.pair(2).rma().getLong(0, 8));
        first.unbind();
        assertRefused(ErrorCode.NOT_INITIALIZED, "unbound", () -> second.pair(1).rma().getLong(0, 8), "endpoint 1",
                "no bound segment");
        assertEquals(5, first.pair(2).rma().getLong(0, 8));
        job.endpoints().create(Capabilities.RMA).bind(job.endpoint().segment());
        job.endpoint().pair(3).rma().putLong(0, 0, 9);
        assertEquals(9, job.world().rma().getLong(0, 0));
    }

    @RankTest
    void shouldKeepAnEndpointThatIsAMemberOfATeam(Job job) {
        Endpoint endpoint = job.endpoints().create(Capabilities.COLL | Capabilities.AD | Capabilities.RMA);
        job.world().barrier();
        Team team = extra(job, 1);
        LongAtomicDomain domain = LongAtomicDomain.create(team, DataType.I64, EnumSet.of(Opcode.ADD), 0);
        assertIllegal("in a team", endpoint::destroy, "member of 1 team", "Team.destroy");
        domain.destroy();
        team.destroy();
        endpoint.destroy();
        assertEquals(1, job.endpoints().list().size());
    }

    /** A team of the endpoints of one index of both ranks. */
    private static Team extra(Job job, int index) {
        return job.world().create(List.of(new Endpoint.Location(0, index), new Endpoint.Location(1, index)),
                TeamFlags.RANK_IS_JOBRANK).get(0);
    }

    @RankTest
    void shouldRefuseUsesThatAnEndpointWasNotCreatedForAndDoTheOthers(Job job) {
        int[] capabilities = {Capabilities.ALL & ~Capabilities.RMA, Capabilities.ALL & ~Capabilities.VIS,
            Capabilities.ALL & ~Capabilities.AD, Capabilities.ALL & ~Capabilities.COLL};
        for (int each : capabilities) {
            // only rank 1's endpoints lack something
            Endpoint endpoint = job.endpoints().create(job.rank() == 1 ? each : Capabilities.ALL);
            endpoint.bind(job.segments().create(4096));
            job.world().publish(endpoint);
        }
        for (int index = 1; index <= capabilities.length; index++) {
            Team team = extra(job, index);
            for (Team use : List.of(team, job.endpoint().pair(index))) {
                rma(use, index, index == 1);
                vis(use, index, index == 2);
            }
            domain(team, index, index == 3);
            if (index == 4) {
                assertIllegal("barrier", team::barrier, "Team.barrier", "COLL");
                assertIllegal("barrierNb", team::barrierNb, "COLL");
            } else {
                team.barrier();
            }
            if (job.rank() == 1) {
                // nor can it be used from there, whatever the other end is
                Team from = job.endpoints().get(index).pair(0);
                rma(from, index, index == 1);
                vis(from, index, index == 2);
            }
            team.destroy();
        }
        job.world().barrier();
    }

    private static String[] lacks(int index, String capability) {
        return new String[]{"endpoint " + index + " of rank 1", "without Capabilities." + capability, "it has "};
    }

    private static void rma(Team team, int index, boolean refused) {
        long[] data = {3};
        if (!refused) {
            team.rma().put(1, 0, data, 0, 1);
            assertEquals(3, team.rma().getLong(1, 0));
            return;
        }
        Object[] parts = lacks(index, "RMA");
        assertIllegal("put", () -> team.rma().put(1, 0, data, 0, 1), parts);
        assertIllegal("put of nothing", () -> team.rma().put(1, 0, data, 0, 0), parts);
        assertIllegal("get", () -> team.rma().get(data, 0, 1, 0, 1), parts);
        assertIllegal("putLong", () -> team.rma().putLong(1, 8, 3), parts);
        assertIllegal("getLong", () -> team.rma().getLong(1, 8), parts);
        assertIllegal("getIntAcquire", () -> team.rma().getIntAcquire(1, 8), parts);
        assertIllegal("memset", () -> team.rma().memset(1, 0, (byte) 1, 8), parts);
        assertIllegal("putNb", () -> team.rma().getNb(MemorySegment.ofArray(data), 0, 1, 0, 8), parts);
    }

    private static void vis(Team team, int index, boolean refused) {
        MemorySegment data = MemorySegment.ofArray(new long[]{8});
        Shape shape = Shape.contiguous(8);
        if (refused) {
            assertIllegal("put", () -> Vis.of(team).put(1, 16, shape, data, 0, shape), (Object[]) lacks(index, "VIS"));
            assertIllegal("get", () -> Vis.of(team).get(data, 0, shape, 1, 16, shape), (Object[]) lacks(index, "VIS"));
        } else {
            Vis.of(team).put(1, 16, shape, data, 0, shape);
            Vis.of(team).get(data, 0, shape, 1, 16, shape);
        }
    }

    private static void domain(Team team, int index, boolean refused) {
        EnumSet<Opcode> operations = EnumSet.of(Opcode.ADD, Opcode.GET);
        if (refused) {
            assertIllegal("create", () -> LongAtomicDomain.create(team, DataType.I64, operations, 0),
                    (Object[]) lacks(index, "AD"));
            return;
        }
        LongAtomicDomain domain = LongAtomicDomain.create(team, DataType.I64, operations, 0);
        domain.add(1, 24, 2);
        assertTrue(domain.get(1, 24) >= 2);
        team.job().world().barrier();
        domain.destroy();
        assertFalse(team.job().endpoints().get(index).isDestroyed());
    }

    @RankTest
    void shouldRefuseASegmentOfAnotherMembership(Job job) throws Exception {
        HostedJobs.alone((other, _) -> {
            Endpoint endpoint = job.endpoints().create(Capabilities.RMA);
            Segment foreign = other.segments().create(4096);
            assertIllegal("foreign segment", () -> endpoint.bind(foreign), "another membership", other.name());
            assertIllegal("foreign endpoint", () -> other.world().publish(endpoint), "another membership",
                    "nothing was changed");
        });
    }
}
