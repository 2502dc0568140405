package org.pgas.pshm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.Set;

import org.junit.jupiter.api.Test;

class RestingRangesTest {
    private static final long SIZE = 4096;

    @Test
    void shouldUseNoRangeAgainBeforeEnoughOthersHaveRested() {
        RestingRanges resting = new RestingRanges(64 * SIZE);
        resting.rest(SIZE, SIZE);
        for (int other = 2; other <= 65; other++) {
            assertEquals(0, resting.take(SIZE), "after " + other);
            resting.rest(1000 * SIZE + 2 * other * other * SIZE, SIZE);
        }
        // the second may be of one run with it, which is as old as its youngest
        resting.rest(7 * SIZE, SIZE);
        resting.rest(9 * SIZE, SIZE);
        assertEquals(SIZE, resting.take(SIZE));
        assertEquals(0, resting.take(2 * SIZE));
    }

    @Test
    void shouldNotUseARangeAtOnceBecauseMuchOfAnotherSizeRests() {
        RestingRanges resting = new RestingRanges(64 * SIZE);
        resting.rest(1 << 20, 1000 * SIZE);
        resting.rest(SIZE, SIZE);
        assertEquals(0, resting.take(SIZE));
        resting.rest(1 << 30, 65 * SIZE);
        assertEquals(SIZE, resting.take(SIZE));
    }

    @Test
    void shouldGiveTheOldestFirstAndEachOnce() {
        Seed seed = new Seed();
        Random random = seed.random();
        RestingRanges resting = new RestingRanges(640 * SIZE);
        Queue<Long> model = new ArrayDeque<>();
        List<Long> free = new ArrayList<>();
        for (long range = 1; range < 3000; range++) {
            free.add(range * SIZE);
        }
        Collections.shuffle(free, random);
        int taken = 0;
        for (int step = 0; step < 20_000; step++) {
            long got = random.nextInt(3) == 0 ? resting.take(SIZE) : 0;
            if (got != 0) {
                assertEquals(model.remove(), got, "seed " + seed);
                free.add(got);
                taken++;
            } else if (!free.isEmpty()) {
                long address = free.removeLast();
                resting.rest(address, SIZE);
                model.add(address);
            }
        }
        assertTrue(taken > 1000, "seed " + seed);
    }

    @Test
    void shouldKeepRangesInARowAsFewObjects() {
        RestingRanges resting = new RestingRanges(1L << 40);
        for (long i = 0; i < 10_000_000; i++) {
            resting.rest((1L << 46) - i * 40_960, 40_960);
        }
        // a run for each 64th of a tebibyte
        assertTrue(resting.runs() <= 24, () -> resting.runs() + " runs");
        assertEquals(0, resting.take(40_960));
    }

    @Test
    void shouldStayBoundedWhenSmallRangesRestInNoOrder() {
        RestingRanges resting = new RestingRanges(1L << 40, 1000, 500);
        Random random = new Seed().random();
        Set<Long> used = new HashSet<>();
        long fresh = 0;
        for (int i = 0; i < 100_000; i++) {
            long address = resting.take(SIZE);
            if (address == 0) {
                do {
                    address = (1 + random.nextInt(1 << 28)) * SIZE;
                } while (!used.add(address));
                fresh++;
            }
            resting.rest(address, SIZE);
        }
        assertTrue(resting.runs() <= 1001, () -> resting.runs() + " runs");
        // any two are a row
        assertTrue(fresh <= 2 * 1001, fresh + " new ranges");
    }

    /** Which is why the addresses of a process that makes and closes segments for ever have a bound. */
    @Test
    void shouldNeedNoMoreFreshAddressesThanWhatRestsAndLittleMore() {
        Seed seed = new Seed();
        Random random = seed.random();
        long rest = 10_000 * SIZE;
        RestingRanges resting = new RestingRanges(rest);
        long fresh = 0;
        long next = SIZE;
        for (int i = 0; i < 500_000; i++) {
            long size = SIZE << random.nextInt(7);
            long address = resting.take(size);
            if (address == 0) {
                address = next;
                next += size;
                fresh += size;
            }
            resting.rest(address, size);
        }
        assertTrue(fresh >= rest && fresh <= 2 * rest, "seed " + seed + ": " + fresh + " bytes for " + rest);
    }

    @Test
    void aRangeHasRoomAndLittleMore() {
        for (long bytes = 4096; bytes < 1L << 45; bytes += Math.max(4096, bytes / 77 / 4096 * 4096)) {
            long range = SegmentMappings.rangeBytes(bytes);
            assertTrue(range >= bytes && range <= bytes + Math.max(0, bytes / 8) && range % 4096 == 0,
                    bytes + ": " + range);
            assertEquals(range, SegmentMappings.rangeBytes(range));
        }
    }
}
