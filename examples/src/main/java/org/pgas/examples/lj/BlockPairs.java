package org.pgas.examples.lj;

/**
 * Atoms in blocks of neighbours, and the pairs of blocks, each with itself too, numbered from 0 on. Those of one first
 * block follow each other.
 *
 * @param atoms how many
 * @param blockAtoms of a block; the last one may have fewer
 */
record BlockPairs(int atoms, int blockAtoms) {
    int blocks() {
        return Math.ceilDiv(atoms, blockAtoms);
    }

    /** How many pairs there are. */
    long count() {
        return pairsBefore(blocks());
    }

    /** The block of a pair that has the larger number, or both. */
    int first(long pair) {
        int first = (int) ((Math.sqrt(8.0 * pair + 1) - 1) / 2);
        // a square root that was rounded may be one off
        while (pairsBefore(first) > pair) {
            first--;
        }
        while (pairsBefore(first + 1) <= pair) {
            first++;
        }
        return first;
    }

    /** The other one. */
    int second(long pair) {
        return (int) (pair - pairsBefore(first(pair)));
    }

    private static long pairsBefore(int block) {
        return block * (block + 1L) / 2;
    }

    int firstAtom(int block) {
        return block * blockAtoms;
    }

    int atomsOf(int block) {
        return Math.min(blockAtoms, atoms - firstAtom(block));
    }
}
