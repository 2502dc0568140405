package org.pgas.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.pgas.conformance.Refusals.assertIllegal;

import java.time.Duration;
import java.util.SplittableRandom;
import java.util.concurrent.FutureTask;

import org.pgas.InVain;
import org.pgas.Job;
import org.pgas.PeerLostException;
import org.pgas.PgasException;
import org.pgas.Rma;
import org.pgas.WaitMode;
import org.pgas.WaitTimeoutException;
import org.pgas.atomics.FairReadWriteLock;
import org.pgas.testkit.Memory;
import org.pgas.testkit.RankDefaults;
import org.pgas.testkit.RankTest;
import org.pgas.testkit.Seed;

/** Readers share, writers exclude everybody, and both have their turn in the order in which they asked. */
@RankDefaults(segment = "64k")
@Optimised
@AcrossNeighbourhoods
class FairReadWriteLockTest {
    private static final long LOCK = 1024;

    /** The next ticket, in the layout of the lock: how many have asked. */
    private static final long ASKED = LOCK + 64;

    private static final long FIRST = 4096;
    private static final long SECOND = 4224;
    private static final long WRITES = 8192;
    private static final Duration SHORT = Duration.ofMillis(1);

    @RankTest(ranks = {2, 3})
    void shouldExcludeWriters(Job job) throws Exception {
        exclude(job, Repetitions.of(job, 500, 100));
        job.world().barrier();
    }

    @RankTest
    void shouldExcludeWritersWhenAllSleep(Job job) throws Exception {
        job.waitMode(WaitMode.BLOCK);
        exclude(job, Repetitions.of(job, 250, 50));
        job.world().barrier();
    }

    @RankTest(settings = "pgas.checks=off")
    void shouldExcludeWritersOutsideCheckedMode(Job job) throws Exception {
        exclude(job, Repetitions.of(job, 1_500, 100));
        job.world().barrier();
    }

    /** A writer changes two words, one after the other; readers see both or none, and no change is lost. */
    private static void exclude(Job job, int rounds) throws Exception {
        FairReadWriteLock lock = FairReadWriteLock.create(job.world(), job.size() - 1, LOCK);
        SplittableRandom random = Seed.of("ways " + job.rank());
        SplittableRandom other = random.split();
        long[] writes = new long[2];
        RankThreads.run(() -> writes[0] = attempts(job, lock, random, rounds),
                () -> writes[1] = attempts(job, lock, other, rounds));
        Signals.raise(job, 0, WRITES + 64 * job.rank(), writes[0] + writes[1]);
        job.world().barrier();
        Rma rma = job.world().rma();
        long sum = 0;
        for (int rank = 0; rank < job.size(); rank++) {
            sum += rma.getLong(0, WRITES + 64 * rank);
        }
        assertEquals(sum, rma.getLong(0, FIRST));
        assertEquals(sum, rma.getLong(0, SECOND));
        assertEquals("nobody", lock.holders());
        job.world().barrier();
        if (job.rank() == 0) {
            assertTrue(lock.tryLockWrite(), "nobody holds it or waits");
        }
        job.world().barrier();
    }

    private static long attempts(Job job, FairReadWriteLock lock, SplittableRandom random, int rounds) {
        Rma rma = job.world().rma();
        long writes = 0;
        for (int round = 0; round < rounds; round++) {
            boolean write = random.nextInt(3) == 0;
            if (!acquire(lock, random, write)) {
                continue;
            }
            long first = rma.getLong(0, FIRST);
            assertEquals(first, rma.getLong(0, SECOND));
            if (write) {
                rma.putLong(0, FIRST, first + 1);
                rma.putLong(0, SECOND, first + 1);
                writes++;
                lock.unlockWrite();
            } else {
                lock.unlockRead();
            }
        }
        return writes;
    }

