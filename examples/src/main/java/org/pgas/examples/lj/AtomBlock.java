package org.pgas.examples.lj;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;

import org.pgas.ga.GaArray;

/** A block of atoms in the heap: where they are, and the forces on them. For one thread. */
final class AtomBlock {
    private final double[] positions;
    private final double[] forces;
    private final MemorySegment positionMemory;
    private final MemorySegment forceMemory;
    private final double[] centre = new double[3];
    private final double[] halfWidth = new double[3];

    /** The rows of the block, all three columns. */
    private final long[] lo = {0, 0};
    private final long[] hi = {0, 2};

    private int atoms;

    /** With room for so many atoms. */
    AtomBlock(int most) {
        positions = new double[3 * most];
        forces = new double[3 * most];
        positionMemory = MemorySegment.ofArray(positions);
        forceMemory = MemorySegment.ofArray(forces);
    }

    /** Gets the positions of atoms from {@code firstAtom} on, on which there are no forces yet. */
    void get(GaArray all, int firstAtom, int count) {
        atoms = count;
        lo[0] = firstAtom;
        hi[0] = firstAtom + count - 1;
        all.get(lo, hi, positionMemory);
        Arrays.fill(forces, 0);
        bound();
    }

    /** Adds the forces to those of all atoms. */
    void accumulate(GaArray all) {
        all.acc(lo, hi, forceMemory, 1);
    }

    int atoms() {
        return atoms;
    }

    /** The coordinates x, y, z of one atom after the other. */
    double[] positions() {
        return positions;
    }

    /** As {@link #positions()}. */
    double[] forces() {
        return forces;
    }

    private void bound() {
        for (int dimension = 0; dimension < 3; dimension++) {
            double least = Double.POSITIVE_INFINITY;
            double most = Double.NEGATIVE_INFINITY;
            for (int at = dimension; at < 3 * atoms; at += 3) {
                least = Math.min(least, positions[at]);
                most = Math.max(most, positions[at]);
            }
            centre[dimension] = (least + most) / 2;
            halfWidth[dimension] = (most - least) / 2;
        }
    }

    /** A bound of the squares of distances between nearest images of atoms of two blocks: none is less. */
    double leastSquaredDistance(AtomBlock other, Box box) {
        double squared = 0;
        for (int dimension = 0; dimension < 3; dimension++) {
            double gap = Math.abs(box.nearest(centre[dimension] - other.centre[dimension]))
                    - halfWidth[dimension] - other.halfWidth[dimension];
            squared += gap > 0 ? gap * gap : 0;
        }
        return squared;
    }
}
