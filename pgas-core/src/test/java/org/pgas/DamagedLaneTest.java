package org.pgas;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.pgas.barrier.BarrierLane;
import org.pgas.memory.MarkedCount;
import org.pgas.memory.SharedMemory;
import org.pgas.spi.Activity;
import org.pgas.spi.SyncLane;

/** Words of a barrier over which something has written are taken for no arrivals: here it is the test that writes. */
class DamagedLaneTest {
    private static final int SIZE = 3;
    private static final int BEFORE = 4;

    private final FakeWorld world = new FakeWorld(SIZE);
    private final BarrierLane[] lanes = new BarrierLane[SIZE];

    @BeforeEach
    void makeSomePhases() {
        for (int rank = 0; rank < SIZE; rank++) {
            lanes[rank] = BarrierLane.of(world.conduit(rank), SyncLane.WORLD_BARRIER);
        }
        for (int phase = 1; phase <= BEFORE; phase++) {
            for (BarrierLane lane : lanes) {
                lane.arrive();
            }
            for (BarrierLane lane : lanes) {
                assertTrue(lane.isComplete(phase));
            }
        }
    }

    private static void assertDamaged(String what, Executable call) {
        String message = assertThrows(JobEndedException.class, call, what).getMessage();
        assertTrue(message.startsWith(what)
                && message.endsWith(": another process has written into the files of the job"), message);
    }

    private void write(int rank, long word) {
        SharedMemory.putLong(lanes[0].line(rank), word);
    }

    @Test
    void shouldTakeNoWordWithAChangedBitForAnArrival() {
        long phase = lanes[0].arrive();
        lanes[2].arrive();
        for (int bit = 0; bit < Long.SIZE; bit++) {
            write(1, MarkedCount.word(BEFORE) ^ 1L << bit);
            assertDamaged("rank 0: the count of rank 1 in the barrier of the world is 0x",
                    () -> lanes[0].isComplete(phase));
        }
        write(1, MarkedCount.word(BEFORE));
        assertFalse(lanes[0].isComplete(phase));
    }

    /** What the kernel gives when a file ends within the page. */
    @Test
    void shouldTakeNoZeroForACountThatWasMoreBefore() {
        long phase = lanes[0].arrive();
        write(1, 0);
        assertDamaged("rank 0: the count of rank 1 in the barrier of the world is 0: legal are 4..",
                () -> lanes[0].isComplete(phase));
    }

    @Test
    void shouldTakeNoCountThatIsLessThanItWas() {
        long phase = lanes[0].arrive();
        lanes[1].arrive();
        write(2, MarkedCount.word(BEFORE - 1));
        assertDamaged("rank 0: the count of rank 2 in the barrier of the world is 3: legal are 4..",
                () -> lanes[0].isComplete(phase));
    }

    @Test
    void shouldTakeNoCountThatNobodyCanHaveReached() {
        long phase = lanes[0].arrive();
        lanes[1].arrive();
        write(2, MarkedCount.word(BEFORE + (1L << 31)));
        assertDamaged("rank 0: the count of rank 2 in the barrier of the world is 2147483652: legal are 4..2147483651",
                () -> lanes[0].isComplete(phase));
    }

    @Test
    void shouldNotArriveByAWordThatIsNoCountOfItsOwn() {
        for (long word : new long[]{0, 1, MarkedCount.word(BEFORE) + 1, MarkedCount.word(BEFORE - 1), -1}) {
            write(0, word);
            assertDamaged("rank 0: the count of rank 0 in the barrier of the world is ", lanes[0]::arrive);
        }
    }

    /** Before the first phase is over nothing is known of others; but a rank knows what it has done itself. */
    @Test
    void shouldNotWaitForAnArrivalOfItsOwnThatIsLost() {
        BarrierLane first = BarrierLane.of(world.conduit(1), SyncLane.INTERNAL);
        long phase = first.arrive();
        assertFalse(first.isMet(phase));
        SharedMemory.putLong(first.line(1), 0);
        assertDamaged("rank 1: the count of rank 1 in the internal steps of the world is 0: legal are 1..",
                () -> first.phase(phase, Activity.EVENT, "step").isMet());
    }

    @Test
    void shouldHandOverNoWordThatWasNotTold() {
        BarrierLane one = BarrierLane.of(world.conduit(0), SyncLane.NAMED_BARRIER);
        long phase = one.arrive(-7);
        assertEquals(-7, one.told(0, phase));
        long place = one.line(0) + 8 + 16 * (phase & 1);
        for (int bit = 0; bit < 2 * Long.SIZE; bit++) {
            long at = place + bit / Long.SIZE * Long.BYTES;
            long word = SharedMemory.getLong(at);
            SharedMemory.putLong(at, word ^ 1L << bit);
            assertDamaged("rank 0: what rank 0 tells in the named barrier of phase 1, 0x", () -> one.told(0, phase));
            SharedMemory.putLong(at, word);
        }
        assertEquals(-7, one.told(0, phase));
        assertDamaged("rank 0: what rank 0 tells in the named barrier of phase 3, 0x", () -> one.told(0, phase + 2));
    }
}
