package org.pgas.examples.lj;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class LatticeTest {
    @ParameterizedTest
    @EnumSource
    void shouldKeepAtomsApartWhateverTheirNumber(Lattice lattice) {
        double apart = lattice == Lattice.FCC ? Math.sqrt(0.5) : 1;
        for (int atoms : new int[]{2, 3, 4, 5, 8, 27, 31, 32, 33, 100, 108}) {
            Box box = Box.of(atoms, 0.8);
            double[] positions = lattice.positions(atoms, box);
            assertEquals(3 * atoms, positions.length);
            int inCell = lattice == Lattice.FCC ? 4 : 1;
            double cell = box.side() / Math.ceil(Math.cbrt((double) atoms / inCell) - 1e-9);
            for (int one = 0; one < atoms; one++) {
                for (int other = 0; other < one; other++) {
                    double distance = distance(box, positions, one, other);
                    assertTrue(distance > 0.999 * apart * cell, one + " and " + other + " of " + atoms);
                }
            }
        }
    }

    private static double distance(Box box, double[] positions, int one, int other) {
        double squared = 0;
        for (int dimension = 0; dimension < 3; dimension++) {
            double apart = box.nearest(positions[3 * one + dimension] - positions[3 * other + dimension]);
            squared += apart * apart;
        }
        return Math.sqrt(squared);
    }
}
