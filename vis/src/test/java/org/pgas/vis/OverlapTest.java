package org.pgas.vis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.SplittableRandom;

import org.junit.jupiter.api.Test;
import org.pgas.testkit.Seed;
import org.pgas.testkit.Seeded;

/** Which shapes may be written to: those in which no byte is there twice. */
@Seeded
class OverlapTest {
    @Test
    void shouldFindExactlyTheListsThatHaveAByteTwice() {
        SplittableRandom random = Seed.of("lists");
        int overlapping = 0;
        for (int round = 0; round < 5000; round++) {
            long[] offsets = new long[random.nextInt(7)];
            long[] lengths = new long[offsets.length];
            for (int i = 0; i < offsets.length; i++) {
                lengths[i] = random.nextInt(5);
                offsets[i] = i > 0 && random.nextBoolean() ? offsets[i - 1] + lengths[i - 1] : random.nextInt(-20, 20);
            }
            boolean expected = Offsets.haveTwins(Offsets.ofList(offsets, lengths));
            Shape shape = Shape.vector(offsets, lengths);
            assertEquals(expected, !shape.overlap().isEmpty(), () -> shape + ": " + shape.overlap());
            overlapping += expected ? 1 : 0;
            long bytes = random.nextInt(1, 4);
            Arrays.fill(lengths, bytes);
            Shape indexed = Shape.indexed(bytes, offsets);
            assertEquals(Offsets.haveTwins(Offsets.ofList(offsets, lengths)), !indexed.overlap().isEmpty(),
                    () -> indexed + ": " + indexed.overlap());
        }
        assertTrue(overlapping > 500 && overlapping < 4500, "the lists are too much alike: " + overlapping);
    }

    /** Regions of more bytes than a word has bits, in any order, so that they are marked word by word. */
    @Test
    void shouldFindExactlyTheListsOfLongRegionsThatHaveAByteTwice() {
        SplittableRandom random = Seed.of("long regions");
        int overlapping = 0;
        for (int round = 0; round < 3000; round++) {
            long[] offsets = new long[random.nextInt(2, 9)];
            long[] lengths = new long[offsets.length];
            long next = random.nextInt(-200, 200);
            for (int i = offsets.length - 1; i >= 0; i--) {
                lengths[i] = random.nextInt(1, 1 + random.nextInt(1, 260));
                offsets[i] = next;
                next += lengths[i] + (random.nextInt(12) == 0 ? -1 : random.nextInt(0, 3));
            }
            boolean expected = Offsets.haveTwins(Offsets.ofList(offsets, lengths));
            Shape shape = Shape.vector(offsets, lengths);
            assertEquals(expected, !shape.overlap().isEmpty(), () -> shape + ": " + shape.overlap());
            overlapping += expected ? 1 : 0;
        }
        assertTrue(overlapping > 300 && overlapping < 2700, "the lists are too much alike: " + overlapping);
    }

    @Test
    void shouldFindExactlyTheNestsThatHaveAByteTwice() {
        SplittableRandom random = Seed.of("nests");
        int overlapping = 0;
        int searched = 0;
        for (int round = 0; round < 20_000; round++) {
            long elementBytes = random.nextInt(1, 5);
            long[] counts = new long[random.nextInt(5)];
            long[] strides = new long[counts.length];
            for (int level = 0; level < counts.length; level++) {
                counts[level] = random.nextInt(6);
                strides[level] = random.nextInt(-60, 61);
            }
            boolean expected = Offsets.haveTwins(Offsets.ofNest(elementBytes, counts, strides));
            Shape shape = Shape.strided(elementBytes, counts, strides);
            assertEquals(expected, !shape.overlap().isEmpty(), () -> shape + ": " + shape.overlap());
            overlapping += expected ? 1 : 0;
            searched += expected || shape.bytes() == 0 ? 0 : 1;
        }
        assertTrue(overlapping > 2000 && searched > 2000, overlapping + " overlap, " + searched + " do not");
    }

