package org.pgas.examples.lj;

/**
 * What is simulated, in reduced units.
 *
 * @param atoms how many, at least 2
 * @param density atoms in the unit of volume
 * @param temperature at the beginning
 * @param cutoff of the potential; more than half of the box's side becomes that
 * @param lattice where atoms are at the beginning
 * @param seed of their velocities
 */
public record Liquid(int atoms, double density, double temperature, double cutoff, Lattice lattice, long seed) {
    public Liquid {
        cutoff = Math.min(cutoff, Box.of(atoms, density).longestCutoff());
    }

    /** Where the atoms are. */
    public Box box() {
        return Box.of(atoms, density);
    }

    Potential potential() {
        return new Potential(cutoff);
    }

    double[] positions() {
        return lattice.positions(atoms, box());
    }

    double[] velocities() {
        return Velocities.thermal(atoms, temperature, seed);
    }
}
