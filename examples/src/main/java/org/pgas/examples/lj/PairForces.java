package org.pgas.examples.lj;

/**
 * Adds up what atoms of two blocks do to each other. Forces come in pairs, so each is computed once. For one thread.
 */
final class PairForces {
    private final Box box;
    private final Potential potential;

    PairForces(Box box, Potential potential) {
        this.box = box;
        this.potential = potential;
    }

    /**
     * False if the blocks are too far apart for any two of their atoms to feel each other; they may be even if it is
     * true.
     */
    boolean within(AtomBlock one, AtomBlock other) {
        return one.leastSquaredDistance(other, box) < potential.cutoffSquared();
    }

    /** Adds the forces between the atoms of one block to its forces, and returns the energy of these pairs. */
    double inside(AtomBlock block) {
        double energy = 0;
        for (int atom = 1; atom < block.atoms(); atom++) {
            energy += on(block, atom, block, atom);
        }
        return energy;
    }

    /** Adds the forces between the atoms of two blocks to the forces of both, and returns the energy of these pairs. */
    double between(AtomBlock one, AtomBlock other) {
        double energy = 0;
        for (int atom = 0; atom < one.atoms(); atom++) {
            energy += on(one, atom, other, other.atoms());
        }
        return energy;
    }

    /** An atom and the first so many of the other block. */
    private double on(AtomBlock block, int atom, AtomBlock other, int count) {
        double[] positions = other.positions();
        double[] forces = other.forces();
        double x = block.positions()[3 * atom];
        double y = block.positions()[3 * atom + 1];
        double z = block.positions()[3 * atom + 2];
        double forceX = 0;
        double forceY = 0;
        double forceZ = 0;
        double energy = 0;
        for (int at = 0; at < 3 * count; at += 3) {
            double dx = box.nearest(x - positions[at]);
            double dy = box.nearest(y - positions[at + 1]);
            double dz = box.nearest(z - positions[at + 2]);
            double squared = dx * dx + dy * dy + dz * dz;
            if (squared < potential.cutoffSquared()) {
                double force = potential.forceOverDistance(squared);
                energy += potential.energy(squared);
                forceX += force * dx;
                forceY += force * dy;
                forceZ += force * dz;
                forces[at] -= force * dx;
                forces[at + 1] -= force * dy;
                forces[at + 2] -= force * dz;
            }
        }
        block.forces()[3 * atom] += forceX;
        block.forces()[3 * atom + 1] += forceY;
        block.forces()[3 * atom + 2] += forceZ;
        return energy;
    }
}
