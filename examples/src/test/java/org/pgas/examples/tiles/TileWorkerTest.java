package org.pgas.examples.tiles;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.SplittableRandom;

import org.pgas.Job;
import org.pgas.mppa.Mppa;
import org.pgas.testkit.RankTest;
import org.pgas.testkit.Seed;

final class TileWorkerTest {
    /**
     * Tiles of one pixel, tiles that are larger than the picture, and pictures that are smaller than what a filter
     * looks at.
     */
    @RankTest(ranks = {1, 2, 3})
    void shouldMakeOfTilesWhatIsMadeWithoutThem(Job job) {
        SplittableRandom random = Seed.of("pictures");
        for (int i = 0; i < 12; i++) {
            int width = random.nextInt(1, 60);
            int height = random.nextInt(1, 60);
            int size = i == 0 ? 1 : random.nextInt(1, 70);
            Filter filter = Filter.values()[i % 2];
            check(job, Picture.random(width, height, random.nextLong()), filter, size);
        }
        check(job, Picture.random(1, 1, 1), Filter.GAUSS, 5);
        check(job, Picture.random(1, 40, 1), Filter.SOBEL, 3);
    }

    private static void check(Job job, Picture picture, Filter filter, int size) {
        Mppa mppa = Mppa.init(job);
        PictureServer server = job.rank() == 0 ? new PictureServer(job, mppa, picture) : null;
        if (server != null) {
            server.open();
        }
        TileWorker worker = new TileWorker(job, mppa, filter, size);
        worker.run();
        if (server != null) {
            Tiling tiling = new Tiling(picture.width(), picture.height(), size);
            assertEquals(tiling, worker.tiling());
            long[] tilesOfRanks = server.await(tiling.count());
            assertEquals(tiling.count(), Arrays.stream(tilesOfRanks).sum(), Arrays.toString(tilesOfRanks));
            assertArrayEquals(picture.filtered(filter).pixels(), server.result().pixels(), tiling + " " + filter);
        }
        mppa.finish();
    }
}
