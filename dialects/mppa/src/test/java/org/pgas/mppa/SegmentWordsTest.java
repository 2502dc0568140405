package org.pgas.mppa;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.util.HashSet;
import java.util.Set;

import org.junit.jupiter.api.Test;

class SegmentWordsTest {
    private static final byte[] CARD = {1, 2, 3};

    private static Registration registration(int multi, boolean mapped) {
        return new Registration(3, 0, 0, -5, 1L << 40, 0xF, multi, 1L << 33, 4095, mapped, 77, CARD);
    }

    @Test
    void shouldKeepWhatWasWritten() {
        try (Arena arena = Arena.ofConfined()) {
            long entry = arena.allocate(SegmentWords.ENTRY_BYTES, 128).address();
            for (boolean mapped : new boolean[]{true, false}) {
                SegmentWords.write(entry, registration(7, mapped), 640);
                SegmentWords.generation(entry, 99);
                Registration read = SegmentWords.read(entry, 3, 99, CARD);
                assertEquals(new Registration(3, entry, 99, -5, 1L << 40, 0xF, 7, 1L << 33, 4095, mapped, 77, CARD),
                        read);
                assertSame(CARD, read.introduction());
                assertEquals(640, SegmentWords.introduction(entry));
                assertEquals(3, SegmentWords.introductionBytes(entry));
                assertEquals(-5, SegmentWords.identifier(entry));
            }
        }
    }

    @Test
    void shouldSayWhetherAGenerationIsThere() {
        try (Arena arena = Arena.ofConfined()) {
            long entry = arena.allocate(SegmentWords.ENTRY_BYTES, 128).address();
            assertEquals(0, SegmentWords.generation(entry));
            SegmentWords.generation(entry, 5);
            assertTrue(SegmentWords.isThere(entry, 5));
            SegmentWords.generation(entry, 6);
            assertFalse(SegmentWords.isThere(entry, 5));
        }
    }

    @Test
    void shouldTellWhatReadsAnEntryThatItWasWrittenMeanwhile() {
        try (Arena arena = Arena.ofConfined()) {
            long entry = arena.allocate(SegmentWords.ENTRY_BYTES, 128).address();
            SegmentWords.write(entry, registration(2, true), 0);
            SegmentWords.generation(entry, 5);
            assertTrue(SegmentWords.isStill(entry, 5));
            SegmentWords.generation(entry, 0);
            assertFalse(SegmentWords.isStill(entry, 5));
            SegmentWords.generation(entry, 6);
            assertFalse(SegmentWords.isStill(entry, 5));
        }
    }

    @Test
    void shouldMarkAnEndWithoutTouchingTheRest() {
        try (Arena arena = Arena.ofConfined()) {
            long entry = arena.allocate(SegmentWords.ENTRY_BYTES, 128).address();
            SegmentWords.write(entry, registration(2, true), 0);
            assertTrue(SegmentWords.isSegment(entry) && !SegmentWords.isPast(entry));
            SegmentWords.writePast(entry);
            SegmentWords.writePast(entry);
            assertTrue(SegmentWords.isPast(entry) && !SegmentWords.isSegment(entry) && !SegmentWords.isHeap(entry));
            Registration read = SegmentWords.read(entry, 3, 99, CARD);
            assertTrue(read.mapped());
            assertEquals(4095, read.endpoint());
            assertEquals(77, SegmentWords.group(entry));
            SegmentWords.write(entry, registration(2, true), 0);
            assertTrue(SegmentWords.isSegment(entry), "the next one");
        }
    }

    @Test
    void shouldTellOfAHeap() {
        try (Arena arena = Arena.ofConfined()) {
            long entry = arena.allocate(SegmentWords.ENTRY_BYTES, 128).address();
            SegmentWords.write(entry, registration(2, true), 0);
            assertFalse(SegmentWords.isHeap(entry));
            SegmentWords.writeHeap(entry, Registration.key(2047, 9), 1L << 33, 4096);
            assertTrue(SegmentWords.isHeap(entry) && !SegmentWords.isSegment(entry) && !SegmentWords.isPast(entry));
            assertEquals(1L << 33, SegmentWords.heapOffset(entry));
            assertEquals(4096, SegmentWords.heapBytes(entry));
            assertEquals(Registration.key(2047, 9), SegmentWords.group(entry));
            SegmentWords.write(entry, registration(0, true), 0);
            assertTrue(SegmentWords.isSegment(entry), "the next one");
        }
    }

    @Test
    void shouldHaveAKeyForEachGenerationOfEachRank() {
        Set<Long> keys = new HashSet<>();
        for (int rank : new int[]{0, 1, 2, 2047}) {
            for (long generation = 1; generation < 5; generation++) {
                assertTrue(keys.add(Registration.key(rank, generation)), rank + " " + generation);
            }
        }
    }

    @Test
    void shouldLinkChunksWhoseEntriesDoNotOverlap() {
        try (Arena arena = Arena.ofConfined()) {
            long root = arena.allocate(512, 128).address();
            long chunk = arena.allocate(SegmentWords.CHUNK_BYTES, 128).address();
            assertEquals(0, SegmentWords.first(root));
            SegmentWords.first(root, 1280);
            assertEquals(1280, SegmentWords.first(root));
            SegmentWords.next(chunk, 2560);
            for (int i = 0; i < SegmentWords.ENTRIES; i++) {
                SegmentWords.generation(SegmentWords.entry(chunk, i), i + 1);
                SegmentWords.write(SegmentWords.entry(chunk, i), registration(i, true), i);
            }
            for (int i = 0; i < SegmentWords.ENTRIES; i++) {
                assertEquals(i + 1, SegmentWords.generation(SegmentWords.entry(chunk, i)));
                assertEquals(i, SegmentWords.read(SegmentWords.entry(chunk, i), 0, i + 1, CARD).multi());
            }
            assertEquals(2560, SegmentWords.next(chunk));
            assertEquals(chunk + SegmentWords.CHUNK_BYTES,
                    SegmentWords.entry(chunk, SegmentWords.ENTRIES - 1) + SegmentWords.ENTRY_BYTES);
            SegmentWords.changed(root);
            SegmentWords.changed(root);
            assertEquals(2, SegmentWords.changes(root));
            assertEquals(0, SegmentWords.generation(root), "the default segment's words are apart");
        }
    }
}
