package org.pgas.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.pgas.conformance.Refusals.assertIllegal;
import static org.pgas.conformance.Refusals.assertRefused;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

import org.pgas.DataType;
import org.pgas.ErrorCode;
import org.pgas.GlobalPointer;
import org.pgas.Job;
import org.pgas.Opcode;
import org.pgas.PgasException;
import org.pgas.armci.Armci;
import org.pgas.armci.MemInfo;
import org.pgas.coll.Collectives;
import org.pgas.coll.Reduction;
import org.pgas.testkit.RankDefaults;
import org.pgas.testkit.RankTest;
import org.pgas.testkit.Seed;

/** ARMCI: how it starts and ends, and the memory that processes allocate. */
@RankDefaults(ranks = {1, 3}, segment = "0")
@AcrossNeighbourhoods
class ArmciMemoryTest {
    private static final long LIMIT = 1 << 20;
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG;

    @RankTest
    void shouldPointToTheMemoryOfEveryProcess(Job job) {
        Armci armci = Armci.init(job, LIMIT);
        int me = armci.me();
        assertEquals(job.rank(), me);
        assertEquals(job.size(), armci.nproc());
        assertEquals(job.neighbourhood().size() == job.size(), armci.usesShm());
        long[] pointers = armci.malloc(8L * (me + 1));
        for (int proc = 0; proc < armci.nproc(); proc++) {
            assertEquals(proc, GlobalPointer.jobRank(pointers[proc]));
            assertEquals(0, pointers[proc] % 16, "alignment");
        }
        armci.memory(pointers[me] + 8 * me, 8).set(LONG, 0, 1000 + me);
        armci.barrier();
        for (int proc = 0; proc < armci.nproc(); proc++) {
            long pointer = pointers[proc];
            if (Views.isNeighbour(job, proc)) {
                assertEquals(1000 + proc, armci.memory(pointer, 8L * (proc + 1)).get(LONG, 8L * proc));
            } else {
                assertIllegal("elsewhere", () -> armci.memory(pointer, 8), "Armci.memory", "process "
                        + GlobalPointer.jobRank(pointer), "of another neighbourhood", "get and put");
            }
            assertEquals(1000 + proc, armci.getValueLong(pointers[proc] + 8L * proc, proc));
        }
        armci.barrier();
        armci.free(pointers);
        armci.finish();
    }

    @RankTest
    void shouldGiveNullToWhoAsksForNothing(Job job) {
        Armci armci = Armci.init(job, LIMIT);
        long[] some = armci.malloc(armci.me() == 0 ? 0 : 64);
        for (int proc = 0; proc < armci.nproc(); proc++) {
            assertEquals(proc == 0, some[proc] == GlobalPointer.NULL);
        }
        long[] none = armci.malloc(0);
        assertIllegal("NULL", () -> armci.getValueInt(none[0], 0), "Armci.getValueInt", "src", "NULL", "process 0");
        armci.free(none);
        armci.free(some[armci.me()]);
        armci.finish();
    }

    @RankTest
    void shouldRefuseOnAllWhatIsRefusedOnOne(Job job) {
        Armci armci = Armci.init(job, LIMIT);
        int last = armci.nproc() - 1;
        boolean one = armci.me() == last;
        for (int round = 0; round < 5; round++) {
            assertRefused(ErrorCode.RESOURCE, "no room", () -> armci.malloc(one ? LIMIT + 1 : LIMIT / 2),
                    "rank " + armci.me(), "Armci.malloc", one ? "no room for " + (LIMIT + 1) : "process " + last);
        }
        assertIllegal("negative", () -> armci.malloc(one ? -1 : 8), "Armci.malloc", one ? "-1" : "process " + last);
        // nothing of that was kept
        armci.free(armci.malloc(LIMIT / 2 + 1));
        armci.finish();
    }

    @RankTest
    void shouldFreeOnlyWhatLives(Job job) {
        Armci armci = Armci.init(job, LIMIT);
        int me = armci.me();
        long[] first = armci.malloc(100);
        long[] second = armci.malloc(100);
        assertIllegal("null", () -> armci.free(null), "Armci.free", "null");
        assertIllegal("length", () -> armci.free(new long[armci.nproc() + 1]), "" + (armci.nproc() + 1),
                "legal are " + armci.nproc());
        long[] shifted = first.clone();
        shifted[armci.nproc() - 1] += 16;
        assertIllegal("not those", () -> armci.free(shifted), "Armci.free");
        assertIllegal("not the own", () -> armci.free(first[me] + 16), "Armci.free");
        if (armci.nproc() > 1) {
            assertIllegal("different", () -> armci.free(me == 1 ? first : second), "different allocations");
            assertIllegal("different", () -> armci.free(me == 1 ? first[me] : second[me]), "different allocations");
            assertIllegal("on one", () -> armci.free(me == 0 ? shifted : second), "Armci.free");
        }
        armci.free(second);
        assertIllegal("twice", () -> armci.free(second), "Armci.free");
        assertIllegal("twice", () -> armci.free(second[me]), "Armci.free");
        armci.free(first[me]);
        armci.finish();
    }

