package org.pgas.mppa;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class QueueLayoutTest {
    @Test
    void shouldHaveTheLargestCapacityThatThereIsRoomFor() {
        for (long bytes = QueueLayout.LEAST_BYTES; bytes < 100_000; bytes += 7) {
            long capacity = QueueLayout.capacity(bytes);
            assertEquals(1, Long.bitCount(capacity));
            assertTrue(QueueLayout.bytes(capacity) <= bytes, "fits into " + bytes);
            assertTrue(QueueLayout.bytes(2 * capacity) > bytes, "the next one does not fit into " + bytes);
        }
    }

    @Test
    void shouldHoldWhatItsBytesWereComputedFor() {
        for (int bit = 5; bit <= 46; bit++) {
            assertEquals(1L << bit, QueueLayout.capacity(QueueLayout.bytes(1L << bit)));
        }
        assertEquals(1L << 46, QueueLayout.capacity(Long.MAX_VALUE >>> 2));
    }
}
