package org.pgas.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.pgas.conformance.Refusals.assertIllegal;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.FutureTask;

import org.pgas.ErrorCode;
import org.pgas.Job;
import org.pgas.PgasException;
import org.pgas.armci.Armci;
import org.pgas.armci.Giov;
import org.pgas.armci.NbHandle;
import org.pgas.atomics.Scale;
import org.pgas.testkit.RankDefaults;
import org.pgas.testkit.RankTest;
import org.pgas.testkit.Seed;

/**
 * ARMCI's non-blocking transfers and their handles; large ones go on in a thread of the library's, whether or not a
 * processor is idle.
 */
@RankDefaults(ranks = {1, 2}, segment = "0", settings = {"pgas.async=always", "pgas.async.bytes=4k"})
@AcrossNeighbourhoods
class ArmciNonBlockingTest {
    private static final int PART = 64 << 10;
    private static final int PARTS = 8;
    private static final int[] STRIDE = {32};

    private static void exchange(Job job) throws Exception {
        Armci armci = Armci.init(job, 4 << 20);
        long[] pointers = armci.malloc(2 * PARTS * PART);
        SplittableRandom random = Seed.of("rounds of process " + armci.me());
        List<Throwable> failures = new ArrayList<>();
        Thread other = Thread.ofPlatform().start(() -> {
            try {
                rounds(armci, pointers, PARTS * PART, random.split());
            } catch (RuntimeException | Error e) {
                failures.add(e);
            }
        });
        rounds(armci, pointers, 0, Seed.of("other rounds of process " + armci.me()));
        other.join();
        assertEquals(List.of(), failures);
        armci.barrier();
        armci.finish();
    }

    /** Each thread of each process puts to the next one, where nobody else does. */
    private static void rounds(Armci armci, long[] pointers, long base, SplittableRandom random) {
        int peer = (armci.me() + 1) % armci.nproc();
        NbHandle[] handles = new NbHandle[PARTS];
        for (int round = 0; round < 12; round++) {
            byte[][] sources = new byte[PARTS][];
            byte[][] found = new byte[PARTS][];
            for (int part = 0; part < PARTS; part++) {
                sources[part] = new byte[random.nextBoolean() ? 100 : random.nextInt(1, PART)];
                random.nextBytes(sources[part]);
                handles[part] = random.nextInt(3) == 0 ? null : new NbHandle();
                armci.nbPut(MemorySegment.ofArray(sources[part]), 0, pointers[peer] + base + part * PART,
                        sources[part].length, peer, handles[part]);
            }
            complete(armci, handles, peer, random);
            for (int part = 0; part < PARTS; part++) {
                found[part] = new byte[sources[part].length];
                armci.nbGet(pointers[peer] + base + part * PART, MemorySegment.ofArray(found[part]), 0,
                        found[part].length, peer, handles[part]);
            }
            complete(armci, handles, peer, random);
            for (int part = 0; part < PARTS; part++) {
                assertEquals(-1, Arrays.mismatch(sources[part], found[part]), "part " + part + " of round " + round);
            }
        }
    }

    private static void complete(Armci armci, NbHandle[] handles, int peer, SplittableRandom random) {
        switch (random.nextInt(3)) {
            case 0 -> armci.awaitAll();
            case 1 -> armci.awaitProc(peer);
            default -> {
                for (NbHandle handle : handles) {
                    if (handle != null && random.nextBoolean()) {
                        armci.await(handle);
                    } else if (handle != null) {
                        while (!armci.test(handle)) {
                            Thread.onSpinWait();
                        }
                    }
                }
                armci.awaitProc(peer);
            }
        }
        for (NbHandle handle : handles) {
            assertTrue(handle == null || armci.test(handle), "a handle that was cleared");
        }
    }

    @RankTest
    void shouldCompleteWhatIsWaitedFor(Job job) throws Exception {
        exchange(job);
    }

    @RankTest(settings = "pgas.checks=off")
    void shouldCompleteWhatIsWaitedForWithoutChecks(Job job) throws Exception {
        exchange(job);
    }

    @RankTest
    void shouldShowAtTheTargetWhatAFenceOrABarrierFollows(Job job) {
        Armci armci = Armci.init(job, 4 << 20);
        int peer = (armci.me() + 1) % armci.nproc();
        long[] pointers = armci.malloc(PARTS * PART);
        MemorySegment mine = armci.memory(pointers[armci.me()], PARTS * PART);
        byte[] source = new byte[PART];
        for (int round = 1; round <= 9; round++) {
            Arrays.fill(source, (byte) round);
            for (int part = 0; part < PARTS; part++) {
                armci.nbPut(MemorySegment.ofArray(source), 0, pointers[peer] + part * PART, PART, peer, null);
            }
            if (round % 3 == 0) {
                armci.barrier();
            } else {
                if (round % 3 == 1) {
                    armci.fence(peer);
                } else {
                    armci.allFence();
                }
                armci.notify(peer);
                armci.notifyWait((armci.me() + armci.nproc() - 1) % armci.nproc());
            }
            for (long at = 0; at < PARTS * PART; at += 512) {
                assertEquals(round, mine.get(ValueLayout.JAVA_BYTE, at));
            }
            armci.awaitAll();
            armci.barrier();
        }
        armci.finish();
    }

