package org.pgas.vis;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrowsExactly;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.SplittableRandom;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.pgas.ErrorCode;
import org.pgas.PgasException;
import org.pgas.regions.Regions;
import org.pgas.testkit.Seed;
import org.pgas.testkit.Seeded;

/** What shapes are made of, know of themselves, and refuse. */
@Seeded
class ShapeTest {
    private static final long[] NONE = {};

    @Test
    void shouldTakeTheBytesInTheOrderOfTheDocumentsLoops() {
        SplittableRandom random = Seed.of("nests");
        for (int round = 0; round < 2000; round++) {
            long elementBytes = random.nextInt(20) == 0 ? 0 : random.nextInt(1, 9);
            long[] counts = new long[random.nextInt(5)];
            long[] strides = new long[counts.length];
            for (int level = 0; level < counts.length; level++) {
                counts[level] = random.nextInt(20) == 0 ? 0 : random.nextInt(1, 5);
                strides[level] = random.nextInt(-40, 41);
            }
            assertTakes(Offsets.ofNest(elementBytes, counts, strides), Shape.strided(elementBytes, counts, strides));
        }
    }

    @Test
    void shouldTakeTheBytesInTheOrderOfTheList() {
        SplittableRandom random = Seed.of("lists");
        for (int round = 0; round < 2000; round++) {
            long[] offsets = new long[random.nextInt(8)];
            long[] lengths = new long[offsets.length];
            long oneLength = random.nextInt(6);
            for (int i = 0; i < offsets.length; i++) {
                lengths[i] = random.nextInt(6);
                // every other one follows its predecessor
                offsets[i] = i > 0 && random.nextBoolean() ? offsets[i - 1] + lengths[i - 1] : random.nextInt(-30, 30);
            }
            assertTakes(Offsets.ofList(offsets, lengths), Shape.vector(offsets, lengths));
            Arrays.fill(lengths, oneLength);
            assertTakes(Offsets.ofList(offsets, lengths), Shape.indexed(oneLength, offsets));
        }
    }

    private static void assertTakes(long[] expected, Shape shape) {
        assertArrayEquals(expected, Offsets.of(shape), shape::toString);
        assertEquals(expected.length, shape.bytes(), shape::toString);
        assertEquals(Arrays.stream(expected).min().orElse(0), shape.low(), shape::toString);
        assertEquals(Arrays.stream(expected).map(offset -> offset + 1).max().orElse(0), shape.high(), shape::toString);
        boolean isOneRegion = true;
        for (int i = 1; i < expected.length; i++) {
            isOneRegion &= expected[i] == expected[i - 1] + 1;
        }
        assertEquals(isOneRegion, shape.isContiguous(), shape::toString);
        assertEquals(isOneRegion, shape.regionCount() <= 1, shape::toString);
        Shape shifted = shape.at(-77);
        assertArrayEquals(Arrays.stream(expected).map(offset -> offset - 77).toArray(), Offsets.of(shifted),
                shifted::toString);
        assertEquals(shape, shifted.at(77));
        assertEquals(shape.hashCode(), shifted.at(77).hashCode());
    }

    @Test
    void shouldKeepNothingOfTheArraysGiven() {
        long[] offsets = {0, 10, 40};
        long[] lengths = {4, 4, 8};
        long[] counts = {3, 2};
        long[] strides = {4, 100};
        Shape vector = Shape.vector(offsets, lengths);
        Shape indexed = Shape.indexed(4, offsets);
        Shape strided = Shape.strided(2, counts, strides);
        String before = vector + " " + indexed + " " + strided + " " + strided.at(8);
        long[] bytes = Offsets.of(vector);
        for (long[] array : new long[][]{offsets, lengths, counts, strides}) {
            Arrays.fill(array, 1);
        }
        assertArrayEquals(bytes, Offsets.of(vector));
        assertEquals(before, vector + " " + indexed + " " + strided + " " + strided.at(8));
        assertEquals("", vector.overlap() + indexed.overlap() + strided.overlap());
    }