    @Test
    void shouldNameRoundsThatReallyMeet() {
        SplittableRandom random = Seed.of("rounds");
        int found = 0;
        for (int round = 0; round < 5000; round++) {
            long bytes = random.nextInt(1, 5);
            long[] counts = {random.nextInt(1, 6), random.nextInt(1, 6), random.nextInt(1, 6)};
            long[] strides = {random.nextInt(-30, 31), random.nextInt(-30, 31), random.nextInt(-30, 31)};
            long[] rounds = new NestOverlap(bytes, counts, strides).find();
            if (rounds != null) {
                found++;
                long apart = 0;
                for (int level = 0; level < 3; level++) {
                    assertTrue(Math.abs(rounds[level]) < counts[level]);
                    apart += rounds[level] * strides[level];
                }
                assertTrue(Math.abs(apart) < bytes);
                assertTrue(Arrays.stream(rounds).anyMatch(count -> count != 0));
            }
        }
        assertTrue(found > 500, found + " overlap");
    }

    @Test
    void shouldNameBothEntriesByTheUsersNumbers() {
        assertOverlap("entry 3 (8 bytes at offset 400) overlaps entry 1 (8 bytes at offset 396)",
                Shape.vector(new long[]{0, 396, 9999, 400}, new long[]{8, 8, 0, 8}));
        // entries 0 and 1 are one region
        assertOverlap("entry 2 (8 bytes at offset 12) overlaps entry 1 (8 bytes at offset 8)",
                Shape.indexed(8, new long[]{0, 8, 12, 100}));
        assertOverlap("entry 4 (8 bytes at offset 8) overlaps entry 1 (8 bytes at offset 8)",
                Shape.indexed(8, new long[]{50, 8, 100, 300, 8}));
        assertOverlap("entry 1 (1 bytes at offset 5) overlaps entry 0 (10 bytes at offset 0)",
                Shape.vector(new long[]{0, 5, 20}, new long[]{10, 1, 1}));
    }

    @Test
    void shouldNameTheLevels() {
        assertOverlap("1 round of level 0 (stride 4)", Shape.strided(8, new long[]{3}, new long[]{4}));
        assertOverlap("1 round of level 1 (stride 0)", Shape.strided(8, new long[]{3, 2}, new long[]{8, 0}));
        assertOverlap("3 rounds of level 0 (stride 8) and",
                Shape.strided(8, new long[]{4, 2, 2}, new long[]{8, 100, -24}));
        assertOverlap("the chunks (stride 7)", Shape.chunked(8, 2, 7));
    }

    private static void assertOverlap(String expected, Shape shape) {
        assertTrue(shape.overlap().contains(expected), shape::overlap);
        assertTrue(!shape.isKnownTarget());
    }

    @Test
    void shouldLetRegionsTouchInAnyOrder() {
        assertEquals("", Shape.indexed(8, new long[]{24, 0, 16, 8}).overlap());
        assertEquals("", Shape.strided(8, new long[]{4, 3}, new long[]{-8, 32}).overlap());
        assertEquals("", Shape.strided(1, new long[]{100, 200}, new long[]{200, 1}).overlap());
        assertEquals("", Shape.strided(4, new long[]{2, 2}, new long[]{12, 8}).overlap());
        assertTrue(Shape.contiguous(8).isKnownTarget());
    }

    @Test
    void shouldGiveUpOnNestsThatNoLimitOfStepsWouldEnd() {
        SplittableRandom random = Seed.of("hard");
        long[] counts = new long[30];
        long[] strides = new long[counts.length];
        for (int level = 0; level < counts.length; level++) {
            counts[level] = 2;
            strides[level] = random.nextLong(1L << 54, 1L << 55) | 1;
        }
        // 3^30 differences, and nothing that would rule most of them out
        assertNull(new NestOverlap(1, counts, strides).find());
    }

    @Test
    void shouldDecideLargeRegularNestsAtOnce() {
        long n = 1 << 20;
        assertEquals("", Shape.strided(8, new long[]{n, n}, new long[]{8 * n, 8}).overlap());
        assertEquals("", Shape.strided(8, new long[]{n, n, 7}, new long[]{-8 * n, 8, 8 * n * n}).overlap());
        assertTrue(!Shape.strided(8, new long[]{n, n}, new long[]{8 * n - 8, 8}).overlap().isEmpty());
        // neither stride is beyond the other's reach, but their multiples meet only where there are no more rounds
        assertEquals("", Shape.strided(8, new long[]{1000, 1001}, new long[]{8 * 1001, 8 * 1000}).overlap());
        assertTrue(!Shape.strided(8, new long[]{1001, 1002}, new long[]{8 * 1001, 8 * 1000}).overlap().isEmpty());
    }
}
