package org.pgas.conformance;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Random shapes of a given volume within a given reach, of every kind: small ones often, empty entries and single
 * rounds among them, lists shuffled, sorted and without gaps, levels permuted and reflected. Those of targets are
 * disjoint; those of sources may overlap.
 */
final class RandomShapes {
    /** Kinds of shapes. */
    enum Kind {
        CONTIGUOUS, VECTOR, INDEXED, STRIDED, CHUNKED, SECTION
    }

    private static final int MOST_LEVELS = 20;
    private static final int[] FACTORS = {2, 2, 2, 2, 3, 3, 5, 7};

    private final SplittableRandom random;

    RandomShapes(SplittableRandom random) {
        this.random = random;
    }

    /** 0 once in 20, else 1..most, small ones more often, half of them with many divisors. */
    int volume(int most) {
        if (random.nextInt(20) == 0) {
            return 0;
        }
        if (random.nextBoolean()) {
            return skewed(most);
        }
        int volume = 1;
        while (true) {
            int factor = FACTORS[random.nextInt(FACTORS.length)];
            if (volume * factor > most || random.nextInt(16) == 0) {
                return volume;
            }
            volume *= factor;
        }
    }

    /** 1..most, skewed to small. */
    int skewed(int most) {
        return 1 + random.nextInt(1 + random.nextInt(1 + random.nextInt(most)));
    }

    Kind kind() {
        return Kind.values()[random.nextInt(Kind.values().length)];
    }

    /** {@code reach}, at least {@code bytes}, bounds the distance of its lowest and highest byte. */
    ModelShape target(Kind kind, int bytes, int reach) {
        return draw(kind, bytes, reach, true);
    }

    ModelShape source(Kind kind, int bytes, int reach) {
        return draw(kind, bytes, reach, random.nextInt(3) != 0);
    }

    /** A place for a shape in {@code [from, from + room)}, for the first, the last or any other possible byte. */
    int place(ModelShape shape, int from, int room) {
        int slack = room - (shape.high() - shape.low());
        int shift = random.nextInt(8) == 0 ? slack : random.nextInt(8) == 0 ? 0 : random.nextInt(slack + 1);
        return from - shape.low() + shift;
    }

    private ModelShape draw(Kind kind, int bytes, int reach, boolean isDisjoint) {
        return switch (kind) {
            case CONTIGUOUS -> ModelShape.contiguous(bytes);
            case VECTOR -> vector(bytes, reach, isDisjoint);
            case INDEXED -> indexed(bytes, reach, isDisjoint);
            case STRIDED -> strided(bytes, reach, isDisjoint);
            case CHUNKED -> chunked(bytes, reach, isDisjoint);
            case SECTION -> section(bytes, reach);
        };
    }

    private ModelShape vector(int bytes, int reach, boolean isDisjoint) {
        List<Long> lengths = new ArrayList<>();
        int longest = skewed(Math.max(1, bytes));
        for (int rest = bytes; rest > 0;) {
            if (random.nextInt(20) == 0) {
                lengths.add(0L);
            }
            int length = Math.min(rest, skewed(longest));
            lengths.add((long) length);
            rest -= length;
        }
        if (bytes == 0) {
            for (int entries = random.nextInt(4); entries > 0; entries--) {
                lengths.add(0L);
            }
        }
        long[] array = lengths.stream().mapToLong(Long::longValue).toArray();
        return ModelShape.vector(place(array, reach, isDisjoint), array);
    }

    private ModelShape indexed(int bytes, int reach, boolean isDisjoint) {
        if (bytes == 0) {
            return random.nextBoolean()
                    ? ModelShape.indexed(0, random.longs(random.nextInt(4)).toArray())
                    : ModelShape.indexed(random.nextInt(10), new long[0]);
        }
        int[] split = split(bytes, 2);
        long[] lengths = new long[split[1]];
        Arrays.fill(lengths, split[0]);
        return ModelShape.indexed(split[0], place(lengths, reach, isDisjoint));
    }