    @Test
    void shouldDoNothingInTheDegenerateCasesOfTheDocuments() {
        Shape noElement = Shape.strided(0, null, null);
        assertEquals(0, noElement.bytes());
        assertEquals(noElement, Shape.strided(0, new long[]{-1}, new long[]{Long.MIN_VALUE, 3}));
        assertEquals(Shape.contiguous(5), Shape.strided(5, NONE, NONE));
        assertEquals(0, Shape.strided(5, new long[]{Long.MAX_VALUE, 0}, new long[]{Long.MAX_VALUE, 1}).bytes());
        assertEquals(0, Shape.vector(NONE, NONE).bytes());
        assertEquals(0, Shape.indexed(8, NONE).bytes());
        assertEquals(0, Shape.indexed(0, new long[]{Long.MAX_VALUE}).bytes());
        assertEquals(Shape.contiguous(2), Shape.vector(new long[]{Long.MIN_VALUE, 0, 7}, new long[]{0, 2, 0}));
        assertEquals(0, Shape.chunked(0, -1, 3).bytes());
        assertTrue(noElement.isContiguous());
        assertEquals(0, noElement.regionCount() + noElement.low() + noElement.high());
        assertSame(noElement, noElement.at(Long.MAX_VALUE));
    }

    @Test
    void shouldBeEqualWhenTheSameBytesAreTakenInTheSameOrder() {
        Shape rows = Shape.strided(4, new long[]{3, 2}, new long[]{4, 20});
        assertEquals(rows, Shape.chunked(12, 2, 20));
        assertEquals(rows, Shape.indexed(12, new long[]{0, 20}));
        assertEquals(rows, Shape.vector(new long[]{0, 8, 20}, new long[]{8, 4, 12}));
        assertEquals(rows.hashCode(), Shape.vector(new long[]{0, 8, 20}, new long[]{8, 4, 12}).hashCode());
        // the one notices that 0..7 and 8..15 are one region, the other does not
        Shape list = Shape.indexed(8, new long[]{0, 8, 100, 50, 30, 70});
        Shape joined = Shape.vector(new long[]{0, 100, 50, 30, 70}, new long[]{16, 8, 8, 8, 8});
        assertEquals(list, joined);
        assertEquals(list.hashCode(), joined.hashCode());
        assertNotEquals(rows, rows.at(1));
        assertNotEquals(rows, Shape.indexed(12, new long[]{20, 0}));
        assertNotEquals(Shape.strided(1, new long[]{2, 3}, new long[]{3, 1}),
                Shape.strided(1, new long[]{3, 2}, new long[]{2, 1}));
        assertNotEquals(rows, Shape.contiguous(24));
        assertFalse(rows.equals(null));
    }

    @Test
    void shouldSayWhatItWasMadeOf() {
        assertEquals("contiguous(96 bytes)", Shape.contiguous(96).toString());
        assertEquals("contiguous(96 bytes from offset -8)", Shape.contiguous(96).at(-8).toString());
        assertEquals("chunked(5 of 8 bytes, 16 apart)", Shape.chunked(8, 5, 16).toString());
        assertEquals("strided(8 bytes, counts [4, 5], strides [16, -128] from offset 9)",
                Shape.strided(8, new long[]{4, 5}, new long[]{16, -128}).at(9).toString());
        assertEquals("indexed(3 of 8 bytes at [0, 16, 40])", Shape.indexed(8, new long[]{0, 16, 40}).toString());
        assertEquals("indexed(5 of 8 bytes at [0, 16, 40, 80, ...])",
                Shape.indexed(8, new long[]{0, 16, 40, 80, 160}).toString());
        assertEquals("vector(3 regions, 28 bytes: [8 at 0, 16 at 40, 4 at 100])",
                Shape.vector(new long[]{0, 40, 100}, new long[]{8, 16, 4}).toString());
    }

