package org.pgas.examples.grid;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

final class RankGridTest {
    @Test
    void shouldCutWhereTheCutsAreSmallest() {
        assertEquals("2 x 2 x 2", RankGrid.of(8, 100, 100, 100).toString());
        assertEquals("1 x 2 x 2", RankGrid.of(4, 100, 100, 100).toString());
        assertEquals("8 x 1", RankGrid.of(8, 1000, 10).toString());
        assertEquals("1 x 7", RankGrid.of(7, 1, 9).toString());
    }

    @Test
    void shouldGiveEachCellToOneRank() {
        for (int ranks = 1; ranks <= 12; ranks++) {
            RankGrid grid = RankGrid.of(ranks, 5, 13, 4);
            long cells = 0;
            for (int rank = 0; rank < ranks; rank++) {
                assertEquals(rank,
                        grid.rank(grid.coordinate(rank, 0), grid.coordinate(rank, 1), grid.coordinate(rank, 2)));
                long block = 1;
                for (int dimension = 0; dimension < 3; dimension++) {
                    assertTrue(grid.count(rank, dimension) > 0);
                    assertEquals(grid.coordinate(rank, dimension),
                            grid.split(dimension).part(grid.first(rank, dimension)));
                    block *= grid.count(rank, dimension);
                }
                cells += block;
            }
            assertEquals(5 * 13 * 4, cells);
        }
    }

    @Test
    void shouldRefuseMoreRanksThanHaveABlock() {
        IllegalArgumentException thrown = assertThrows(IllegalArgumentException.class, () -> RankGrid.of(7, 2, 6));
        assertEquals("an array of 2 x 6 has no block for each of 7 ranks: enlarge it, or use fewer ranks",
                thrown.getMessage());
    }

    @Test
    void shouldLeaveRanksWithoutABlockOfASmallerArray() {
        RankGrid grid = RankGrid.of(4, 4, 1).over(2, 3);
        assertEquals(0, grid.count(0, 0));
        assertEquals(1, grid.count(1, 0));
        assertEquals(3, grid.count(3, 1));
    }

    @Test
    void shouldSpareRanksOfAnArrayThatIsTooSmallForAll() {
        RankGrid grid = RankGrid.sparing(6, 1, 2);
        int cells = 0;
        for (int rank = 0; rank < 6; rank++) {
            cells += grid.count(rank, 0) * grid.count(rank, 1);
        }
        assertEquals(2, cells);
        assertEquals(RankGrid.of(6, 100, 200).toString(), RankGrid.sparing(6, 100, 200).toString());
    }

    @Test
    void shouldCutSlabsAlongTheFirstDimensionOnly() {
        RankGrid grid = RankGrid.slabs(4, 3, 100);
        assertEquals("4 x 1", grid.toString());
        assertEquals(0, grid.count(0, 0));
        assertEquals(100, grid.count(3, 1));
    }
}
