package org.pgas.examples.lj;

/** Where atoms are at the beginning: sites of a lattice that fills the box. */
public enum Lattice {
    /** Face-centred cubic: cells with an atom at a corner and in the middle of the three faces that meet there. */
    FCC(new double[][]{{0, 0, 0}, {0, 0.5, 0.5}, {0.5, 0, 0.5}, {0.5, 0.5, 0}}),

    /** Simple cubic: cells with an atom at a corner. */
    SC(new double[][]{{0, 0, 0}});

    private final double[][] basis;

    Lattice(double[][] basis) {
        this.basis = basis;
    }

    /**
     * The coordinates x, y, z of one atom after the other, neighbours in space mostly neighbours in the array. Where
     * their number does not fill a lattice of whole cells, the sites that stay empty are spread evenly.
     */
    double[] positions(int atoms, Box box) {
        int cells = cellsAlongSide(atoms);
        long sites = (long) basis.length * cells * cells * cells;
        double cell = box.side() / cells;
        double[] positions = new double[3 * atoms];
        for (int atom = 0; atom < atoms; atom++) {
            long site = atom * sites / atoms;
            double[] inCell = basis[(int) (site % basis.length)];
            long number = site / basis.length;
            positions[3 * atom] = (number / cells / cells + inCell[0]) * cell;
            positions[3 * atom + 1] = (number / cells % cells + inCell[1]) * cell;
            positions[3 * atom + 2] = (number % cells + inCell[2]) * cell;
        }
        return positions;
    }

    private int cellsAlongSide(int atoms) {
        int cells = 1;
        while ((long) basis.length * cells * cells * cells < atoms) {
            cells++;
        }
        return cells;
    }
}
