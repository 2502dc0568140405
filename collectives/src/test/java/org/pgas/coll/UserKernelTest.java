package org.pgas.coll;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.SplittableRandom;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.pgas.memory.SharedMemory;
import org.pgas.testkit.Seed;
import org.pgas.testkit.Seeded;

/** User operations: what they are given, and where their results go. */
@Seeded
class UserKernelTest {
    private static final ValueLayout.OfByte BYTE = ValueLayout.JAVA_BYTE;

    private static final int BYTES = 200_000;

    private final Arena arena = Arena.ofConfined();
    private SplittableRandom random;

    @AfterEach
    void free() {
        arena.close();
    }

    /**
     * Not commutative, but associative: an affine map x -> a x + b modulo 256 in the first two bytes of an element,
     * left one applied after; the others are maxima, of unsigned numbers. Of elements of a single byte the last one
     * wins.
     */
    private static void composed(MemorySegment left, MemorySegment right, long count, int bytes) {
        for (long i = 0; i < count; i++) {
            long at = i * bytes;
            if (bytes == 1) {
                continue;
            }
            byte a = left.get(BYTE, at);
            byte b = left.get(BYTE, at + 1);
            byte c = right.get(BYTE, at);
            byte d = right.get(BYTE, at + 1);
            right.set(BYTE, at, (byte) (a * c));
            right.set(BYTE, at + 1, (byte) (a * d + b));
            for (int k = 2; k < bytes; k++) {
                right.set(BYTE, at + k, (byte) Math.max(left.get(BYTE, at + k) & 0xFF, right.get(BYTE, at + k) & 0xFF));
            }
        }
    }

    private static UserOperation checked(int bytes) {
        return (left, right, count) -> {
            assertTrue(count > 0);
            assertEquals(count * bytes, left.byteSize());
            assertEquals(count * bytes, right.byteSize());
            assertTrue(left.isReadOnly());
            assertTrue(left.maxByteAlignment() >= 8);
            assertTrue(right.maxByteAlignment() >= 8);
            assertTrue(right.asOverlappingSlice(left).isEmpty());
            composed(left, right, count, bytes);
        };
    }

    private MemorySegment memory() {
        return switch (random.nextInt(4)) {
            case 0 -> MemorySegment.ofArray(new byte[BYTES]);
            case 1 -> MemorySegment.ofArray(new long[BYTES / 8]);
            case 2 -> arena.allocate(BYTES, 8);
            default -> SharedMemory.everything();
        };
    }

    /** An address if all memory is meant. */
    private long place(MemorySegment memory, long bytes) {
        if (memory == SharedMemory.everything()) {
            return arena.allocate(bytes + 16, 8).address() + (random.nextBoolean() ? 0 : random.nextInt(9));
        }
        return random.nextBoolean() ? 0 : random.nextInt((int) (BYTES - bytes) + 1);
    }

    private byte[] fill(MemorySegment memory, long at, int bytes) {
        byte[] content = new byte[bytes];
        random.nextBytes(content);
        MemorySegment.copy(content, 0, memory, BYTE, at, bytes);
        return content;
    }

    private static byte[] content(MemorySegment memory, long at, int bytes) {
        return memory.asSlice(at, bytes).toArray(BYTE);
    }

    @Test
    void shouldGiveExactlyTheOperandsAndPutTheResultsInPlace() {
        random = Seed.of("user");
        for (int bytes : new int[]{1, 2, 3, 5, 8, 12, 16, 24, 31, 100, 4097, 20_000}) {
            Reduction reduction = Reduction.userOrdered(bytes, checked(bytes));
            for (int round = 0; round < 60; round++) {
                int count = random.nextInt(Math.min(round < 30 ? 10 : 70_000, BYTES / bytes) + 1);
                int length = count * bytes;
                MemorySegment[] memories = {memory(), memory(), memory()};
                long[] offsets = {place(memories[0], length), place(memories[1], length), place(memories[2], length)};
                byte[] left = fill(memories[0], offsets[0], length);
                byte[] expected = fill(memories[1], offsets[1], length);
                int to = random.nextInt(3);
                reduction.kernel().fold(memories[0], offsets[0], memories[1], offsets[1], memories[to], offsets[to],
                        count);
                composed(MemorySegment.ofArray(left), MemorySegment.ofArray(expected), count, bytes);
                String what = count + " of " + bytes + " bytes at " + offsets[0] + " and " + offsets[1] + " to " + to;
                assertArrayEquals(expected, content(memories[to], offsets[to], length), what);
                if (to != 0) {
                    assertArrayEquals(left, content(memories[0], offsets[0], length), what);
                }
            }
        }
    }

    @Test
    void shouldPassOnWhatAnOperationThrowsAndWorkAfterwards() {
        RuntimeException failure = new IllegalStateException("on purpose");
        boolean[] fails = {true};
        Reduction reduction = Reduction.user(3, (left, right, count) -> {
            if (fails[0]) {
                throw failure;
            }
            composed(left, right, count, 3);
        });
        MemorySegment left = MemorySegment.ofArray(new byte[]{1, 2, 3});
        MemorySegment right = MemorySegment.ofArray(new byte[]{4, 5, 6});
        assertSame(failure, assertThrows(IllegalStateException.class,
                () -> reduction.kernel().fold(left, 0, right, 0, left, 0, 1)));
        fails[0] = false;
        reduction.kernel().fold(left, 0, right, 0, left, 0, 1);
        assertArrayEquals(new byte[]{4, 7, 6}, left.toArray(BYTE));
    }
}
