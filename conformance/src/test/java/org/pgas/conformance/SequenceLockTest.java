package org.pgas.conformance;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.pgas.conformance.Refusals.assertIllegal;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.pgas.InVain;
import org.pgas.Job;
import org.pgas.PeerLostException;
import org.pgas.PgasException;
import org.pgas.Rma;
import org.pgas.WaitMode;
import org.pgas.WaitTimeoutException;
import org.pgas.atomics.SequenceLock;
import org.pgas.testkit.Memory;
import org.pgas.testkit.RankDefaults;
import org.pgas.testkit.RankTest;

/** Whoever reads a record gets it as one writer left it. */
@RankDefaults(segment = "64k")
@Optimised
class SequenceLockTest {
    private static final long LOCK = 64;
    private static final int WORDS = 40;
    private static final long BYTES = 8 * WORDS;

    /** Where rank 0 is told that a writer has ended. */
    private static final long ENDED = 8192;

    @AcrossNeighbourhoods
    @RankTest(ranks = {2, 3})
    void shouldTearNoRecord(Job job) throws Exception {
        readAndWrite(job, Repetitions.of(job, 2_000, 100));
        job.world().barrier();
    }

    @AcrossNeighbourhoods
    @RankTest
    void shouldTearNoRecordAsleep(Job job) throws Exception {
        job.waitMode(WaitMode.BLOCK);
        readAndWrite(job, Repetitions.of(job, 500, 50));
        job.world().barrier();
    }

    @AcrossNeighbourhoods
    @RankTest(settings = "pgas.checks=off")
    void shouldTearNoRecordOutsideCheckedMode(Job job) throws Exception {
        readAndWrite(job, Repetitions.of(job, 30_000, 100));
        job.world().barrier();
    }

    /** A thread of each rank writes, and another reads until all have written. */
    private static void readAndWrite(Job job, int writes) throws Exception {
        SequenceLock lock = SequenceLock.create(job.world(), job.size() - 1, LOCK, BYTES);
        RankThreads.run(() -> {
            write(job, lock, writes);
            Signals.raise(job, 0, ENDED + 64L * job.rank(), 1);
        }, () -> read(job, SequenceLock.open(job.world(), job.size() - 1, LOCK)));
        job.world().barrier();
    }

    private static void write(Job job, SequenceLock lock, int writes) {
        MemorySegment source = MemorySegment.ofArray(new long[WORDS]);
        for (int i = 1; i <= writes; i++) {
            long mark = (long) job.rank() << 32 | i;
            if (i % 2 == 0) {
                lock.update(record -> mark(record, mark));
            } else {
                mark(source, mark);
                lock.write(source, 0);
            }
        }
    }

    /** All words follow from the writer and its number. */
    private static void mark(MemorySegment record, long mark) {
        for (int i = 0; i < WORDS; i++) {
            record.setAtIndex(ValueLayout.JAVA_LONG, i, mark * (i + 1));
        }
    }

    private static void read(Job job, SequenceLock lock) {
        MemorySegment target = MemorySegment.ofArray(new long[WORDS]);
        Rma rma = job.world().rma();
        boolean ended = false;
        int[] last = new int[job.size()];
        for (int round = 0; !ended || round < 100; round++) {
            ended = true;
            for (int rank = 0; rank < job.size(); rank++) {
                ended &= rma.getLongAcquire(0, ENDED + 64L * rank) == 1;
            }
            switch (round % 3) {
                case 0 -> lock.read(target, 0);
                case 1 -> {
                    while (!lock.tryRead(target, 0)) {
                        Thread.onSpinWait();
                    }
                }
                default -> load(lock, rma, target);
            }
            check(target, last);
        }
    }

    /** By loads of its own. */
    private static void load(SequenceLock lock, Rma rma, MemorySegment target) {
        long stamp;
        do {
            stamp = lock.beginRead();
            for (int i = 0; i < WORDS; i++) {
                target.setAtIndex(ValueLayout.JAVA_LONG, i, rma.getLong(lock.rank(), lock.recordOffset() + 8L * i));
            }
        } while (!lock.validate(stamp));
    }

    private static void check(MemorySegment record, int[] last) {
        long mark = record.get(ValueLayout.JAVA_LONG, 0);
        for (int i = 1; i < WORDS; i++) {
            assertEquals(mark * (i + 1), record.getAtIndex(ValueLayout.JAVA_LONG, i), "word " + i);
        }
        int rank = (int) (mark >>> 32);
        assertTrue((int) mark >= last[rank], "older than what was read before");
        last[rank] = (int) mark;
    }

