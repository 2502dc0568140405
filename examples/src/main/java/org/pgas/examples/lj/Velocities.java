package org.pgas.examples.lj;

import java.util.SplittableRandom;

/** Velocities of atoms, x, y, z of one after the other. */
final class Velocities {
    private Velocities() {}

    /**
     * Those of a gas: normally distributed, and then so shifted and scaled that all atoms together rest, and have this
     * temperature. The same for the same seed.
     *
     * @param atoms at least 2
     */
    static double[] thermal(int atoms, double temperature, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        double[] velocities = new double[3 * atoms];
        for (int at = 0; at < velocities.length; at++) {
            velocities[at] = random.nextGaussian();
        }
        double[] momentum = momentum(velocities);
        for (int at = 0; at < velocities.length; at++) {
            velocities[at] -= momentum[at % 3] / atoms;
        }
        double factor = Math.sqrt(temperature / temperature(kineticEnergy(velocities), atoms));
        for (int at = 0; at < velocities.length; at++) {
            velocities[at] *= factor;
        }
        return velocities;
    }

    static double kineticEnergy(double[] velocities) {
        double sum = 0;
        for (double velocity : velocities) {
            sum += velocity * velocity;
        }
        return sum / 2;
    }

    static double[] momentum(double[] velocities) {
        double[] momentum = new double[3];
        for (int at = 0; at < velocities.length; at++) {
            momentum[at % 3] += velocities[at];
        }
        return momentum;
    }

    /** Of so many atoms that rest together: three directions of one atom are not free. */
    static double temperature(double kineticEnergy, int atoms) {
        return 2 * kineticEnergy / (3.0 * (atoms - 1));
    }
}