    @RankTest
    void shouldAllocateAndFreeInAnyOrderWithoutLosingAnything(Job job) {
        Armci armci = Armci.init(job, LIMIT);
        SplittableRandom random = Seed.of("allocations");
        List<long[]> live = new ArrayList<>();
        for (int i = 0; i < 120; i++) {
            if (live.size() < 20 && random.nextInt(5) < 3) {
                int bytes = random.nextInt(8000);
                live.add(armci.malloc(bytes * (armci.me() + 1L) % 8001));
            } else if (!live.isEmpty()) {
                long[] pointers = live.remove(random.nextInt(live.size()));
                if (random.nextBoolean()) {
                    armci.free(pointers);
                } else {
                    armci.free(pointers[armci.me()]);
                }
            }
        }
        live.forEach(armci::free);
        armci.free(armci.malloc(LIMIT * 9 / 10));
        armci.finish();
    }

    @RankTest
    void shouldReachLocalMemoryWhoseAddressWasTold(Job job) {
        Armci armci = Armci.init(job, LIMIT);
        Collectives all = Collectives.of(armci.team());
        MemorySegment mine = armci.mallocLocal(64);
        mine.set(LONG, 8, 50 + armci.me());
        MemInfo info = armci.memget(100, 0);
        assertEquals(100, info.size());
        assertEquals(armci.me(), info.cpid());
        armci.putValueLong(70 + armci.me(), armci.memat(info, 16), armci.me());
        long[] told = new long[2 * armci.nproc()];
        all.allGather(MemorySegment.ofArray(told),
                MemorySegment.ofArray(new long[]{armci.pointer(mine.asSlice(8)), info.armciAddr()}));
        for (int proc = 0; proc < armci.nproc(); proc++) {
            assertEquals(50 + proc, armci.getValueLong(told[2 * proc], proc));
            long pointer = told[2 * proc + 1];
            MemInfo there = new MemInfo(pointer, pointer, 100, proc);
            assertEquals(70 + proc, armci.getValueLong(armci.memat(there, 16), proc));
            assertEquals(pointer + 100, armci.memat(there, 100));
            assertIllegal("offset", () -> armci.memat(there, 101), "Armci.memat", "101", "0..100");
            if (proc != armci.me()) {
                assertIllegal("of another", () -> armci.memctl(there), "Armci.memctl", "process " + proc);
            }
        }
        armci.barrier();
        assertIllegal("a part", () -> armci.freeLocal(mine.asSlice(0, 32)), "Armci.freeLocal", "32 bytes");
        assertIllegal("other memory", () -> armci.freeLocal(Arena.ofAuto().allocate(64)), "Armci.freeLocal");
        assertIllegal("an array", () -> armci.freeLocal(MemorySegment.ofArray(new byte[64])), "Armci.freeLocal");
        assertIllegal("null", () -> armci.freeLocal(null), "null");
        assertIllegal("null", () -> armci.pointer(null), "null");
        assertIllegal("null", () -> armci.memctl(null), "null");
        assertIllegal("other memory", () -> armci.pointer(MemorySegment.ofArray(new byte[64])), "Armci.pointer");
        assertIllegal("memory of memget", () -> armci.freeLocal(armci.memory(info.addr(), 100)), "Armci.freeLocal");
        armci.freeLocal(mine);
        assertIllegal("twice", () -> armci.freeLocal(mine), "Armci.freeLocal", "freed already");
        armci.memctl(info);
        assertIllegal("twice", () -> armci.memctl(info), "Armci.memctl", "freed already");
        assertIllegal("flags", () -> armci.memget(8, 1), "flags", "0x1");
        assertIllegal("negative", () -> armci.memget(-8, 0), "Armci.memget", "-8");
        assertIllegal("negative", () -> armci.mallocLocal(-8), "Armci.mallocLocal", "-8");
        armci.finish();
    }

    @RankTest(ranks = 2)
    void shouldKeepToTheLimitOfEachProcess(Job job) {
        Armci armci = Armci.init(job, LIMIT << job.rank());
        long limit = LIMIT << job.rank();
        assertIllegal("too much", () -> armci.setShmLimit(limit + 1), "Armci.setShmLimit", "0.." + limit);
        assertIllegal("negative", () -> armci.setShmLimit(-1), "Armci.setShmLimit", "-1");
        armci.setShmLimit(1000);
        MemorySegment small = armci.mallocLocal(600);
        assertRefused(ErrorCode.RESOURCE, "limit", () -> armci.mallocLocal(401), "401", "600 of 1000");
        assertRefused(ErrorCode.RESOURCE, "limit", () -> armci.memget(401, 0), "401", "600 of 1000");
        assertRefused(ErrorCode.RESOURCE, "limit", () -> armci.malloc(401), "401", "600 of 1000");
        MemInfo more = armci.memget(400, 0);
        armci.memctl(more);
        armci.freeLocal(small);
        armci.free(armci.malloc(1000));
        armci.setShmLimit(limit);
        armci.free(armci.malloc(limit * 9 / 10));
        armci.finish();
    }

