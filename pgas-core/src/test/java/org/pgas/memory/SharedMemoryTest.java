package org.pgas.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.Random;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.pgas.Seed;

class SharedMemoryTest {
    private static final int MEBIBYTE = 1 << 20;

    private final Seed seed = new Seed();
    private final Arena arena = Arena.ofConfined();
    private final MemorySegment memory = arena.allocate(3 * MEBIBYTE + 64, 64);
    private final long base = memory.address();

    @AfterEach
    void free() {
        arena.close();
    }

    @Test
    void plainAccessesOfEveryWidthMayBeUnaligned() {
        for (long place = base; place < base + 9; place++) {
            SharedMemory.putByte(place, (byte) -3);
            assertEquals((byte) -3, SharedMemory.getByte(place));
            SharedMemory.putShort(place, (short) 0x8123);
            assertEquals((short) 0x8123, SharedMemory.getShort(place));
            SharedMemory.putInt(place, 0x8123_4567);
            assertEquals(0x8123_4567, SharedMemory.getInt(place));
            SharedMemory.putLong(place, 0x8123_4567_89AB_CDEFL);
            assertEquals(0x8123_4567_89AB_CDEFL, SharedMemory.getLong(place));
            SharedMemory.putFloat(place, -1.5f);
            assertEquals(-1.5f, SharedMemory.getFloat(place));
            SharedMemory.putDouble(place, Double.MIN_VALUE);
            assertEquals(Double.MIN_VALUE, SharedMemory.getDouble(place));
        }
    }

    @Test
    void aStoreTouchesItsOwnBytesOnly() {
        for (int width : new int[]{1, 2, 4, 8}) {
            memory.asSlice(0, 32).fill((byte) 0x55);
            switch (width) {
                case 1 -> SharedMemory.putByte(base + 11, (byte) -1);
                case 2 -> SharedMemory.putShort(base + 11, (short) -1);
                case 4 -> SharedMemory.putInt(base + 11, -1);
                default -> SharedMemory.putLong(base + 11, -1);
            }
            for (int i = 0; i < 32; i++) {
                byte expected = (byte) (i >= 11 && i < 11 + width ? 0xFF : 0x55);
                assertEquals(expected, memory.get(ValueLayout.JAVA_BYTE, i), "width " + width + ", byte " + i);
            }
        }
    }

    @Test
    void orderedAndAtomicFormsDoWhatTheirNamesSay() {
        SharedMemory.putIntRelease(base, 5);
        assertEquals(5, SharedMemory.getIntAcquire(base));
        SharedMemory.putIntRelease(base, 6);
        assertEquals(6, SharedMemory.getIntVolatile(base));
        assertEquals(6, SharedMemory.getAndAddInt(base, -7));
        assertEquals(-1, SharedMemory.getInt(base));
        assertFalse(SharedMemory.compareAndSetInt(base, 0, 9));
        assertTrue(SharedMemory.compareAndSetInt(base, -1, 9));
        assertEquals(9, SharedMemory.getInt(base));
        assertEquals(0, SharedMemory.getInt(base + 4));
        SharedMemory.putLongRelease(base, 1L << 40);
        assertEquals(1L << 40, SharedMemory.getLongAcquire(base));
        SharedMemory.putLongRelease(base, -2);
        assertEquals(-2, SharedMemory.getLongVolatile(base));
        assertEquals(-2, SharedMemory.getAndAddLong(base, 3));
        assertFalse(SharedMemory.compareAndSetLong(base, 2, 11));
        assertTrue(SharedMemory.compareAndSetLong(base, 1, 11));
        assertEquals(11, SharedMemory.compareAndExchangeLong(base, 10, 12));
        assertEquals(11, SharedMemory.compareAndExchangeLong(base, 11, 12));
        assertEquals(12, SharedMemory.getLong(base));
    }

    @Test
    void everyOrderedOrAtomicFormRefusesAMisalignedAddress() {
        for (int offset = 1; offset < 8; offset++) {
            long place = base + offset;
            for (Runnable access : List.<Runnable>of(
                    () -> SharedMemory.getLongAcquire(place),
                    () -> SharedMemory.putLongRelease(place, 1),
                    () -> SharedMemory.getLongVolatile(place),
                    () -> SharedMemory.getAndAddLong(place, 1),
                    () -> SharedMemory.compareAndSetLong(place, 0, 1),
                    () -> SharedMemory.compareAndExchangeLong(place, 0, 1))) {
                assertThrows(IllegalArgumentException.class, access::run, "long at " + offset);
            }
            if (offset % 4 == 0) {
                continue;
            }
            for (Runnable access : List.<Runnable>of(
                    () -> SharedMemory.getIntAcquire(place),
                    () -> SharedMemory.putIntRelease(place, 1),
                    () -> SharedMemory.getIntVolatile(place),
                    () -> SharedMemory.getAndAddInt(place, 1),
                    () -> SharedMemory.compareAndSetInt(place, 0, 1))) {
                assertThrows(IllegalArgumentException.class, access::run, "int at " + offset);
            }
        }
        assertEquals(0, SharedMemory.getLong(base));
        assertEquals(0, SharedMemory.getLong(base + 8));
    }

