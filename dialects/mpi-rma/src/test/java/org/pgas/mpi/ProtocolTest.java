package org.pgas.mpi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** What messages carry comes out as it went in, and no element is ever in two fragments. */
class ProtocolTest {
    @Test
    void shouldCarryOriginsAndWhetherAFragmentIsTheLast() {
        for (int origin : new int[]{0, 1, 255, 65_535}) {
            assertEquals(origin, Protocol.origin(Protocol.head(origin, true)));
            assertEquals(origin, Protocol.origin(Protocol.head(origin, false)));
            assertTrue(Protocol.isLast(Protocol.head(origin, true)));
            assertFalse(Protocol.isLast(Protocol.head(origin, false)));
        }
    }

    @Test
    void shouldCarryOperationsKindsAndStrides() {
        for (Op op : Op.values()) {
            for (Basic basic : Basic.values()) {
                for (boolean strided : new boolean[]{false, true}) {
                    int code = Protocol.code(op, basic, strided);
                    assertTrue(Protocol.isCode(code));
                    assertEquals(op, Protocol.op(code));
                    assertEquals(basic, Protocol.basic(code));
                    assertEquals(basic.span, Protocol.span(code));
                    assertEquals(strided ? basic.extent : basic.span, Protocol.stride(code));
                }
            }
        }
        assertFalse(Protocol.isCode(Protocol.NO_CODE));
        assertFalse(Protocol.isCode(0xFFFF));
        assertFalse(Protocol.isCode(Protocol.code(Op.SUM, Basic.INT, false) | 0xFF));
    }

    @Test
    void shouldCutNoElement() {
        for (Basic basic : Basic.values()) {
            for (int room : new int[]{512 - 64, 512, 1000, 65_536}) {
                int step = Protocol.step(room, basic.span, Long.MAX_VALUE);
                assertTrue(step > 0 && step <= room && step % basic.span == 0, basic + " in " + room);
                assertEquals(2 * basic.span, Protocol.step(room, basic.span, 2 * basic.span));
            }
        }
    }

    @Test
    void shouldPlaceElementsOfPairsTheirExtentApart() {
        int code = Protocol.code(Op.MAXLOC, Basic.DOUBLE_INT, true);
        assertEquals(0, Protocol.distance(code, 0));
        assertEquals(16, Protocol.distance(code, 12));
        assertEquals(3 * 16, Protocol.distance(code, 3 * 12));
        assertEquals(36, Protocol.distance(Protocol.code(Op.MAXLOC, Basic.DOUBLE_INT, false), 36));
        assertEquals(7, Protocol.distance(Protocol.NO_CODE, 7));
    }

    @Test
    void shouldLeaveRoomForDataBesideADescription() {
        for (int fragment : new int[]{512, 1024, 65_536}) {
            int described = Protocol.padded(Protocol.inlineBytes(fragment));
            assertTrue(described <= fragment / 2);
            assertEquals(0, described % 8);
        }
    }
}
