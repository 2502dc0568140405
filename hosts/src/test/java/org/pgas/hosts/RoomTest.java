package org.pgas.hosts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** What a sender knows of its peer's ring, and when the peer has to say more. */
class RoomTest {
    @Test
    void aPeerThatIsNotToldAtOnceHasRoomForTheLargestMessageWhereverItsLastOneHasEnded() {
        long most = 0;
        while (!Way.isUrgent(most + Long.BYTES)) {
            most += Long.BYTES;
        }
        for (long position = 0; position < Room.RING_BYTES; position += Long.BYTES) {
            long needed = Room.skipped(position, Room.MOST_BYTES) + Room.MOST_BYTES;
            assertTrue(most + needed <= Room.RING_BYTES, "at " + position);
        }
    }

    /** Else each third of them would be told of by a frame of its own. */
    @Test
    void noneOfTheLargestMessagesThatAreTakenOneByOneIsUrgent() {
        Room room = new Room();
        long told = 0;
        int skips = 0;
        for (int i = 0; i < 9; i++) {
            assertTrue(room.has(Room.MOST_BYTES));
            long before = room.use(Room.MOST_BYTES);
            skips += Room.skipped(before, Room.MOST_BYTES) > 0 ? 1 : 0;
            assertFalse(Way.isUrgent(room.held()), "message " + i);
            told += room.held();
            assertTrue(room.taken(told));
        }
        assertEquals(2, skips);
    }
}
