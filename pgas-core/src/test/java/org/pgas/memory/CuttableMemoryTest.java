package org.pgas.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Random;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class CuttableMemoryTest {
    /** Where no process has anything mapped. */
    private static final long BASE = 1L << 60;

    private static final long PAGE = 4096;

    @AfterEach
    void removeAll() {
        for (long page = 0; page < 80; page++) {
            remove(page);
        }
    }

    private static void add(long page, long pages) {
        CuttableMemory.add(BASE + page * PAGE, pages * PAGE);
    }

    private static void remove(long page) {
        CuttableMemory.remove(BASE + page * PAGE);
    }

    @Test
    void aRangeIsTouchedFromItsFirstByteToItsLast() {
        add(1, 2);

        assertFalse(CuttableMemory.touches(BASE, PAGE));
        assertTrue(CuttableMemory.touches(BASE, PAGE + 1));
        assertTrue(CuttableMemory.touches(BASE + 3 * PAGE - 1, 1));
        assertFalse(CuttableMemory.touches(BASE + 3 * PAGE, PAGE));
        assertTrue(CuttableMemory.touches(BASE, 4 * PAGE), "it lies within");
    }

    @Test
    void whatIsTakenBackIsTouchedNoMore() {
        add(0, 1);
        add(1, 1);
        remove(0);

        assertFalse(CuttableMemory.touches(BASE, PAGE));
        assertTrue(CuttableMemory.touches(BASE + PAGE, 1));
    }

    @Test
    void whatBeginsNowhereIsNotTakenBack() {
        add(0, 2);
        remove(1);

        assertTrue(CuttableMemory.touches(BASE + PAGE, 1));
    }

    @Test
    void whatIsMappedOverOthersTakesTheirPlace() {
        CuttableMemory.add(BASE, 8 * PAGE);
        CuttableMemory.add(BASE + 2 * PAGE, PAGE);
        CuttableMemory.add(BASE + 4 * PAGE, PAGE);
        CuttableMemory.add(BASE + 2 * PAGE, 3 * PAGE);
        CuttableMemory.remove(BASE + 2 * PAGE);

        assertTrue(CuttableMemory.touches(BASE + 2 * PAGE - 1, 1));
        assertFalse(CuttableMemory.touches(BASE + 2 * PAGE, 3 * PAGE));
        assertTrue(CuttableMemory.touches(BASE + 5 * PAGE, 1));
        CuttableMemory.remove(BASE);
        CuttableMemory.remove(BASE + 5 * PAGE);
        assertFalse(CuttableMemory.touches(BASE, 8 * PAGE));
    }

    /** By pages: the file that is mapped there, by its begin, or 0. */
    @Test
    void anyOrderOfMapsAndUnmapsIsAsTheModelHasIt() {
        Random random = new Random(17);
        long[] pieces = new long[80];
        for (int step = 0; step < 5_000; step++) {
            int page = random.nextInt(60);
            int pages = 1 + random.nextInt(8);
            if (random.nextInt(3) == 0) {
                CuttableMemory.remove(BASE + page * PAGE);
                boolean begins = pieces[page] != 0 && (page == 0 || pieces[page - 1] != pieces[page]);
                long piece = pieces[page];
                for (int i = page; begins && pieces[i] == piece; i++) {
                    pieces[i] = 0;
                }
            } else {
                CuttableMemory.add(BASE + page * PAGE, pages * PAGE);
                Arrays.fill(pieces, page, page + pages, 1 + step);
            }
            long at = random.nextLong(70 * PAGE);
            long bytes = 1 + random.nextLong(3 * PAGE);
            boolean touched = false;
            for (long each = at / PAGE; each <= (at + bytes - 1) / PAGE; each++) {
                touched |= pieces[(int) each] != 0;
            }
            assertEquals(touched, CuttableMemory.touches(BASE + at, bytes), "step " + step);
        }
    }
}
