package org.pgas.examples.uts;

/**
 * A tree of the benchmark's geometric type with fixed shape: down to the depth limit, the number of a node's children
 * is distributed geometrically with the mean {@code b0}; the nodes at the limit have none. The seed decides which of
 * these trees it is.
 *
 * <p>With b0 = 4, depth limit 10 and seed 19 it is the published tree T1: 4,130,071 nodes, of which 3,305,118 are
 * leaves.
 */
public final class GeometricTree {
    /** No node has more children, whatever its random number says. */
    public static final int MOST_CHILDREN = 100;

    private final int depthLimit;
    private final int seed;
    private final double logOfFailure;

    /**
     * A tree by its parameters.
     *
     * @param b0 mean number of children, above 0
     * @param depthLimit depth of the deepest nodes there may be, 1 or more; the root has depth 0
     * @param seed of the root, 0 or more
     */
    public GeometricTree(double b0, int depthLimit, int seed) {
        if (!(b0 > 0 && b0 <= MOST_CHILDREN)) {
            throw new IllegalArgumentException("b0 is " + b0 + ", legal is above 0 up to " + MOST_CHILDREN);
        }
        if (depthLimit < 1) {
            throw new IllegalArgumentException("depth is " + depthLimit + ", legal is 1 or more");
        }
        if (seed < 0) {
            throw new IllegalArgumentException("seed is " + seed + ", legal is 0 or more");
        }
        this.depthLimit = depthLimit;
        this.seed = seed;
        logOfFailure = Math.log(1 - 1 / (1 + b0));
    }

    int seed() {
        return seed;
    }

    /** How many children a node at {@code depth} has, if its random number is {@code random}, 0 to 2^31 - 1. */
    int children(int random, int depth) {
        if (depth >= depthLimit) {
            return 0;
        }
        double probability = random / 0x1p31;
        return Math.min(MOST_CHILDREN, (int) Math.floor(Math.log(1 - probability) / logOfFailure));
    }
}
