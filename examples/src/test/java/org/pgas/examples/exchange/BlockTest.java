package org.pgas.examples.exchange;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class BlockTest {
    private static final int BYTES = 4096;

    private static Block block(Layout layout) {
        return Block.of(layout, BYTES);
    }

    @Test
    void shouldLieAsInThePaper() {
        assertEquals(BYTES, block(Layout.CONTIGUOUS).extent());
        assertEquals(4 * 64 * 28, block(Layout.VECTOR).extent());
        assertEquals(4 * (127 * 12 + 8), block(Layout.STRUCT).extent());
        assertEquals(BYTES / 4, block(Layout.CONTIGUOUS).count());
        assertEquals(4, block(Layout.VECTOR).count());
        assertEquals(4, block(Layout.STRUCT).count());
    }

    @ParameterizedTest
    @EnumSource(Layout.class)
    void shouldHaveADatatypeOfItsDataAndNothingElse(Layout layout) {
        Block block = block(layout);
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment from = arena.allocate(block.extent());
            MemorySegment to = arena.allocate(block.extent());
            MemorySegment packed = arena.allocate(BYTES);
            block.fill(from, 7);
            block.type().pack(from, block.count(), packed, 0);
            Block.clear(to);
            block.type().unpack(packed, 0, to, block.count());
            assertNull(block.problem(to, 7));
            assertNotNull(block.problem(to, 8));
            Block same = new Block(Layout.CONTIGUOUS, BYTES, null);
            assertNull(same.problem(packed, 7));
        }
    }

    @ParameterizedTest
    @EnumSource(Layout.class)
    void shouldFindEveryByteThatIsWrong(Layout layout) {
        Block block = block(layout);
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment memory = arena.allocate(block.extent());
            Block.clear(memory);
            block.fill(memory, 1);
            for (long at = 0; at < memory.byteSize(); at++) {
                byte right = memory.get(ValueLayout.JAVA_BYTE, at);
                memory.set(ValueLayout.JAVA_BYTE, at, (byte) (right + 1));
                assertNotNull(block.problem(memory, 1), "byte " + at);
                memory.set(ValueLayout.JAVA_BYTE, at, right);
            }
            assertNull(block.problem(memory, 1));
        }
    }
}