    @RankTest
    void shouldNotKnowTheMemoryOfAnotherOne(Job job) {
        Armci one = Armci.init(job, LIMIT);
        Armci other = Armci.init(job, LIMIT);
        int peer = (one.me() + 1) % one.nproc();
        long[] ones = one.malloc(8);
        long[] others = other.malloc(8);
        assertNotEquals(ones[0], others[0]);
        one.putValueLong(1, ones[peer], peer);
        other.putValueLong(2, others[peer], peer);
        assertIllegal("of the other", () -> one.putValueLong(3, others[peer], peer), "Armci.putValueLong", "dst",
                "not to memory of this Armci");
        assertIllegal("of the other", () -> one.free(others), "Armci.free");
        one.barrier();
        assertEquals(1, one.getValueLong(ones[one.me()], one.me()));
        assertEquals(2, other.getValueLong(others[one.me()], one.me()));
        one.finish();
        other.free(others);
        other.finish();
    }

    /** Segments, endpoints and teams are as many as there were, so that this may go on forever. */
    @RankTest
    void shouldStartAndEndAgainAndAgain(Job job) {
        int endpoints = job.endpoints().list().size();
        for (int round = 0; round < 4; round++) {
            Armci armci = Armci.init(job, LIMIT);
            assertTrue(armci.isInitialized());
            armci.malloc(1000);
            armci.createMutexes(2);
            armci.groupCreate(new int[]{armci.me()});
            armci.finish();
            assertFalse(armci.isInitialized());
        }
        assertEquals(endpoints, job.endpoints().list().size());
        assertEquals(List.of(), job.segments().list());
    }

    @RankTest
    void shouldStartOnAllOrNone(Job job) {
        boolean one = job.rank() == job.size() - 1;
        for (int round = 0; round < 2; round++) {
            assertIllegal("negative", () -> Armci.init(job, one ? -1 : LIMIT), "Armci.init",
                    one ? "-1" : "process " + (job.size() - 1));
            PgasException thrown = assertThrows(PgasException.class, () -> Armci.init(job, one ? 1L << 39 : LIMIT));
            assertEquals(ErrorCode.RESOURCE, thrown.code(), thrown.getMessage());
        }
        assertIllegal("null", () -> Armci.init(null), "Armci.init", "null");
        assertEquals(List.of(), job.segments().list());
        Armci none = Armci.init(job, 0);
        assertRefused(ErrorCode.RESOURCE, "no room", () -> none.malloc(1), "no room for 1 bytes");
        none.finish();
    }

    @RankTest
    void shouldRefuseEverythingAfterTheEnd(Job job) {
        Armci armci = Armci.init(job, LIMIT);
        long[] pointers = armci.malloc(64);
        armci.createMutexes(1);
        armci.finish();
        MemorySegment local = MemorySegment.ofArray(new long[8]);
        for (Runnable call : new Runnable[]{() -> armci.put(local, 0, pointers[0], 8, 0),
            () -> armci.get(pointers[0], local, 0, 8, 0), () -> armci.getValueInt(pointers[0], 0),
            () -> armci.malloc(8), () -> armci.free(pointers), () -> armci.memory(pointers[0], 8), armci::barrier,
            armci::allFence, () -> armci.fence(0), () -> armci.lock(0, 0), () -> armci.unlock(0, 0),
            () -> armci.createMutexes(1), armci::destroyMutexes, armci::awaitAll, () -> armci.awaitProc(0),
            () -> armci.fetchAndAdd(pointers[0], 1, 0), () -> armci.notify(0), () -> armci.notifyWait(0),
            () -> armci.groupCreate(new int[0]), () -> armci.barrierGroup(armci.groupGetWorld()), armci::finish}) {
            assertRefused(ErrorCode.NOT_INITIALIZED, "after finish", call::run, "rank " + job.rank(), "Armci.",
                    "finished");
        }
    }

    @RankTest
    void shouldRefuseEverythingAfterTheCloseOfTheJob(Job job) {
        Armci armci = Armci.init(job, LIMIT);
        long[] pointers = armci.malloc(64);
        MemorySegment local = MemorySegment.ofArray(new long[8]);
        job.close();
        assertFalse(armci.isInitialized());
        for (Runnable call : new Runnable[]{() -> armci.put(local, 0, pointers[0], 8, 0),
            () -> armci.get(pointers[0], local, 0, 8, 0), () -> armci.getValueInt(pointers[0], 0),
            () -> armci.malloc(8), () -> armci.free(pointers), armci::barrier, armci::allFence,
            () -> armci.fetchAndAdd(pointers[0], 1, 0), armci::awaitAll, armci::finish}) {
            assertRefused(ErrorCode.NOT_INITIALIZED, "after close", call::run, "rank", "closed");
        }
    }

    @RankTest
    void shouldServeCollectivesOfAllProcesses(Job job) {
        Armci armci = Armci.init(job, LIMIT);
        long sum = Collectives.of(armci.team()).reduceToAll(1L + armci.me(), Reduction.of(DataType.I64, Opcode.ADD));
        assertEquals(armci.nproc() * (armci.nproc() + 1) / 2, sum);
        armci.finish();
    }
}
