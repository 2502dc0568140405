package org.pgas.examples.lj;

/**
 * The state of all atoms in a few numbers, each of them a sum over atoms.
 *
 * @param step after how many steps
 * @param atoms how many
 * @param potential the energy of all pairs
 * @param kinetic the energy of motion
 * @param momentum the length of the sum of all momenta, which stays 0 but for rounding
 */
public record Energies(long step, int atoms, double potential, double kinetic, double momentum) {
    /** What does not change but for the error of finite steps. */
    public double total() {
        return potential + kinetic;
    }

    /** The mean kinetic energy as a temperature. */
    public double temperature() {
        return Velocities.temperature(kinetic, atoms);
    }

    /**
     * How far the energy has moved away from that of {@code start}, relative to the energies that it is the sum of; 0
     * when it has not.
     */
    public double drift(Energies start) {
        double moved = Math.abs(total() - start.total());
        return moved == 0 ? 0 : moved / (Math.abs(start.potential) + start.kinetic);
    }
}
