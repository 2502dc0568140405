package org.pgas.memory;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KnownStridesTest {
    private static final long SEED = 20261122;
    private static final int BYTES = 1 << 14;
    private static final int COUNT = 40;

    private static final RunKernels.Constants EIGHT = new RunKernels.Constants(null, null, 8);

    private static KnownStrides table(int run) {
        return new KnownStrides(new RunKernels.Constants(null, null, run));
    }

    @Test
    void shouldHaveLoopsForDistancesThatMovedMuch() {
        KnownStrides strides = table(8);
        assertNull(strides.find(KnownStrides.MUCH / 2, 16, 24));
        StrideKernels made = strides.find(KnownStrides.MUCH / 2, 16, 24);
        assertNotNull(made);
        assertSame(made, strides.find(8, 16, 24));
    }

    @Test
    void shouldNeverGiveLoopsForOtherDistances() {
        KnownStrides strides = table(8);
        int made = 0;
        for (long stride = 8; stride < 8_000; stride += 8) {
            StrideKernels found = strides.find(KnownStrides.MUCH, stride, 2 * stride);
            if (found != null) {
                made++;
                assertSame(found, strides.find(8, stride, 2 * stride));
            } else {
                assertNull(strides.find(8, stride, 2 * stride));
            }
        }
        assertSame(KnownStrides.PLACES, made, "loops made");
    }

    @Test
    void shouldBeginAnewWhereOtherDistancesCameBetween() {
        KnownStrides strides = table(8);
        for (int turn = 0; turn < 2; turn++) {
            for (long stride = 24; stride < 2_000; stride += 8) {
                assertNull(strides.find(KnownStrides.MUCH - 1, stride, stride), "at " + stride);
            }
        }
    }

    @Test
    void shouldGoOnWithoutLoopsAndNeverTryAgainWhereTheyCannotBeMade() {
        for (Throwable failure : List.of(new UncheckedIOException(new IOException("no file handle")),
                new IllegalStateException("no class"), new NoClassDefFoundError("no class"),
                new OutOfMemoryError("Metaspace"))) {
            AtomicInteger attempts = new AtomicInteger();
            KnownStrides strides = new KnownStrides(EIGHT, constants -> {
                attempts.incrementAndGet();
                throw KnownStridesTest.<RuntimeException>unchecked(failure);
            });
            assertNull(strides.find(KnownStrides.MUCH, 16, 24));
            assertNull(strides.find(KnownStrides.MUCH, 16, 24));
            assertEquals(1, attempts.get(), failure::toString);
            for (int turn = 0; turn < 2; turn++) {
                for (long stride = 8; stride < 8_000; stride += 8) {
                    assertNull(strides.find(KnownStrides.MUCH, stride, 2 * stride));
                }
            }
            assertEquals(KnownStrides.PLACES, attempts.get(), failure::toString);
        }
    }

    @SuppressWarnings("unchecked")
    private static <T extends Throwable> T unchecked(Throwable failure) {
        return (T) failure;
    }

    /** The first one to make loops does not end before the second one waits, or makes some too. */
    @Test
    void shouldMakeLoopsOnceWhenTwoThreadsWantThem() throws InterruptedException {
        AtomicInteger attempts = new AtomicInteger();
        Thread[] second = new Thread[1];
        KnownStrides[] strides = new KnownStrides[1];
        strides[0] = new KnownStrides(EIGHT, constants -> {
            if (attempts.incrementAndGet() == 1) {
                second[0] = Thread.ofPlatform().daemon().start(() -> strides[0].find(KnownStrides.MUCH, 16, 24));
                while (attempts.get() == 1 && second[0].getState() != Thread.State.BLOCKED && second[0].isAlive()) {
                    Thread.onSpinWait();
                }
            }
            return StrideKernels.of(constants);
        });
        StrideKernels made = strides[0].find(KnownStrides.MUCH, 16, 24);
        assertNotNull(made);
        second[0].join();
        assertEquals(1, attempts.get(), "loops made");
        assertSame(made, strides[0].find(8, 16, 24));
    }

    @ParameterizedTest
    @ValueSource(ints = {RunKernels.OTHER, RunKernels.COPIED})
    void shouldLeaveLengthsWithoutLoopsOfTheirOwnAlone(int run) {
        assertNull(table(run).find(KnownStrides.MUCH, 128, 128));
    }

    @Test
    void shouldStoreNoLinesInArraysAtOnce() {
        Class<?> array = MemorySegment.ofArray(new double[1]).getClass();
        assertNull(new KnownStrides(new RunKernels.Constants(null, array, 64)).find(KnownStrides.MUCH, 128, 128));
        assertNotNull(new KnownStrides(new RunKernels.Constants(array, null, 64)).find(KnownStrides.MUCH, 128, 128));
    }

    @Test
    void shouldLeaveLongDistancesAlone() {
        KnownStrides strides = table(8);
        assertNull(strides.find(KnownStrides.MUCH, 1L << 21, 16));
        assertNull(strides.find(KnownStrides.MUCH, 16, -(1L << 21)));
        assertNull(strides.find(KnownStrides.MUCH, Long.MIN_VALUE, 16));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4, 8, 16, 32, 64})
    void shouldMoveEachByteToItsPlaceAndTouchNoOther(int run) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment mapped = arena.allocate(BYTES, 64);
            MemorySegment own = arena.allocate(BYTES, 64);
            MemorySegment array = MemorySegment.ofArray(new byte[BYTES]);
            for (long stride : new long[]{run, 3L * run + 1, -run - 5}) {
                for (MemorySegment from : new MemorySegment[]{own, array, mapped}) {
                    agree(run, stride, 2L * run + 3, from, null, own);
                    agree(run, stride, -2L * run, from, array, array);
                }
            }
            agree(run, 2L * run, 2L * run, null, null, mapped);
        }
    }

    /** Compares with copies run by run; null stands for mapped memory. */
    private static void agree(int run, long sourceStride, long targetStride, MemorySegment from, MemorySegment to,
            MemorySegment target) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment source = from == null ? arena.allocate(BYTES)
                    : from == target ? from.isNative() ? arena.allocate(BYTES)
                            : MemorySegment.ofArray(new byte[BYTES]) : from;
            Random random = new Random(SEED);
            byte[] numbers = new byte[BYTES];
            random.nextBytes(numbers);
            MemorySegment.copy(numbers, 0, source, ValueLayout.JAVA_BYTE, 0, BYTES);
            random.nextBytes(numbers);
            MemorySegment.copy(numbers, 0, target, ValueLayout.JAVA_BYTE, 0, BYTES);
            MemorySegment expected = MemorySegment.ofArray(target.toArray(ValueLayout.JAVA_BYTE));
            long first = sourceStride < 0 ? -sourceStride * COUNT : 5;
            long last = targetStride < 0 ? -targetStride * COUNT : 7;
            for (int i = 0; i < COUNT; i++) {
                MemorySegment.copy(source, first + i * sourceStride, expected, last + i * targetStride, run);
            }
            RunKernels.Constants runs = new RunKernels.Constants(from == null ? null : source.getClass(),
                    to == null ? null : target.getClass(), run);
            StrideKernels.of(new StrideKernels.Constants(runs, sourceStride, targetStride)).row(COUNT,
                    from == null ? SharedMemory.everything() : source, from == null ? source.address() + first : first,
                    to == null ? SharedMemory.everything() : target, to == null ? target.address() + last : last);
            assertArrayEquals(expected.toArray(ValueLayout.JAVA_BYTE), target.toArray(ValueLayout.JAVA_BYTE),
                    () -> "runs of " + run + " at " + sourceStride + " and " + targetStride + ", seed " + SEED);
        }
    }

    @Test
    void shouldMoveGroupsAsRunByRunOnceTheyHaveMovedMuch() {
        KnownStrides strides = table(4);
        assertNull(strides.find(KnownStrides.MUCH - 1, 28, 16, 8, 4));
        StrideKernels made = strides.find(16, 28, 16, 8, 4);
        assertNotNull(made);
        assertSame(made, strides.find(16, 28, 16, 8, 4));
        assertNull(strides.find(16, 28, 16));
        try (Arena arena = Arena.ofConfined()) {
            for (long[] distances : new long[][]{{28, 16, 8, 4}, {16, 28, 4, 8}, {28, 28, 8, 8}, {-40, 44, 10, -11}}) {
                MemorySegment source = arena.allocate(BYTES, 64);
                MemorySegment target = arena.allocate(BYTES, 64);
                byte[] numbers = new byte[BYTES];
                new Random(SEED).nextBytes(numbers);
                source.copyFrom(MemorySegment.ofArray(numbers));
                byte[] expected = new byte[BYTES];
                int middle = BYTES / 2;
                for (int i = 0; i < COUNT; i++) {
                    for (int run = 0; run < RunKernels.GROUP; run++) {
                        System.arraycopy(numbers, (int) (middle + i * distances[0] + run * distances[2]), expected,
                                (int) (middle + i * distances[1] + run * distances[3]), Integer.BYTES);
                    }
                }
                RunKernels.Constants runs = new RunKernels.Constants(source.getClass(), target.getClass(), 4);
                StrideKernels.of(new StrideKernels.Constants(runs, distances[0], distances[1], distances[2],
                        distances[3])).row(COUNT, source, middle, target, middle);
                assertArrayEquals(expected, target.toArray(ValueLayout.JAVA_BYTE),
                        () -> java.util.Arrays.toString(distances) + ", seed " + SEED);
            }
        }
    }

    @Test
    void shouldRefuseWhatIsOutsideASegment() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment source = arena.allocate(64, 8);
            MemorySegment target = arena.allocate(1024, 8);
            StrideKernels loops = StrideKernels.of(new StrideKernels.Constants(
                    new RunKernels.Constants(source.getClass(), null, 8), 16, 16));
            MemorySegment mapped = SharedMemory.everything();
            assertThrows(IndexOutOfBoundsException.class, () -> loops.row(5, source, 0, mapped, target.address()));
            assertThrows(IndexOutOfBoundsException.class, () -> loops.row(1, source, -8, mapped, target.address()));
        }
    }
}
