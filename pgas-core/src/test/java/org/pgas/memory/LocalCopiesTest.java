package org.pgas.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.pgas.Seed;

/** Copies between memory of the program, of every kind, and mapped memory. */
class LocalCopiesTest {
    private static final int ROOM = 256;
    private static final int MOST = 80;

    private final Seed seed = new Seed();
    private final Arena arena = Arena.ofConfined();
    private final MemorySegment mapped = arena.allocate(ROOM, 64);

    @AfterEach
    void free() {
        arena.close();
    }

    private List<MemorySegment> locals(Arena shared) {
        return List.of(arena.allocate(ROOM, 8), shared.allocate(ROOM, 8), Arena.global().allocate(ROOM, 8),
                Arena.ofAuto().allocate(ROOM, 8), MemorySegment.ofArray(new byte[ROOM]),
                MemorySegment.ofArray(new char[ROOM / 2]), MemorySegment.ofArray(new short[ROOM / 2]),
                MemorySegment.ofArray(new int[ROOM / 4]), MemorySegment.ofArray(new float[ROOM / 4]),
                MemorySegment.ofArray(new long[ROOM / 8]), MemorySegment.ofArray(new double[ROOM / 8]));
    }

    @Test
    void shouldCopyEveryLengthFromAnyKindOfMemoryAndTouchNothingElse() {
        Random random = seed.random();
        try (Arena shared = Arena.ofShared()) {
            for (MemorySegment local : locals(shared)) {
                for (int bytes = 0; bytes <= MOST; bytes++) {
                    byte[] before = fill(mapped, random);
                    byte[] source = fill(local, random);
                    int from = random.nextInt(32);
                    int to = random.nextInt(32);
                    SharedMemory.copyIn(local, from, mapped.address() + to, bytes);
                    System.arraycopy(source, from, before, to, bytes);
                    assertEquals(-1, mapped.mismatch(MemorySegment.ofArray(before)), bytes + " bytes to " + local);
                }
            }
        }
    }

    @Test
    void shouldCopyEveryLengthToAnyKindOfMemoryAndTouchNothingElse() {
        Random random = seed.random();
        try (Arena shared = Arena.ofShared()) {
            for (MemorySegment local : locals(shared)) {
                for (int bytes = 0; bytes <= MOST; bytes++) {
                    byte[] source = fill(mapped, random);
                    byte[] before = fill(local, random);
                    int from = random.nextInt(32);
                    int to = random.nextInt(32);
                    SharedMemory.copyOut(mapped.address() + from, local, to, bytes);
                    System.arraycopy(source, from, before, to, bytes);
                    assertEquals(-1, local.mismatch(MemorySegment.ofArray(before)), bytes + " bytes from " + local);
                }
            }
        }
    }

    @Test
    void shouldCopyRangesThatOverlapAsIfThroughABuffer() {
        Random random = seed.random();
        for (int bytes = 0; bytes <= MOST; bytes++) {
            for (int shift = -9; shift <= 9; shift++) {
                byte[] expected = fill(mapped, random);
                SharedMemory.copyIn(mapped, 64, mapped.address() + 64 + shift, bytes);
                System.arraycopy(expected, 64, expected, 64 + shift, bytes);
                assertEquals(-1, mapped.mismatch(MemorySegment.ofArray(expected)), bytes + " bytes by " + shift);
            }
        }
    }

    @Test
    void shouldRefuseAndChangeNothingWhereTheLocalMemoryDoesNotAllowIt() {
        MemorySegment closed;
        try (Arena other = Arena.ofConfined()) {
            closed = other.allocate(ROOM, 8);
        }
        MemorySegment local = arena.allocate(ROOM, 8);
        byte[] before = fill(mapped, seed.random());
        byte[] localBefore = fill(local, seed.random());
        for (int bytes : new int[]{8, 12, 16, 24, 32, 40, 64}) {
            int length = bytes;
            long address = mapped.address();
            assertThrows(IllegalStateException.class, () -> SharedMemory.copyIn(closed, 0, address, length));
            assertThrows(IllegalStateException.class, () -> SharedMemory.copyOut(address, closed, 0, length));
            for (long offset : new long[]{-1, -length, ROOM - length + 1, ROOM, Long.MAX_VALUE, Long.MIN_VALUE}) {
                assertThrows(IndexOutOfBoundsException.class,
                        () -> SharedMemory.copyIn(local, offset, address, length));
                assertThrows(IndexOutOfBoundsException.class,
                        () -> SharedMemory.copyOut(address, local, offset, length));
            }
            assertThrows(RuntimeException.class,
                    () -> SharedMemory.copyOut(address, local.asReadOnly(), 0, length));
            CompletionException wrongThread = assertThrows(CompletionException.class,
                    CompletableFuture.runAsync(() -> SharedMemory.copyIn(local, 0, address, length))::join);
            assertEquals(WrongThreadException.class, wrongThread.getCause().getClass());
        }
        assertEquals(-1, mapped.mismatch(MemorySegment.ofArray(before)));
        assertEquals(-1, local.mismatch(MemorySegment.ofArray(localBefore)));
    }

    @Test
    void shouldFillExactlyTheRangeWithEveryValue() {
        MemorySegment memory = arena.allocate(12_400, 64);
        for (int bytes : new int[]{0, 1, 31, 511, 512, 513, 4095, 4096, 4097, 8192, 12_345}) {
            for (byte value : new byte[]{0, 1, -1, Byte.MIN_VALUE, Byte.MAX_VALUE}) {
                byte[] expected = fill(memory, seed.random());
                SharedMemory.fill(memory.address() + 17, value, bytes);
                Arrays.fill(expected, 17, 17 + bytes, value);
                assertEquals(-1, memory.mismatch(MemorySegment.ofArray(expected)), bytes + " bytes of " + value);
            }
        }
    }

    private static byte[] fill(MemorySegment memory, Random random) {
        byte[] bytes = new byte[(int) memory.byteSize()];
        random.nextBytes(bytes);
        MemorySegment.copy(MemorySegment.ofArray(bytes), 0, memory, 0, bytes.length);
        return bytes;
    }
}
