package org.pgas.arrays;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.pgas.PgasException;
import org.pgas.testkit.Seed;
import org.pgas.testkit.Seeded;

/** Where elements lie, against a model that deals blocks like cards. */
@Seeded
class DistributionTest {
    /** By element: {rank, place there}. */
    private static int[][] dealt(int elements, int blockSize, int ranks) {
        int[] has = new int[ranks];
        int[][] places = new int[elements][];
        int rank = 0;
        for (int i = 0; i < elements; i++) {
            places[i] = new int[]{rank, has[rank]++};
            rank = (i + 1) % blockSize == 0 ? (rank + 1) % ranks : rank;
        }
        return places;
    }

    private static void agree(Distribution distribution, int blockSize, int ranks) {
        int elements = (int) distribution.elements();
        int[][] places = dealt(elements, blockSize, ranks);
        long[] has = new long[ranks];
        for (int i = 0; i < elements; i++) {
            String which = distribution + ", element " + i;
            assertEquals(places[i][0], distribution.owner(i), which);
            assertEquals(places[i][1], distribution.localIndex(i), which);
            assertEquals(i, distribution.globalIndex(places[i][0], places[i][1]), which);
            has[places[i][0]]++;
        }
        for (int rank = 0; rank < ranks; rank++) {
            assertEquals(has[rank], distribution.localElements(rank), distribution + ", rank " + rank);
        }
        assertEquals(Arrays.stream(has).max().orElseThrow(), distribution.mostLocalElements());
        assertEquals(blockSize, distribution.blockSize());
    }

    @Test
    void shouldDealBlocksInTurnForAllSmallNumbers() {
        for (int ranks = 1; ranks <= 7; ranks++) {
            for (int elements = 0; elements <= 30; elements++) {
                for (int blockSize = 1; blockSize <= 12; blockSize++) {
                    agree(Distribution.blockCyclic(elements, blockSize).over(ranks), blockSize, ranks);
                }
                agree(Distribution.cyclic(elements).over(ranks), 1, ranks);
                agree(Distribution.block(elements).over(ranks), Math.max(1, (elements + ranks - 1) / ranks), ranks);
            }
        }
    }

    /** Divisions by reciprocals, and where these are not exact. */
    @Test
    void shouldDivideAsTheProcessorDoes() {
        SplittableRandom random = Seed.of("divisions");
        for (int i = 0; i < 200_000; i++) {
            long divisor = 1 + (random.nextLong() >>> 14 + random.nextInt(50));
            long most = random.nextLong() >>> 13 + random.nextInt(51);
            Divisor by = new Divisor(divisor, most);
            long quotient = most / divisor;
            for (long number : new long[]{0, most, quotient * divisor, Math.max(0, quotient * divisor - 1),
                Math.min(most, divisor - 1), Math.min(most, divisor), random.nextLong(most + 1)}) {
                assertEquals(number / divisor, by.divide(number), () -> number + " / " + divisor + ", most " + most);
            }
        }
    }

    @Test
    void shouldFindEveryPlaceAgainInArraysOfAnySize() {
        SplittableRandom random = Seed.of("places");
        for (int i = 0; i < 50_000; i++) {
            long elements = 1 + (random.nextLong() >>> 14 + random.nextInt(50));
            int ranks = 1 + random.nextInt(2048);
            Distribution distribution = switch (random.nextInt(3)) {
                case 0 -> Distribution.block(elements);
                case 1 -> Distribution.cyclic(elements);
                default -> Distribution.blockCyclic(elements, 1 + random.nextLong(elements));
            };
            distribution = distribution.over(ranks);
            long index = random.nextLong(elements);
            int owner = distribution.owner(index);
            long local = distribution.localIndex(index);
            long block = index / distribution.blockSize();
            assertEquals(block % ranks, owner);
            assertEquals(block / ranks * distribution.blockSize() + index % distribution.blockSize(), local);
            assertTrue(local < distribution.localElements(owner));
            assertEquals(index, distribution.globalIndex(owner, local));
        }
    }

    /** Every element of a matrix is where its row and its column say, and on a transposed grid on the mirrored rank. */
    @Test
    void shouldDealMatricesByRowsAndColumns() {
        SplittableRandom random = Seed.of("grids");
        for (int i = 0; i < 300; i++) {
            int down = 1 + random.nextInt(4);
            int across = 1 + random.nextInt(4);
            Distribution rows = Distribution.blockCyclic(random.nextInt(20), 1 + random.nextInt(6));
            Distribution columns = Distribution.blockCyclic(random.nextInt(20), 1 + random.nextInt(6));
            GridDistribution grid = GridDistribution.of(rows, columns).grid(down, across);
            GridDistribution mirrored = grid.transposedGrid();
            assertEquals(grid, mirrored.transposedGrid());
            assertEquals(down * across, grid.ranks());
            long[] has = new long[grid.ranks()];
            for (int row = 0; row < rows.elements(); row++) {
                for (int column = 0; column < columns.elements(); column++) {
                    int gridRow = rows.over(down).owner(row);
                    int gridColumn = columns.over(across).owner(column);
                    int owner = grid.owner(row, column);
                    assertEquals(gridRow * across + gridColumn, owner);
                    assertEquals(gridRow, grid.gridRow(owner));
                    assertEquals(gridColumn, grid.gridColumn(owner));
                    int other = mirrored.owner(row, column);
                    assertEquals(gridColumn * down + gridRow, other);
                    assertEquals(gridRow, mirrored.gridRow(other));
                    assertEquals(gridColumn, mirrored.gridColumn(other));
                    assertTrue(grid.columns().localIndex(column) < grid.lead());
                    has[owner]++;
                }
            }
            for (int rank = 0; rank < has.length; rank++) {
                assertEquals(has[rank], grid.localRows(rank) * grid.localColumns(rank));
            }
        }
    }

