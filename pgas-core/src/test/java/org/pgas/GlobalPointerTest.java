package org.pgas;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;

import org.junit.jupiter.api.Test;

class GlobalPointerTest {
    private static final long LAST = GlobalPointer.MAX_SEGMENT_BYTES - 1;

    private final Seed seed = new Seed();

    @Test
    void theLayoutIsOneElevenTwelveAndForty() {
        assertEquals(2048, GlobalPointer.MAX_RANKS);
        assertEquals(4096, GlobalPointer.MAX_ENDPOINTS);
        assertEquals(1L << 40, GlobalPointer.MAX_SEGMENT_BYTES);
        assertEquals(0x8000_0000_0000_0000L, GlobalPointer.of(0, 0, 0));
        assertEquals(0x8010_0000_0000_0000L, GlobalPointer.of(1, 0, 0));
        assertEquals(0x8000_0100_0000_0000L, GlobalPointer.of(0, 1, 0));
        assertEquals(0x8000_0000_0000_0001L, GlobalPointer.of(0, 0, 1));
        assertEquals(-1L, GlobalPointer.of(2047, 4095, LAST));
    }

    @Test
    void unpackingGivesBackWhatWasPacked() {
        int[] ranks = {0, 1, 1023, 1024, 2046, 2047};
        int[] endpoints = {0, 1, 2047, 2048, 4095};
        long[] offsets = {0, 1, 4095, 1L << 31, 1L << 32, 1L << 39, LAST};
        for (int rank : ranks) {
            for (int endpoint : endpoints) {
                for (long offset : offsets) {
                    long pointer = GlobalPointer.of(rank, endpoint, offset);
                    assertEquals(rank, GlobalPointer.jobRank(pointer));
                    assertEquals(endpoint, GlobalPointer.endpointIndex(pointer));
                    assertEquals(offset, GlobalPointer.offset(pointer));
                    assertFalse(GlobalPointer.isNull(pointer));
                }
            }
        }
    }

    @Test
    void withoutAnEndpointItPointsToThePrimordialOne() {
        assertEquals(GlobalPointer.of(7, 0, 42), GlobalPointer.of(7, 42));
    }

    @Test
    void aPartOutsideItsFieldIsRefusedByNameValueAndRange() {
        Refusal.badArgument(() -> GlobalPointer.of(-1, 0, 0), "job rank", "-1", "0..2047");
        Refusal.badArgument(() -> GlobalPointer.of(2048, 0, 0), "job rank", "2048", "0..2047");
        Refusal.badArgument(() -> GlobalPointer.of(0, -1, 0), "endpoint index", "-1", "0..4095");
        Refusal.badArgument(() -> GlobalPointer.of(0, 4096, 0), "endpoint index", "4096", "0..4095");
        Refusal.badArgument(() -> GlobalPointer.of(0, 0, -1), "offset", "-1", "0.." + LAST);
        Refusal.badArgument(() -> GlobalPointer.of(0, 0, LAST + 1), "offset", "0.." + LAST);
        Refusal.badArgument(() -> GlobalPointer.of(0, 0, Long.MIN_VALUE), "offset");
        Refusal.badArgument(() -> GlobalPointer.of(0, Long.MAX_VALUE), "offset");
    }

    @Test
    void nullIsZeroAndNowhere() {
        assertEquals(0, GlobalPointer.NULL);
        assertTrue(GlobalPointer.isNull(0));
        assertEquals("null", GlobalPointer.toString(0));
        Refusal.badArgument(() -> GlobalPointer.jobRank(0), "null");
        Refusal.badArgument(() -> GlobalPointer.endpointIndex(0), "null");
        Refusal.badArgument(() -> GlobalPointer.offset(0), "null");
        Refusal.badArgument(() -> GlobalPointer.add(0, 8), "null");
        Refusal.badArgument(() -> GlobalPointer.distance(0, GlobalPointer.of(0, 0)), "null");
        Refusal.badArgument(() -> GlobalPointer.distance(GlobalPointer.of(0, 0), 0), "null");
    }

    @Test
    void aNumberWithoutTheTopBitIsNoPointer() {
        Refusal.badArgument(() -> GlobalPointer.offset(0x1234), "0x1234");
        Refusal.badArgument(() -> GlobalPointer.toString(Long.MAX_VALUE), "0x7fffffffffffffff");
    }

    @Test
    void additionStaysInItsSegmentOrIsRefused() {
        long first = GlobalPointer.of(2047, 4095, 0);
        long last = GlobalPointer.of(2047, 4095, LAST);
        assertEquals(last, GlobalPointer.add(first, LAST));
        assertEquals(first, GlobalPointer.add(last, -LAST));
        assertEquals(last, GlobalPointer.add(last, 0));
        for (long bytes : new long[]{1, LAST, Long.MAX_VALUE, Long.MAX_VALUE - LAST, Long.MAX_VALUE - LAST + 1}) {
            Refusal.badArgument(() -> GlobalPointer.add(last, bytes), "plus " + bytes, "0.." + LAST);
        }
        for (long bytes : new long[]{-1, -LAST, Long.MIN_VALUE, Long.MIN_VALUE + 1}) {
            Refusal.badArgument(() -> GlobalPointer.add(first, bytes), "plus " + bytes);
        }
        Refusal.badArgument(() -> GlobalPointer.add(last, Long.MIN_VALUE));
        Refusal.badArgument(() -> GlobalPointer.add(last, -LAST - 1));
    }

    @Test
    void additionAgreesWithTheModelAndDistanceUndoesIt() {
        Random random = seed.random();
        for (int i = 0; i < 100_000; i++) {
            int rank = random.nextInt(2048);
            int endpoint = random.nextInt(4096);
            long offset = skewed(random);
            long bytes = random.nextBoolean() ? skewed(random) : -skewed(random);
            long pointer = GlobalPointer.of(rank, endpoint, offset);
            if (offset + bytes >= 0 && offset + bytes <= LAST) {
                long moved = GlobalPointer.add(pointer, bytes);
                assertEquals(GlobalPointer.of(rank, endpoint, offset + bytes), moved, seed::toString);
                assertEquals(bytes, GlobalPointer.distance(pointer, moved), seed::toString);
            } else {
                Refusal.badArgument(() -> GlobalPointer.add(pointer, bytes));
            }
        }
    }

    /** 0..LAST, every magnitude alike. */
    private static long skewed(Random random) {
        return random.nextLong(1L << random.nextInt(41));
    }

    @Test
    void distanceBetweenSegmentsIsRefused() {
        long here = GlobalPointer.of(1, 2, 3);
        assertEquals(0, GlobalPointer.distance(here, here));
        Refusal.badArgument(() -> GlobalPointer.distance(here, GlobalPointer.of(2, 2, 3)), "rank 1", "rank 2");
        Refusal.badArgument(() -> GlobalPointer.distance(here, GlobalPointer.of(1, 3, 3)), "endpoint 2", "endpoint 3");
    }

    @Test
    void differentPlacesAreDifferentNumbers() {
        assertNotEquals(GlobalPointer.of(0, 1, 0), GlobalPointer.of(1, 0, 0));
        assertEquals("rank 3, endpoint 0, offset 4096", GlobalPointer.toString(GlobalPointer.of(3, 4096)));
    }
}
