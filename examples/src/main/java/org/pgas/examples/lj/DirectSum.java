package org.pgas.examples.lj;

/** Forces by the definition: for an atom, one other atom after the other. Knows nothing of blocks. */
final class DirectSum {
    private final Box box;
    private final Potential potential;
    private final double[] positions;

    /** @param positions x, y, z of one atom after the other */
    DirectSum(Box box, Potential potential, double[] positions) {
        this.box = box;
        this.potential = potential;
        this.positions = positions;
    }

    /** The force on an atom: x, y, z. */
    double[] force(int atom) {
        double[] force = new double[3];
        for (int other = 0; other < positions.length / 3; other++) {
            double[] apart = apart(atom, other);
            double squared = squared(apart);
            if (other != atom && squared < potential.cutoffSquared()) {
                double factor = potential.forceOverDistance(squared);
                for (int dimension = 0; dimension < 3; dimension++) {
                    force[dimension] += factor * apart[dimension];
                }
            }
        }
        return force;
    }

    private double[] apart(int atom, int other) {
        double[] apart = new double[3];
        for (int dimension = 0; dimension < 3; dimension++) {
            apart[dimension] = box.nearest(positions[3 * atom + dimension] - positions[3 * other + dimension]);
        }
        return apart;
    }

    private static double squared(double[] vector) {
        return vector[0] * vector[0] + vector[1] * vector[1] + vector[2] * vector[2];
    }
}
