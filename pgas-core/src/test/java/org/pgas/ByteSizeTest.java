package org.pgas;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class ByteSizeTest {
    @Test
    void sizesAreWrittenForPeople() {
        assertEquals("0 bytes", ByteSize.text(0));
        assertEquals("1023 bytes", ByteSize.text(1023));
        assertEquals("1.0 KiB", ByteSize.text(1024));
        assertEquals("1.5 MiB", ByteSize.text(3 << 19));
        assertEquals("1.3 MiB", ByteSize.text(5 << 18));
        assertEquals("1024.0 KiB", ByteSize.text((1 << 20) - 1));
        assertEquals("2.0 GiB", ByteSize.text(2L << 30));
        assertEquals("8388608.0 TiB", ByteSize.text(Long.MAX_VALUE));
    }
}
