package org.pgas.examples.samplesort;

import org.pgas.Opcode;
import org.pgas.coll.Collectives;

/**
 * What lines have in common with the same lines in another order.
 *
 * @param lines how many there are
 * @param bytes that they have, newlines included
 * @param hash sum of the hashes of all
 */
public record Tally(long lines, long bytes, long hash) {
    static final Tally NONE = new Tally(0, 0, 0);

    /** Of one rank's lines. */
    static Tally of(LineBuffer lines, int[] starts) {
        long hash = 0;
        for (int start : starts) {
            hash += lines.hash(start);
        }
        return new Tally(starts.length, lines.length(), hash);
    }

    /** Of all ranks together. Collective. */
    public Tally total(Collectives collectives) {
        long[] sums = {lines, bytes, hash};
        collectives.reduceToAll(sums, sums, Opcode.ADD);
        return new Tally(sums[0], sums[1], sums[2]);
    }
}