    @AcrossNeighbourhoods
    @RankTest(ranks = {3})
    void shouldLoseNoUpdate(Job job) throws Exception {
        SequenceLock lock = SequenceLock.create(job.world(), 0, LOCK, 8);
        int updates = Repetitions.of(job, 1_000, 100);
        Runnable body = () -> {
            for (int i = 0; i < updates; i++) {
                lock.update(record -> record.set(ValueLayout.JAVA_LONG, 0, record.get(ValueLayout.JAVA_LONG, 0) + 1));
            }
        };
        RankThreads.run(body, body);
        job.world().barrier();
        MemorySegment target = MemorySegment.ofArray(new long[1]);
        lock.read(target, 0);
        assertEquals(2L * job.size() * updates, target.get(ValueLayout.JAVA_LONG, 0));
        job.world().barrier();
    }

    @AcrossNeighbourhoods
    @RankTest(ranks = {3})
    void shouldReadWhatWasWrittenWholly(Job job) {
        SequenceLock lock = SequenceLock.create(job.world(), 0, LOCK, 100);
        assertEquals(100, lock.recordBytes());
        assertEquals(0, lock.recordOffset() % 64);
        MemorySegment local = MemorySegment.ofArray(new byte[200]);
        for (int round = 0; round < Repetitions.of(job, 300, 60); round++) {
            if (round % job.size() == job.rank()) {
                local.asSlice(7, 100).fill((byte) round);
                lock.write(local, 7);
            }
            job.world().barrier();
            lock.read(local, 50);
            for (int i = 50; i < 150; i++) {
                assertEquals((byte) round, local.get(ValueLayout.JAVA_BYTE, i));
            }
            job.world().barrier();
        }
        job.world().barrier();
    }

    @AcrossNeighbourhoods
    @RankTest
    void shouldInvalidateStampsByAnyWriter(Job job) {
        SequenceLock lock = SequenceLock.create(job.world(), 0, LOCK, 8);
        MemorySegment local = MemorySegment.ofArray(new byte[8]);
        for (int round = 0; round < 50; round++) {
            long stamp = lock.beginRead();
            assertTrue(lock.validate(stamp));
            job.world().barrier();
            if (round % 2 == job.rank()) {
                lock.write(local, 0);
            }
            job.world().barrier();
            assertFalse(lock.validate(stamp));
            assertTrue(lock.tryRead(local, 0));
            job.world().barrier();
        }
        job.world().barrier();
    }

    @AcrossNeighbourhoods
    @RankTest
    void shouldNameTheWriterThatItWaitsFor(Job job) {
        SequenceLock lock = SequenceLock.create(job.world(), 0, LOCK, 8);
        MemorySegment local = MemorySegment.ofArray(new byte[8]);
        if (job.rank() == 1) {
            lock.update(_ -> {
                Signals.raise(job, 0, ENDED, 1);
                Signals.await(job, 0, ENDED, 2);
            });
        } else {
            Signals.await(job, ENDED, 1);
            assertFalse(lock.tryRead(local, 0));
            assertNames(job, "SequenceLock.read", () -> lock.read(local, 0));
            assertNames(job, "SequenceLock.write", () -> lock.write(local, 0));
            assertNames(job, "SequenceLock.beginRead", lock::beginRead);
            assertIllegal("destroy", lock::destroy, "SequenceLock.destroy", "rank 1 (thread ");
            Signals.raise(job, 0, ENDED, 2);
            job.world().barrier();
            lock.write(local, 0);
        }
        if (job.rank() == 1) {
            job.world().barrier();
        }
        job.world().barrier();
    }

    @AcrossNeighbourhoodsAsThreads
    @RankTest
    void shouldSayThatTheWriterHasLeft(Job job) {
        SequenceLock lock = SequenceLock.create(job.world(), 0, LOCK, 8);
        Executable leavesWhileWriting = () -> lock.update(_ -> {
            Signals.raise(job, 0, ENDED, 1);
            job.close();
        });
        if (job.rank() == 1 && Views.isNeighbour(job, 0)) {
            assertDoesNotThrow(leavesWhileWriting);
        } else if (job.rank() == 1) {
            // A record elsewhere is written from a copy, which a rank that has left cannot send.
            assertThrows(PgasException.class, leavesWhileWriting);
        } else {
            Signals.await(job, ENDED, 1);
            MemorySegment local = MemorySegment.ofArray(new byte[8]);
            assertFalse(lock.tryRead(local, 0));
            assertEquals(1, assertThrows(PeerLostException.class, () -> lock.read(local, 0)).jobRank());
            assertEquals(1, assertThrows(PeerLostException.class, () -> lock.write(local, 0)).jobRank());
        }
    }