    private static boolean acquire(FairReadWriteLock lock, SplittableRandom random, boolean write) {
        Duration limit = Duration.ofNanos(random.nextInt(1, 50_000));
        switch (random.nextInt(4)) {
            case 0 -> {
                return write ? lock.tryLockWrite() : lock.tryLockRead();
            }
            case 1 -> {
                return write ? lock.tryLockWrite(limit) : lock.tryLockRead(limit);
            }
            default -> {
                if (write) {
                    lock.lockWrite();
                } else {
                    lock.lockRead();
                }
                return true;
            }
        }
    }

    @RankTest(ranks = {2, 3})
    void shouldBeSharedByReadersOfAllRanks(Job job) {
        FairReadWriteLock lock = FairReadWriteLock.create(job.world(), 0, LOCK);
        try (FairReadWriteLock.Held _ = lock.holdRead()) {
            job.world().barrier();
            assertFalse(lock.tryLockWrite());
            assertFalse(lock.isWriteHeldByCurrentThread());
            assertTrue(lock.holders().startsWith("ranks 0, 1"), lock.holders());
            job.world().barrier();
        }
        job.world().barrier();
        if (job.rank() == 1) {
            try (FairReadWriteLock.Held _ = lock.holdWrite()) {
                assertTrue(lock.isWriteHeldByCurrentThread());
                job.world().barrier();
                job.world().barrier();
            }
        } else {
            job.world().barrier();
            assertFalse(lock.tryLockRead());
            assertFalse(lock.tryLockWrite());
            assertFalse(lock.isWriteHeldByCurrentThread());
            assertTrue(lock.holders().startsWith("rank 1 (thread "), lock.holders());
            job.world().barrier();
        }
        job.world().barrier();
    }

    /** R R W R R W, asked for in this order by two ranks: what each finds written tells behind whom it came. */
    @RankTest
    void shouldGrantReadersTogetherUpToTheNextWriter(Job job) throws Exception {
        FairReadWriteLock lock = FairReadWriteLock.create(job.world(), 0, LOCK);
        Rma rma = job.world().rma();
        lock.lockRead();
        job.world().barrier();
        FutureTask<?>[] asked = new FutureTask<?>[6];
        long[] found = new long[6];
        for (int i = 2; i < 6; i++) {
            int number = i;
            if (i % 2 == job.rank()) {
                Signals.await(job, 0, ASKED, i);
                asked[i] = RankThreads.start(() -> {
                    boolean writes = number == 2 || number == 5;
                    try (FairReadWriteLock.Held _ = writes ? lock.holdWrite() : lock.holdRead()) {
                        found[number] = rma.getLong(0, FIRST);
                        if (writes) {
                            rma.putLong(0, FIRST, number);
                        } else {
                            // both readers must be in before one may go
                            Signals.raise(job, 0, WRITES + 64 * number, 1);
                            Signals.await(job, 0, WRITES + 64 * (7 - number), 1);
                        }
                    }
                });
            }
        }
        Signals.await(job, 0, ASKED, 6);
        assertFalse(lock.tryLockRead(), "nobody passes the writer that waits");
        job.world().barrier();
        lock.unlockRead();
        long[] expected = {0, 0, 0, 2, 2, 2};
        for (int i = 2; i < 6; i++) {
            if (asked[i] != null) {
                RankThreads.join(asked[i]);
                assertEquals(expected[i], found[i], "request " + i);
            }
        }
        job.world().barrier();
    }

    @RankTest
    void shouldLetReadersJoinWhenTheWriterBeforeThemGivesUp(Job job) throws Exception {
        FairReadWriteLock lock = FairReadWriteLock.create(job.world(), 0, LOCK);
        if (job.rank() == 0) {
            lock.lockRead();
        }
        job.world().barrier();
        if (job.rank() == 1) {
            FutureTask<?> writer = RankThreads.start(() -> assertFalse(lock.tryLockWrite(Duration.ofMillis(100))));
            Signals.await(job, 0, ASKED, 2);
            lock.lockRead();
            lock.unlockRead();
            RankThreads.join(writer);
            lock.lockRead();
            lock.unlockRead();
        }
        job.world().barrier();
        if (job.rank() == 0) {
            lock.unlockRead();
            assertTrue(lock.tryLockWrite());
        }
        job.world().barrier();
    }

