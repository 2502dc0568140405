package org.pgas.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.SplittableRandom;

import org.junit.jupiter.api.Test;

class DataChecksumTest {
    private static byte[] bytes(int count) {
        byte[] bytes = new byte[count];
        new SplittableRandom(count).nextBytes(bytes);
        return bytes;
    }

    private static long sum(byte[] bytes) {
        return DataChecksum.of(1, MemorySegment.ofArray(bytes), 0, bytes.length);
    }

    @Test
    void shouldSeeEveryBit() {
        for (int count = 1; count <= 33; count++) {
            byte[] bytes = bytes(count);
            long sum = sum(bytes);
            for (int bit = 0; bit < count * 8; bit++) {
                bytes[bit / 8] ^= (byte) (1 << bit % 8);
                assertNotEquals(sum, sum(bytes), count + " bytes, bit " + bit);
                bytes[bit / 8] ^= (byte) (1 << bit % 8);
            }
            assertEquals(sum, sum(bytes));
        }
    }

    @Test
    void shouldSeeWordsThatChangePlacesAndZerosBehind() {
        byte[] bytes = bytes(16);
        byte[] swapped = new byte[16];
        System.arraycopy(bytes, 0, swapped, 8, 8);
        System.arraycopy(bytes, 8, swapped, 0, 8);
        assertNotEquals(sum(bytes), sum(swapped));
        for (int count = 0; count < 20; count++) {
            assertNotEquals(sum(new byte[count]), sum(new byte[count + 1]), "zeros: " + count);
        }
    }

    /** The writer may have an array of doubles, and the reader an address. */
    @Test
    void shouldBeTheSameOfAnyKindOfMemory() {
        double[] doubles = {1, 2.5, -3};
        MemorySegment heap = MemorySegment.ofArray(doubles);
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment far = arena.allocate(40);
            far.asSlice(3).copyFrom(heap);
            assertEquals(DataChecksum.of(7, heap, 0, 24), DataChecksum.of(7, far.address() + 3, 24));
            assertEquals(DataChecksum.of(7, heap, 8, 13), DataChecksum.of(7, far, 11, 13));
        }
    }
}
