package org.pgas.conformance;

import java.util.Arrays;
import java.util.function.UnaryOperator;

import org.pgas.vis.Section;

/**
 * A section, and a plain list of the offsets of its elements in its order, which every step selects from by loops over
 * indices.
 */
final class ModelSection {
    private final String text;
    private final Section section;
    private final int element;
    private final int[] extents;
    private final int[] offsets;

    private ModelSection(String text, Section section, int element, int[] extents, int[] offsets) {
        this.text = text;
        this.section = section;
        this.element = element;
        this.extents = extents;
        this.offsets = offsets;
    }

    static ModelSection rowMajor(int element, int... extents) {
        int[] offsets = new int[volume(extents)];
        Arrays.setAll(offsets, i -> i * element);
        return new ModelSection("rowMajor " + element + " " + Arrays.toString(extents),
                Section.rowMajor(element, longs(extents)), element, extents, offsets);
    }

    static ModelSection columnMajor(int element, int... extents) {
        int[] offsets = new int[volume(extents)];
        for (int i = 0; i < offsets.length; i++) {
            int[] index = index(i, extents);
            int flat = 0;
            for (int dimension = extents.length - 1; dimension >= 0; dimension--) {
                flat = flat * extents[dimension] + index[dimension];
            }
            offsets[i] = flat * element;
        }
        return new ModelSection("columnMajor " + element + " " + Arrays.toString(extents),
                Section.columnMajor(element, longs(extents)), element, extents, offsets);
    }

    ModelSection range(int dimension, int from, int count, int step) {
        int[] newExtents = extents.clone();
        newExtents[dimension] = count;
        Section ranged = step == 1 ? section.range(dimension, from, count)
                : section.range(dimension, from, count, step);
        return select(" range " + dimension + " " + from + " " + count + " " + step, ranged, newExtents, index -> {
            index[dimension] = from + index[dimension] * step;
            return index;
        });
    }

    ModelSection index(int dimension, int at) {
        int[] newExtents = new int[extents.length - 1];
        System.arraycopy(extents, 0, newExtents, 0, dimension);
        System.arraycopy(extents, dimension + 1, newExtents, dimension, newExtents.length - dimension);
        return select(" index " + dimension + " " + at, section.index(dimension, at), newExtents, index -> {
            int[] old = new int[extents.length];
            System.arraycopy(index, 0, old, 0, dimension);
            old[dimension] = at;
            System.arraycopy(index, dimension, old, dimension + 1, index.length - dimension);
            return old;
        });
    }

    ModelSection permuted(int... order) {
        int[] newExtents = Arrays.stream(order).map(i -> extents[i]).toArray();
        return select(" permuted " + Arrays.toString(order), section.permuted(order.clone()), newExtents, index -> {
            int[] old = new int[index.length];
            for (int i = 0; i < index.length; i++) {
                old[order[i]] = index[i];
            }
            return old;
        });
    }

    ModelSection reflected(int dimension) {
        return select(" reflected " + dimension, section.reflected(dimension), extents, index -> {
            index[dimension] = extents[dimension] - 1 - index[dimension];
            return index;
        });
    }

    private ModelSection select(String step, Section selected, int[] newExtents, UnaryOperator<int[]> oldIndex) {
        int[] chosen = new int[volume(newExtents)];
        for (int i = 0; i < chosen.length; i++) {
            chosen[i] = offsets[flat(oldIndex.apply(index(i, newExtents)), extents)];
        }
        return new ModelSection(text + step, selected, element, newExtents, chosen);
    }

    ModelShape shape() {
        int[] bytes = new int[offsets.length * element];
        Arrays.setAll(bytes, i -> offsets[i / element] + i % element);
        return new ModelShape(text, section.shape(), bytes);
    }

    Section section() {
        return section;
    }

    /** Of the i-th element when the last dimension runs fastest. */
    private static int[] index(int i, int[] extents) {
        int[] index = new int[extents.length];
        int rest = i;
        for (int dimension = extents.length - 1; dimension >= 0; dimension--) {
            index[dimension] = rest % extents[dimension];
            rest /= extents[dimension];
        }
        return index;
    }

    private static int flat(int[] index, int[] extents) {
        int flat = 0;
        for (int dimension = 0; dimension < extents.length; dimension++) {
            flat = flat * extents[dimension] + index[dimension];
        }
        return flat;
    }

    private static int volume(int[] extents) {
        return Arrays.stream(extents).reduce(1, (a, b) -> a * b);
    }

    private static long[] longs(int[] values) {
        return Arrays.stream(values).asLongStream().toArray();
    }
}
