package org.pgas.place;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

import org.junit.jupiter.api.Test;
import org.pgas.Seed;

/** Where blocks of a segment lie: as a model has them that knows of every byte whether it is taken. */
class TakenRangesTest {
    private static final int SIZE = 600;
    private static final long ANY = Long.MAX_VALUE;

    private final Seed seed = new Seed();

    /** What a block is given out for. */
    private record Block(long place, long bytes) {}

    /** Tries every place from above, a byte at a time. */
    private static long modelled(boolean[] taken, long bytes, long alignment, long most) {
        for (long place = Math.min(taken.length - bytes, most); place >= 0; place--) {
            boolean free = place % alignment == 0;
            for (int at = (int) place; free && at < place + bytes; at++) {
                free = !taken[at];
            }
            if (free) {
                return place;
            }
        }
        return TakenRanges.NONE;
    }

    private static long largestFree(boolean[] taken) {
        long largest = 0;
        long run = 0;
        for (boolean each : taken) {
            run = each ? 0 : run + 1;
            largest = Math.max(largest, run);
        }
        return largest;
    }

    private static void mark(boolean[] taken, Block block, boolean value) {
        for (int at = (int) block.place(); at < block.place() + block.bytes(); at++) {
            taken[at] = value;
        }
    }

    @Test
    void shouldTakeTheHighestPlaceThatIsFreeAndFits() {
        Random random = seed.random();
        int refused = 0;
        for (int round = 0; round < 200; round++) {
            TakenRanges ranges = new TakenRanges(SIZE);
            boolean[] taken = new boolean[SIZE];
            List<Block> blocks = new ArrayList<>();
            if (round % 3 == 0) {
                Block excluded = new Block(random.nextInt(300), 1 + random.nextInt(300));
                assertTrue(ranges.exclude(excluded.place(), excluded.bytes()));
                mark(taken, excluded, true);
            }
            for (int step = 0; step < 80; step++) {
                if (!blocks.isEmpty() && random.nextInt(5) < 2) {
                    Block gone = blocks.remove(random.nextInt(blocks.size()));
                    ranges.giveBack(gone.place());
                    mark(taken, gone, false);
                } else {
                    long bytes = 1 + random.nextInt(random.nextInt(10) == 0 ? 200 : 40);
                    long alignment = 1L << random.nextInt(7);
                    long most = random.nextInt(3) == 0 ? random.nextInt(SIZE) : ANY;
                    long expected = modelled(taken, bytes, alignment, most);
                    assertEquals(expected, ranges.take(bytes, alignment, most), seed + ", round " + round);
                    if (expected == TakenRanges.NONE) {
                        refused++;
                    } else {
                        Block block = new Block(expected, bytes);
                        blocks.add(block);
                        mark(taken, block, true);
                    }
                }
                assertEquals(largestFree(taken), ranges.largestFree(), seed + ", round " + round);
            }
        }
        assertTrue(refused > 100, "the segment was hardly ever full");
    }

    @Test
    void shouldBeOneFreeRangeAgainWhenAllBlocksAreGivenBack() {
        TakenRanges ranges = new TakenRanges(1 << 12);
        List<Long> places = new ArrayList<>();
        for (long place = ranges.take(100, 64, ANY); place != TakenRanges.NONE; place = ranges.take(100, 64, ANY)) {
            places.add(place);
        }
        assertEquals((1 << 12) / 128, places.size());
        places.forEach(ranges::giveBack);
        assertEquals(1 << 12, ranges.largestFree());
        assertEquals(0, ranges.take(1 << 12, 64, ANY));
    }

    @Test
    void shouldFindNoPlaceForWhatCannotBeThere() {
        TakenRanges ranges = new TakenRanges(100);
        assertEquals(TakenRanges.NONE, ranges.take(101, 1, ANY));
        assertEquals(TakenRanges.NONE, ranges.take(Long.MAX_VALUE, 1, ANY));
        assertEquals(TakenRanges.NONE, ranges.take(1, 1, TakenRanges.NONE));
        assertEquals(0, ranges.take(50, 64, ANY), "64 is past the last place, 50");
        assertEquals(TakenRanges.NONE, ranges.take(50, 64, ANY));
        assertEquals(50, ranges.take(50, 1, ANY));
        assertEquals(0, ranges.largestFree());
        assertEquals(TakenRanges.NONE, new TakenRanges(0).take(1, 1, ANY));
    }

    @Test
    void shouldExcludeAnythingButABlock() {
        TakenRanges ranges = new TakenRanges(100);
        assertEquals(90, ranges.take(10, 1, ANY));
        assertFalse(ranges.exclude(0, 91));
        assertFalse(ranges.exclude(99, 1));
        assertEquals(90, ranges.largestFree(), "a refusal changes nothing");
        assertTrue(ranges.exclude(20, 20));
        assertTrue(ranges.exclude(30, 20), "overlaps what was excluded before");
        assertTrue(ranges.exclude(10, 60), "includes it");
        assertTrue(ranges.exclude(30, 10), "lies in it");
        assertEquals(20, ranges.largestFree());
        assertEquals(70, ranges.take(20, 1, ANY));
        assertEquals(0, ranges.take(10, 1, ANY));
        assertEquals(TakenRanges.NONE, ranges.take(1, 1, ANY));
    }

    @Test
    void shouldTellBlocksFromWhatIsExcluded() {
        TakenRanges ranges = new TakenRanges(100);
        assertTrue(ranges.exclude(40, 20));
        assertEquals(80, ranges.take(20, 1, ANY));
        assertFalse(ranges.holdsBlockOf(0, 80));
        assertTrue(ranges.holdsBlockOf(0, 81));
        assertTrue(ranges.holdsBlockOf(85, 1));
        assertTrue(ranges.holdsBlockOf(99, 50));
        ranges.giveBack(80);
        assertFalse(ranges.holdsBlockOf(0, 100));
    }
}
