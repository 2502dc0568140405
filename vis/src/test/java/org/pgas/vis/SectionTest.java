package org.pgas.vis;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.pgas.vis.ShapeTest.assertRefused;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

import org.junit.jupiter.api.Test;
import org.pgas.testkit.Seed;
import org.pgas.testkit.Seeded;

/**
 * Sections against a plain model: for each dimension, which index of which dimension of the whole array each of its
 * indices is.
 */
@Seeded
class SectionTest {
    /** A dimension of a section: one of the array's, and its indices in their order. */
    private record Axis(int dimension, long[] indices) {
        static Axis whole(int dimension, long extent) {
            long[] indices = new long[(int) extent];
            for (int i = 0; i < indices.length; i++) {
                indices[i] = i;
            }
            return new Axis(dimension, indices);
        }

        Axis range(long from, int count, long step) {
            long[] taken = new long[count];
            for (int i = 0; i < count; i++) {
                taken[i] = indices[(int) (from + i * step)];
            }
            return new Axis(dimension, taken);
        }
    }

    /** Section and model, changed together. */
    private static final class Pair {
        private final SplittableRandom random;
        private final long elementBytes;
        private final long[] arrayStrides;
        private final List<Axis> axes = new ArrayList<>();

        /** By dimension of the array: the index that {@link Section#index} has fixed. */
        private final long[] fixed;

        private Section section;

        Pair(SplittableRandom random) {
            this.random = random;
            elementBytes = random.nextInt(1, 5);
            long[] extents = new long[random.nextInt(5)];
            for (int i = 0; i < extents.length; i++) {
                extents[i] = random.nextInt(20) == 0 ? 0 : random.nextInt(1, 6);
                axes.add(Axis.whole(i, extents[i]));
            }
            fixed = new long[extents.length];
            arrayStrides = new long[extents.length];
            boolean isRowMajor = random.nextBoolean();
            section = isRowMajor ? Section.rowMajor(elementBytes, extents)
                    : Section.columnMajor(elementBytes, extents);
            long stride = elementBytes;
            for (int i = 0; i < extents.length; i++) {
                int dimension = isRowMajor ? extents.length - 1 - i : i;
                arrayStrides[dimension] = stride;
                stride *= Math.max(1, extents[dimension]);
            }
        }

        void change() {
            int dimension = axes.isEmpty() ? 0 : random.nextInt(axes.size());
            switch (axes.isEmpty() ? 4 : random.nextInt(5)) {
                case 0 -> range(dimension, axes.get(dimension).indices.length);
                case 1 -> {
                    section = section.reflected(dimension);
                    int extent = axes.get(dimension).indices.length;
                    axes.set(dimension, axes.get(dimension).range(extent - 1, extent, -1));
                }
                case 2 -> index(dimension);
                case 3 -> transpose();
                default -> permute();
            }
        }

        private void range(int dimension, int extent) {
            if (extent == 0) {
                section = section.range(dimension, 0, 0);
                return;
            }
            int from = random.nextInt(extent);
            int step = random.nextInt(1, 4) * (random.nextBoolean() ? 1 : -1);
            int most = 1 + (step > 0 ? extent - 1 - from : from) / Math.abs(step);
            int count = random.nextInt(most + 1);
            section = section.range(dimension, from, count, step);
            axes.set(dimension, axes.get(dimension).range(from, count, step));
        }

        private void index(int dimension) {
            long[] indices = axes.get(dimension).indices;
            if (indices.length > 0 && random.nextInt(3) == 0) {
                int index = random.nextInt(indices.length);
                section = section.index(dimension, index);
                fixed[axes.get(dimension).dimension] = indices[index];
                axes.remove(dimension);
            }
        }

        private void transpose() {
            if (axes.size() >= 2) {
                section = section.transposed();
                axes.add(axes.size() - 2, axes.removeLast());
            }
        }

        private void permute() {
            int[] order = new int[axes.size()];
            List<Integer> left = new ArrayList<>();
            for (int i = 0; i < order.length; i++) {
                left.add(i);
            }
            List<Axis> before = List.copyOf(axes);
            for (int i = 0; i < order.length; i++) {
                order[i] = left.remove(random.nextInt(left.size()));
                axes.set(i, before.get(order[i]));
            }
            section = section.permuted(order);
        }

        void assertSame() {
            assertEquals(axes.size(), section.dimensions());
            long elements = 1;
            for (int dimension = 0; dimension < axes.size(); dimension++) {
                assertEquals(axes.get(dimension).indices.length, section.extent(dimension));
                elements *= section.extent(dimension);
            }
            long[] expected = new long[(int) (elements * elementBytes)];
            for (int element = 0; element < elements; element++) {
                long start = offset(element);
                for (int i = 0; i < elementBytes; i++) {
                    expected[(int) (element * elementBytes + i)] = start + i;
                }
            }
            assertArrayEquals(expected, Offsets.of(section.shape()), section::toString);
        }

