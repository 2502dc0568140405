package org.pgas.pshm;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.pgas.faults.jobs.FileLayouts;

/** The faults damage files where the library has its words. In this package, which alone sees the layouts. */
class FileLayoutsTest {
    @Test
    void theControlFileIsAsItsLayoutSays() {
        assertEquals(ControlLayout.HEADER_LENGTH, FileLayouts.CONTROL_HEADER_BYTES);
        assertEquals(ControlLayout.SLOT_LENGTH, FileLayouts.SLOT_BYTES);
        assertEquals(ControlLayout.slotOffset(3), FileLayouts.slots(3));
        assertEquals(ControlLayout.slotOffset(2) + ControlLayout.PID, FileLayouts.pid(2));
        assertEquals(ControlLayout.START, FileLayouts.SLOT_PID + Long.BYTES);
        assertEquals(ControlLayout.LAUNCHER_PID, FileLayouts.LAUNCHER_PID);
        assertEquals(ControlLayout.LAUNCHER_START, FileLayouts.LAUNCHER_PID + Long.BYTES);
    }

    @Test
    void theFileOfMessagesIsAsItsLayoutSays() {
        assertEquals(AmLayout.HEADER_LENGTH, FileLayouts.MESSAGES_HEADER_BYTES);
        assertEquals(AmLayout.SIZE, FileLayouts.MESSAGES_RANKS);
        assertEquals(AmLayout.SLAB_BYTES, FileLayouts.MESSAGES_SLAB_BYTES);
        assertEquals(AmLayout.handlerOffset(1, 0) - AmLayout.handlerOffset(0, 0), FileLayouts.HANDLERS_BYTES);
        assertEquals(AmLayout.LANE_END_LENGTH, FileLayouts.RING_END_BYTES);
        assertEquals(AmLayout.TAIL, FileLayouts.RING_POSITIONS);
        assertEquals(AmLayout.HEAD + Long.BYTES - AmLayout.TAIL, FileLayouts.RING_POSITIONS_BYTES);
        assertEquals(Lane.SLAB_FACTOR, FileLayouts.SLAB_FACTOR);
    }

    @Test
    void theFileOfASegmentIsAsItsLayoutSays() {
        assertEquals(FileLayout.HEADER_LENGTH, FileLayouts.FILE_HEADER_BYTES);
    }
}
