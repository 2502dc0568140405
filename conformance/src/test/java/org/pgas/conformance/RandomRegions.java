package org.pgas.conformance;

import java.util.SplittableRandom;

import org.pgas.regions.Regions;

/** Draws regions of a given volume inside a given range, of every geometry, made of whole elements of a given size. */
final class RandomRegions {
    private final SplittableRandom random;
    private final int element;
    private final long span;

    /** Everything in elements but this: bytes by which all regions lie further off. */
    private final long shift;

    private RandomRegions(SplittableRandom random, int element, long span, long shift) {
        this.random = random;
        this.element = element;
        this.span = span / element;
        this.shift = shift;
    }

    /** Inside {@code [shift, shift + span)}, whose runs do not overlap each other. */
    static Regions disjoint(SplittableRandom random, long bytes, int element, long span, long shift) {
        return new RandomRegions(random, element, span, shift).disjoint(bytes / element);
    }

    /** As {@link #disjoint}, but for runs that may overlap, as those of a source may. */
    static Regions any(SplittableRandom random, long bytes, long span, long shift) {
        RandomRegions drawer = new RandomRegions(random, 1, span, shift);
        return random.nextInt(3) == 0 ? drawer.overlapping(bytes) : drawer.disjoint(bytes);
    }

    private Regions disjoint(long volume) {
        return switch (random.nextInt(8)) {
            case 0 -> Regions.contiguous(place(random.nextLong(span - volume + 1)), volume * element);
            case 1, 2, 3 -> nest(volume);
            case 4, 5 -> indexed(volume);
            default -> vector(volume);
        };
    }

    private long place(long at) {
        return shift + at * element;
    }

    private long divisor(long of) {
        long divisor = 1 + random.nextLong(of);
        while (of % divisor != 0) {
            divisor--;
        }
        return divisor;
    }

    /** Levels in any order of their strides, which have any sign. */
    private Regions nest(long volume) {
        long run = divisor(volume);
        long rest = volume / run;
        int levels = random.nextInt(1, 5);
        long[] counts = new long[levels];
        for (int level = 0; level < levels; level++) {
            counts[level] = level == levels - 1 ? rest : divisor(rest);
            rest /= counts[level];
        }
        int[] order = shuffled(levels);
        long[] strides = new long[levels];
        long origin = 0;
        long size = run;
        long behind = volume / run;
        for (int level : order) {
            behind /= counts[level];
            // so much that what is left to nest in finds room without gaps
            long most = counts[level] == 1 ? 0 : (span / behind - size) / (counts[level] - 1);
            long stride = counts[level] == 1 ? size
                    : random.nextInt(3) == 0 ? size : size + random.nextLong(most - size + 1);
            boolean back = random.nextBoolean();
            origin += back ? stride * (counts[level] - 1) : 0;
            strides[level] = (back ? -stride : stride) * element;
            size = stride * (counts[level] - 1) + size;
        }
        return Regions.nest(place(origin + random.nextLong(span - size + 1)), run * element, counts, strides);
    }

    private int[] shuffled(int count) {
        int[] order = new int[count];
        for (int i = 0; i < count; i++) {
            int other = random.nextInt(i + 1);
            order[i] = order[other];
            order[other] = i;
        }
        return order;
    }

    private Regions indexed(long volume) {
        long run = divisor(volume);
        long[] lengths = new long[(int) (volume / run)];
        java.util.Arrays.fill(lengths, run);
        return Regions.indexed(run * element, scattered(lengths, volume));
    }

    private Regions vector(long volume) {
        long[] lengths = new long[1 + random.nextInt((int) Math.min(volume, 200))];
        for (long left = volume; left > 0;) {
            long more = 1 + random.nextLong(random.nextInt(4) == 0 ? left : Math.min(left, 40));
            lengths[random.nextInt(lengths.length)] += more;
            left -= more;
        }
        long[] offsets = scattered(lengths, volume);
        for (int i = 0; i < lengths.length; i++) {
            lengths[i] *= element;
        }
        return Regions.vector(offsets, lengths);
    }

    /** Offsets of runs that lie in any order, with gaps between them. */
    private long[] scattered(long[] lengths, long volume) {
        long[] offsets = new long[lengths.length];
        long free = span - volume;
        long at = 0;
        for (int run : shuffled(lengths.length)) {
            long gap = random.nextInt(3) == 0 ? 0 : random.nextLong(2 * free / lengths.length + 1);
            gap = Math.min(gap, free);
            free -= gap;
            at += gap;
            offsets[run] = place(at);
            at += lengths[run];
        }
        return offsets;
    }

    private Regions overlapping(long volume) {
        long run = divisor(volume);
        long count = volume / run;
        if (random.nextBoolean()) {
            long reach = (span - run) / Math.max(1, count - 1);
            return Regions.nest(place(0), run, new long[]{count}, new long[]{random.nextLong(reach + 1)});
        }
        long[] offsets = random.longs(count, 0, span - run + 1).map(this::place).toArray();
        return Regions.indexed(run, offsets);
    }
}
