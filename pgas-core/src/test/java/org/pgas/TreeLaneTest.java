package org.pgas;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicReference;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.pgas.barrier.BarrierLane;
import org.pgas.memory.MarkedCount;
import org.pgas.memory.SharedMemory;
import org.pgas.spi.Activity;
import org.pgas.spi.SyncLane;

/** Lanes of so many members that a tree stands above their counts. */
class TreeLaneTest {
    /** Where a line has a word of the tree. */
    private static final int WORD = 64;

    private static BarrierLane[] lanes(FakeWorld world, int size) {
        BarrierLane[] lanes = new BarrierLane[size];
        for (int rank = 0; rank < size; rank++) {
            lanes[rank] = BarrierLane.of(world.conduit(rank), SyncLane.WORLD_BARRIER);
        }
        return lanes;
    }

    /** Whole and broken fours, and up to four levels of them. */
    @ParameterizedTest
    @ValueSource(ints = {8, 9, 12, 13, 16, 17, 21, 33, 64, 65, 100})
    void aPhaseIsCompleteWhenTheLeastCountIsThatFar(int size) {
        BarrierLane[] lanes = lanes(new FakeWorld(size), size);
        Random random = new Random(size);
        long[] arrivals = new long[size];
        for (int i = 0; i < 40 * size; i++) {
            long least = Arrays.stream(arrivals).min().orElseThrow();
            int rank = random.nextInt(size);
            if (arrivals[rank] > least + 6) {
                // the last ones come, too
                rank = (int) Arrays.stream(arrivals).takeWhile(each -> each > least).count();
            }
            assertEquals(++arrivals[rank], lanes[rank].arrive());
            long now = Arrays.stream(arrivals).min().orElseThrow();
            int looker = random.nextInt(size);
            assertTrue(lanes[looker].isComplete(now), () -> Arrays.toString(arrivals));
            assertFalse(lanes[looker].isComplete(now + 1), () -> Arrays.toString(arrivals));
        }
        assertTrue(Arrays.stream(arrivals).min().orElseThrow() > 10, "phases");
    }

    @Test
    void whoHasNotArrivedIsKnown() {
        BarrierLane[] lanes = lanes(new FakeWorld(11), 11);
        for (int rank = 0; rank < 11; rank++) {
            if (rank != 3 && rank != 10) {
                lanes[rank].arrive();
            }
        }
        assertArrayEquals(new int[]{3, 10}, lanes[7].missing(1));
        assertEquals("barrier 1: 9 of 11 ranks arrived", lanes[7].describePhase(1, "barrier"));
    }

    @Test
    void whoCompletesAPhaseRingsThoseThatSleepAndNoOtherDoes() {
        int size = 20;
        FakeWorld world = new FakeWorld(size);
        BarrierLane[] lanes = lanes(world, size);
        world.conduit(0).bells().beginSleep();
        for (int rank = size - 1; rank > 0; rank--) {
            lanes[rank].arrive();
            assertEquals(0, world.ringsOfAll());
        }
        lanes[0].arrive();
        assertEquals(1, world.ringsOfAll());
        world.conduit(0).bells().endSleep();
        for (BarrierLane lane : lanes) {
            lane.arrive();
        }
        assertEquals(1, world.ringsOfAll(), "nobody sleeps");
    }

    /** What the lane is made of may be freed when all counts are there, also before all calls have returned. */
    @Test
    void whoArrivesForTheLastTimeTouchesItsCountAlone() {
        int size = 20;
        FakeWorld world = new FakeWorld(size);
        BarrierLane[] lanes = lanes(world, size);
        long root = lanes[0].line(7) + WORD;
        for (BarrierLane lane : lanes) {
            lane.arrive();
        }
        world.conduit(0).bells().beginSleep();
        for (BarrierLane lane : lanes) {
            assertFalse(lanes[0].isCounted(2));
            assertEquals(2, lane.arriveLast());
        }
        assertTrue(lanes[0].isCounted(2) && lanes[0].lastPhase(2, Activity.EVENT, "step").isMet());
        assertEquals(size, world.ringsOfAll(), "each may be the last");
        for (int member = 0; member < size; member++) {
            long word = lanes[0].line(member) + WORD;
            assertEquals(member <= 7 ? MarkedCount.word(1) : 0, SharedMemory.getLong(word), "word " + member);
        }
        assertFalse(lanes[0].isComplete(2));
        assertEquals(MarkedCount.word(1), SharedMemory.getLong(root));
    }

    /** Here they have counted and do nothing more. */
    @ParameterizedTest
    @ValueSource(ints = {9, 20, 70})
    void whoWaitsFinishesWhatMembersHaveBegunThatVanish(int size) {
        FakeWorld world = new FakeWorld(size);
        BarrierLane[] lanes = lanes(world, size);
        for (int rank = 0; rank < size; rank++) {
            if (rank % 3 == 0) {
                lanes[rank].arriveLast();
            } else {
                lanes[rank].arrive();
            }
        }
        world.conduit(0).bells().beginSleep();
        int before = world.ringsOfAll();
        assertFalse(lanes[1].isComplete(1));
        assertArrayEquals(new int[0], lanes[1].phase(1, Activity.EVENT, "barrier").missing());
        assertTrue(lanes[1].isComplete(1) && lanes[4].isComplete(1));
        assertEquals(before + 1, world.ringsOfAll(), "those that sleep");
        for (BarrierLane lane : lanes) {
            assertFalse(lane.isComplete(2));
            lane.arrive();
        }
        assertTrue(lanes[0].isComplete(2));
    }

