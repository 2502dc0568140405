package org.pgas.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.pgas.conformance.Refusals.assertIllegal;
import static org.pgas.conformance.Refusals.assertRefused;

import java.util.EnumSet;
import java.util.List;

import org.pgas.DataType;
import org.pgas.ErrorCode;
import org.pgas.Job;
import org.pgas.Opcode;
import org.pgas.armci.Armci;
import org.pgas.armci.ArmciGroup;
import org.pgas.atomics.AtomicFlags;
import org.pgas.atomics.IntAtomicDomain;
import org.pgas.coll.Collectives;
import org.pgas.coll.Reduction;
import org.pgas.testkit.RankDefaults;
import org.pgas.testkit.RankTest;

/** ARMCI's groups of processes. */
@RankDefaults(ranks = 3, segment = "0")
@AcrossNeighbourhoods
class ArmciGroupTest {
    private static final int LIMIT = 1 << 16;

    @RankTest
    void shouldHoldItsProcessesInTheirOrder(Job job) {
        Armci armci = Armci.init(job, LIMIT);
        int me = armci.me();
        ArmciGroup world = armci.groupGetWorld();
        assertSame(world, armci.groupGetDefault());
        assertEquals(3, world.size());
        assertEquals(me, world.rank());
        assertEquals(2, world.absoluteId(2));
        ArmciGroup group = armci.groupCreate(me == 1 ? new int[0] : new int[]{2, 0});
        if (me == 1) {
            assertNull(group);
        } else {
            assertEquals(2, group.size());
            assertEquals(me == 2 ? 0 : 1, group.rank());
            assertEquals(2, group.absoluteId(0));
            assertEquals(0, group.absoluteId(1));
            assertEquals(Views.isNeighbour(job, 2 - me), armci.usesShmGroup(group));
            assertIllegal("rank", () -> group.absoluteId(2), "ArmciGroup.absoluteId", "rank 2", "0..1");
            assertEquals(2,
                    Collectives.of(group.team()).reduceToAll((long) me, Reduction.of(DataType.I64, Opcode.ADD)));
            armci.barrierGroup(group);
            group.free();
            assertIllegal("freed", () -> armci.barrierGroup(group), "Armci.barrierGroup", "freed");
            assertIllegal("freed", group::team, "freed");
            assertIllegal("freed", group::free, "ArmciGroup.free", "freed");
        }
        armci.barrier();
        armci.finish();
    }

    @RankTest
    void shouldAllocateForItsProcessesOnly(Job job) {
        Armci armci = Armci.init(job, LIMIT);
        int me = armci.me();
        ArmciGroup pair = armci.groupCreate(new int[]{2, 1});
        if (me != 0) {
            long[] pointers = armci.mallocGroup(64, pair);
            assertEquals(2, pointers.length);
            int other = pair.absoluteId(1 - pair.rank());
            armci.putValueLong(100 + me, pointers[1 - pair.rank()], other);
            armci.barrierGroup(pair);
            assertEquals(100 + other, armci.getValueLong(pointers[pair.rank()], me));
            assertIllegal("lives", pair::free, "ArmciGroup.free", "mallocGroup");
            assertIllegal("of the group",
                    () -> armci.freeGroup(pointers, armci.groupCreateChild(new int[]{0, 1}, pair)),
                    "Armci.freeGroup");
            assertRefused(ErrorCode.RESOURCE, "on all", () -> armci.mallocGroup(me == 1 ? LIMIT * 2 : 8, pair),
                    "Armci.mallocGroup");
            armci.freeGroup(pointers, pair);
            long[] again = armci.mallocGroup(me == 1 ? 0 : 8, pair);
            armci.freeGroup(again[pair.rank()], pair);
            assertIllegal("twice", () -> armci.freeGroup(again, pair), "Armci.freeGroup");
        } else {
            assertNull(pair);
            assertIllegal("null", () -> armci.mallocGroup(8, null), "Armci.mallocGroup", "null");
        }
        armci.finish();
    }

    @RankTest
    void shouldBeMadeWithinTheDefaultGroup(Job job) {
        Armci armci = Armci.init(job, LIMIT);
        int me = armci.me();
        ArmciGroup pair = armci.groupCreate(me == 0 ? new int[]{0} : new int[]{2, 1});
        assertEquals(me == 0 ? 1 : 2, pair.size(), "two at once");
        armci.groupSetDefault(pair);
        ArmciGroup alone = armci.groupCreate(new int[]{pair.rank()});
        assertEquals(me, alone.absoluteId(0));
        alone.free();
        assertSame(pair, armci.groupGetDefault());
        long[] all = armci.malloc(8);
        assertEquals(3, all.length, "allocation is not concerned");
        armci.barrier();
        pair.free();
        assertSame(armci.groupGetWorld(), armci.groupGetDefault());
        armci.finish();
    }

