package org.pgas.examples.matmul;

import org.pgas.Job;
import org.pgas.Rma;

/** A matrix whose tiles lie in the segments of all ranks, from the same offset on. Any rank gets any tile. */
final class TiledMatrix {
    private final Job job;
    private final Rma rma;
    private final TileGrid grid;
    private final long offset;

    TiledMatrix(Job job, TileGrid grid, long offset) {
        this.job = job;
        this.rma = job.world().rma();
        this.grid = grid;
        this.offset = offset;
    }

    /** Puts {@code numbers} into this rank's tiles; seen by others after a barrier. */
    void fill(Numbers numbers) {
        double[] tile = new double[grid.tileNumbers()];
        for (int row = 0; row < grid.across(); row++) {
            for (int column = 0; column < grid.across(); column++) {
                if (rank(row, column) == job.rank()) {
                    numbers.fill(tile, grid, row, column);
                    rma.put(job.rank(), offset(row, column), tile, 0, tile.length);
                }
            }
        }
    }

    /** Gets a tile, whoever's it is. */
    void get(double[] tile, int row, int column) {
        rma.get(tile, 0, rank(row, column), offset(row, column), tile.length);
    }

    /** The rank that has a tile. */
    int rank(int row, int column) {
        return grid.rank(row, column);
    }

    /** Where in the segment of {@link #rank} a tile is. */
    long offset(int row, int column) {
        return offset + grid.offset(row, column);
    }
}
