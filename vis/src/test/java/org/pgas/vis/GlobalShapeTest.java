package org.pgas.vis;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.SplittableRandom;

import org.junit.jupiter.api.Test;
import org.pgas.GlobalPointer;
import org.pgas.PgasException;
import org.pgas.testkit.Seed;
import org.pgas.testkit.Seeded;

/** What ranks have of global shapes, and how these match others. */
@Seeded
class GlobalShapeTest {
    /** Each byte as a global pointer, by walking the regions. */
    private static long[] places(GlobalShape shape) {
        long[] places = new long[(int) shape.bytes()];
        GlobalRuns runs = shape.runs();
        for (long run = 0; run < runs.count(); run++) {
            for (long i = 0; i < runs.length(run); i++) {
                places[(int) (runs.position(run) + i)] = GlobalPointer.of(runs.rank(run), runs.offset(run) + i);
            }
        }
        return places;
    }

    /** The same by the parts of all ranks. */
    private static long[] placesByRank(GlobalShape shape) {
        long[] places = new long[(int) shape.bytes()];
        for (GlobalRuns.Part part : shape.parts()) {
            long[] positions = Offsets.of(Shape.of(part.packed()));
            long[] offsets = Offsets.of(part.place());
            for (int i = 0; i < offsets.length; i++) {
                places[(int) positions[i]] = GlobalPointer.of(part.rank(), part.base() + offsets[i]);
            }
        }
        return places;
    }

    private static long[] dealt(int block, int[] ranks, int base, int from, int bytes) {
        long[] places = new long[bytes];
        for (int i = 0; i < bytes; i++) {
            int number = (from + i) / block;
            places[i] = GlobalPointer.of(ranks[number % ranks.length],
                    base + number / ranks.length * block + (from + i) % block);
        }
        return places;
    }

    @Test
    void shouldDealBlocksInTurn() {
        SplittableRandom random = Seed.of("arrays");
        for (int round = 0; round < 2000; round++) {
            int block = random.nextInt(1, 9);
            int total = random.nextInt(100);
            int[] ranks = random.ints(0, 6).distinct().limit(random.nextInt(1, 6)).toArray();
            int base = random.nextInt(5);
            GlobalShape array = GlobalShape.blockCyclic(block, total, ranks, base);
            int from = random.nextInt(total + 1);
            int bytes = random.nextInt(total - from + 1);
            GlobalShape range = array.range(from, bytes);
            long[] expected = dealt(block, ranks, base, from, bytes);
            assertArrayEquals(expected, places(range));
            assertArrayEquals(expected, placesByRank(range));
            assertTrue(range.parts().size() <= ranks.length + 2, () -> "parts: " + range.parts());
            int cut = random.nextInt(bytes + 1);
            assertArrayEquals(Arrays.copyOfRange(expected, cut, bytes), places(range.range(cut, bytes - cut)));
            long[] every = places(range.select(0, Shape.chunked(1, (bytes + 2) / 3, 3)));
            for (int i = 0; i < every.length; i++) {
                assertEquals(expected[3 * i], every[i]);
            }
        }
    }

    @Test
    void shouldSelectOfAListAndOfAShape() {
        long a = GlobalPointer.of(3, 100);
        long b = GlobalPointer.of(1, 50);
        GlobalShape list = GlobalShape.vector(new long[]{a, 0, b, b + 40, a + 90}, new long[]{4, 0, 3, 0, 2});
        long[] expected = {a, a + 1, a + 2, a + 3, b, b + 1, b + 2, a + 90, a + 91};
        assertArrayEquals(expected, places(list));
        assertArrayEquals(expected, placesByRank(list));
        assertArrayEquals(Arrays.copyOfRange(expected, 3, 8), places(list.range(3, 5)));
        assertArrayEquals(new long[]{b + 1, a + 3, a + 1}, places(list.select(5, Shape.chunked(1, 3, -2))));
        GlobalShape placed = GlobalShape.of(a, Shape.chunked(2, 3, -10));
        assertArrayEquals(new long[]{a, a + 1, a - 10, a - 9, a - 20, a - 19}, places(placed));
        assertArrayEquals(new long[]{a + 1, a - 10, a - 9}, places(placed.range(1, 3)));
        assertArrayEquals(new long[]{a + 1, a - 9, a - 19}, places(placed.select(1, Shape.chunked(1, 3, 2))));
    }

    @Test
    void shouldRememberHowItMatches() {
        GlobalShape array = GlobalShape.blockCyclic(8, 64, 4, 0);
        Shape shape = Shape.chunked(4, 16, 8);
        LocalMatch match = array.match(shape);
        assertSame(match, array.match(shape));
        assertNotSame(match, array.match(Shape.contiguous(64)));
        LocalMatch dense = array.match(Shape.contiguous(64));
        assertSame(dense, array.match(Shape.contiguous(64)));
        assertEquals(4, dense.parts().size());
        GlobalShape other = GlobalShape.blockCyclic(16, 64, 2, 0);
        GlobalMatch both = array.match(other, 0);
        assertSame(both, array.match(other, 0));
        assertEquals(64, both.end());
        assertEquals(4, both.parts().size(), "rank 0 gives to 0 and 1, rank 1 to 2 and 3");
    }