    @RankTest
    void shouldDoInEveryFormWhatTheBlockingOneDoes(Job job) {
        Armci armci = Armci.init(job, 1 << 16);
        int peer = (armci.me() + 1) % armci.nproc();
        long[] pointers = armci.malloc(256);
        long there = pointers[peer];
        long[] ones = new long[32];
        Arrays.fill(ones, 1);
        MemorySegment source = MemorySegment.ofArray(ones);
        long[] found = new long[32];
        MemorySegment target = MemorySegment.ofArray(found);
        int[] count = {16, 8};
        NbHandle handle = new NbHandle();
        armci.nbPut(source, 0, there, 256, peer, handle);
        armci.await(handle);
        armci.nbAcc(Scale.ofLong(2), source, 0, there, 256, peer, handle);
        armci.await(handle);
        armci.nbAccS(Scale.ofLong(10), source, 0, STRIDE, there, STRIDE, count, 1, peer, handle);
        armci.await(handle);
        Giov out = new Giov(source, new long[]{0, 8}, new long[]{there + 8, there + 24}, 2, 8);
        armci.nbAccV(Scale.ofLong(100), new Giov[]{out}, 1, peer, handle);
        armci.await(handle);
        armci.nbGet(there, target, 0, 256, peer, handle);
        armci.await(handle);
        for (int i = 0; i < 32; i++) {
            assertEquals(3 + (i % 4 < 2 ? 10 : 0) + (i == 1 || i == 3 ? 100 : 0), found[i], "element " + i);
        }
        armci.nbPutS(source, 0, STRIDE, there, STRIDE, count, 1, peer, handle);
        armci.await(handle);
        armci.nbPutV(new Giov[]{out}, 1, peer, handle);
        armci.await(handle);
        armci.nbGetS(there, STRIDE, target, 0, STRIDE, count, 1, peer, handle);
        armci.await(handle);
        armci.nbGetV(new Giov[]{new Giov(target, new long[]{there + 24}, new long[]{24}, 1, 8)}, 1, peer, handle);
        armci.await(handle);
        for (int i = 0; i < 32; i++) {
            assertEquals(i % 4 < 2 || i == 3 ? 1 : 3, found[i], "element " + i);
        }
        armci.nbPutValueInt(-5, there + 4, peer, handle);
        armci.await(handle);
        armci.nbPutValueLong(1L << 40, there + 8, peer, handle);
        armci.await(handle);
        armci.nbPutValueFloat(0.5f, there + 16, peer, handle);
        armci.await(handle);
        armci.nbPutValueDouble(-0.25, there + 24, peer, handle);
        armci.await(handle);
        assertEquals(-5, armci.getValueInt(there + 4, peer));
        assertEquals(1L << 40, armci.getValueLong(there + 8, peer));
        assertEquals(0.5f, armci.getValueFloat(there + 16, peer));
        assertEquals(-0.25, armci.getValueDouble(there + 24, peer));
        armci.barrier();
        armci.finish();
    }

