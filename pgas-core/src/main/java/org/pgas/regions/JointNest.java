package org.pgas.regions;

/**
 * Two nests of equal volume as one nest of loops, with a stride for each side: possible whenever the boundaries of the
 * runs and levels of the one divide those of the other, which is so for sections of arrays, transposes, reflections,
 * and any cut of either into chunks.
 *
 * <p>The rounds are in the order that suits the memory, not in that of the packed form: strides of the target are
 * positive and ascending, so that the innermost level writes the most adjacent places. Levels that continue each other
 * on both sides are one.
 *
 * <p>Immutable; any thread.
 */
final class JointNest {
    final long sourceOrigin;
    final long targetOrigin;
    final long run;

    /** By level, innermost first; all at least 2. */
    final long[] counts;

    final long[] sourceStrides;
    final long[] targetStrides;

    private JointNest(Builder builder) {
        sourceOrigin = builder.sourceOrigin;
        targetOrigin = builder.targetOrigin;
        run = builder.run;
        counts = java.util.Arrays.copyOf(builder.counts, builder.levels);
        sourceStrides = java.util.Arrays.copyOf(builder.sourceStrides, builder.levels);
        targetStrides = java.util.Arrays.copyOf(builder.targetStrides, builder.levels);
    }

    int levels() {
        return counts.length;
    }

    /** Null when the runs and levels of the two are cut at places that do not divide each other. */
    static JointNest of(Nest source, Nest target) {
        Builder builder = new Builder(source, target);
        if (!builder.refine(source, target)) {
            return null;
        }
        builder.turn();
        builder.sort();
        builder.merge();
        return new JointNest(builder);
    }

    private static final class Builder {
        long sourceOrigin;
        long targetOrigin;
        long run;
        int levels;
        final long[] counts;
        final long[] sourceStrides;
        final long[] targetStrides;

        Builder(Nest source, Nest target) {
            sourceOrigin = source.origin;
            targetOrigin = target.origin;
            int most = source.levels() + target.levels() + 1;
            counts = new long[most];
            sourceStrides = new long[most];
            targetStrides = new long[most];
        }

        /** A run is a level too, of bytes one byte apart. */
        boolean refine(Nest source, Nest target) {
            long sourceCount = source.run;
            long sourceStride = 1;
            long targetCount = target.run;
            long targetStride = 1;
            int sourceLevel = 0;
            int targetLevel = 0;
            run = 0;
            while (true) {
                long common = Math.min(sourceCount, targetCount);
                if (sourceCount % common != 0 || targetCount % common != 0) {
                    return false;
                }
                add(common, sourceStride, targetStride);
                sourceCount /= common;
                sourceStride *= common;
                targetCount /= common;
                targetStride *= common;
                if (sourceCount == 1) {
                    if (sourceLevel == source.levels()) {
                        return true; // of equal volume: the target has ended too
                    }
                    sourceCount = source.counts[sourceLevel];
                    sourceStride = source.strides[sourceLevel++];
                }
                if (targetCount == 1 && targetLevel < target.levels()) {
                    targetCount = target.counts[targetLevel];
                    targetStride = target.strides[targetLevel++];
                }
            }
        }

        private void add(long count, long sourceStride, long targetStride) {
            if (run == 0) {
                run = count;
            } else if (count > 1) {
                counts[levels] = count;
                sourceStrides[levels] = sourceStride;
                targetStrides[levels++] = targetStride;
            }
        }

        /** Has each level run in the direction in which the target ascends. */
        void turn() {
            for (int level = 0; level < levels; level++) {
                if (targetStrides[level] < 0) {
                    sourceOrigin += (counts[level] - 1) * sourceStrides[level];
                    targetOrigin += (counts[level] - 1) * targetStrides[level];
                    sourceStrides[level] = -sourceStrides[level];
                    targetStrides[level] = -targetStrides[level];
                }
            }
        }

        void sort() {
            for (int end = 1; end < levels; end++) {
                for (int level = end; level > 0 && targetStrides[level] < targetStrides[level - 1]; level--) {
                    swap(counts, level);
                    swap(sourceStrides, level);
                    swap(targetStrides, level);
                }
            }
        }

        private static void swap(long[] numbers, int level) {
            long number = numbers[level];
            numbers[level] = numbers[level - 1];
            numbers[level - 1] = number;
        }

        /** After sorting, what continues a level on both sides follows it. */
        void merge() {
            int kept = 0;
            for (int level = 0; level < levels; level++) {
                if (kept == 0 && sourceStrides[level] == run && targetStrides[level] == run) {
                    run *= counts[level];
                } else if (kept > 0 && sourceStrides[level] == sourceStrides[kept - 1] * counts[kept - 1]
                        && targetStrides[level] == targetStrides[kept - 1] * counts[kept - 1]) {
                    counts[kept - 1] *= counts[level];
                } else {
                    counts[kept] = counts[level];
                    sourceStrides[kept] = sourceStrides[level];
                    targetStrides[kept++] = targetStrides[level];
                }
            }
            levels = kept;
        }
    }
}
