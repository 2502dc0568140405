package org.pgas.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.pgas.conformance.Refusals.assertIllegal;
import static org.pgas.conformance.Refusals.assertRefused;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

import org.pgas.ErrorCode;
import org.pgas.GlobalPointer;
import org.pgas.Job;
import org.pgas.atomics.FairMutex;
import org.pgas.coll.Collectives;
import org.pgas.testkit.RankDefaults;
import org.pgas.testkit.RankTest;
import org.pgas.upc.SharedArray;
import org.pgas.upc.Upc;

/**
 * UPC's locks: one thread holds each at a time, and their memory comes back. It does not matter which thread has made
 * them, nor where they lie.
 */
@RankDefaults(ranks = 3, segment = "64k")
@AcrossNeighbourhoods
class UpcLockTest {
    private static final int ROUNDS = 400;

    /** That of one thread, told to all. */
    private static long told(Upc upc, int thread, long pointer) {
        long[] told = {pointer};
        Collectives.of(upc.team()).broadcast(thread, MemorySegment.ofArray(told), MemorySegment.ofArray(told));
        return told[0];
    }

    @RankTest(ranks = {1, 3})
    void shouldLetOneThreadAtATimeIn(Job job) {
        for (long localBytes : new long[]{64 << 10, 0}) {
            Upc upc = Upc.init(job, 64 << 10, localBytes);
            SharedArray counters = upc.allArray(1 + upc.threads(), Long.BYTES, 1);
            for (int maker = -1; maker < upc.threads(); maker++) {
                long lock = maker < 0 ? upc.allLockAlloc()
                        : told(upc, maker, upc.thread() == maker ? upc.globalLockAlloc() : 0);
                assertEquals(0, Upc.addrfield(lock) % 64);
                for (int i = 0; i < ROUNDS; i++) {
                    if (i % 3 != 0) {
                        upc.lock(lock);
                    } else {
                        while (!upc.lockAttempt(lock)) {
                            Thread.yield();
                        }
                    }
                    counters.putLong(1 + maker, counters.getLong(1 + maker) + 1);
                    upc.unlock(lock);
                }
                upc.barrier();
                assertEquals((long) ROUNDS * upc.threads(), counters.getLong(1 + maker));
                if (maker < 0) {
                    upc.allLockFree(lock);
                } else if (upc.thread() == (maker + 1) % upc.threads()) {
                    upc.lockFree(lock);
                }
                upc.barrier();
                assertIllegal("freed", () -> upc.lock(lock), "Upc.lock: lock: thread", "no lock, or was freed");
            }
            upc.finish();
        }
    }

    @RankTest(ranks = 2)
    void shouldBeTakenByAnAttemptOnlyWhenItIsFree(Job job) {
        Upc upc = Upc.init(job, 64 << 10, 64 << 10);
        long lock = upc.allLockAlloc();
        long other = upc.allLockAlloc();
        assertNotEquals(lock, other);
        if (upc.thread() == 0) {
            assertTrue(upc.lockAttempt(lock));
        }
        upc.barrier();
        if (upc.thread() == 1) {
            assertFalse(upc.lockAttempt(lock));
            assertTrue(upc.lockAttempt(other));
            assertIllegal("not held", () -> upc.unlock(lock), "held by rank 0", "(Upc.unlock)");
            upc.unlock(other);
        }
        upc.barrier();
        if (upc.thread() == 0) {
            assertIllegal("held", () -> upc.lock(lock), "held by this thread already", "(Upc.lock)");
            assertIllegal("held", () -> upc.lockAttempt(lock), "held by this thread already", "(Upc.lockAttempt)");
        }
        upc.barrier();
        // one that is held may be freed, by any thread
        if (upc.thread() == 1) {
            upc.lockFree(lock);
            upc.lockFree(GlobalPointer.NULL);
        }
        upc.allLockFree(other);
        upc.allLockFree(GlobalPointer.NULL);
        upc.barrier();
        for (long wrong : new long[]{lock, other}) {
            assertIllegal("freed", () -> upc.unlock(wrong), "Upc.unlock: lock: thread 0", "was freed");
            assertIllegal("freed", () -> upc.lockFree(wrong), "Upc.lockFree: lock", "was freed");
        }
        upc.barrier();
        upc.finish();
    }

