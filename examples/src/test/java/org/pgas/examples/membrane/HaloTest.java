package org.pgas.examples.membrane;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;

import org.pgas.Job;
import org.pgas.examples.grid.RankGrid;
import org.pgas.mpi.comm.Mpi;
import org.pgas.testkit.RankDefaults;
import org.pgas.testkit.RankTest;

@RankDefaults(ranks = {1, 4, 6}, segment = "0")
final class HaloTest {
    private static final int ROWS = 7;
    private static final int COLUMNS = 11;
    private static final double EDGE = -1;

    /** In both fields in turn, again and again: the numbers of a round are those of no other. */
    @RankTest
    void shouldFillTheFrameWithWhatNeighboursHaveByAnyCalls(Job job) {
        Mpi mpi = Mpi.of(job);
        RankGrid grid = RankGrid.of(job.size(), ROWS, COLUMNS);
        int rank = job.rank();
        for (Exchange exchange : Exchange.values()) {
            Block block = new Block(new Membrane(ROWS, COLUMNS), grid.first(rank, 0), grid.first(rank, 1),
                    grid.count(rank, 0), grid.count(rank, 1));
            Halo halo = new Halo(mpi.world(), grid, block, exchange);
            for (int round = 0; round < 6; round++) {
                double[] field = block.field(block.current());
                Arrays.fill(field, EDGE);
                for (int row = 1; row <= block.rows(); row++) {
                    for (int column = 1; column <= block.columns(); column++) {
                        field[block.at(row, column)] = number(grid, rank, row, column, round);
                    }
                }
                halo.exchange();
                check(grid, rank, block, round, exchange);
                block.relax();
            }
            halo.free();
        }
        mpi.finish();
    }

    /** Of a point of the membrane, by its place in a rank's block; that of an edge outside. */
    private static double number(RankGrid grid, int rank, int row, int column, int round) {
        int y = grid.first(rank, 0) + row - 1;
        int x = grid.first(rank, 1) + column - 1;
        return y < 0 || y >= ROWS || x < 0 || x >= COLUMNS ? EDGE : (round * ROWS + y) * COLUMNS + x;
    }

    private static void check(RankGrid grid, int rank, Block block, int round, Exchange exchange) {
        for (int row = 0; row <= block.rows() + 1; row++) {
            for (int column = 0; column <= block.columns() + 1; column++) {
                boolean isCorner = (row == 0 || row > block.rows()) && (column == 0 || column > block.columns());
                double expected = isCorner ? EDGE : number(grid, rank, row, column, round);
                assertEquals(expected, block.field(block.current())[block.at(row, column)],
                        exchange + ", round " + round + ", row " + row + ", column " + column);
            }
        }
    }
}