    @RankTest
    void shouldGoOnAfterManyHaveGivenUp(Job job) throws Exception {
        FairReadWriteLock lock = FairReadWriteLock.create(job.world(), 0, LOCK);
        if (job.rank() == 0) {
            lock.lockWrite();
        }
        job.world().barrier();
        if (job.rank() == 1) {
            for (int i = 0; i < 100; i++) {
                assertFalse(i % 2 == 0 ? lock.tryLockRead(SHORT) : lock.tryLockWrite(SHORT));
            }
            assertFalse(lock.tryLockRead(Duration.ZERO));
        }
        job.world().barrier();
        if (job.rank() == 0) {
            lock.unlockWrite();
        } else {
            lock.lockWrite();
            lock.unlockWrite();
            assertTrue(lock.tryLockRead(SHORT));
            lock.unlockRead();
        }
        job.world().barrier();
    }

    @RankTest
    void shouldRefuseMisuse(Job job) throws Exception {
        String who = "rank " + job.rank() + ": FairReadWriteLock.";
        assertIllegal("offset", () -> FairReadWriteLock.create(job.world(), 0, 32), who + "create", "offset 32 ", "64");
        assertIllegal("nothing there", () -> FairReadWriteLock.open(job.world(), 0, LOCK), who + "open",
                "there is none");
        job.world().barrier();
        FairReadWriteLock lock = FairReadWriteLock.create(job.world(), 0, LOCK);
        assertIllegal("free", lock::unlockRead, who + "unlockRead", "held by nobody");
        assertIllegal("free", lock::unlockWrite, who + "unlockWrite", "held by nobody");
        job.world().barrier();
        if (job.rank() == 0) {
            lock.lockRead();
        }
        job.world().barrier();
        if (job.rank() == 1) {
            assertIllegal("another's", lock::unlockRead, who + "unlockRead", "held by ranks 0, reading");
            assertIllegal("in use", lock::destroy, who + "destroy", "held by ranks 0, reading");
            lock.lockRead();
            lock.unlockRead();
            assertIllegal("twice", lock::unlockRead, who + "unlockRead", "held by ranks 0, reading");
        }
        job.world().barrier();
        if (job.rank() == 0) {
            lock.unlockRead();
            lock.lockWrite();
            assertIllegal("again", lock::lockWrite, who + "lockWrite", "by this thread already");
            assertIllegal("to read", lock::lockRead, who + "lockRead", "by this thread already");
            assertIllegal("try", lock::tryLockRead, who + "tryLockRead", "by this thread already");
            assertIllegal("try", () -> lock.tryLockWrite(SHORT), who + "tryLockWrite", "by this thread already");
            assertIllegal("not read", lock::unlockRead, who + "unlockRead", "writing");
            RankThreads
                    .run(() -> assertIllegal("other thread", lock::unlockWrite, who + "unlockWrite", "rank 0 (thread"));
        }
        job.world().barrier();
        if (job.rank() == 1) {
            assertIllegal("another's", lock::unlockWrite, who + "unlockWrite", "held by rank 0 (thread ");
            assertIllegal("in use", lock::destroy, who + "destroy", "held by rank 0 (thread ");
        }
        job.world().barrier();
        if (job.rank() == 0) {
            lock.unlockWrite();
            lock.destroy();
        }
        job.world().barrier();
        for (Runnable call : new Runnable[]{lock::lockRead, lock::unlockRead, lock::tryLockRead, lock::lockWrite,
            lock::unlockWrite, lock::tryLockWrite, () -> lock.tryLockRead(SHORT), () -> lock.tryLockWrite(SHORT),
            lock::isWriteHeldByCurrentThread, lock::destroy}) {
            assertIllegal("destroyed", call::run, who, "at offset 1024 of rank 0 has been destroyed");
        }
        job.world().barrier();
    }