    @RankTest(ranks = 2)
    void shouldRefuseWhatIsNoLock(Job job) {
        Upc upc = Upc.init(job, 64 << 10, 64 << 10);
        long memory = upc.alloc(1024);
        assertIllegal("null", () -> upc.lock(GlobalPointer.NULL), "Upc.lock", "null");
        assertIllegal("no pointer", () -> upc.lockAttempt(4096), "Upc.lockAttempt", "no pointer-to-shared");
        assertIllegal("memory", () -> upc.lock(memory), "Upc.lock: lock", "is no lock");
        assertIllegal("memory", () -> upc.unlock(memory + 64), "Upc.unlock: lock", "is no lock");
        assertIllegal("memory", () -> upc.lockFree(memory), "Upc.lockFree: lock", "is no lock");
        upc.barrier();
        upc.finish();
    }

    /** Of several sizes, one after the other, so that the heap's own alignment does not happen to be enough. */
    @RankTest(ranks = 2)
    void shouldAllocateMemoryInWhichOtherStructuresMayLie(Job job) {
        Upc upc = Upc.init(job, 64 << 10, 64 << 10);
        for (long bytes = FairMutex.bytes(); bytes < FairMutex.bytes() + 100; bytes += 16) {
            List<Long> blocks = new ArrayList<>(List.of(upc.allAlloc(upc.threads(), bytes)));
            for (int thread = 0; thread < upc.threads(); thread++) {
                blocks.add(told(upc, thread, upc.thread() == thread ? upc.alloc(bytes) : 0));
                blocks.add(told(upc, thread, upc.thread() == thread ? upc.globalAlloc(1, bytes) : 0));
            }
            for (long block : blocks) {
                assertEquals(0, Upc.addrfield(block) % 64);
                if (upc.thread() == 0) {
                    FairMutex.initialise(upc.team(), Upc.threadOf(block), Upc.addrfield(block));
                }
                upc.barrier();
                FairMutex mutex = FairMutex.open(upc.team(), Upc.threadOf(block), Upc.addrfield(block));
                mutex.lock();
                mutex.unlock();
                upc.barrier();
            }
        }
        upc.finish();
    }

    @RankTest(ranks = 2)
    void shouldGiveBackTheirMemoryAndSayWhenThereIsNone(Job job) {
        Upc upc = Upc.init(job, 8 << 10, 4 << 10);
        for (int i = 0; i < 500; i++) {
            upc.allLockFree(upc.allLockAlloc());
            upc.lockFree(upc.globalLockAlloc());
        }
        upc.barrier();
        // the local part first, then the symmetric one
        if (upc.thread() == 1) {
            int local = 0;
            int symmetric = 0;
            long lock = upc.globalLockAlloc();
            while (lock != GlobalPointer.NULL) {
                if (Upc.threadOf(lock) == 1) {
                    local++;
                } else {
                    symmetric++;
                }
                long last = lock;
                upc.lock(last);
                upc.unlock(last);
                lock = symmetric < 1000 ? orNull(upc) : GlobalPointer.NULL;
            }
            assertTrue(local > 3 && symmetric > 3 && symmetric < 1000, local + " local ones, " + symmetric);
            assertRefused(ErrorCode.RESOURCE, "no room", upc::globalLockAlloc, "Upc.globalLockAlloc",
                    FairMutex.bytes() + " bytes");
        }
        upc.barrier();
        assertRefused(ErrorCode.RESOURCE, "no room", upc::allLockAlloc, "Upc.allLockAlloc", "symmetric");
        upc.finish();
    }

    private static long orNull(Upc upc) {
        try {
            return upc.globalLockAlloc();
        } catch (org.pgas.PgasException e) {
            assertEquals(ErrorCode.RESOURCE, e.code(), e.getMessage());
            return GlobalPointer.NULL;
        }
    }
}
