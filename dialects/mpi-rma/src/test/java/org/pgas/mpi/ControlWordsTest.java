package org.pgas.mpi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.pgas.memory.SharedMemory;

/** Every word of a block has a place of its own, inside the block, and peers have lines of their own. */
class ControlWordsTest {
    private static final int RANKS = 3;
    private static final long LINE = 128;
    private static final byte DIRT = 77;

    private final Arena arena = Arena.ofConfined();
    private long control;
    private MemorySegment around;

    @BeforeEach
    void lay() {
        long bytes = ControlWords.bytes(RANKS, RANKS);
        assertEquals(0, bytes % LINE, "what lies behind begins a line");
        around = arena.allocate(bytes + 2 * LINE, LINE).fill(DIRT);
        control = around.address() + LINE;
        ControlWords.lay(control, RANKS, RANKS);
    }

    @AfterEach
    void free() {
        for (long offset = 0; offset < LINE; offset++) {
            assertEquals(DIRT, around.get(ValueLayout.JAVA_BYTE, offset), "before the block");
            assertEquals(DIRT, around.get(ValueLayout.JAVA_BYTE, around.byteSize() - 1 - offset), "behind the block");
        }
        arena.close();
    }

    @Test
    void shouldBeginWithNothingPostedCompletedExposedOrAsserted() {
        for (int peer = 0; peer < RANKS; peer++) {
            assertEquals(0, ControlWords.posts(control, peer));
            assertEquals(0, ControlWords.completes(control, peer));
            assertEquals(0, ControlWords.issued(control, peer));
        }
        assertFalse(ControlWords.isExposed(control));
        assertEquals(0, ControlWords.fencePromises(control, 0));
        assertEquals(0, ControlWords.fencePromises(control, 1));
    }

    @Test
    void shouldKeepEveryWordApart() {
        ControlWords.fence(null, control, 6, 5);
        ControlWords.fence(null, control, 7, 4);
        ControlWords.exposed(null, control, true);
        for (int peer = 0; peer < RANKS; peer++) {
            ControlWords.post(null, control, peer, 10 + peer, peer + 1);
            ControlWords.complete(null, control, peer, 20 + peer, 30 + peer);
        }
        assertEquals(5, ControlWords.fencePromises(control, 6));
        assertEquals(4, ControlWords.fencePromises(control, 7));
        assertTrue(ControlWords.isExposed(control));
        for (int peer = 0; peer < RANKS; peer++) {
            assertEquals(10 + peer, ControlWords.posts(control, peer));
            assertEquals(peer + 1, ControlWords.postPromises(control, peer));
            assertEquals(20 + peer, ControlWords.completes(control, peer));
            assertEquals(30 + peer, ControlWords.issued(control, peer));
        }
        ControlWords.exposed(null, control, false);
        assertFalse(ControlWords.isExposed(control));
        for (long word = ControlWords.lock(control, RANKS); word
                < control + ControlWords.bytes(RANKS, RANKS); word += 8) {
            assertEquals(0, SharedMemory.getLong(word), "a word of the lock");
        }
    }

    /** What one peer writes moves one pair of lines, which is no other's. */
    @Test
    void shouldGiveEachPeerALineOfItsOwn() {
        for (int peer = 0; peer < RANKS; peer++) {
            MemorySegment before = copy();
            ControlWords.post(null, control, peer, -1, -1);
            ControlWords.complete(null, control, peer, -1, -1);
            MemorySegment after = copy();
            long first = before.mismatch(after);
            long last = before.byteSize() - 1;
            while (before.get(ValueLayout.JAVA_BYTE, last) == after.get(ValueLayout.JAVA_BYTE, last)) {
                last--;
            }
            assertEquals(first / LINE, last / LINE, "one line pair");
            assertTrue(last - first < LINE / 2, "one line");
        }
    }

    private MemorySegment copy() {
        return MemorySegment
                .ofArray(around.asSlice(LINE, ControlWords.bytes(RANKS, RANKS)).toArray(ValueLayout.JAVA_BYTE));
    }
}
