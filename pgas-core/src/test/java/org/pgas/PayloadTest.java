package org.pgas;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.pgas.message.PayloadCore;

class PayloadTest {
    private final MemorySegment memory = Arena.ofAuto().allocate(64, 8);
    private final Payload payload = Payload.of(new PayloadCore(3));

    @Test
    void shouldReadAndWriteEveryTypeInPlace() {
        PayloadCore.of(payload).begin(memory.address(), 32);
        payload.putByte(31, (byte) -1);
        payload.putShort(1, (short) 0x1234);
        payload.putInt(3, 0x12345678);
        payload.putLong(7, Long.MIN_VALUE + 5);
        payload.putFloat(16, 1.5f);
        payload.putDouble(20, -2.25);
        assertEquals((byte) -1, payload.getByte(31));
        assertEquals((short) 0x1234, payload.getShort(1));
        assertEquals(0x12345678, payload.getInt(3));
        assertEquals(Long.MIN_VALUE + 5, payload.getLong(7));
        assertEquals(1.5f, payload.getFloat(16));
        assertEquals(-2.25, payload.getDouble(20));
        assertEquals(0x12345678, memory.get(ValueLayout.JAVA_INT_UNALIGNED, 3), "the memory itself was written");
        assertEquals(32, payload.bytes());
    }

    @Test
    void shouldCopyToAndFromMemoryAndOtherPayloads() {
        PayloadCore.of(payload).begin(memory.address(), 16);
        payload.copyFrom(MemorySegment.ofArray(new byte[]{1, 2, 3, 4, 5}), 1, 2, 3);
        byte[] out = new byte[6];
        payload.copyTo(1, MemorySegment.ofArray(out), 0, 6);
        assertArrayEquals(new byte[]{0, 2, 3, 4, 0, 0}, out);
        Payload other = Payload.of(new PayloadCore(3));
        PayloadCore.of(other).begin(memory.address() + 32, 8);
        other.copyFrom(payload, 2, 5, 3);
        assertArrayEquals(new byte[]{0, 0, 0, 0, 0, 2, 3, 4}, other.toByteArray());
    }

    @Test
    void shouldRefuseEveryRangeOutsideItself() {
        PayloadCore.of(payload).begin(memory.address(), 16);
        List.<Runnable>of(() -> payload.getByte(16), () -> payload.getByte(-1), () -> payload.getShort(15),
                () -> payload.getInt(13), () -> payload.getLong(9), () -> payload.getLong(Long.MAX_VALUE),
                () -> payload.putLong(9, 0), () -> payload.putByte(16, (byte) 0),
                () -> payload.copyTo(8, memory, 0, 9), () -> payload.copyTo(0, memory, 0, -1),
                () -> payload.copyFrom(memory, 0, 17, 0))
                .forEach(access -> {
                    PgasException refusal = assertThrows(PgasException.class, access::run);
                    assertTrue(refusal.getMessage().contains("outside the payload of 16 bytes"), refusal.getMessage());
                    assertTrue(refusal.getMessage().startsWith("rank 3: "), refusal.getMessage());
                });
    }

    @Test
    void shouldExpireWithItsHandlerTogetherWithItsSegment() {
        PayloadCore.of(payload).begin(memory.address(), 16);
        MemorySegment segment = payload.segment();
        segment.set(ValueLayout.JAVA_LONG, 8, 77);
        assertEquals(77, payload.getLong(8));
        PayloadCore.of(payload).end();
        assertThrows(IllegalStateException.class, () -> segment.get(ValueLayout.JAVA_LONG, 8));
        for (Runnable use : List.<Runnable>of(payload::bytes, payload::segment, payload::toByteArray,
                () -> payload.getLong(0), () -> payload.putByte(0, (byte) 0))) {
            PgasException refusal = assertThrows(PgasException.class, use::run);
            assertTrue(refusal.getMessage().contains("after its handler returned"), refusal.getMessage());
        }
        PayloadCore.of(payload).begin(memory.address(), 8);
        assertEquals(8, payload.segment().byteSize(), "a later message has a segment of its own");
    }
}