    /** Together the stretches of a range take every element of it once, from where it lies. */
    @Test
    void shouldCutRangesIntoEvenStretches() {
        SplittableRandom random = Seed.of("stretches");
        Stretches stretches = new Stretches();
        for (int i = 0; i < 5_000; i++) {
            int elements = 1 + random.nextInt(60);
            int ranks = 1 + random.nextInt(5);
            Distribution distribution = Distribution.blockCyclic(elements, 1 + random.nextInt(9)).over(ranks);
            int from = random.nextInt(elements);
            int count = 1 + random.nextInt(elements - from);
            int[] taken = new int[count];
            stretches.cut(distribution, from, count);
            String what = distribution + ": " + count + " from " + from;
            assertTrue(stretches.pieces() <= ranks + 2, what);
            for (int piece = 0; piece < stretches.pieces(); piece++) {
                stretches.show(piece);
                for (long k = 0; k < stretches.elements(); k++) {
                    long at = stretches.at + k / stretches.length * stretches.step + k % stretches.length;
                    taken[(int) at]++;
                    assertEquals(distribution.owner(from + at), stretches.part, what);
                    assertEquals(distribution.localIndex(from + at), stretches.local + k, what);
                }
            }
            assertTrue(Arrays.stream(taken).allMatch(times -> times == 1), what);
        }
    }

    @Test
    void shouldFindAGridForAnyNumberOfRanks() {
        assertGrid(1, 1, GridDistribution.block(5, 5).over(1));
        assertGrid(2, 3, GridDistribution.block(5, 5).over(6));
        assertGrid(3, 4, GridDistribution.block(5, 5).over(12));
        assertGrid(1, 7, GridDistribution.block(5, 5).over(7));
        assertGrid(7, 1, GridDistribution.rowBlocks(5, 5).over(7));
        assertGrid(2, 4, GridDistribution.of(Distribution.block(5), Distribution.cyclic(5).over(4)).over(8));
        assertGrid(4, 2, GridDistribution.of(Distribution.block(5).over(4), Distribution.cyclic(5)).over(8));
    }

    private static void assertGrid(int rows, int columns, GridDistribution found) {
        assertEquals(List.of(rows, columns), List.of(found.gridRows(), found.gridColumns()), found.toString());
    }

    @Test
    void shouldSayWhatIsWrong() {
        Distribution open = Distribution.block(10);
        Distribution known = open.over(3);
        GridDistribution grid = GridDistribution.block(4, 6).grid(2, 3);
        says("Distribution.block: -1 elements: legal are 0..2^50", () -> Distribution.block(-1));
        says("Distribution.cyclic: 1125899906842625 elements", () -> Distribution.cyclic((1L << 50) + 1));
        says("blocks of 0 elements: legal are 1..2^50", () -> Distribution.blockCyclic(10, 0));
        says("Distribution.over: 0 ranks: legal are 1..2048", () -> open.over(0));
        says("Distribution.owner: the number of ranks is not known yet", () -> open.owner(0));
        says("Distribution.owner: index 10 is outside 0..9", () -> known.owner(10));
        says("Distribution.localIndex: index -1", () -> known.localIndex(-1));
        says("index 0: there are no elements", () -> Distribution.block(0).over(2).owner(0));
        says("element 2 of rank 2, which has 2 of 10 elements in blocks of 4 over 3 ranks",
                () -> known.globalIndex(2, 2));
        says("Distribution.localElements: rank 3 is outside 0..2", () -> known.localElements(3));
        says("a grid of 0 x 3 ranks", () -> grid.grid(0, 3));
        says("a grid of 2 x 3 ranks cannot be made of 5", () -> grid.over(5));
        says("a grid of any x 4 ranks cannot be made of 6",
                () -> GridDistribution.of(open, open.over(4)).over(6));
        says("the grid is not known yet", () -> GridDistribution.block(4, 6).lead());
        says("GridDistribution.gridRow: rank 6 is outside 0..5", () -> grid.gridRow(6));
        says("Distribution.owner: index 6 is outside 0..5", () -> grid.owner(0, 6));
        says("columns is null", () -> GridDistribution.of(open, null));
    }

    private static void says(String what, Executable call) {
        String message = assertThrows(PgasException.class, call).getMessage();
        assertTrue(message.contains(what), message);
    }
}