    /** Offsets for regions of these lengths. */
    private long[] place(long[] lengths, int reach, boolean isDisjoint) {
        long[] offsets = new long[lengths.length];
        long origin = random.nextInt(201) - 100;
        if (!isDisjoint) {
            Arrays.setAll(offsets, i -> origin + random.nextInt(reach - (int) lengths[i] + 1));
            return offsets;
        }
        long slack = reach - Arrays.stream(lengths).sum();
        int widest = random.nextInt(4) == 0 ? 0 : skewed(64);
        boolean isEven = random.nextInt(3) == 0;
        long cursor = origin;
        for (int entry : order(lengths.length)) {
            long gap = Math.min(slack, isEven ? widest : random.nextInt(widest + 1));
            offsets[entry] = cursor + gap;
            // an empty region takes no place, wherever it is
            if (lengths[entry] == 0) {
                offsets[entry] = random.nextLong(1L << 40);
                gap = 0;
            }
            slack -= gap;
            cursor += gap + lengths[entry];
        }
        return offsets;
    }

    /** As the list is, backwards, shuffled, or shuffled in parts. */
    private int[] order(int count) {
        int[] order = new int[count];
        int way = random.nextInt(4);
        Arrays.setAll(order, i -> way == 1 ? count - 1 - i : i);
        for (int i = 1; i < count && way > 1; i++) {
            if (way == 2 || random.nextInt(8) == 0) {
                int other = random.nextInt(i + 1);
                int swapped = order[i];
                order[i] = order[other];
                order[other] = swapped;
            }
        }
        return order;
    }

    /** Factors of the volume: as many as parts, distributed by chance; the first is likely to have some. */
    private int[] split(int volume, int parts) {
        int[] split = new int[parts];
        Arrays.fill(split, 1);
        int rest = volume;
        for (int factor = 2; rest > 1; factor = factor * factor > rest ? rest : factor + 1) {
            while (rest % factor == 0) {
                split[random.nextInt(4) == 0 ? 0 : random.nextInt(parts)] *= factor;
                rest /= factor;
            }
        }
        return split;
    }

    private ModelShape chunked(int bytes, int reach, boolean isDisjoint) {
        if (bytes == 0) {
            int element = random.nextInt(3);
            return ModelShape.chunked(element, element == 0 ? random.nextInt(3) : 0, random.nextInt(100) - 50);
        }
        int[] split = split(bytes, 2);
        int slack = split[1] == 1 ? 1000 : (reach - bytes) / (split[1] - 1);
        int stride = split[0] + Math.min(slack, random.nextInt(4) == 0 ? 0 : skewed(100) - 1);
        if (!isDisjoint) {
            stride = random.nextInt(stride + 1);
        }
        return ModelShape.chunked(split[0], split[1], random.nextInt(4) == 0 ? -stride : stride);
    }

    private ModelShape strided(int bytes, int reach, boolean isDisjoint) {
        int levels = random.nextInt(10) == 0 ? MOST_LEVELS : random.nextInt(6);
        int[] split = split(Math.max(1, bytes), 1 + levels);
        long[] counts = new long[levels];
        Arrays.setAll(counts, level -> split[level + 1]);
        if (bytes == 0) {
            if (levels == 0 || random.nextInt(3) == 0) {
                split[0] = 0;
            } else {
                counts[random.nextInt(levels)] = 0;
            }
            return ModelShape.strided(split[0], counts, random.longs(levels).toArray());
        }
        for (int attempt = 0;; attempt++) {
            boolean isTight = attempt > 20;
            boolean isWild = !isTight && (!isDisjoint || bytes < 100 && random.nextBoolean());
            long[] strides = isWild ? wildStrides(split[0], counts) : nestedStrides(split[0], counts, isTight);
            if (reach(split[0], counts, strides) <= reach
                    && (!isDisjoint || !isWild || disjoint(split[0], counts, strides))) {
                return ModelShape.strided(split[0], counts, strides);
            }
        }
    }

