package org.pgas.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;

import org.pgas.Event;
import org.pgas.Job;
import org.pgas.LocalCompletion;
import org.pgas.Opcode;
import org.pgas.Rma;
import org.pgas.atomics.Accumulator;
import org.pgas.atomics.AtomicFlags;
import org.pgas.atomics.DoubleAtomicDomain;
import org.pgas.atomics.FairMutex;
import org.pgas.atomics.FairReadWriteLock;
import org.pgas.atomics.LongAtomicDomain;
import org.pgas.atomics.Scale;
import org.pgas.atomics.WorkCounter;
import org.pgas.testkit.RankDefaults;
import org.pgas.testkit.RankTest;
import org.pgas.testkit.Stamp;
import org.pgas.testkit.Stamp.Space;

/**
 * One-sided operations complete while their target computes without a call of the library: it goes on until they are
 * over, which it reads with plain Java.
 */
@RankDefaults(segment = "64k")
@AcrossNeighbourhoodsAsThreads
class PassiveProgressTest {
    private static final long BUSY = 0;
    private static final long OVER = 8;
    private static final long WORD = 64;
    private static final long MUTEX = 1024;
    private static final long LOCK = 2048;
    private static final long COUNTER = 3072;
    private static final long DATA = 4096;
    private static final int BYTES = 32 << 10;
    private static final long NUMBER = 72;
    private static final VarHandle WORDS = ValueLayout.JAVA_LONG.varHandle();

    @RankTest
    void shouldCompleteWhileTheTargetComputes(Job job) {
        LongAtomicDomain longs = LongAtomicDomain.create(job.world());
        DoubleAtomicDomain doubles = DoubleAtomicDomain.create(job.world());
        job.world().barrier();
        if (job.rank() == 1) {
            compute(job);
        } else {
            operate(job, longs, doubles);
            Signals.raise(job, 1, OVER, 1);
        }
        job.world().barrier();
    }

    private static void compute(Job job) {
        MemorySegment own = job.endpoint().segment().local();
        WORDS.setVolatile(own, BUSY, 1L);
        Computing.until("the operations are over while their target computes",
                () -> (long) WORDS.getVolatile(own, OVER) == 1);
    }

    private static void operate(Job job, LongAtomicDomain longs, DoubleAtomicDomain doubles) {
        Rma rma = job.world().rma();
        MemorySegment local = MemorySegment.ofArray(new byte[BYTES]);
        while (rma.getLongAcquire(1, BUSY) != 1) {
            Thread.onSpinWait();
        }
        Stamp.fill(local, 1, Space.HEAP, 0);
        rma.put(1, DATA, local, 0, BYTES);
        local.fill((byte) 0);
        rma.get(local, 0, 1, DATA, BYTES);
        Stamp.check("bytes that were put and got", local, 1, Space.HEAP, 0);
        Event.awaitAll(rma.putNb(1, DATA, local, 0, BYTES, LocalCompletion.DEFER), rma.getNb(local, 0, 1, DATA, BYTES),
                rma.memsetNb(1, DATA, (byte) 1, 64));
        rma.putNbi(1, DATA, local, 0, BYTES, LocalCompletion.GROUP);
        job.nbi().await();

        rma.putLong(1, WORD, 10);
        assertEquals(10, rma.getValueNb(1, WORD, 8).await());
        updateAtomically(job, longs, doubles);
        lock(job);
        accumulate(rma, Accumulator.of(job.world()), local);
    }

    private static void accumulate(Rma rma, Accumulator accumulator, MemorySegment local) {
        rma.putLong(1, WORD, 20);
        accumulator.accumulateLongs(1, WORD, new long[]{3}, 0, 1, -2);
        assertEquals(14, rma.getLong(1, WORD));
        rma.memset(1, DATA, (byte) 0, BYTES);
        accumulator.accumulateNb(1, DATA, Scale.ofInt(7), local.fill((byte) 1), 0, BYTES, LocalCompletion.NOW).await();
        assertEquals(7 * 0x0101_0101, rma.getInt(1, DATA + BYTES - 4));
    }

    /** By one instruction, by a loop, and by all forms that take an opcode. */
    private static void updateAtomically(Job job, LongAtomicDomain longs, DoubleAtomicDomain doubles) {
        assertEquals(10, longs.fetchAdd(1, WORD, 5));
        assertEquals(15, longs.fetchCompareAndSwap(1, WORD, 15, 20));
        assertEquals(20, longs.fetchMax(1, WORD, 30));
        assertEquals(30, longs.apply(1, WORD, Opcode.FMULT, 2, 0, AtomicFlags.NONE));
        MemorySegment before = MemorySegment.ofArray(new long[2]);
        longs.applyNb(before, 0, 1, WORD, Opcode.FXOR, 3, 0, AtomicFlags.ACQ).await();
        longs.applyNbi(before, 8, 1, WORD, Opcode.GET, 0, 0, AtomicFlags.REL);
        job.nbi().await();
        assertEquals(60, before.getAtIndex(ValueLayout.JAVA_LONG, 0));
        assertEquals(63, before.getAtIndex(ValueLayout.JAVA_LONG, 1));
        doubles.set(1, NUMBER, 1);
        assertEquals(1, doubles.fetchAdd(1, NUMBER, 0.5));
        assertEquals(1.5, doubles.get(1, NUMBER));
    }

    private static void lock(Job job) {
        FairMutex mutex = FairMutex.initialise(job.world(), 1, MUTEX);
        mutex.lock();
        mutex.unlock();
        assertTrue(mutex.tryLock());
        mutex.unlock();
        FairReadWriteLock lock = FairReadWriteLock.initialise(job.world(), 1, LOCK);
        lock.lockRead();
        lock.unlockRead();
        lock.lockWrite();
        lock.unlockWrite();
        assertEquals(0, WorkCounter.initialise(job.world(), 1, COUNTER).next(3));
    }
}
