package org.pgas.conformance.suites;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.pgas.conformance.suites.MpichRig.of;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

import org.pgas.Job;
import org.pgas.conformance.AcrossNeighbourhoodsAsThreads;
import org.pgas.conformance.Repetitions;
import org.pgas.mpi.Datatype;
import org.pgas.mpi.Group;
import org.pgas.mpi.comm.Comm;
import org.pgas.mpi.comm.Comparison;
import org.pgas.mpi.comm.Mpi;
import org.pgas.mpi.comm.PersistentRequest;
import org.pgas.testkit.RankDefaults;
import org.pgas.testkit.RankTest;

/** How communicators are made and freed: the cases of MPICH's programs about it. */
@RankDefaults(ranks = 4, segment = "64k")
@AcrossNeighbourhoodsAsThreads
class MpichCommTest {
    /** Sends to the right and receives from the left: it works, and has this many ranks. */
    private static void assertWorks(Comm comm, int size) {
        assertEquals(size, comm.size());
        int[] got = {-1};
        comm.sendRecv(of(comm.rank()), 0, 1, Datatype.INT, (comm.rank() + 1) % size, 0, MemorySegment.ofArray(got), 0,
                1, Datatype.INT, (comm.rank() + size - 1) % size, 0, null);
        assertEquals((comm.rank() + size - 1) % size, got[0]);
        comm.collectives().barrier();
    }

    @SuiteCase(suite = "MPICH comm", programs = "dup")
    @RankTest(ranks = 2)
    void shouldCopyTheWorld(Job job) {
        Mpi mpi = Mpi.of(job);
        Comm copy = mpi.world().dup();
        assertEquals(Comparison.CONGRUENT, mpi.world().compare(copy));
        assertEquals(mpi.world().rank(), copy.rank());
        assertWorks(copy, mpi.world().size());
        copy.free();
        mpi.finish();
    }

    @SuiteCase(suite = "MPICH comm", programs = "cmsplit")
    @RankTest(ranks = {3, 4})
    void shouldSplitACopyInTheReverseOrder(Job job) {
        Mpi mpi = Mpi.of(job);
        Comm copy = mpi.world().dup();
        int size = copy.size();
        for (int colours = 1; colours <= size; colours++) {
            int count = colours;
            Comm part = copy.split(copy.rank() % colours, size - copy.rank());
            int[] expected = IntStream.range(0, size).map(i -> size - 1 - i)
                    .filter(rank -> rank % count == copy.rank() % count).toArray();
            assertArrayEquals(expected, part.group().ranks());
            assertWorks(part, expected.length);
            part.free();
        }
        copy.free();
        mpi.finish();
    }

    /** Of equal keys the order is that of the ranks before, whatever number there is of both. */
    @SuiteCase(suite = "MPICH comm", programs = "cmsplit2")
    @RankTest
    void shouldKeepTheOrderOfRanksWithEqualKeys(Job job) {
        Mpi mpi = Mpi.of(job);
        Comm world = mpi.world();
        for (int size = 1; size <= world.size(); size++) {
            Comm comm = world.split(world.rank() < size ? 0 : Mpi.UNDEFINED, world.rank());
            if (world.rank() >= size) {
                assertNull(comm);
                continue;
            }
            for (int classes = 1; classes <= size; classes++) {
                Comm part = comm.split(5, comm.rank() % classes);
                List<Integer> expected = new ArrayList<>();
                for (int key = 0; key < classes; key++) {
                    for (int rank = key; rank < size; rank += classes) {
                        expected.add(rank);
                    }
                }
                assertArrayEquals(expected.stream().mapToInt(Integer::intValue).toArray(), part.group()
                        .translate(world.group(), IntStream.range(0, size).toArray()));
                part.free();
            }
        }
        mpi.finish();
    }

    @SuiteCase(suite = "MPICH comm", programs = {"comm_create_group", "comm_group_half", "comm_group_rand"})
    @RankTest
    void shouldMakeCommunicatorsByTheMembersOfEveryGroupAlone(Job job) {
        Mpi mpi = Mpi.of(job);
        Comm world = mpi.world();
        for (int set = 1; set < 1 << world.size(); set++) {
            int bits = set;
            Group group = Group.of(IntStream.range(0, world.size()).filter(rank -> (bits >> rank & 1) != 0).toArray());
            if (group.contains(world.rank())) {
                Comm made = world.createGroup(group, 0);
                assertEquals(group, made.group());
                assertEquals(group.index(world.rank()), made.rank());
                assertWorks(made, group.size());
                made.free();
            }
        }
        world.collectives().barrier();
        mpi.finish();
    }

