package org.pgas.examples.lj;

/** The energy by the definition. */
final class AllPairs {
    private AllPairs() {}

    /** Of atoms whose coordinates x, y, z follow each other. */
    static double energy(Box box, Potential potential, double[] positions) {
        double energy = 0;
        for (int one = 0; one < positions.length; one += 3) {
            for (int other = 0; other < one; other += 3) {
                double squared = 0;
                for (int dimension = 0; dimension < 3; dimension++) {
                    squared += Math.pow(box.nearest(positions[one + dimension] - positions[other + dimension]), 2);
                }
                energy += squared < potential.cutoffSquared() ? potential.energy(squared) : 0;
            }
        }
        return energy;
    }
}
