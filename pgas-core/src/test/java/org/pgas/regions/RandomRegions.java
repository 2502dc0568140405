package org.pgas.regions;

import java.util.Random;

/**
 * Regions of a given volume, of any kind, mostly small and often odd; and the bytes that they are, found in the
 * simplest way.
 */
final class RandomRegions {
    private static final int MOST_LEVELS = 6;

    private final Random random;

    RandomRegions(Random random) {
        this.random = random;
    }

    /** A volume with many divisors or with few. */
    int volume() {
        int volume = 1 + random.nextInt(1 + random.nextInt(24));
        for (int factors = random.nextInt(4); factors > 0; factors--) {
            volume *= 1 + random.nextInt(1 + random.nextInt(8));
        }
        return random.nextInt(20) == 0 ? 0 : volume;
    }

    /** Regions whose runs do not overlap. */
    Regions disjoint(int volume) {
        return switch (random.nextInt(4)) {
            case 0 -> Regions.contiguous(random.nextInt(64) - 32, volume);
            case 1 -> nest(volume, true);
            case 2 -> indexed(volume);
            default -> vector(volume);
        };
    }

    /** Regions whose runs may overlap. */
    Regions any(int volume) {
        return random.nextBoolean() ? disjoint(volume) : nest(volume, false);
    }

    private int divisor(int number) {
        int divisor = 1 + random.nextInt(Math.max(1, Math.min(number, 16)));
        return number % divisor == 0 ? divisor : 1;
    }

    private Regions nest(int volume, boolean isDisjoint) {
        int levels = random.nextInt(MOST_LEVELS);
        long[] counts = new long[levels];
        long[] strides = new long[levels];
        int rest = volume;
        for (int level = 0; level < levels; level++) {
            counts[level] = rest == 0 ? random.nextInt(3) : divisor(rest);
            rest /= Math.max(1, (int) counts[level]);
        }
        long reach = rest;
        for (int level : shuffled(levels)) {
            if (isDisjoint) {
                strides[level] = (reach + random.nextInt(3) * random.nextInt(5)) * (random.nextBoolean() ? 1 : -1);
                reach += (Math.max(1, counts[level]) - 1) * Math.abs(strides[level]);
            } else {
                strides[level] = random.nextInt(41) - 20;
            }
        }
        return Regions.nest(random.nextInt(64) - 32, rest, counts, strides);
    }

    private int[] shuffled(int count) {
        int[] numbers = new int[count];
        for (int i = 0; i < count; i++) {
            int other = random.nextInt(i + 1);
            numbers[i] = numbers[other];
            numbers[other] = i;
        }
        return numbers;
    }

    private Regions indexed(int volume) {
        int run = volume / divisor(volume);
        int count = run == 0 ? 0 : volume / run;
        long[] offsets = new long[count];
        long next = random.nextInt(64) - 32;
        for (int slot : shuffled(count)) {
            offsets[slot] = next;
            next += run + (long) random.nextInt(3) * random.nextInt(9);
        }
        return Regions.indexed(run, offsets);
    }

    private Regions vector(int volume) {
        int count = volume == 0 ? random.nextInt(3) : 1 + random.nextInt(volume);
        long[] lengths = new long[count];
        for (int rest = volume, i = 0; i < count; i++) {
            lengths[i] = i == count - 1 ? rest : random.nextInt(1 + Math.min(rest, 40));
            rest -= (int) lengths[i];
        }
        long[] offsets = new long[count];
        long next = random.nextInt(64) - 32;
        int[] order = random.nextBoolean() ? shuffled(count) : java.util.stream.IntStream.range(0, count).toArray();
        for (int slot : order) {
            offsets[slot] = next;
            next += lengths[slot] + (long) random.nextInt(2) * random.nextInt(9);
        }
        return Regions.vector(offsets, lengths);
    }

    /** The offset of every byte, in the order of the packed form. */
    static long[] bytes(Regions regions) {
        long[] bytes = new long[Math.toIntExact(regions.bytes())];
        int at = 0;
        for (long run = 0; run < regions.runs(); run++) {
            for (long i = 0; i < regions.length(run); i++) {
                bytes[at++] = regions.offset(run) + i;
            }
        }
        return bytes;
    }
}