    /** Here members 4 to 7 are two phases ahead, and one that is not among them waits. */
    @Test
    void whoFinishesAPhaseTakesWordsThatAreAheadOfItsOwnCount() {
        int size = 20;
        BarrierLane[] lanes = lanes(new FakeWorld(size), size);
        for (int rank = 0; rank < size; rank++) {
            for (int phase = 1; phase <= (rank >= 4 && rank < 8 ? 3 : 1); phase++) {
                if (rank == 19) {
                    lanes[rank].arriveLast();
                } else {
                    lanes[rank].arrive();
                }
            }
        }
        assertFalse(lanes[0].isComplete(1));
        assertEquals(0, lanes[0].missingOrFinish(1).length);
        assertTrue(lanes[0].isComplete(1));
        assertFalse(lanes[0].isComplete(2));
    }

    /**
     * Ranks as threads, two of them for each rank: what was stored before an arrival is seen when its phase is
     * complete.
     */
    @Test
    void whatWasStoredBeforeAnArrivalIsSeenAfterThePhase() throws InterruptedException {
        int size = 13;
        int phases = 400;
        BarrierLane[] lanes = lanes(new FakeWorld(size), size);
        long[] stored = new long[2 * size];
        AtomicReference<Throwable> failure = new AtomicReference<>();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 2 * size; i++) {
            int index = i;
            threads.add(Thread.ofPlatform().start(() -> {
                BarrierLane lane = lanes[index / 2];
                try {
                    for (int turn = 1; turn <= phases && failure.get() == null; turn++) {
                        stored[index] = turn;
                        lane.arrive();
                        // two arrivals of each rank are a turn of all threads
                        while (!lane.isComplete(2L * turn) && failure.get() == null) {
                            Thread.yield();
                        }
                        for (long each : stored) {
                            assertTrue(failure.get() != null || each == turn || each == turn + 1,
                                    () -> Arrays.toString(stored));
                        }
                    }
                } catch (Throwable e) {
                    failure.compareAndSet(null, e);
                }
            }));
        }
        for (Thread each : threads) {
            each.join();
        }
        if (failure.get() != null) {
            throw new AssertionError(failure.get());
        }
    }

    private static void assertDamaged(String what, Executable call) {
        String message = assertThrows(JobEndedException.class, call, what).getMessage();
        assertTrue(message.startsWith(what)
                && message.endsWith(": another process has written into the files of the job"), message);
    }

    private static BarrierLane[] afterFourPhases(int size) {
        BarrierLane[] lanes = lanes(new FakeWorld(size), size);
        for (int phase = 1; phase <= 4; phase++) {
            for (BarrierLane lane : lanes) {
                lane.arrive();
            }
            for (BarrierLane lane : lanes) {
                assertTrue(lane.isComplete(phase));
            }
        }
        return lanes;
    }

    /** Of 20 members five words are above the counts, two above these, and the root. */
    @Test
    void noWordOfTheTreeWithAChangedBitIsTaken() {
        BarrierLane[] lanes = afterFourPhases(20);
        long root = lanes[0].line(7) + WORD;
        assertEquals(MarkedCount.word(4), SharedMemory.getLong(root));
        for (int bit = 0; bit < Long.SIZE; bit++) {
            SharedMemory.putLong(root, MarkedCount.word(4) ^ 1L << bit);
            assertDamaged("rank 3: the least count of members 0 to 19 in the barrier of the world is 0x",
                    () -> lanes[3].isComplete(5));
        }
    }

    @Test
    void noWordOfTheTreeIsTakenThatNobodyCanHaveWritten() {
        BarrierLane[] lanes = afterFourPhases(20);
        long root = lanes[0].line(7) + WORD;
        long group = lanes[0].line(0) + WORD;
        SharedMemory.putLong(root, MarkedCount.word(5));
        assertDamaged("rank 3: the least count of members 0 to 19 in the barrier of the world is 5: legal are 4..4",
                () -> lanes[3].isComplete(5));
        SharedMemory.putLong(root, MarkedCount.word(3));
        assertDamaged("rank 3: the least count of members 0 to 19 in the barrier of the world is 3: legal are 4..",
                () -> lanes[3].isComplete(5));
        SharedMemory.putLong(root, MarkedCount.word(4));
        SharedMemory.putLong(group, 0);
        lanes[0].arrive();
        lanes[1].arrive();
        lanes[2].arrive();
        assertDamaged("rank 3: the least count of members 0 to 3 in the barrier of the world is 0: legal are 4..",
                () -> lanes[3].arrive());
    }

    @Test
    void noWordBelowTheRootIsTakenThatIsMoreThanACountBelowIt() {
        BarrierLane[] lanes = afterFourPhases(20);
        SharedMemory.putLong(lanes[0].line(0) + WORD, MarkedCount.word(9));
        lanes[0].arrive();
        lanes[1].arrive();
        lanes[2].arrive();
        assertDamaged("rank 3: the least count of members 0 to 3 in the barrier of the world is 9: legal are 4..5",
                () -> lanes[3].arrive());
    }

    @Test
    void noCountBesideTheOwnIsTakenThatNobodyCanHaveWritten() {
        BarrierLane[] lanes = afterFourPhases(20);
        SharedMemory.putLong(lanes[0].line(18), MarkedCount.word(4) + 1);
        lanes[16].arrive();
        assertDamaged("rank 17: the count of rank 18 in the barrier of the world is 0x", lanes[17]::arrive);
    }
}