    /** From the world and a copy of it; of one group, and of several that have no rank in common. */
    @SuiteCase(suite = "MPICH comm", programs = "commcreate1")
    @RankTest
    void shouldMakeCommunicatorsOfRanges(Job job) {
        Mpi mpi = Mpi.of(job);
        Comm world = mpi.world();
        Comm copy = world.dup();
        copy.name("Dup of world");
        int me = world.rank();
        Group odd = world.group().include(1, 3);
        Group even = world.group().include(0, 2);
        Group high = world.group().include(3, 2);
        for (Comm parent : new Comm[]{world, copy}) {
            for (Group group : new Group[]{odd, even, high}) {
                Comm made = parent.create(group.contains(me) ? group : Group.EMPTY);
                assertEquals(group.contains(me), made != null);
                if (made != null) {
                    assertEquals(group, made.group());
                    assertWorks(made, 2);
                    made.free();
                }
            }
            Comm half = parent.create(odd.contains(me) ? odd : even);
            assertEquals(me % 2 == 0 ? even : odd, half.group());
            assertWorks(half, 2);
            // a communicator of a communicator
            Comm alone = half.create(Group.of(me));
            assertWorks(alone, 1);
            alone.free();
            half.free();
        }
        mpi.finish();
    }

    @SuiteCase(suite = "MPICH comm", programs = "commname")
    @RankTest(ranks = 2)
    void shouldHaveNames(Job job) {
        Mpi mpi = Mpi.of(job);
        assertEquals("world", mpi.world().name());
        assertEquals("self", mpi.self().name());
        List<Comm> comms = new ArrayList<>(MpichRig.comms(mpi));
        comms.add(mpi.self());
        for (int i = 0; i < comms.size(); i++) {
            comms.get(i).name("comm number " + i);
        }
        for (int i = 0; i < comms.size(); i++) {
            assertEquals("comm number " + i, comms.get(i).name());
        }
        Comm copy = comms.getFirst().dup();
        assertEquals("", copy.name());
        mpi.finish();
    }

    /** In batches, and each freed as soon as it was made; some ranks have none. */
    @SuiteCase(suite = "MPICH comm", programs = {"ctxalloc", "ctxsplit"})
    @RankTest(ranks = {2, 3})
    void shouldMakeCommunicatorsWithoutEnd(Job job) {
        Mpi mpi = Mpi.of(job);
        Comm copy = mpi.world().dup();
        for (int round = 0; round < 5; round++) {
            Comm[] batch = new Comm[30];
            Arrays.setAll(batch, _ -> copy.dup());
            for (Comm each : batch) {
                each.free();
            }
        }
        for (int round = Repetitions.of(job, 2000, 200); round > 0; round--) {
            Comm some = copy.split(round % copy.size() == copy.rank() ? Mpi.UNDEFINED : 1, copy.rank());
            assertEquals(round % copy.size() == copy.rank(), some == null);
            if (some != null) {
                some.free();
            }
        }
        assertWorks(copy.dup(), copy.size());
        mpi.finish();
    }

    @SuiteCase(suite = "MPICH comm", programs = "cmsplit_type")
    @RankTest
    void shouldSplitByTheMemoryThatIsShared(Job job) {
        Mpi mpi = Mpi.of(job);
        Comm shared = mpi.world().splitShared(0);
        assertArrayEquals(job.neighbourhood().toArray(), shared.group().ranks());
        assertWorks(shared, shared.size());
        Comm reversed = mpi.world().splitShared(-mpi.world().rank());
        assertEquals(shared.size() == 1 ? Comparison.CONGRUENT : Comparison.SIMILAR, shared.compare(reversed));
        shared.free();
        mpi.finish();
    }

    /** Requests that were started and freed, made and never started, and started and ended hold up no end. */
    @SuiteCase(suite = "MPICH comm", programs = "inactive_reqs")
    @RankTest(ranks = {1, 3})
    void shouldFinishWithRequestsThatAreNotStarted(Job job) {
        Mpi mpi = Mpi.of(job);
        Comm world = mpi.world();
        Comm copy = world.dup();
        int right = (world.rank() + 1) % world.size();
        int left = (world.rank() + world.size() - 1) % world.size();
        PersistentRequest started = world.sendInit(null, 0, 0, Datatype.INT, right, 0);
        started.start();
        started.free();
        PersistentRequest inactive = mpi.self().sendInit(null, 0, 0, Datatype.INT, 0, 0);
        copy.sendInit(null, 0, 0, Datatype.INT, right, 0).free();
        PersistentRequest received = world.recvInit(null, 0, 0, Datatype.INT, left, 0);
        received.start();
        received.await();
        PersistentRequest ofSelf = mpi.self().recvInit(null, 0, 0, Datatype.INT, 0, 0);
        PersistentRequest ofCopy = copy.recvInit(null, 0, 0, Datatype.INT, left, 0);
        copy.free();
        mpi.finish();
        for (PersistentRequest each : new PersistentRequest[]{inactive, received, ofSelf, ofCopy}) {
            assertFalse(each.isActive());
        }
    }
}
