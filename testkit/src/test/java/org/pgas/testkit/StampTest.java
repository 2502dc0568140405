package org.pgas.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;

import org.junit.jupiter.api.Test;
import org.opentest4j.AssertionFailedError;
import org.pgas.testkit.Stamp.Space;

class StampTest {
    private final byte[] target = new byte[100];

    private String failure() {
        return assertThrows(AssertionFailedError.class,
                () -> Stamp.check("target", target, 1, Space.SEGMENT, 1000)).getMessage();
    }

    @Test
    void whatWasFilledPassesTheCheck() {
        Stamp.fill(target, 1, Space.SEGMENT, 1000);
        Stamp.check("target", target, 1, Space.SEGMENT, 1000);
        Stamp.check("part", MemorySegment.ofArray(target).asSlice(10, 20), 1, Space.SEGMENT, 1010);
    }

    @Test
    void aWrongByteNamesItsOriginAndTheExpectedOne() {
        Stamp.fill(target, 1, Space.SEGMENT, 1000);
        Stamp.fill(MemorySegment.ofArray(target).asSlice(37, 20), 2, Space.HEAP, 37);
        assertEquals("target[37] holds byte 37 of rank 2's heap, expected byte 1037 of rank 1's segment "
                + "(20 of 100 bytes are wrong)", failure());
    }

    /** Bytes are compared by the block. The borders of blocks must not show. */
    @Test
    void everyByteOfALongTargetIsLookedAt() {
        byte[] longer = new byte[20_000];
        Stamp.fill(longer, 1, Space.SEGMENT, 1000);
        byte[] zeros = new byte[20_000];
        for (int i : new int[]{0, 1, 8191, 8192, 8193, 16_383, 16_384, 19_992}) {
            byte right = Stamp.of(1, Space.SEGMENT, 1000 + i);
            assertEquals(right, longer[i]);
            longer[i] = 0;
            String message = assertThrows(AssertionFailedError.class,
                    () -> Stamp.check("target", longer, 1, Space.SEGMENT, 1000)).getMessage();
            assertTrue(message.startsWith("target[" + i + "] holds "), message);
            longer[i] = right;
            Stamp.fill(MemorySegment.ofArray(zeros).asSlice(i, 8), 0, Space.SEGMENT, i);
            message = assertThrows(AssertionFailedError.class,
                    () -> Stamp.checkUntouched("zeros", MemorySegment.ofArray(zeros))).getMessage();
            assertTrue(message.startsWith("zeros[" + i + "] holds "), message);
            MemorySegment.ofArray(zeros).fill((byte) 0);
        }
        Stamp.check("target", longer, 1, Space.SEGMENT, 1000);
        Stamp.checkUntouched("zeros", MemorySegment.ofArray(zeros));
    }

    @Test
    void aShiftedCopyIsRecognised() {
        Stamp.fill(target, 1, Space.SEGMENT, 1001);
        String message = failure();
        assertEquals("target[0] holds byte 1001 of rank 1's segment, expected byte 1000 of rank 1's segment",
                message.substring(0, message.indexOf(" (")));
    }

    @Test
    void memoryThatNobodyWroteIsRecognised() {
        Stamp.fill(target, 1, Space.SEGMENT, 1000);
        target[99] = 0;
        assertEquals("target[99] holds 0, as if never written, expected byte 1099 of rank 1's segment "
                + "(1 of 100 bytes are wrong)", failure());
        Stamp.checkUntouched("rest", MemorySegment.ofArray(new byte[10]));
        Stamp.fill(target, 3, Space.NATIVE, 0);
        assertEquals("target[0] holds byte 0 of rank 3's native memory, expected 0, as nobody wrote it",
                assertThrows(AssertionFailedError.class,
                        () -> Stamp.checkUntouched("target", MemorySegment.ofArray(target))).getMessage());
    }

    @Test
    void noByteIsZeroAndNeighboursDiffer() {
        int equal = 0;
        for (int index = 0; index < 100_000; index++) {
            byte value = Stamp.of(index % 7, Space.HEAP, index);
            assertNotEquals(0, value);
            equal += value == Stamp.of(index % 7, Space.HEAP, index + 1) ? 1 : 0;
        }
        assertEquals(100_000 / 255.0, equal, 100);
    }
}
