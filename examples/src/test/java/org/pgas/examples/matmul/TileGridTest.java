package org.pgas.examples.matmul;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

import org.junit.jupiter.api.Test;

final class TileGridTest {
    @Test
    void shouldGiveEachTileAPlaceOfItsOwnAndEachRankAboutAsMany() {
        for (int ranks = 1; ranks <= 5; ranks++) {
            for (int order = 1; order <= 9; order++) {
                TileGrid grid = new TileGrid(order, 2, ranks);
                assertEquals((order + 1) / 2, grid.across());
                int tiles = grid.across() * grid.across();
                int[] count = new int[ranks];
                Set<List<Long>> places = new HashSet<>();
                for (int row = 0; row < grid.across(); row++) {
                    for (int column = 0; column < grid.across(); column++) {
                        int rank = grid.rank(row, column);
                        long offset = grid.offset(row, column);
                        count[rank]++;
                        assertEquals(0, offset % grid.tileBytes());
                        assertTrue(offset >= 0 && offset + grid.tileBytes() <= grid.bytes(), row + ", " + column);
                        assertTrue(places.add(List.of((long) rank, offset)), row + ", " + column);
                    }
                }
                for (int some : count) {
                    assertTrue(some == tiles / ranks || some == tiles / ranks + 1);
                }
            }
        }
    }

    @Test
    void shouldMakeEveryProductOfTwoTilesATask() {
        TileGrid grid = new TileGrid(7, 2, 3);
        long task = 0;
        for (int row = 0; row < 4; row++) {
            for (int column = 0; column < 4; column++) {
                for (int inner = 0; inner < 4; inner++) {
                    assertEquals(row, grid.row(task));
                    assertEquals(column, grid.column(task));
                    assertEquals(inner, grid.inner(task));
                    task++;
                }
            }
        }
        assertEquals(task, grid.tasks());
    }

    @Test
    void shouldCountTheTasksOfTheLargestMatrixInTheSmallestTiles() {
        TileGrid grid = new TileGrid(Multiplication.LARGEST_ORDER, 1, 1);
        long last = grid.tasks() - 1;
        assertEquals(Multiplication.LARGEST_ORDER - 1, grid.row(last));
        assertEquals(Multiplication.LARGEST_ORDER - 1, grid.column(last));
        assertEquals(Multiplication.LARGEST_ORDER - 1, grid.inner(last));
    }
}
