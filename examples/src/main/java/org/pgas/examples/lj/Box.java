package org.pgas.examples.lj;

/**
 * A cube that repeats itself without end in all directions. Atoms are where their coordinates say, inside or not, and
 * in all places a multiple of the side apart. Immutable.
 */
public final class Box {
    private final double side;
    private final double inverse;

    /** @param side its length, positive */
    Box(double side) {
        this.side = side;
        inverse = 1 / side;
    }

    /** For {@code atoms} atoms, {@code density} in the unit of volume. */
    static Box of(int atoms, double density) {
        return new Box(Math.cbrt(atoms / density));
    }

    /** Its length. */
    public double side() {
        return side;
    }

    /** The difference of two coordinates, brought to the nearest images of the atoms: -side / 2 to side / 2. */
    double nearest(double difference) {
        return difference - side * Math.rint(difference * inverse);
    }

    /** The largest cutoff with which an atom feels at most one image of another. */
    double longestCutoff() {
        return side / 2;
    }
}