        /** Of an element by its number in the order of the section: the last dimension runs fastest. */
        private long offset(long element) {
            long[] index = fixed.clone();
            long rest = element;
            for (Axis axis : axes.reversed()) {
                index[axis.dimension] = axis.indices[(int) (rest % axis.indices.length)];
                rest /= axis.indices.length;
            }
            long offset = 0;
            for (int dimension = 0; dimension < index.length; dimension++) {
                offset += index[dimension] * arrayStrides[dimension];
            }
            return offset;
        }
    }

    @Test
    void shouldTakeEachElementWhereTheIndicesSay() {
        SplittableRandom random = Seed.of("sections");
        for (int round = 0; round < 2000; round++) {
            Pair pair = new Pair(random);
            pair.assertSame();
            for (int change = 0; change < 4; change++) {
                pair.change();
                pair.assertSame();
            }
        }
    }

    @Test
    void shouldNeverOverlap() {
        SplittableRandom random = Seed.of("apart");
        for (int round = 0; round < 1000; round++) {
            Pair pair = new Pair(random);
            for (int change = 0; change < 4; change++) {
                pair.change();
            }
            assertEquals("", pair.section.shape().overlap());
        }
    }

    @Test
    void shouldBeAValueAndMakeItsShapeOnce() {
        Section matrix = Section.rowMajor(8, 3, 5);
        assertSame(matrix.shape(), matrix.shape());
        assertEquals(matrix, matrix.transposed().transposed());
        assertEquals(matrix.hashCode(), matrix.transposed().transposed().hashCode());
        assertEquals(matrix, matrix.reflected(1).reflected(1));
        assertNotEquals(matrix, matrix.transposed());
        assertEquals(Section.columnMajor(8, 5, 3), matrix.transposed());
        assertEquals("section(8 bytes, extents [2, 5], strides [40, 8] from offset 40)",
                matrix.range(0, 1, 2).toString());
        assertEquals(Shape.contiguous(120), matrix.shape());
        assertEquals(Shape.contiguous(8), Section.rowMajor(8).shape());
        long[] extents = {3, 5};
        Section kept = Section.rowMajor(8, extents);
        extents[0] = 7;
        assertEquals(matrix, kept);
    }

    @Test
    void shouldNameTheDimensionOfWhatIsIllegal() {
        Section a = Section.rowMajor(8, 10, 20);
        assertRefused(() -> Section.rowMajor(0, 1), "Section.rowMajor", "elementBytes is 0");
        assertRefused(() -> Section.columnMajor(8, 1, -2), "Section.columnMajor", "dimension 1", "-2");
        assertRefused(() -> Section.rowMajor(8, (long[]) null), "null");
        assertRefused(() -> Section.rowMajor(8, 1L << 40, 1L << 40), "dimension 0", "2^61");
        assertRefused(() -> Section.columnMajor(8, 1L << 40, 1L << 40), "dimension 1", "2^61");
        assertRefused(() -> Section.rowMajor(Long.MAX_VALUE), "2^61");
        assertRefused(() -> a.range(2, 0, 1), "Section.range", "dimension 2", "0..1");
        assertRefused(() -> a.range(-1, 0, 1), "dimension -1");
        assertRefused(() -> a.range(1, 15, 6), "6 indices from 15", "dimension 1", "0..19");
        assertRefused(() -> a.range(1, -1, 1), "from -1", "0..19");
        assertRefused(() -> a.range(1, 0, -1), "a count of -1", "dimension 1");
        assertRefused(() -> a.range(1, 0, 1, 0), "a step of 0", "dimension 1");
        assertRefused(() -> a.range(0, 3, 5, -1), "dimension 0", "0..9");
        assertRefused(() -> a.range(0, 3, 2, Long.MIN_VALUE), "dimension 0");
        assertRefused(() -> a.range(0, 3, Long.MAX_VALUE, Long.MAX_VALUE), "dimension 0");
        assertRefused(() -> a.range(0, Long.MAX_VALUE, 2), "dimension 0");
        assertRefused(() -> a.range(0, 11, 0), "dimension 0");
        assertRefused(() -> a.index(0, 10), "Section.index", "index 10", "dimension 0", "0..9");
        assertRefused(() -> a.index(0, -1), "index -1");
        assertRefused(() -> a.range(0, 10, 0).index(0, 0), "none");
        assertRefused(() -> a.permuted(0), "Section.permuted", "[0]", "0..1");
        assertRefused(() -> a.permuted(0, 0), "[0, 0]");
        assertRefused(() -> a.permuted(0, 2), "[0, 2]");
        assertRefused(() -> a.permuted((int[]) null), "null");
        assertRefused(() -> a.index(0, 0).transposed(), "Section.transposed", "1 dimension");
        assertRefused(() -> a.reflected(2), "Section.reflected", "dimension 2");
        assertRefused(() -> a.extent(5), "Section.extent", "dimension 5");
        assertEquals(a.range(0, 3, 1), a.range(0, 3, 1, Long.MIN_VALUE));
    }
}