    private static boolean disjoint(int element, long[] counts, long[] strides) {
        return ModelShape.areDisjoint(ModelShape.nestOffsets(element, counts, strides));
    }

    private static long reach(long element, long[] counts, long[] strides) {
        long reach = element;
        for (int level = 0; level < counts.length; level++) {
            reach += counts[level] == 1 ? 0 : Math.abs(strides[level]) * (counts[level] - 1);
        }
        return reach;
    }

    /** Levels interleave or overlap as they like. */
    private long[] wildStrides(int element, long[] counts) {
        long[] strides = new long[counts.length];
        for (int level = 0; level < strides.length; level++) {
            int widest = 3 * element * (1 + random.nextInt(4));
            strides[level] = random.nextInt(2 * widest + 1) - widest;
        }
        return strides;
    }

    /** In any order of the levels, each spans more than all before it. A stride of a single round may be anything. */
    private long[] nestedStrides(int element, long[] counts, boolean isTight) {
        long[] strides = new long[counts.length];
        long span = element;
        boolean isDense = isTight || random.nextInt(4) == 0;
        for (int level : order(counts.length)) {
            long stride = span + (isDense || random.nextBoolean() ? 0 : skewed(20));
            if (counts[level] == 1) {
                strides[level] = random.nextLong(-1L << 50, 1L << 50);
                continue;
            }
            span += stride * (counts[level] - 1);
            strides[level] = !isDense && random.nextInt(4) == 0 ? -stride : stride;
        }
        return strides;
    }

    private ModelShape section(int bytes, int reach) {
        int dimensions = 1 + random.nextInt(4);
        int[] split = split(Math.max(1, bytes), 1 + dimensions);
        int[] wanted = Arrays.copyOfRange(split, 1, 1 + dimensions);
        if (bytes == 0) {
            wanted[random.nextInt(dimensions)] = 0;
        }
        int[] step = new int[dimensions];
        int[] extents = new int[dimensions];
        for (int attempt = 0;; attempt++) {
            long volume = split[0];
            for (int i = 0; i < dimensions; i++) {
                step[i] = attempt > 20 || random.nextBoolean() ? 1 : 1 + random.nextInt(3);
                extents[i] = wanted[i] == 0 ? random.nextInt(4)
                        : (wanted[i] - 1) * step[i] + 1
                                + (attempt > 20 || random.nextBoolean() ? 0 : random.nextInt(4));
                volume *= extents[i];
            }
            if (volume <= reach) {
                return cut(split[0], extents, wanted, step);
            }
        }
    }

    private ModelShape cut(int element, int[] extents, int[] wanted, int[] step) {
        boolean isExtended = random.nextInt(4) == 0;
        int[] all = isExtended ? Arrays.copyOf(extents, extents.length + 1) : extents;
        if (isExtended) {
            all[extents.length] = 1;
        }
        ModelSection section = random.nextBoolean()
                ? ModelSection.rowMajor(element, all)
                : ModelSection.columnMajor(element, all);
        for (int i = 0; i < wanted.length; i++) {
            int room = wanted[i] == 0 ? extents[i] : extents[i] - 1 - (wanted[i] - 1) * step[i];
            int from = random.nextInt(room + 1);
            int last = from + Math.max(0, wanted[i] - 1) * step[i];
            boolean isBackwards = wanted[i] > 0 && random.nextInt(4) == 0;
            section = section.range(i, isBackwards ? last : from, wanted[i], isBackwards ? -step[i] : step[i]);
        }
        if (isExtended) {
            section = section.index(extents.length, 0);
        }
        if (random.nextBoolean()) {
            section = section.permuted(order(wanted.length));
        }
        return random.nextInt(3) == 0 ? section.reflected(random.nextInt(wanted.length)).shape() : section.shape();
    }
}
