package org.pgas.faults.soak;

import java.util.Arrays;

/** Memory in every rank's segment that belongs to one strand each, and what its owner knows to be in it. */
final class Stripes {
    private final Stage stage;
    private final int bytes;
    private final long place;
    private final byte[][][] models;

    /** {@code bytes} for each strand of the job, in each segment; zeros. */
    Stripes(Stage stage, int bytes) {
        this.stage = stage;
        this.bytes = bytes;
        place = stage.place((long) bytes * stage.allStrands());
        models = new byte[stage.strands()][stage.ranks()][bytes];
    }

    int bytes() {
        return bytes;
    }

    /** Offset of a strand's stripe, in any segment. */
    long at(Strand strand) {
        return place + (long) strand.number() * bytes;
    }

    /** What its stripe in the segment of {@code rank} holds. */
    byte[] model(Strand strand, int rank) {
        return models[strand.index()][rank];
    }

    /** Compares what was read with the model. */
    void check(Strand strand, String what, int rank, int offset, byte[] found, int from, int length) {
        byte[] model = model(strand, rank);
        int at = Arrays.mismatch(model, offset, offset + length, found, from, from + length);
        if (at >= 0) {
            throw strand.mismatch(what + " of " + length + " bytes from " + (at(strand) + offset), rank,
                    at(strand) + offset + at, model[offset + at], found[from + at]);
        }
    }

    /** All stripes of this rank's strands, in every segment. */
    void verify() {
        byte[] found = new byte[bytes];
        for (int index = 0; index < stage.strands(); index++) {
            Strand strand = stage.strand(index);
            for (int rank = 0; rank < stage.ranks(); rank++) {
                stage.world().rma().get(found, 0, rank, at(strand), bytes);
                check(strand, "at the end of the round", rank, 0, found, 0, bytes);
            }
        }
    }
}
