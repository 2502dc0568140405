package org.pgas.examples.halo3d;

/**
 * The whole cube, computed by one thread: in a step, each cell becomes the mean of its six neighbours. What lies around
 * the cube stays as it is: one side is hot, the others are cold.
 */
public final class CubeModel {
    private static final double HOT = 100;

    private final int size;
    private double[][][] now;
    private double[][][] then;

    /** A cube of {@code size} cells along each edge. */
    public CubeModel(int size) {
        this.size = size;
        now = cube();
        then = cube();
    }

    private double[][][] cube() {
        double[][][] cells = new double[size + 2][size + 2][size + 2];
        for (int x = -1; x <= size; x++) {
            for (int y = -1; y <= size; y++) {
                for (int z = -1; z <= size; z++) {
                    cells[x + 1][y + 1][z + 1] = initial(x, y, z, size);
                }
            }
        }
        return cells;
    }

    /** What is in a cell at the beginning: inside something uneven, so that a face at a wrong place would show. */
    static double initial(int x, int y, int z, int size) {
        boolean inside = x >= 0 && x < size && y >= 0 && y < size && z >= 0 && z < size;
        if (inside) {
            return (31 * x + 17 * y + 7 * z) % 97;
        }
        return x < 0 ? HOT : 0;
    }

    /** The mean of six neighbours; the order of the additions decides the last bits. */
    static double mean(double left, double right, double above, double below, double front, double behind) {
        return (left + right + (above + below) + (front + behind)) / 6;
    }

    /** Does one step. */
    public void step() {
        for (int x = 1; x <= size; x++) {
            for (int y = 1; y <= size; y++) {
                for (int z = 1; z <= size; z++) {
                    then[x][y][z] = mean(now[x - 1][y][z], now[x + 1][y][z], now[x][y - 1][z], now[x][y + 1][z],
                            now[x][y][z - 1], now[x][y][z + 1]);
                }
            }
        }
        double[][][] before = now;
        now = then;
        then = before;
    }

    /** What is in a cell. */
    public double cell(int x, int y, int z) {
        return now[x + 1][y + 1][z + 1];
    }
}
