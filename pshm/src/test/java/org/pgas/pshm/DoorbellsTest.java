package org.pgas.pshm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pgas.memory.SharedMemory;

class DoorbellsTest {
    /** Nobody who is rung sleeps that long: an end by time is a missed ring. */
    private static final long FOREVER_NANOS = TimeUnit.MINUTES.toNanos(5);
    private static final int ROUNDS = 20_000;

    /** However slow the host is. */
    private static final int LEAST_ROUNDS = 1_000;

    @TempDir
    Path base;

    private ControlFile control;
    private Doorbells sleeper;
    /** What the sleeper waits for, in a line that nobody else uses. */
    private long word;
    private long acknowledged;

    @BeforeEach
    void makeAJobOfTwo() {
        Path directory = JobDirectory.create(base, "j");
        ControlFile.create(directory, 2, ProcessIdentity.current());
        control = ControlFile.open(directory, 2);
        sleeper = new Doorbells(control, 0, Posix.registerForMembarrier());
        word = control.lane(0);
        acknowledged = control.lane(1);
    }

    private void ring(long value) {
        SharedMemory.putLongRelease(word, value);
        SharedMemory.fullFence();
        Doorbells.ringAll(control);
    }

    /** Sleeps until the word is {@code value}; true if a sleep ended by time. */
    private boolean awaitMissing(long value) {
        boolean missed = false;
        while (SharedMemory.getLongAcquire(word) < value) {
            int ticket = sleeper.beginSleep();
            if (SharedMemory.getLongAcquire(word) < value) {
                missed |= sleepsFor(ticket, FOREVER_NANOS) >= FOREVER_NANOS;
            }
            sleeper.endSleep();
        }
        return missed;
    }

    private long sleepsFor(int ticket, long nanos) {
        long start = System.nanoTime();
        sleeper.sleep(ticket, nanos);
        return System.nanoTime() - start;
    }

    /** Cores are few at times, and whoever is waited for needs one. */
    private static void spinOrYield(int look) {
        if (look % 64 == 0) {
            Thread.yield();
        } else {
            Thread.onSpinWait();
        }
    }

    private int sleepers() {
        return SharedMemory.getInt(control.header(ControlLayout.SLEEPERS));
    }

    @Test
    void aSleeperMissesNoRing() {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(15);
        CompletableFuture<Boolean> missed = CompletableFuture.supplyAsync(() -> {
            boolean any = false;
            for (int round = 1; round <= ROUNDS && !any; round++) {
                any = awaitMissing(round);
                SharedMemory.putLongRelease(acknowledged, round);
            }
            return any;
        }, Ranks::start);
        int round = 0;
        while (round < ROUNDS && (round < LEAST_ROUNDS || System.nanoTime() < deadline) && !missed.isDone()) {
            ring(++round);
            for (int look = 1; SharedMemory.getLongAcquire(acknowledged) < round && !missed.isDone(); look++) {
                spinOrYield(look);
            }
        }
        ring(ROUNDS);
        assertFalse(missed.join());
        assertTrue(round >= LEAST_ROUNDS);
        assertEquals(0, sleepers());
        assertEquals(0, SharedMemory.getInt(control.slot(0, ControlLayout.SLEEPING)));
    }

    /**
     * The interleaving that the second look at the condition is there for: the ring falls between look and
     * announcement.
     */
    @Test
    void aSleeperThatDoesNotLookAgainMissesTheRing() {
        long patience = TimeUnit.MILLISECONDS.toNanos(20);
        assertTrue(SharedMemory.getLongAcquire(word) < 1, "the sleeper looks");
        ring(1);
        int ticket = sleeper.beginSleep();
        assertTrue(SharedMemory.getLongAcquire(word) >= 1, "whoever looks again does not sleep");
        assertTrue(sleepsFor(ticket, patience) >= patience, "whoever does not sleeps through it");
        sleeper.endSleep();
    }

    @Test
    void aRingBetweenAnnouncementAndSleepKeepsTheSleeperAwake() {
        int ticket = sleeper.beginSleep();
        ring(1);
        assertTrue(sleepsFor(ticket, FOREVER_NANOS) < FOREVER_NANOS);
        sleeper.endSleep();
    }

    /** The other half of the protocol: without an announcement before the ring, the bell does not change. */
    @Test
    void nobodyIsRungWhileNobodySleeps() {
        int bell = SharedMemory.getInt(control.slot(0, ControlLayout.BELL));
        ring(1);
        assertEquals(bell, SharedMemory.getInt(control.slot(0, ControlLayout.BELL)));
        sleeper.beginSleep();
        assertEquals(1, sleepers());
        ring(2);
        assertEquals(bell + 1, SharedMemory.getInt(control.slot(0, ControlLayout.BELL)));
        assertEquals(0, SharedMemory.getInt(control.slot(1, ControlLayout.BELL)), "rank 1 does not sleep");
        sleeper.endSleep();
        assertEquals(0, sleepers());
    }

    @Test
    void oneRankAloneIsRungAndOnlyWhileItSleeps() {
        Doorbells other = new Doorbells(control, 1, false);
        int ticket = sleeper.beginSleep();
        int ticketOfOther = other.beginSleep();
        sleeper.ringIfAsleep(0, true);
        assertTrue(sleepsFor(ticket, FOREVER_NANOS) < FOREVER_NANOS);
        assertEquals(ticketOfOther, SharedMemory.getInt(control.slot(1, ControlLayout.BELL)), "rank 1 was not meant");
        sleeper.endSleep();
        int bell = SharedMemory.getInt(control.slot(0, ControlLayout.BELL));
        sleeper.ringIfAsleep(0, true);
        assertEquals(bell, SharedMemory.getInt(control.slot(0, ControlLayout.BELL)), "rank 0 does not sleep");
        other.endSleep();
    }

    @Test
    void aSleepEndsByTimeAndNotForAnOldRing() {
        sleeper.beginSleep();
        ring(1);
        sleeper.endSleep();
        int ticket = sleeper.beginSleep();
        long patience = TimeUnit.MILLISECONDS.toNanos(5);
        assertTrue(sleepsFor(ticket, patience) >= patience);
        sleeper.endSleep();
    }
}