    @RankTest(ranks = 2)
    void shouldRefuseAHandleThatIsInUse(Job job) throws Exception {
        Armci armci = Armci.init(job, 1 << 16);
        Armci other = Armci.init(job, 1 << 16);
        long[] pointers = armci.malloc(256);
        long[] others = other.malloc(256);
        MemorySegment local = MemorySegment.ofArray(new byte[256]);
        NbHandle handle = new NbHandle();
        armci.await(handle);
        assertTrue(armci.test(handle), "a new one is clear");
        armci.nbPut(local, 0, pointers[0], 8, 0, handle);
        assertIllegal("in use", () -> armci.nbPut(local, 0, pointers[0], 8, 0, handle), "rank " + job.rank(),
                "Armci.nbPut", "process 0", "wait for it first");
        assertIllegal("in use", () -> armci.nbGetV(new Giov[0], 0, 0, handle), "Armci.nbGetV");
        assertIllegal("in use", handle::setAggregate, "NbHandle.setAggregate", "wait for it first");
        assertIllegal("of another", () -> other.await(handle), "Armci.await");
        assertIllegal("of another", () -> other.nbPut(local, 0, others[0], 8, 0, handle), "Armci.nbPut");
        FutureTask<Void> foreign = new FutureTask<>(() -> {
            assertIllegal("of another thread", () -> armci.await(handle), "Armci.await", "thread");
            assertIllegal("of another thread", () -> armci.test(handle), "Armci.test", "thread");
            armci.awaitAll();
        }, null);
        Thread.ofPlatform().start(foreign);
        foreign.get();
        assertIllegal("not waited for", () -> armci.nbPut(local, 0, pointers[0], 8, 0, handle), "wait for it first");
        armci.awaitProc(1);
        assertIllegal("of process 0", () -> armci.nbPut(local, 0, pointers[0], 8, 0, handle), "wait for it first");
        armci.awaitProc(0);
        armci.nbPut(local, 0, pointers[1], 8, 1, handle);
        armci.awaitAll();
        handle.setAggregate();
        for (int i = 0; i < 5; i++) {
            armci.nbPut(local, 0, pointers[1], 100, 1, handle);
        }
        assertIllegal("another process", () -> armci.nbPut(local, 0, pointers[0], 8, 0, handle), "process 1");
        while (!armci.test(handle)) {
            Thread.onSpinWait(); // what goes elsewhere is not there at once
        }
        armci.nbPut(local, 0, pointers[0], 8, 0, handle);
        assertIllegal("in use", handle::unsetAggregate, "NbHandle.unsetAggregate");
        armci.await(handle);
        handle.unsetAggregate();
        assertIllegal("null", () -> armci.await(null), "Armci.await", "null", "awaitAll");
        assertIllegal("null", () -> armci.test(null), "Armci.test", "null");
        assertIllegal("no process", () -> armci.awaitProc(2), "Armci.awaitProc", "process 2", "0..1");
        armci.barrier();
        other.finish();
        armci.finish();
    }

    /** What is refused leaves its handle as it was. */
    @RankTest(ranks = 2)
    void shouldNotNoteWhatWasRefused(Job job) {
        Armci armci = Armci.init(job, 1 << 16);
        long[] pointers = armci.malloc(256);
        MemorySegment local = MemorySegment.ofArray(new byte[256]);
        NbHandle handle = new NbHandle();
        assertIllegal("range", () -> armci.nbPut(local, 0, pointers[0], 1 << 30, 0, handle), "Armci.nbPut");
        assertIllegal("local", () -> armci.nbGet(pointers[0], local, 250, 8, 0, handle), "Armci.nbGet", "256 bytes");
        handle.setAggregate();
        armci.finish();
    }

    /** Either all bytes are there, or the wait says why they are not. */
    @RankTest(ranks = 1)
    void shouldThrowWhatWentWrongMeanwhileAndThenBeClear(Job job) {
        int bytes = 16 << 20;
        Armci armci = Armci.init(job, 2 * bytes);
        long[] pointers = armci.malloc(bytes);
        MemorySegment mine = armci.memory(pointers[0], bytes);
        NbHandle handle = new NbHandle();
        for (int round = 1; round <= 5; round++) {
            mine.fill((byte) 0);
            try (Arena arena = Arena.ofShared()) {
                armci.nbPut(arena.allocate(bytes).fill((byte) round), 0, pointers[0], bytes, 0, handle);
            }
            try {
                armci.await(handle);
                assertEquals(round, mine.get(ValueLayout.JAVA_BYTE, 0));
                assertEquals(-1, mine.asSlice(1).mismatch(mine.asSlice(0, bytes - 1)), "all of them");
            } catch (PgasException e) {
                assertEquals(ErrorCode.BAD_ARGUMENT, e.code());
                assertTrue(e.getMessage().contains("not carried out"), e.getMessage());
            }
            assertTrue(armci.test(handle), "it is over either way");
            // not an error a second time
            armci.awaitAll();
            armci.nbPut(MemorySegment.ofArray(new byte[]{42}), 0, pointers[0], 1, 0, handle);
            armci.await(handle);
            assertEquals(42, mine.get(ValueLayout.JAVA_BYTE, 0));
        }
        armci.finish();
    }

    @RankTest(ranks = 2)
    void shouldCompleteAtFinishWhatNobodyWaitedFor(Job job) {
        Armci armci = Armci.init(job, 4 << 20);
        long[] pointers = armci.malloc(PARTS * PART);
        for (int i = 0; i < PARTS; i++) {
            armci.nbPut(MemorySegment.ofArray(new byte[PART]), 0, pointers[1] + i * PART, PART, 1, null);
        }
        armci.finish();
        assertThrows(PgasException.class, armci::awaitAll);
    }
}