    @RankTest
    void shouldRefuseOnAllWhatIsRefusedOnOne(Job job) {
        Armci armci = Armci.init(job, LIMIT);
        int me = armci.me();
        int[] good = {0, 1, 2};
        assertIllegal("null", () -> armci.groupCreate(me == 1 ? null : good), "Armci.groupCreate",
                me == 1 ? "null" : "process 1");
        assertIllegal("rank", () -> armci.groupCreate(me == 1 ? new int[]{1, 3} : good), "Armci.groupCreate",
                me == 1 ? "pids[1]: rank 3" : "process 1");
        assertIllegal("twice", () -> armci.groupCreate(me == 1 ? new int[]{1, 0, 1} : good),
                me == 1 ? "twice" : "process 1");
        assertIllegal("differ", () -> armci.groupCreate(me == 1 ? new int[]{1, 0} : good), "different lists");
        assertIllegal("one is none", () -> armci.groupCreate(me == 1 ? new int[0] : good), "different lists");
        assertIllegal("null", () -> armci.groupCreateChild(good, null), "Armci.groupCreateChild", "null");
        assertIllegal("null", () -> armci.groupSetDefault(null), "Armci.groupSetDefault", "null");
        assertIllegal("world", () -> armci.groupGetWorld().free(), "ArmciGroup.free");
        Armci other = Armci.init(job, LIMIT);
        assertIllegal("of another", () -> armci.barrierGroup(other.groupGetWorld()), "another Armci");
        other.finish();
        armci.groupCreate(good).free();
        armci.finish();
    }

    /** What its team refuses leaves a group as it was, on all. */
    @RankTest(ranks = 2)
    void shouldLiveWhileItsTeamIsInUse(Job job) {
        Armci armci = Armci.init(job, LIMIT);
        ArmciGroup group = armci.groupCreate(new int[]{1, 0});
        armci.groupSetDefault(group);
        IntAtomicDomain domain = IntAtomicDomain.create(group.team(), DataType.I32, EnumSet.of(Opcode.FADD),
                AtomicFlags.NONE);
        assertIllegal("in use", group::free, "ArmciGroup.free", "atomic domain");
        assertSame(group, armci.groupGetDefault());
        armci.freeGroup(armci.mallocGroup(8, group), group);
        domain.destroy();
        group.free();
        assertSame(armci.groupGetWorld(), armci.groupGetDefault());
        armci.finish();
    }

    /** All but what is in use is given back, and all learn of it. */
    @RankTest(ranks = 2)
    void shouldEndWithTheLibraryThoughATeamIsInUse(Job job) {
        Armci armci = Armci.init(job, LIMIT);
        ArmciGroup used = armci.groupCreate(new int[]{1, 0});
        ArmciGroup other = armci.groupCreate(new int[]{0, 1});
        IntAtomicDomain.create(used.team(), DataType.I32, EnumSet.of(Opcode.FADD), AtomicFlags.NONE);
        IntAtomicDomain.create(armci.team(), DataType.I32, EnumSet.of(Opcode.FADD), AtomicFlags.NONE);
        armci.malloc(100);
        assertRefused(ErrorCode.BAD_ARGUMENT, "in use", armci::finish, "Armci.finish", "atomic domain");
        assertFalse(armci.isInitialized());
        assertEquals(List.of(), job.segments().list());
        assertRefused(ErrorCode.NOT_INITIALIZED, "ended", other::team, "finished");
        Armci.init(job, LIMIT).finish();
    }

    /** Groups that share processes and were made in different orders by nobody end in one order everywhere. */
    @RankTest
    void shouldEndWithTheLibrary(Job job) {
        Armci armci = Armci.init(job, LIMIT);
        for (int i = 0; i < 5; i++) {
            ArmciGroup pair = armci.groupCreate(i % 2 == 0 ? new int[]{0, 1} : new int[]{2, 1});
            if (pair != null && i < 2) {
                armci.mallocGroup(100, pair);
                armci.groupCreateChild(new int[]{1, 0}, pair);
            }
        }
        armci.finish();
    }
}