    @Test
    void shouldRefuseWhatIsNegativeOrMissing() {
        assertRefused(() -> Shape.contiguous(-1), "Shape.contiguous", "bytes is -1", "0 and more");
        assertRefused(() -> Shape.indexed(-8, NONE), "Shape.indexed", "-8");
        assertRefused(() -> Shape.indexed(8, null), "Shape.indexed", "offsets is null");
        assertRefused(() -> Shape.vector(null, NONE), "Shape.vector", "offsets is null");
        assertRefused(() -> Shape.vector(NONE, null), "Shape.vector", "lengths is null");
        assertRefused(() -> Shape.vector(new long[3], new long[2]), "Shape.vector", "3 offsets", "2 lengths");
        assertRefused(() -> Shape.vector(new long[3], new long[]{1, 0, -5}), "entry 2", "-5");
        assertRefused(() -> Shape.strided(-1, null, null), "Shape.strided", "elementBytes is -1");
        assertRefused(() -> Shape.strided(1, null, NONE), "counts is null");
        assertRefused(() -> Shape.strided(1, new long[1], null), "strides is null");
        assertRefused(() -> Shape.strided(1, new long[]{0}, NONE), "1 counts", "0 strides");
        assertRefused(() -> Shape.strided(1, new long[]{0, 1, -3}, new long[3]), "level 2", "-3");
        assertRefused(() -> Shape.chunked(1, -3, 5), "Shape.chunked", "the chunks", "-3");
    }

    @Test
    void shouldNotSearchAgainForOverlapsAtAnotherPlace() {
        Shape apart = Shape.indexed(8, new long[]{16, 0});
        assertFalse(apart.at(4).isKnownTarget());
        assertEquals("", apart.overlap());
        assertTrue(apart.at(4).isKnownTarget());
        Shape twice = Shape.indexed(8, new long[]{4, 0});
        assertOverlapAt(twice.at(0), "offset 4");
        assertOverlapAt(twice.at(100), "offset 104");
    }

    private static void assertOverlapAt(Shape shape, String place) {
        assertTrue(shape.overlap().contains(place), shape::overlap);
    }

    @Test
    void shouldRefuseWhatOverflowsAndNameItsPlace() {
        long most = Regions.MOST;
        assertEquals(most, Shape.contiguous(most).high());
        assertRefused(() -> Shape.contiguous(most + 1), "" + (most + 1), "2^61");
        assertRefused(() -> Shape.contiguous(most).at(1), "Shape.at");
        assertRefused(() -> Shape.contiguous(1).at(Long.MAX_VALUE), "Shape.at");
        assertRefused(() -> Shape.contiguous(1).at(Long.MIN_VALUE), "Shape.at");
        assertRefused(() -> Shape.indexed(8, new long[]{0, 9, 20}).at(Long.MIN_VALUE), "Shape.at");
        assertRefused(() -> Shape.indexed(8, new long[]{0, Long.MAX_VALUE, 1}), "entry 1", "" + Long.MAX_VALUE);
        assertRefused(() -> Shape.indexed(8, new long[]{0, 7, Long.MIN_VALUE}), "entry 2");
        assertRefused(() -> Shape.indexed(most, new long[]{0, -9}), "entry 1", "together");
        assertRefused(() -> Shape.vector(new long[]{0, most, 3}, new long[]{4, 1, 4}), "entry 1");
        for (long stride : new long[]{Long.MAX_VALUE, Long.MIN_VALUE, most + 1, -most - 1}) {
            assertRefused(() -> Shape.strided(8, new long[]{5, 2, 2}, new long[]{8, stride, 100}), "level 1",
                    "" + stride);
            assertEquals(8, Shape.strided(8, new long[]{1}, new long[]{stride}).bytes());
        }
        assertRefused(() -> Shape.strided(8, new long[]{most / 8, 2}, new long[]{0, 0}), "level 1", "volume");
        assertRefused(() -> Shape.strided(1, new long[]{Long.MAX_VALUE}, new long[]{0}), "level 0", "volume");
        assertRefused(() -> Shape.strided(8, new long[]{3, 3}, new long[]{most / 2 - 8, 8}), "level 1");
        assertRefused(() -> Shape.chunked(1, 3, most), "the chunks");
    }

    static void assertRefused(Executable call, String... parts) {
        PgasException refused = assertThrowsExactly(PgasException.class, call);
        assertEquals(ErrorCode.BAD_ARGUMENT, refused.code());
        for (String part : parts) {
            assertTrue(refused.getMessage().contains(part),
                    () -> "the message does not name '" + part + "': " + refused.getMessage());
        }
    }
}