    @RankTest
    void shouldNameTheReaderThatHasLeft(Job job) {
        FairReadWriteLock lock = FairReadWriteLock.create(job.world(), 0, LOCK);
        if (job.rank() == 1) {
            lock.lockRead();
            job.world().barrier();
            job.close();
        } else {
            job.world().barrier();
            PeerLostException e = assertThrows(PeerLostException.class, lock::lockWrite);
            assertEquals(1, e.jobRank());
            assertTrue(
                    e.getMessage().contains("lockWrite: FairReadWriteLock at offset 1024 of rank 0, held by ranks 1"),
                    e.getMessage());
            assertTrue(lock.tryLockRead(), "who has got the exception waits no longer");
        }
    }

    @RankTest
    void shouldNotTrustAHeaderThatWasOverwritten(Job job) {
        FairReadWriteLock.create(job.world(), 0, LOCK);
        job.world().barrier();
        if (job.rank() == 1) {
            Rma rma = job.world().rma();
            rma.putLong(0, LOCK + 8, 1000);
            assertIllegal("ranks", () -> FairReadWriteLock.open(job.world(), 0, LOCK), "rank 1:",
                    "FairReadWriteLock.open", "1000 ranks", "the job has 2");
            long end = job.endpoint().segment().size() - 64;
            rma.putLong(0, end, rma.getLong(0, LOCK));
            rma.putLong(0, end + 8, 2);
            assertIllegal("a header at the end", () -> FairReadWriteLock.open(job.world(), 0, end),
                    FairReadWriteLock.bytes(job.world()) + " bytes", "outside the segment of rank 0");
        }
        job.world().barrier();
    }

    @RankTest
    void shouldNameTheWriterThatHasLeft(Job job) {
        FairReadWriteLock lock = FairReadWriteLock.create(job.world(), 0, LOCK);
        if (job.rank() == 1) {
            lock.lockWrite();
            job.world().barrier();
            job.close();
        } else {
            job.world().barrier();
            assertEquals(1, assertThrows(PeerLostException.class, lock::lockRead).jobRank());
            assertEquals(1, assertThrows(PeerLostException.class, lock::lockWrite).jobRank());
        }
    }

    @RankTest
    void shouldGoOnAfterAWaitThatPassedTheDeadline(Job job) {
        FairReadWriteLock lock = FairReadWriteLock.create(job.world(), 0, LOCK);
        if (job.rank() == 0) {
            lock.lockRead();
            WaitTimeoutException e = InVain.waits(job, lock::lockWrite);
            assertTrue(e.getMessage().contains("held by ranks 0, reading"), e.getMessage());
            assertTrue(lock.tryLockRead());
            lock.unlockRead();
            lock.unlockRead();
            assertTrue(lock.tryLockWrite());
        }
        job.world().barrier();
    }

    @RankTest(memories = {Memory.ARRAY, Memory.NATIVE})
    void shouldSayThatItNeedsAMappedSegment(Job job) {
        assertIllegal("client memory", () -> FairReadWriteLock.create(job.world(), 0, LOCK), "FairReadWriteLock.create",
                "client memory", "Job.attach(long)");
        job.world().barrier();
    }

    @RankTest(ranks = 1)
    void shouldRefuseCallsAfterTheClose(Job job) {
        FairReadWriteLock lock = FairReadWriteLock.create(job.world(), 0, LOCK);
        lock.lockRead();
        job.close();
        assertThrows(PgasException.class, lock::unlockRead);
        assertThrows(PgasException.class, lock::lockWrite);
        assertEquals("nobody", lock.holders());
    }
}
