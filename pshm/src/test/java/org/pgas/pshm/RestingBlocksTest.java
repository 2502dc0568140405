package org.pgas.pshm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Random;

import org.junit.jupiter.api.Test;

class RestingBlocksTest {
    private static final long PAGE = 4096;
    private static final int PAGES = (int) (RestingBlocks.BLOCK_BYTES / PAGE);
    private static final int BLOCKS = 4;
    private static final long BASE = 1L << 40;

    private static List<Long> add(RestingBlocks blocks, int page, int pages) {
        List<Long> told = new ArrayList<>();
        blocks.add(BASE + page * PAGE, pages * PAGE, told::add);
        return told;
    }

    @Test
    void shouldTellOfABlockWhenTheLastOfItRests() {
        RestingBlocks blocks = new RestingBlocks();
        assertEquals(List.of(), add(blocks, 0, PAGES - 16));
        assertEquals(List.of(), add(blocks, PAGES - 8, 16));
        assertEquals(List.of(BASE), add(blocks, PAGES - 16, 8));
        assertEquals(1, blocks.size());
    }

    @Test
    void shouldTellOfBothBordersAndNotOfWhatLiesWithin() {
        RestingBlocks blocks = new RestingBlocks();
        add(blocks, 0, 5);
        add(blocks, 3 * PAGES - 7, 7);
        assertEquals(List.of(BASE, BASE + 2 * RestingBlocks.BLOCK_BYTES), add(blocks, 5, 3 * PAGES - 12));
        assertEquals(List.of(), add(blocks, 3 * PAGES, PAGES), "which is a whole one itself");
    }

    @Test
    void shouldRefuseToTakeWhatDoesNotRest() {
        RestingBlocks blocks = new RestingBlocks();
        add(blocks, 0, 5);
        assertThrows(IllegalStateException.class, () -> blocks.remove(BASE + PAGE, 5 * PAGE));
        assertThrows(IllegalStateException.class, () -> blocks.remove(BASE - PAGE, PAGE));
    }

    /** Beside a model that has a bit for each page. */
    @Test
    void shouldKnowWhatRestsWhateverComesAndGoes() {
        Seed seed = new Seed();
        Random random = seed.random();
        RestingBlocks blocks = new RestingBlocks();
        BitSet model = new BitSet();
        for (int step = 0; step < 20_000; step++) {
            int page = random.nextInt(BLOCKS * PAGES);
            boolean rests = model.get(page);
            int most = rests ? model.nextClearBit(page) : model.nextSetBit(page);
            int room = (most < 0 ? BLOCKS * PAGES : most) - page;
            int pages = 1 + random.nextInt(random.nextBoolean() ? room : Math.min(room, 20));
            model.flip(page, page + pages);
            if (rests) {
                blocks.remove(BASE + page * PAGE, pages * PAGE);
            } else {
                assertEquals(expected(model, page, pages), add(blocks, page, pages), "seed " + seed);
            }
            assertEquals(runs(model), blocks.size(), "seed " + seed);
        }
    }

    private static List<Long> expected(BitSet model, int page, int pages) {
        List<Long> told = new ArrayList<>();
        for (int block = page / PAGES; block <= (page + pages - 1) / PAGES; block++) {
            boolean within = page <= block * PAGES && page + pages >= (block + 1) * PAGES;
            if (!within && model.nextClearBit(block * PAGES) >= (block + 1) * PAGES) {
                told.add(BASE + block * RestingBlocks.BLOCK_BYTES);
            }
        }
        return told;
    }

    private static int runs(BitSet model) {
        int runs = 0;
        for (int at = model.nextSetBit(0); at >= 0; at = model.nextSetBit(model.nextClearBit(at))) {
            runs++;
        }
        return runs;
    }
}
