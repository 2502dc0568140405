package org.pgas.regions;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

import org.junit.jupiter.api.Test;
import org.pgas.Seed;

/** Normalisation changes how bytes are cut into runs, and never which bytes they are nor their order. */
class RegionsTest {
    private static final int ROUNDS = 5000;

    private final Seed seed = new Seed();
    private final Random random = seed.random();

    @Test
    void shouldKeepTheBytesOfANestInTheirOrder() {
        for (int round = 0; round < ROUNDS; round++) {
            int levels = random.nextInt(5);
            long origin = random.nextInt(40) - 20;
            long run = random.nextInt(20) == 0 ? 0 : 1 + random.nextInt(6);
            long[] counts = new long[levels];
            long[] strides = new long[levels];
            List<Long> starts = new ArrayList<>(List.of(origin));
            long reached = run;
            for (int level = 0; level < levels; level++) {
                counts[level] = random.nextInt(20) == 0 ? 0 : 1 + random.nextInt(4);
                // every other level continues the one before
                strides[level] = random.nextBoolean() ? reached : random.nextInt(31) - 15;
                reached = strides[level] * counts[level];
                List<Long> next = new ArrayList<>();
                for (long i = 0; i < counts[level]; i++) {
                    for (long start : starts) {
                        next.add(start + i * strides[level]);
                    }
                }
                starts = next;
            }
            long[] offsets = starts.stream().mapToLong(Long::longValue).toArray();
            long[] lengths = new long[offsets.length];
            Arrays.fill(lengths, run);
            String what = seed + " nest " + Arrays.toString(counts) + " " + Arrays.toString(strides) + " of " + run;
            assertNormal(what, bytes(offsets, lengths), Regions.nest(origin, run, counts, strides));
        }
    }

    @Test
    void shouldKeepTheBytesOfAListInTheirOrder() {
        for (int round = 0; round < ROUNDS; round++) {
            long[] offsets = new long[random.nextInt(9)];
            long[] lengths = new long[offsets.length];
            int even = random.nextInt(12) - 4;
            for (int i = 0; i < offsets.length; i++) {
                lengths[i] = random.nextInt(5);
                long previous = i == 0 ? 0 : offsets[i - 1];
                offsets[i] = switch (random.nextInt(3)) {
                    case 0 -> i == 0 ? 5 : previous + lengths[i - 1];
                    case 1 -> previous + even;
                    default -> random.nextInt(60) - 30;
                };
            }
            String what = seed + " " + Arrays.toString(offsets) + " " + Arrays.toString(lengths);
            assertNormal(what, bytes(offsets, lengths), Regions.vector(offsets, lengths));
            Arrays.fill(lengths, random.nextInt(5));
            long run = lengths.length == 0 ? 3 : lengths[0];
            assertNormal(what + " of " + run, bytes(offsets, lengths), Regions.indexed(run, offsets));
        }
    }

    private static long[] bytes(long[] offsets, long[] lengths) {
        long[] bytes = new long[(int) Arrays.stream(lengths).sum()];
        int at = 0;
        for (int i = 0; i < offsets.length; i++) {
            for (long j = 0; j < lengths[i]; j++) {
                bytes[at++] = offsets[i] + j;
            }
        }
        return bytes;
    }

    private static void assertNormal(String what, long[] expected, Regions regions) {
        assertArrayEquals(expected, RandomRegions.bytes(regions), what);
        assertEquals(expected.length, regions.bytes(), what);
        assertEquals(Arrays.stream(expected).min().orElse(0), regions.low(), what);
        assertEquals(Arrays.stream(expected).map(offset -> offset + 1).max().orElse(0), regions.high(), what);
        long position = 0;
        for (long run = 0; run < regions.runs(); run++) {
            assertTrue(regions.length(run) > 0, what);
            assertEquals(position, regions.position(run), what);
            assertEquals(run, regions.runAt(position), what);
            position += regions.length(run);
            assertEquals(run, regions.runAt(position - 1), what);
        }
        if (regions instanceof Nest nest) {
            long run = nest.run();
            for (int level = 0; level < nest.levels(); level++) {
                assertTrue(nest.count(level) >= 2, what);
                // a level that continues the one below it would be part of that
                assertTrue(nest.stride(level) != run, what);
                run = nest.stride(level) * nest.count(level);
            }
        }
    }

