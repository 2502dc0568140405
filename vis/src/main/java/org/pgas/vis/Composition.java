package org.pgas.vis;

import org.pgas.regions.Regions;

/** Regions of regions: places of what is a part of a packed form. */
final class Composition {
    private Composition() {}

    /**
     * What {@code packed}, from {@code position} on, takes of the packed form of {@code outer}, as offsets of
     * {@code outer}.
     */
    static Shape of(Regions outer, Regions packed, long position) {
        if (packed.isContiguous() && packed.bytes() == outer.bytes()) {
            return Shape.of(outer);
        }
        RunList list = new RunList();
        for (long run = 0; run < packed.runs(); run++) {
            slice(outer, position + packed.offset(run), packed.length(run), list);
        }
        return list.shape();
    }

    /** A slice of the packed form of {@code outer}. */
    static Shape slice(Regions outer, long position, long bytes) {
        RunList list = new RunList();
        slice(outer, position, bytes, list);
        return list.shape();
    }

    private static void slice(Regions outer, long position, long bytes, RunList list) {
        long rest = bytes;
        long run = outer.runAt(position);
        long skipped = position - outer.position(run);
        while (rest > 0) {
            long taken = Math.min(rest, outer.length(run) - skipped);
            list.add(outer.offset(run) + skipped, taken);
            rest -= taken;
            run++;
            skipped = 0;
        }
    }
}
