package org.pgas;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.pgas.barrier.BarrierLane;
import org.pgas.spi.SyncLane;
import org.pgas.team.TeamCore;

class BarrierLaneTest {
    private static BarrierLane[] lanes(FakeWorld world, int size) {
        BarrierLane[] lanes = new BarrierLane[size];
        for (int rank = 0; rank < size; rank++) {
            lanes[rank] = BarrierLane.of(world.conduit(rank), SyncLane.INTERNAL);
        }
        return lanes;
    }

    @Test
    void aPhaseIsCompleteWhenTheLastRankArrives() {
        BarrierLane[] lanes = lanes(new FakeWorld(3), 3);
        assertEquals(1, lanes[0].arrive());
        assertEquals(1, lanes[2].arrive());
        for (BarrierLane lane : lanes) {
            assertFalse(lane.isComplete(1));
            assertArrayEquals(new int[]{1}, lane.missing(1));
        }
        assertEquals("attach step 1: 2 of 3 ranks arrived", lanes[0].describePhase(1, "attach step"));
        assertEquals(1, lanes[1].arrive());
        for (BarrierLane lane : lanes) {
            assertTrue(lane.isComplete(1));
            assertFalse(lane.isComplete(2));
            assertArrayEquals(new int[]{0, 1, 2}, lane.missing(2));
        }
    }

    @Test
    void whoArrivesRingsAllWhileSomebodySleepsAndElseNobody() {
        FakeWorld world = new FakeWorld(2);
        BarrierLane[] lanes = lanes(world, 2);
        lanes[0].arrive();
        assertEquals(0, world.ringsOfAll(), "nobody sleeps");
        world.conduit(0).bells().beginSleep();
        lanes[1].arrive();
        assertEquals(1, world.ringsOfAll());
        lanes[1].arrive();
        assertEquals(2, world.ringsOfAll());
        world.conduit(0).bells().endSleep();
        lanes[0].arrive();
        assertEquals(2, world.ringsOfAll());
    }

    @Test
    void phasesMayBeManyAheadAndAreAskedForInAnyOrder() {
        BarrierLane[] lanes = lanes(new FakeWorld(2), 2);
        for (int phase = 1; phase <= 10; phase++) {
            assertEquals(phase, lanes[0].arrive());
        }
        for (int phase = 1; phase <= 7; phase++) {
            lanes[1].arrive();
        }
        for (long phase : new long[]{7, 3, 1, 5, 7}) {
            assertTrue(lanes[0].isComplete(phase));
        }
        assertFalse(lanes[0].isComplete(8));
        assertArrayEquals(new int[]{1}, lanes[0].missing(10));
    }

    @Test
    void lanesAndRanksDoNotShareALine() {
        FakeWorld world = new FakeWorld(2);
        BarrierLane internal = BarrierLane.of(world.conduit(0), SyncLane.INTERNAL);
        BarrierLane barrier = BarrierLane.of(world.conduit(0), SyncLane.WORLD_BARRIER);
        internal.arrive();
        assertEquals(1, barrier.arrive());
        assertFalse(barrier.isComplete(1));
    }

    @Test
    void barrierEventsCompleteInAnyOrderOfSynchronisation() {
        FakeWorld world = new FakeWorld(2);
        Team one = world.job(0).world();
        Team other = world.job(1).world();
        Event first = one.barrierNb();
        Event second = one.barrierNb();
        assertFalse(first.test());
        other.barrierNb().test();
        assertFalse(second.test());
        assertTrue(first.test());
        assertTrue(TeamCore.of(one).hasPendingCollectives());
        other.barrierNb().test();
        assertTrue(second.test());
        assertFalse(TeamCore.of(one).hasPendingCollectives());
    }
}
