package org.pgas.examples.matmul;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.foreign.MemorySegment;

import org.junit.jupiter.api.Test;

final class ShareTest {
    @Test
    void shouldBeReadAsItWasWritten() {
        MemorySegment message = MemorySegment.ofArray(new byte[Share.BYTES]);
        Share share = new Share(2046, 1L << 45, 7L << 50, Long.MAX_VALUE, 3);
        share.writeTo(message);
        assertEquals(share, Share.readFrom(message));
    }
}
