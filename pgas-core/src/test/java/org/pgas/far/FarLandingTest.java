package org.pgas.far;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;

import org.junit.jupiter.api.Test;

/** In which memory data may land while they come. */
class FarLandingTest {
    @Test
    void dataLandWhereTheyBelong() {
        MemorySegment memory = Arena.ofAuto().allocate(100);
        ByteBuffer view = FarLanding.view(memory, 40, 16);
        assertEquals(16, view.remaining());
        view.put((byte) 7);
        assertEquals(7, memory.get(ValueLayout.JAVA_BYTE, 40));
        assertEquals(16, FarLanding.view(memory, 84, 16).remaining());
    }

    /** One thread may begin, and another go on. */
    @Test
    void nothingLandsInMemoryThatOneThreadAloneMayUse() {
        try (Arena arena = Arena.ofConfined()) {
            assertNull(FarLanding.view(arena.allocate(100), 0, 16));
        }
    }

    @Test
    void nothingLandsInArraysNorOutsideNorInClosedOrReadOnlyMemory() {
        Arena arena = Arena.ofShared();
        MemorySegment memory = arena.allocate(100);
        assertNull(FarLanding.view(MemorySegment.ofArray(new byte[100]), 0, 16));
        assertNull(FarLanding.view(memory.asReadOnly(), 0, 16));
        assertNull(FarLanding.view(memory, 88, 16));
        assertNull(FarLanding.view(memory, -8, 16));
        arena.close();
        assertNull(FarLanding.view(memory, 0, 16));
    }
}
