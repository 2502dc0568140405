package org.pgas.conformance.suites;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.pgas.conformance.Refusals.assertIllegal;

import java.util.stream.IntStream;

import org.pgas.Job;
import org.pgas.conformance.AcrossNeighbourhoodsAsThreads;
import org.pgas.mpi.Group;
import org.pgas.mpi.comm.Comm;
import org.pgas.mpi.comm.Mpi;
import org.pgas.testkit.RankDefaults;
import org.pgas.testkit.RankTest;

/** Groups: the cases of MPICH's programs about them. */
@RankDefaults(ranks = 4, segment = "64k")
@AcrossNeighbourhoodsAsThreads
class MpichGroupTest {
    /** As a range of ranks: from the first to the last one, by steps that may be negative. */
    private static int[] range(int first, int last, int step) {
        return IntStream.rangeClosed(0, (last - first) / step).map(i -> first + i * step).toArray();
    }

    @SuiteCase(suite = "MPICH group", programs = "groupcreate")
    @RankTest
    void shouldMakeGroupsWithoutEnd(Job job) {
        Mpi mpi = Mpi.of(job);
        Group world = mpi.world().group();
        Group[] groups = new Group[32_000];
        for (int i = 0; i < groups.length; i++) {
            groups[i] = world.include(range(0, i % world.size(), 1));
        }
        for (int i = 0; i < groups.length; i++) {
            assertEquals(i % world.size() + 1, groups[i].size());
        }
        mpi.finish();
    }

    @SuiteCase(suite = "MPICH group", programs = "groupnullincl")
    @RankTest
    void shouldIncludeNone(Job job) {
        Mpi mpi = Mpi.of(job);
        for (Comm comm : MpichRig.comms(mpi)) {
            Group none = comm.group().include();
            assertEquals(0, none.size());
            assertEquals(Group.EMPTY, none);
            assertEquals(-1, none.index(job.rank()));
        }
        mpi.finish();
    }

    @SuiteCase(suite = "MPICH group", programs = "grouptest")
    @RankTest
    void shouldIncludeAndExcludeRanges(Job job) {
        Mpi mpi = Mpi.of(job);
        Group world = mpi.world().group();
        int size = world.size();
        Group some = world.include(3, 0, 2);
        assertEquals(3, some.size());
        assertEquals(new int[]{1, -1, 2, 0}[job.rank()], some.index(job.rank()));
        assertArrayEquals(new int[]{3, 0, 2}, some.translate(world, 0, 1, 2));
        Group self = mpi.self().group();
        assertArrayEquals(new int[]{job.rank()}, self.translate(world, 0));
        int[] inSelf = world.translate(self, range(0, size - 1, 1));
        for (int rank = 0; rank < size; rank++) {
            assertEquals(rank == job.rank() ? 0 : -1, inSelf[rank]);
        }
        assertEquals(Group.EMPTY, world.exclude(range(0, size - 1, 1)));
        for (int[] range : new int[][]{range(1, size - 1, 2), range(size - 1, 1, -2), range(0, size - 1, 3)}) {
            Group in = world.include(range);
            Group out = world.exclude(range);
            assertArrayEquals(range, in.ranks());
            assertEquals(size, in.size() + out.size());
            assertEquals(Group.EMPTY, in.intersection(out));
            Group all = in.union(out);
            assertEquals(size, all.size());
            assertEquals(Group.EMPTY, world.difference(all));
            assertNotEquals(Group.EMPTY, in);
        }
        mpi.finish();
    }

    @SuiteCase(suite = "MPICH group", programs = "grouptest2")
    @RankTest
    void shouldCompareAndCombineGroupsOfCommunicators(Job job) {
        Mpi mpi = Mpi.of(job);
        Comm world = mpi.world();
        Group base = world.group();
        int size = base.size();
        assertEquals(world.rank(), base.index(job.rank()));
        Group reversed = world.split(0, size - world.rank()).group();
        assertArrayEquals(range(size - 1, 0, -1), reversed.translate(base, range(0, size - 1, 1)));
        assertNotEquals(base, reversed);
        assertEquals(Group.EMPTY, base.difference(reversed));
        assertEquals(base, world.dup().group());
        Group half = world.split(world.rank() < size / 2 ? 1 : 0, world.rank()).group();
        assertNotEquals(base, half);
        assertEquals(size / 2, half.size());
        Group rest = base.difference(half);
        assertEquals(Group.EMPTY, rest.intersection(half));
        assertEquals(half, base.intersection(half));
        assertEquals(half, half.union(half));
        assertArrayEquals(base.ranks(), IntStream.of(half.union(rest).ranks()).sorted().toArray());
        assertEquals(base.exclude(0, 2), base.include(1, 3));
        assertEquals(Group.EMPTY, Group.EMPTY.union(Group.EMPTY));
        mpi.finish();
    }

    /** A rank that is nobody is no index. */
    @SuiteCase(suite = "MPICH group", programs = "gtranks")
    @RankTest
    void shouldTranslateBetweenSmallAndLargeGroups(Job job) {
        Mpi mpi = Mpi.of(job);
        Group world = mpi.world().group();
        Group self = mpi.self().group();
        int size = world.size();
        for (int rank = 0; rank < size; rank++) {
            assertArrayEquals(new int[]{rank == job.rank() ? 0 : -1}, world.translate(self, rank));
        }
        assertIllegal("nobody", () -> world.translate(self, Mpi.PROC_NULL), "index " + Mpi.PROC_NULL,
                "0.." + (size - 1));
        Group few = world.include(2, 0);
        assertArrayEquals(new int[]{2, 0}, few.translate(world, 0, 1));
        Group backwards = world.include(range(size - 1, 0, -1));
        assertArrayEquals(new int[]{size - 3, size - 1}, few.translate(backwards, 0, 1));
        assertArrayEquals(range(size - 1, 0, -1), backwards.translate(world, range(0, size - 1, 1)));
        assertArrayEquals(new int[0], few.translate(world));
        mpi.finish();
    }
}