    private static void assertNames(Job job, String call, Executable body) {
        WaitTimeoutException e = InVain.waits(job, body);
        assertTrue(e.getMessage().contains(
                "rank 0: " + call + ": SequenceLock at offset 64 of rank 0, being written by rank 1 (thread "),
                e.getMessage());
        assertTrue(e.getMessage().contains("waiting for [rank 1"), e.getMessage());
    }

    @AcrossNeighbourhoods
    @RankTest(settings = "pgas.checks=off")
    void shouldRefuseWhatIsWrongAndChangeNothing(Job job) {
        SequenceLock lock = SequenceLock.create(job.world(), 0, LOCK, 16);
        MemorySegment local = MemorySegment.ofArray(new byte[16]);
        String who = "rank " + job.rank() + ": SequenceLock.";
        long stamp = lock.beginRead();
        assertIllegal("source", () -> lock.write(local, 1), who + "write", "16 bytes at offset 1", "source");
        assertIllegal("target", () -> lock.read(local, -1), who + "read", "16 bytes at offset -1", "target");
        assertIllegal("target", () -> lock.tryRead(local.asReadOnly(), 0), who + "tryRead", "read-only");
        assertIllegal("record", () -> SequenceLock.bytes(-1), "-1 bytes");
        assertIllegal("open", () -> SequenceLock.open(job.world(), 0, 4096), "SequenceLock.open", "offset 4096");
        job.world().barrier();
        assertTrue(lock.validate(stamp));
        job.world().barrier();
        if (job.rank() == 1) {
            lock.update(record -> {
                assertEquals(16, record.byteSize());
                assertIllegal("write", () -> lock.write(local, 0), who + "write", "by this thread");
                assertIllegal("update", () -> lock.update(_ -> {}), who + "update", "by this thread");
                assertIllegal("read", () -> lock.read(local, 0), who + "read", "by this thread");
                assertIllegal("beginRead", lock::beginRead, who + "beginRead", "by this thread");
                assertFalse(lock.tryRead(local, 0));
                assertFalse(lock.validate(stamp));
            });
            assertThrows(ArithmeticException.class, () -> lock.update(_ -> {
                throw new ArithmeticException();
            }));
            lock.write(local, 0);
        }
        job.world().barrier();
    }

    @AcrossNeighbourhoods
    @RankTest
    void shouldRefuseCallsWhenItIsDestroyed(Job job) {
        SequenceLock lock = SequenceLock.create(job.world(), 0, LOCK, 16);
        MemorySegment local = MemorySegment.ofArray(new byte[16]);
        long stamp = lock.beginRead();
        job.world().barrier();
        if (job.rank() == 1) {
            lock.destroy();
        }
        job.world().barrier();
        assertIllegal("read", () -> lock.read(local, 0), "SequenceLock.read", "destroyed");
        assertIllegal("write", () -> lock.write(local, 0), "SequenceLock.write", "destroyed");
        assertIllegal("validate", () -> lock.validate(stamp), "SequenceLock.validate", "destroyed");
        assertIllegal("destroy", lock::destroy, "SequenceLock.destroy", "destroyed");
        job.world().barrier();
    }

    @AcrossNeighbourhoods
    @RankTest(memories = {Memory.ARRAY, Memory.NATIVE})
    void shouldSayThatItNeedsAMappedSegment(Job job) {
        assertIllegal("client memory", () -> SequenceLock.create(job.world(), 0, LOCK, 8), "SequenceLock.create",
                "client memory", "Job.attach(long)");
        assertIllegal("client memory", () -> SequenceLock.open(job.world(), 1, LOCK), "client memory");
        job.world().barrier();
    }

    @Test
    void shouldRefuseCallsAfterTheCloseOfTheJob() throws Exception {
        HostedJobs.alone((job, host) -> {
            job.attach(64 << 10);
            SequenceLock lock = SequenceLock.create(job.world(), 0, LOCK, 16);
            MemorySegment local = MemorySegment.ofArray(new byte[16]);
            MemorySegment[] kept = new MemorySegment[1];
            lock.update(record -> kept[0] = record);
            job.close();
            assertThrows(PgasException.class, () -> lock.read(local, 0));
            assertThrows(PgasException.class, () -> lock.write(local, 0));
            assertThrows(PgasException.class, () -> lock.update(_ -> {}));
            assertThrows(PgasException.class, lock::beginRead);
            assertThrows(IllegalStateException.class, () -> kept[0].get(ValueLayout.JAVA_BYTE, 0));
        });
    }
}