    @Test
    void shouldFindTheSimplestForm() {
        assertSame(Regions.EMPTY, Regions.vector(new long[3], new long[3]));
        assertTrue(Regions.vector(new long[]{4, 9, 6}, new long[]{2, 0, 8}).isContiguous());
        assertTrue(Regions.nest(7, 4, new long[]{3, 1, 5}, new long[]{4, -9, 12}).isContiguous());
        assertInstanceOf(Nest.class, Regions.indexed(8, new long[]{0, 100, 200}));
        assertInstanceOf(Nest.class, Regions.vector(new long[]{0, 4, 50, 100}, new long[]{4, 4, 8, 8}));
        assertInstanceOf(IndexedRuns.class, Regions.vector(new long[]{0, 50, 70}, new long[]{8, 8, 8}));
        assertInstanceOf(VectorRuns.class, Regions.vector(new long[]{0, 50, 100}, new long[]{8, 8, 4}));
        Nest nest = assertInstanceOf(Nest.class, Regions.nest(0, 8, new long[]{4, 5, 6}, new long[]{16, 64, 1000}));
        assertEquals(2, nest.levels());
        assertEquals(20, nest.count(0));
    }

    @Test
    void shouldWalkExactlyTheBytesOfAnyPart() {
        RandomRegions shapes = new RandomRegions(random);
        for (int round = 0; round < ROUNDS; round++) {
            int volume = shapes.volume();
            Regions source = shapes.any(volume);
            Regions target = shapes.any(volume);
            long position = volume == 0 ? 0 : random.nextInt(volume);
            long bytes = volume == 0 ? 0 : random.nextInt(1 + volume - (int) position);
            long[] from = RandomRegions.bytes(source);
            long[] to = RandomRegions.bytes(target);
            RunPairs pairs = new RunPairs(source, target, position, bytes);
            int at = (int) position;
            while (pairs.next()) {
                assertTrue(pairs.bytes() > 0, seed::toString);
                for (long i = 0; i < pairs.bytes(); i++, at++) {
                    assertEquals(from[at], pairs.sourceOffset() + i, seed::toString);
                    assertEquals(to[at], pairs.targetOffset() + i, seed::toString);
                }
            }
            assertEquals(position + bytes, at, seed::toString);
        }
    }

    @Test
    void shouldRefuseWhatIsBeyondTheLargestOffset() {
        long most = Regions.MOST;
        assertEquals(most, Regions.contiguous(0, most).high());
        assertThrows(ArithmeticException.class, () -> Regions.contiguous(1, most));
        assertThrows(ArithmeticException.class, () -> Regions.contiguous(-most - 1, 1));
        assertThrows(ArithmeticException.class,
                () -> Regions.nest(0, 1, new long[]{3}, new long[]{Long.MAX_VALUE / 2 + 1}));
        assertThrows(ArithmeticException.class, () -> Regions.nest(0, most, new long[]{2}, new long[]{0}));
        assertThrows(ArithmeticException.class, () -> Regions.vector(new long[]{Long.MAX_VALUE}, new long[]{1}));
        assertThrows(ArithmeticException.class, () -> Regions.indexed(most, new long[]{0, 1, 7}));
    }

    @Test
    void shouldKnowWhatDividesAllLengthsAndAllDistances() {
        assertGrain(16, 16, Regions.EMPTY);
        assertGrain(8, 16, Regions.contiguous(3, 24));
        assertGrain(8, 4, Regions.nest(3, 8, new long[]{2, 3}, new long[]{-12, 160}));
        assertGrain(16, 8, Regions.indexed(16, new long[]{5, 37, 93, 13}));
        assertGrain(4, 1, Regions.vector(new long[]{0, 31, 64}, new long[]{16, 12, 8}));
    }

    private static void assertGrain(int grain, int spacing, Regions regions) {
        for (int asked = 0; asked < 2; asked++) {
            assertEquals(grain, regions.grain());
            assertEquals(spacing, regions.spacing());
        }
    }
}
