package org.pgas.examples.tiles;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

final class TilingTest {
    @Test
    void shouldGiveEachPixelToOneTile() {
        for (int width = 1; width < 12; width++) {
            for (int height = 1; height < 12; height++) {
                for (int size = 1; size < 13; size++) {
                    check(new Tiling(width, height, size));
                }
            }
        }
    }

    private static void check(Tiling tiling) {
        boolean[][] taken = new boolean[tiling.height()][tiling.width()];
        int pixels = 0;
        int widest = 0;
        int highest = 0;
        for (int i = 0; i < tiling.count(); i++) {
            Area tile = tiling.tile(i);
            widest = Math.max(widest, tile.width());
            highest = Math.max(highest, tile.height());
            for (int y = tile.y(); y < tile.y() + tile.height(); y++) {
                for (int x = tile.x(); x < tile.x() + tile.width(); x++) {
                    assertTrue(!taken[y][x], tiling + ", tile " + i + ": " + tile);
                    taken[y][x] = true;
                    pixels++;
                }
            }
        }
        assertEquals(tiling.width() * tiling.height(), pixels, tiling.toString());
        assertEquals(widest, tiling.tileWidth(), tiling.toString());
        assertEquals(highest, tiling.tileHeight(), tiling.toString());
    }

    @Test
    void shouldCountTheSmallestTilesOfTheLargestPicture() {
        Tiling tiling = new Tiling(Picture.LARGEST, Picture.LARGEST, 1);
        assertEquals(Picture.LARGEST * Picture.LARGEST, tiling.count());
        assertEquals(new Area(Picture.LARGEST - 1, Picture.LARGEST - 1, 1, 1), tiling.tile(tiling.count() - 1));
    }

    @Test
    void shouldHaveABorderWhereThePictureHasOne() {
        assertEquals(new Area(6, 3, 8, 9), new Area(8, 5, 4, 5).withBorder(2, 20, 20));
        assertEquals(new Area(0, 0, 6, 7), new Area(0, 0, 4, 5).withBorder(2, 20, 20));
        assertEquals(new Area(0, 0, 5, 6), new Area(1, 1, 4, 5).withBorder(2, 5, 6));
        assertEquals(new Area(0, 0, 1, 1), new Area(0, 0, 1, 1).withBorder(2, 1, 1));
    }
}