    @Test
    void shouldMatchManyRegionsAPartAtATime() {
        int bytes = 3 * GlobalMatch.MOST_PIECES;
        GlobalShape target = GlobalShape.blockCyclic(1, bytes, 2, 0);
        GlobalShape source = GlobalShape.blockCyclic(1, bytes, 3, 0);
        long position = 0;
        for (int round = 1; round <= 3; round++) {
            GlobalMatch match = target.match(source, position);
            position = match.end();
            assertEquals((long) round * GlobalMatch.MOST_PIECES, position);
            assertEquals(6, match.parts().size());
        }
        assertEquals(bytes, position);
    }

    @Test
    void shouldFindEntriesThatOverlap() {
        long a = GlobalPointer.of(1, 16);
        long b = GlobalPointer.of(2, 16);
        assertEquals("", GlobalShape.indexed(8, new long[]{b, a, b + 8, a - 8}).overlap());
        assertEquals("", GlobalShape.vector(new long[]{a, a, a}, new long[]{0, 8, 0}).overlap());
        assertEquals(
                "entry 2 (8 bytes at rank 2, endpoint 0, offset 9) overlaps entry 0 (8 bytes at rank 2, endpoint 0, "
                        + "offset 16)",
                GlobalShape.indexed(8, new long[]{b, a, b - 7}).overlap());
        assertTrue(
                GlobalShape.vector(new long[]{a, a + 8, a + 20}, new long[]{100, 1, 1}).overlap().contains("entry 1"));
        assertTrue(GlobalShape.of(a, Shape.chunked(8, 2, 4)).overlap().contains("overlap"));
        assertEquals("", GlobalShape.blockCyclic(3, 1000, 7, 0).overlap());
    }

    @Test
    void shouldNameWhatIsWrong() {
        long good = GlobalPointer.of(1, 16);
        assertRefused("GlobalShape.vector: pointers has 1 entries and lengths 2: they must have the same number",
                () -> GlobalShape.vector(new long[1], new long[2]));
        assertRefused("GlobalShape.vector: pointers is null", () -> GlobalShape.vector(null, new long[1]));
        assertRefused("GlobalShape.indexed: pointers is null", () -> GlobalShape.indexed(8, null));
        assertRefused("GlobalShape.vector: lengths[1] is -2: legal are 0 and more",
                () -> GlobalShape.vector(new long[]{good, good}, new long[]{1, -2}));
        assertRefused("GlobalShape.indexed: pointers[1], 0x0, is null",
                () -> GlobalShape.indexed(8, new long[]{good, 0}));
        assertRefused("GlobalShape.of: pointer, 0x5, is no global pointer: its top bit is not set",
                () -> GlobalShape.of(5, Shape.contiguous(1)));
        assertRefused("no such endpoint", () -> GlobalShape.of(GlobalPointer.of(1, 3, 0), Shape.contiguous(1)));
        assertRefused("no segment has more than 2^40", () -> GlobalShape.indexed(1L << 40, new long[]{good}));
        assertRefused("blockBytes is 0", () -> GlobalShape.blockCyclic(0, 10, 2, 0));
        assertRefused("totalBytes is -1", () -> GlobalShape.blockCyclic(1, -1, 2, 0));
        assertRefused("ranks is 0", () -> GlobalShape.blockCyclic(1, 1, 0, 0));
        assertRefused("jobRanks[2] is 1", () -> GlobalShape.blockCyclic(1, 1, new int[]{1, 0, 1}, 0));
        assertRefused("2^40", () -> GlobalShape.blockCyclic(1, Long.MAX_VALUE, 2, 0));
        GlobalShape some = GlobalShape.indexed(8, new long[]{good, good});
        assertRefused("GlobalShape.range: 10 bytes from 7 on are outside the 16 bytes", () -> some.range(7, 10));
        assertRefused("from is -1", () -> some.range(-1, 1));
        assertRefused("outside the 16 bytes", () -> some.range(Long.MAX_VALUE, 2));
        assertRefused("GlobalShape.select: from 3 on", () -> some.select(3, Shape.chunked(1, 2, 13)));
        assertRefused("outside the 16 bytes", () -> some.select(Long.MAX_VALUE, Shape.chunked(1, 2, 2)));
    }

    private static void assertRefused(String part, Runnable call) {
        String message = assertThrows(PgasException.class, call::run).getMessage();
        assertTrue(message.contains(part), message);
    }
}
