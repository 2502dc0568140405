package org.pgas.upc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.pgas.PgasException;

class SharedLayoutTest {
    private static final int[] BLOCK_SIZES = {0, 1, 2, 3, 7, 10, 64, 1000};
    private static final int MOST = 70;

    @Test
    void shouldDealElementsAsOneByOne() {
        for (int threads = 1; threads <= 5; threads++) {
            for (int blockSize : BLOCK_SIZES) {
                SharedLayout layout = new SharedLayout(threads, 12, blockSize);
                DealtArray dealt = new DealtArray(layout, MOST);
                for (int i = 0; i < MOST; i++) {
                    String text = layout + ", element " + i;
                    assertEquals(dealt.thread[i], layout.threadOf(i), text);
                    assertEquals(dealt.phase[i], layout.phaseOf(i), text);
                    assertEquals(dealt.place[i], layout.localIndex(i), text);
                    assertEquals(i, layout.globalIndex(dealt.thread[i], dealt.place[i]), text);
                }
            }
        }
    }

    @Test
    void shouldKnowHowMuchEachThreadHasOfAnyNumber() {
        for (int threads = 1; threads <= 5; threads++) {
            for (int blockSize : BLOCK_SIZES) {
                SharedLayout layout = new SharedLayout(threads, 12, blockSize);
                for (int elements = 0; elements <= MOST; elements++) {
                    DealtArray dealt = new DealtArray(layout, elements);
                    for (int thread = 0; thread < threads; thread++) {
                        String text = elements + " of " + layout + " on thread " + thread;
                        assertEquals(dealt.had[thread], layout.affinityElements(elements, thread), text);
                        assertEquals(12 * dealt.had[thread], SharedLayout.affinitySize(12L * elements,
                                layout.blockBytes(), threads, thread), text);
                        assertTrue(dealt.had[thread] <= layout.affinityElements(elements, 0), text + ": 0 has most");
                    }
                }
            }
        }
    }

    /** Blocks whose last one is cut in the middle of an element are sizes, too. */
    @Test
    void shouldCountBytesOfBlocksThatAreCutAnywhere() {
        for (int threads = 1; threads <= 5; threads++) {
            for (int block : new int[]{1, 5, 16}) {
                for (int bytes = 0; bytes < 100; bytes++) {
                    DealtArray dealt = new DealtArray(new SharedLayout(threads, 1, block), bytes);
                    for (int thread = 0; thread < threads; thread++) {
                        assertEquals(dealt.had[thread], SharedLayout.affinitySize(bytes, block, threads, thread));
                    }
                }
            }
        }
    }

    @Test
    void shouldMakeOneBlockForEachThreadOfAStar() {
        for (int threads = 1; threads <= 5; threads++) {
            for (int elements = 0; elements <= MOST; elements++) {
                SharedLayout star = SharedLayout.star(threads, 8, elements);
                assertTrue(star.blockSize() >= 1 && star.blockSize() * threads >= elements, star.toString());
                assertTrue(elements == 0 || (star.blockSize() - 1) * threads < elements, star + " for " + elements);
                for (int i = 0; i < elements; i++) {
                    assertEquals(star.blockSize() * star.threadOf(i) + star.localIndex(i), i, "no block wraps");
                }
            }
        }
    }

    @Test
    void shouldRefuseWhatIsNoLayout() {
        assertRefused("0 threads: legal are 1..2048", () -> new SharedLayout(0, 8, 1));
        assertRefused("2049 threads", () -> new SharedLayout(2049, 8, 1));
        assertRefused("elements of 0 bytes", () -> new SharedLayout(1, 0, 1));
        assertRefused("a block size of -1", () -> new SharedLayout(1, 8, -1));
        assertRefused("2^40 bytes", () -> new SharedLayout(1, 8, (1L << 37) + 1));
        assertRefused("-5 elements", () -> SharedLayout.star(3, 8, -5));
        assertRefused("thread 3 is outside 0..2", () -> SharedLayout.affinitySize(8, 8, 3, 3));
        assertRefused("-8 bytes in blocks of 8", () -> SharedLayout.affinitySize(-8, 8, 3, 0));
        assertEquals("shared [] 8-byte elements, 1 thread", new SharedLayout(1, 8, 0).toString());
        assertEquals("shared [4] 2-byte elements, 3 threads", new SharedLayout(3, 2, 4).toString());
    }

    static void assertRefused(String part, Runnable call) {
        String message = assertThrows(PgasException.class, call::run).getMessage();
        assertTrue(message.contains(part), message);
    }
}
