package org.pgas.vis;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * Finds two elements of a nest that have a byte in common. Where they lie does not matter but only how far apart they
 * are: two elements are d[0] * strides[0] + d[1] * strides[1] + ... bytes apart, with |d[k]| less than the count of
 * level k, and not all of them 0. They overlap where that is less than an element in either direction.
 *
 * <p>In nearly all nests each stride is at least what the smaller ones reach, and then there are none. Otherwise the
 * differences are searched, from the largest stride down: what the smaller ones can still make up for bounds each of
 * them, and so does the greatest common divisor of the smaller ones. The search gives up after a number of steps, so
 * that no nest takes long.
 */
final class NestOverlap {
    private static final int MOST_STEPS = 1 << 20;

    private final long bytes;
    private final int allLevels;

    /** The levels of more than one round, the largest stride first. */
    private final int[] levels;

    /** By place in {@link #levels}: how many rounds apart at most, and how far a round goes. */
    private final long[] most;

    private final long[] strides;
    private final boolean[] negative;

    /** By place: how far the levels from there on reach together; one more, 0. */
    private final long[] reach;

    /** By place: what divides all strides from there on; one more, 0. */
    private final long[] divisor;

    private final long[] found;
    private int steps;

    /** Of a nest that is not empty and has checked bounds. */
    NestOverlap(long bytes, long[] counts, long[] signedStrides) {
        this.bytes = bytes;
        allLevels = counts.length;
        levels = IntStream.range(0, counts.length).filter(level -> counts[level] > 1).boxed()
                .sorted(Comparator.comparing((Integer level) -> Math.abs(signedStrides[level])).reversed())
                .mapToInt(Integer::intValue).toArray();
        int count = levels.length;
        most = new long[count];
        strides = new long[count];
        negative = new boolean[count];
        reach = new long[count + 1];
        divisor = new long[count + 1];
        found = new long[count];
        for (int i = count - 1; i >= 0; i--) {
            most[i] = counts[levels[i]] - 1;
            strides[i] = Math.abs(signedStrides[levels[i]]);
            negative[i] = signedStrides[levels[i]] < 0;
            reach[i] = reach[i + 1] + most[i] * strides[i];
            divisor[i] = greatestCommonDivisor(strides[i], divisor[i + 1]);
        }
    }

    private static long greatestCommonDivisor(long a, long b) {
        long left = a;
        long right = b;
        while (right != 0) {
            long rest = left % right;
            left = right;
            right = rest;
        }
        return left;
    }

    /**
     * How many rounds of each level two elements that overlap are apart; null when none are, or none were found in
     * time.
     */
    long[] find() {
        if (isObviouslyApart() || !search(0, 0, false)) {
            return null;
        }
        long[] rounds = new long[allLevels];
        for (int i = 0; i < levels.length; i++) {
            rounds[levels[i]] = negative[i] ? -found[i] : found[i];
        }
        return rounds;
    }

    private boolean isObviouslyApart() {
        for (int i = 0; i < levels.length; i++) {
            if (strides[i] < bytes + reach[i + 1]) {
                return false;
            }
        }
        return true;
    }

    /**
     * Whether levels from {@code i} on bring {@code sum} to less than an element; a difference and its negative are the
     * same.
     */
    private boolean search(int i, long sum, boolean isApart) {
        if (i == levels.length) {
            return isApart;
        }
        if (strides[i] == 0) {
            Arrays.fill(found, i, levels.length, 0);
            found[i] = isApart ? 0 : 1;
            return true;
        }
        long slack = bytes - 1 + reach[i + 1];
        long first = Math.max(isApart ? -most[i] : 0, Math.ceilDiv(-slack - sum, strides[i]));
        long last = Math.min(most[i], Math.floorDiv(slack - sum, strides[i]));
        for (long rounds = first; rounds <= last && steps < MOST_STEPS; rounds++) {
            steps++;
            long next = sum + rounds * strides[i];
            found[i] = rounds;
            if (canVanish(next, divisor[i + 1]) && search(i + 1, next, isApart || rounds != 0)) {
                return true;
            }
        }
        return false;
    }

    /** Whether multiples of {@code step} bring {@code sum} to less than an element. */
    private boolean canVanish(long sum, long step) {
        if (step == 0) {
            return true; // no level is left, and the bounds have seen to it
        }
        long rest = Math.floorMod(sum, step);
        return rest < bytes || step - rest < bytes;
    }
}
