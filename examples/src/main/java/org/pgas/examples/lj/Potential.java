package org.pgas.examples.lj;

/**
 * The Lennard-Jones potential of two atoms at a distance r, cut off and with its force shifted: u(r) - u(c) - (r - c)
 * u'(c) for r below the cutoff c and 0 beyond, where u(r) = 4 (r<sup>-12</sup> - r<sup>-6</sup>). It and its derivative
 * are continuous, so that no energy is won or lost where atoms pass the cutoff. Immutable.
 */
public final class Potential {
    private final double cutoff;
    private final double cutoffSquared;
    private final double shift;
    private final double slope;

    /** @param cutoff positive */
    public Potential(double cutoff) {
        this.cutoff = cutoff;
        cutoffSquared = cutoff * cutoff;
        double inverse = 1 / Math.pow(cutoff, 6);
        shift = 4 * inverse * (inverse - 1);
        slope = -24 * inverse * (2 * inverse - 1) / cutoff;
    }

    /** Atoms that are as far apart do not feel each other. */
    public double cutoff() {
        return cutoff;
    }

    double cutoffSquared() {
        return cutoffSquared;
    }

    /** The energy of two atoms whose distance, below the cutoff, has this square. */
    double energy(double squared) {
        double inverse = 1 / (squared * squared * squared);
        return 4 * inverse * (inverse - 1) - shift - (Math.sqrt(squared) - cutoff) * slope;
    }

    /**
     * The force that drives two atoms apart, divided by their distance, which is below the cutoff and has this square.
     */
    double forceOverDistance(double squared) {
        double inverse = 1 / (squared * squared * squared);
        return 24 * inverse * (2 * inverse - 1) / squared + slope / Math.sqrt(squared);
    }
}
