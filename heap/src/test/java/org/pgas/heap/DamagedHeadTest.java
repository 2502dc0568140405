package org.pgas.heap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicBoolean;

import org.junit.jupiter.api.Test;
import org.pgas.GlobalPointer;
import org.pgas.PgasException;
import org.pgas.heap.blocks.Blocks;
import org.pgas.heap.blocks.HeapCore;
import org.pgas.heap.blocks.HeapLayout;
import org.pgas.heap.blocks.HeapRecovery;
import org.pgas.memory.SharedMemory;
import org.pgas.testkit.Seed;
import org.pgas.testkit.Seeded;

/** What describes a heap is believed as it was read and checked, or not at all. */
@Seeded
class DamagedHeadTest {
    private static final int RANKS = 3;
    private static final int STRIPES = 2;
    private static final long BYTES = 300_000;
    private static final int BYTES_AT = 16;
    private static final int FIRST_WORD = 8;
    private static final int LAST_WORD = 40;

    @Test
    void shouldFindNoHeapWhenAnyBitOfItsDescriptionIsAnother() {
        try (BareHeap heap = new BareHeap(BYTES, RANKS)) {
            assertNotNull(HeapLayout.read(heap.base));
            for (int at = FIRST_WORD; at <= LAST_WORD; at += Long.BYTES) {
                long word = SharedMemory.getLong(heap.base + at);
                for (int bit = 0; bit < Long.SIZE; bit++) {
                    SharedMemory.putLong(heap.base + at, word ^ 1L << bit);
                    assertNull(HeapLayout.read(heap.base), "bit " + bit + " of the word at " + at);
                    assertFalse(HeapLayout.isLaid(heap.base));
                    assertEquals(0, HeapLayout.kind(heap.base));
                }
                SharedMemory.putLong(heap.base + at, word);
            }
            assertNotNull(HeapLayout.read(heap.base));
        }
    }

    /**
     * As a program might lay them that is not this library, or one whose memory was overwritten before the checksum was
     * made.
     */
    @Test
    void shouldFindNoHeapOfImpossibleNumbersThoughTheirChecksumFits() {
        try (BareHeap heap = new BareHeap(BYTES, RANKS)) {
            long least = HeapLayout.leastBytes(RANKS, STRIPES);
            assertNotNull(laid(heap, least, RANKS, STRIPES));
            assertNull(laid(heap, least - 1, RANKS, STRIPES));
            assertNull(laid(heap, 0, RANKS, STRIPES));
            assertNull(laid(heap, -1, RANKS, STRIPES));
            assertNull(laid(heap, Long.MIN_VALUE, RANKS, STRIPES));
            assertNotNull(laid(heap, GlobalPointer.MAX_SEGMENT_BYTES, RANKS, STRIPES));
            assertNull(laid(heap, GlobalPointer.MAX_SEGMENT_BYTES + 1, RANKS, STRIPES));
            assertNull(laid(heap, Long.MAX_VALUE, RANKS, STRIPES));
            assertNull(laid(heap, BYTES, 0, STRIPES));
            assertNull(laid(heap, BYTES, RANKS, 0));
            assertNull(laid(heap, BYTES, RANKS, 3));
            assertNull(laid(heap, BYTES, 1, 16));
        }
    }

    private static HeapLayout laid(BareHeap heap, long bytes, int ranks, int stripes) {
        HeapLayout.lay(heap.base, bytes, ranks, stripes);
        return HeapLayout.read(heap.base);
    }

    /**
     * Somebody writes while a handle is being opened: between a check and a second look there would be time for another
     * number.
     */
    @Test
    void shouldOpenWithTheNumbersThatItHasChecked() throws InterruptedException {
        try (BareHeap heap = new BareHeap(BYTES, RANKS)) {
            AtomicBoolean over = new AtomicBoolean();
            Thread writer = Thread.ofPlatform().start(() -> {
                while (!over.get()) {
                    SharedMemory.putLongOpaque(heap.base + BYTES_AT, 1L << 39);
                    Thread.onSpinWait();
                    SharedMemory.putLongOpaque(heap.base + BYTES_AT, BYTES);
                    Thread.onSpinWait();
                }
            });
            int opened = 0;
            int refused = 0;
            try {
                while (opened < 100_000 || refused < 1_000) {
                    HeapLayout layout = HeapLayout.isLaid(heap.base) ? HeapLayout.read(heap.base) : null;
                    if (layout == null) {
                        refused++;
                    } else {
                        opened++;
                        assertEquals(BYTES, layout.bytes(), "after " + opened);
                    }
                }
            } finally {
                over.set(true);
                writer.join();
            }
        }
    }

    /**
     * What was whole when it was looked at, and is not when it is made anew: nothing beyond the heap is written, and it
     * ends.
     */
    @Test
    void shouldNotFollowABlockThatIsOverwrittenWhileAHeapIsRecovered() {
        for (long word : new long[]{1L << 40 | Blocks.ALLOCATED, -1L, Blocks.ALLOCATED, Blocks.FREE, 0}) {
            try (BareHeap heap = new BareHeap(BYTES, RANKS)) {
                HeapCore core = heap.core(0);
                SplittableRandom random = Seed.of("blocks");
                long victim = 0;
                for (int i = 0; i < 50; i++) {
                    long block = core.allocate("SharedHeap.test", 3_000 + random.nextInt(500));
                    victim = i == 25 ? block : victim;
                }
                HeapRecovery recovery = new HeapRecovery(heap.core(0));
                recovery.check();
                SharedMemory.putLong(heap.base + victim, word);
                PgasException refused = assertThrows(PgasException.class, recovery::rebuild,
                        "word 0x" + Long.toHexString(word));
                assertTrue(refused.getMessage().startsWith("rank 0: ") && refused.getMessage().contains("is damaged"),
                        refused.getMessage());
            }
        }
    }

    /** Its check covers place and size, so it is that of no other size, and of no other place. */
    @Test
    void shouldTakeNoWordForAHeaderOfWhichAnyBitIsAnother() {
        try (BareHeap heap = new BareHeap(BYTES, RANKS)) {
            HeapCore core = heap.core(0);
            Blocks blocks = core.blocks;
            long block = core.allocate("SharedHeap.test", 3_000);
            long other = core.allocate("SharedHeap.test", 3_000);
            long word = blocks.word(block);
            assertTrue(blocks.isHeader(block, word) && !blocks.isHeader(other, word));
            for (int bit = 2; bit < Long.SIZE; bit++) {
                assertFalse(blocks.isHeader(block, word ^ 1L << bit), "bit " + bit);
            }
        }
    }
}