    @Test
    void copiesAroundTheBorderOfAPieceAreComplete() {
        Random random = seed.random();
        byte[] source = new byte[3 * MEBIBYTE];
        random.nextBytes(source);
        int[] lengths = {0, 1, MEBIBYTE - 1, MEBIBYTE, MEBIBYTE + 1, 2 * MEBIBYTE, 2 * MEBIBYTE + 1};
        for (int length : lengths) {
            int from = random.nextInt(16);
            int to = random.nextInt(16);
            memory.fill((byte) 0);
            SharedMemory.copyIn(MemorySegment.ofArray(source), from, base + 16 + to, length);
            assertBytes(source, from, 16 + to, length);
            byte[] back = new byte[length + 2];
            SharedMemory.copyOut(base + 16 + to, MemorySegment.ofArray(back), 1, length);
            assertEquals(-1, MemorySegment.ofArray(back).asSlice(1, length)
                    .mismatch(MemorySegment.ofArray(source).asSlice(from, length)), seed::toString);
            assertEquals(0, back[0] | back[length + 1]);
        }
    }

    @Test
    void copiesBetweenAddressesAreComplete() {
        byte[] source = new byte[MEBIBYTE + 100];
        seed.random().nextBytes(source);
        SharedMemory.copyIn(MemorySegment.ofArray(source), 0, base, source.length);
        SharedMemory.copy(base, base + source.length + 16, source.length);
        memory.asSlice(0, source.length).fill((byte) 0);
        assertBytes(source, 0, source.length + 16, source.length);
    }

    @Test
    void aCopyWithinOnePieceMayOverlap() {
        byte[] source = new byte[1000];
        seed.random().nextBytes(source);
        for (int shift : new int[]{-7, 7}) {
            memory.fill((byte) 0);
            SharedMemory.copyIn(MemorySegment.ofArray(source), 0, base + 64, source.length);
            SharedMemory.copy(base + 64, base + 64 + shift, source.length);
            assertEquals(-1, memory.asSlice(64 + shift, source.length).mismatch(MemorySegment.ofArray(source)));
        }
    }

    @Test
    void fillTouchesItsRangeOnly() {
        for (int length : new int[]{0, 1, 63, MEBIBYTE, MEBIBYTE + 1, 2 * MEBIBYTE + 5}) {
            memory.fill((byte) 1);
            SharedMemory.fill(base + 3, (byte) -2, length);
            byte[] expected = new byte[(int) memory.byteSize()];
            java.util.Arrays.fill(expected, (byte) 1);
            java.util.Arrays.fill(expected, 3, 3 + length, (byte) -2);
            assertEquals(-1, memory.mismatch(MemorySegment.ofArray(expected)), "length " + length);
        }
    }

    @Test
    void fillChangesNothingWhereNotAllOfItsRangeIsInTheSegment() {
        for (int length : new int[]{8, 600, 5000, MEBIBYTE, 2 * MEBIBYTE + 5}) {
            MemorySegment target = MemorySegment.ofArray(new byte[length + 99]);
            for (long offset : new long[]{100, -1}) {
                assertThrows(IndexOutOfBoundsException.class,
                        () -> SharedMemory.fill(target, offset, (byte) 1, length));
                assertEquals(-1, target.mismatch(MemorySegment.ofArray(new byte[length + 99])), "length " + length);
            }
        }
    }

    @Test
    void aViewThrowsOnceItsArenaIsClosed() {
        Arena views = Arena.ofShared();
        MemorySegment view = SharedMemory.view(base, 8, views);
        view.set(ValueLayout.JAVA_LONG, 0, 77);
        assertEquals(77, SharedMemory.getLong(base));
        assertThrows(IndexOutOfBoundsException.class, () -> view.get(ValueLayout.JAVA_LONG, 1));
        views.close();
        assertThrows(IllegalStateException.class, () -> view.get(ValueLayout.JAVA_LONG, 0));
        assertEquals(77, SharedMemory.getLong(base));
    }

    /** The memory holds source[from..] at {@code to}, and zeros everywhere else. */
    private void assertBytes(byte[] source, int from, int to, int length) {
        byte[] expected = new byte[(int) memory.byteSize()];
        System.arraycopy(source, from, expected, to, length);
        long wrong = memory.mismatch(MemorySegment.ofArray(expected));
        assertEquals(-1, wrong, () -> "byte " + wrong + " of a copy of " + length + " bytes to " + to + ", " + seed);
    }
}
