package org.pgas.ga;

/**
 * Finds how many blocks each dimension is cut in, so that there is one for each process: with the largest block as
 * small as may be, and, of these, with blocks as near to cubes as may be, so that they have little surface.
 */
final class ProcessGrid {
    private final long[] dims;
    private final long[] most;
    private final int[] tried;
    private final int[] best;
    private double bestVolume = Double.POSITIVE_INFINITY;
    private double bestSurface;

    private ProcessGrid(long[] dims, long[] most) {
        this.dims = dims;
        this.most = most;
        this.tried = new int[dims.length];
        this.best = new int[dims.length];
    }

    /** Blocks of dimension d have {@code least[d]} indices at least; entries below 1 leave it open, as null does. */
    static int[] of(long[] dims, long[] least, int nproc) {
        long[] most = new long[dims.length];
        for (int d = 0; d < most.length; d++) {
            most[d] = least == null || least[d] < 1 ? dims[d] : Math.max(1, dims[d] / least[d]);
        }
        ProcessGrid search = new ProcessGrid(dims, most);
        search.tryFrom(0, nproc);
        return search.best;
    }

    /** The indices of a block of dimension {@code d} that is cut in {@code blocks}. */
    static long size(long extent, int blocks) {
        return Math.ceilDiv(extent, blocks);
    }

    private void tryFrom(int d, int left) {
        if (d == dims.length) {
            compare();
            return;
        }
        for (int blocks = (int) Math.min(left, most[d]); blocks >= 1; blocks--) {
            tried[d] = blocks;
            tryFrom(d + 1, left / blocks);
        }
    }

    private void compare() {
        double volume = 1;
        double surface = 0;
        for (int d = 0; d < dims.length; d++) {
            double length = size(dims[d], tried[d]);
            volume *= length;
            surface += 1 / length;
        }
        if (volume < bestVolume || volume == bestVolume && surface < bestSurface) {
            bestVolume = volume;
            bestSurface = surface;
            System.arraycopy(tried, 0, best, 0, best.length);
        }
    }
}
