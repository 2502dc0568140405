package org.pgas.vis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.pgas.PgasException;
import org.pgas.vis.MppaShapes.Point2d;
import org.pgas.vis.MppaShapes.Point3d;

/** What the MPPA interface's arguments are as shapes. */
class MppaShapesTest {
    @Test
    void shouldCountStridesInElements() {
        assertEquals(Shape.chunked(8, 5, 24), MppaShapes.spaced(8, 5, 24));
        assertEquals(Shape.chunked(8, 5, -24), MppaShapes.strided(8, 5, -3));
        assertEquals(Shape.indexed(8, new long[]{-8, 16, 16}), MppaShapes.indexed(8, 3, new int[]{-1, 2, 2, 99}));
        assertEquals(Shape.vector(new long[]{5, 0}, new long[]{2, 3}),
                MppaShapes.vectored(2, new long[]{5, 0, -1}, new long[]{2, 3, -1}));
    }

    @Test
    void shouldBeRegularWhereTheStreamIs() {
        Shape even = MppaShapes.streamed(4, 12, 2, 3, 5);
        assertEquals(Shape.strided(4, new long[]{3, 4}, new long[]{8, 44}), even);
        assertTrue(MppaShapes.streamed(4, 12, 1, 5, 0).isContiguous());
        assertEquals(Shape.chunked(4, 12, 8), MppaShapes.streamed(4, 12, 2, 12, 7));
        assertEquals(Shape.chunked(4, 12, 8), MppaShapes.streamed(4, 12, 2, 100, 7));
    }

    @Test
    void shouldNeverSkipWithoutASpan() {
        assertEquals(Shape.chunked(4, 7, 8), MppaShapes.streamed(4, 7, 2, 0, 9));
        assertEquals(Shape.chunked(4, 7, 8), MppaShapes.streamed(4, 7, 2, -3, 9));
    }

    @Test
    void shouldTakeSpansOfElementsWithoutGapsAsRegions() {
        Shape uneven = MppaShapes.streamed(4, 1_000_001, 1, 1000, 24);
        assertEquals(1001, uneven.regionCount());
        assertEquals(4_000_004, uneven.bytes());
        assertEquals(1000 * 4096 + 4, uneven.high());
    }

    @Test
    void shouldBeginABlockAtItsPoint() {
        assertEquals(Shape.chunked(24, 2, 80).at(8 * (1 + 2 * 10)),
                MppaShapes.block2d(8, 3, 2, new Point2d(1, 2, 10, 4)));
        assertEquals(Shape.strided(12, new long[]{2, 2}, new long[]{40, 160}).at(4 * (1 + 2 * 10 + 3 * 40)),
                MppaShapes.block3d(4, 3, 2, 2, new Point3d(1, 2, 3, 10, 4, 5)));
        assertTrue(MppaShapes.block2d(8, 10, 3, new Point2d(0, 1, 10, 4)).isContiguous());
        assertFalse(MppaShapes.block2d(8, 9, 3, new Point2d(0, 1, 10, 4)).isContiguous());
        int most = Integer.MAX_VALUE;
        Shape far = MppaShapes.block3d(1, 1, 1, 1, new Point3d(most - 1, most / 4, 0, most, most / 2, 1));
        assertEquals((long) most * (most / 4) + most - 1, far.low());
    }

    @Test
    void shouldBeEmptyWithoutElements() {
        assertEquals(0, MppaShapes.spaced(0, 5, 8).bytes());
        assertEquals(0, MppaShapes.strided(Long.MAX_VALUE, 0, Long.MAX_VALUE).bytes());
        assertEquals(0, MppaShapes.streamed(8, 0, 5, 3, 2).bytes());
        assertEquals(0, MppaShapes.indexed(0, 3, new int[0]).bytes());
        assertEquals(0, MppaShapes.block3d(8, 3, 0, 2, new Point3d(0, 0, 0, 3, 0, 2)).bytes());
    }

    @Test
    void shouldNameWhatIsWrong() {
        assertRefused("MppaShapes.spaced: count is -1: legal are 0 and more", () -> MppaShapes.spaced(8, -1, 8));
        assertRefused("MppaShapes.indexed: count is 2, but indices has 1 entries",
                () -> MppaShapes.indexed(8, 2, new int[1]));
        assertRefused("MppaShapes.vectored: sizes[0] is -4: legal are 0 and more",
                () -> MppaShapes.vectored(1, new long[1], new long[]{-4}));
        assertRefused("MppaShapes.block2d: point is null", () -> MppaShapes.block2d(8, 1, 2, null));
        assertRefused("MppaShapes.block3d: point is null", () -> MppaShapes.block3d(8, 1, 2, 3, null));
        assertRefused("MppaShapes.indexed: indices is null", () -> MppaShapes.indexed(8, 2, null));
        assertRefused("MppaShapes.block2d: point: ypos 3 and height 2 exceed ydim 4",
                () -> MppaShapes.block2d(8, 1, 2, new Point2d(0, 3, 1, 4)));
        assertRefused("MppaShapes.strided: offsets, strides and counts reach beyond 2^61 bytes",
                () -> MppaShapes.strided(1L << 40, 2, 1L << 40));
    }

    private static void assertRefused(String message, Runnable call) {
        assertEquals(message, assertThrows(PgasException.class, call::run).getMessage());
    }
}
