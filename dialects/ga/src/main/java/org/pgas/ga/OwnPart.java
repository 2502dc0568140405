package org.pgas.ga;

import java.util.Arrays;

/**
 * What this process has of a patch in one of its blocks.
 *
 * @param array the array
 * @param lo the first indices
 * @param hi the last indices
 * @param at where the first element lies in this process' memory of the array, in bytes
 * @param strides bytes from one element to the next of each dimension
 */
record OwnPart(GaArray array, long[] lo, long[] hi, long at, long[] strides) {
    /** Is told of each part. */
    @FunctionalInterface
    interface Visitor {
        void visit(OwnPart part);
    }

    /** Is told of parts of a part, by their first and last indices. */
    @FunctionalInterface
    interface SectionVisitor {
        void visit(long[] from, long[] to);
    }

    /** Shows what this process has of a patch, in the order of its blocks. */
    static void forEach(GaPatch patch, Visitor visitor) {
        GaArray array = patch.array;
        Layout layout = array.layout;
        int me = array.core.me;
        int[] block = new int[layout.ndim];
        for (long number = 0; number < layout.dealing.count(me); number++) {
            layout.dealing.block(me, number, block);
            OwnPart part = cut(patch, block);
            if (part != null) {
                visitor.visit(part);
            }
        }
    }

    /** What a patch has of a block of this process; null when it has nothing of it. */
    static OwnPart cut(GaPatch patch, int[] block) {
        Layout layout = patch.array.layout;
        long[] lo = new long[layout.ndim];
        long[] hi = new long[layout.ndim];
        long[] strides = new long[layout.ndim];
        long at = layout.dealing.place(block, strides);
        layout.bounds(block, lo, hi);
        for (int d = 0; d < lo.length; d++) {
            long start = lo[d];
            lo[d] = Math.max(start, patch.lo[d]);
            hi[d] = Math.min(hi[d], patch.hi[d]);
            if (lo[d] > hi[d]) {
                return null;
            }
            at += (lo[d] - start) * strides[d];
        }
        return new OwnPart(patch.array, lo, hi, at, strides);
    }

    /** The patch from {@code lo} to {@code hi}, if it lies in one block of this process; else null. */
    static OwnPart of(GaArray array, long[] lo, long[] hi) {
        Layout layout = array.layout;
        int[] block = new int[layout.ndim];
        for (int d = 0; d < block.length; d++) {
            block[d] = layout.axes[d].block(lo[d]);
            if (block[d] != layout.axes[d].block(hi[d])) {
                return null;
            }
        }
        return layout.dealing.owner(block) == array.core.me ? cut(new GaPatch(array, lo, hi), block) : null;
    }

    long[] extents() {
        return extents(lo, hi);
    }

    static long[] extents(long[] lo, long[] hi) {
        long[] extents = new long[lo.length];
        Arrays.setAll(extents, d -> hi[d] - lo[d] + 1);
        return extents;
    }

    /** Where an element of the part lies. */
    long place(long[] index) {
        long place = at;
        for (int d = 0; d < lo.length; d++) {
            place += (index[d] - lo[d]) * strides[d];
        }
        return place;
    }

    /** At an element of the part. */
    Cursor cursor(long[] index) {
        return new Cursor(array.own, place(index), strides);
    }

    /** Cuts it in sections of so many elements at most, in the order of their indices. */
    void forEachSection(long most, SectionVisitor visitor) {
        cut(lo.clone(), hi.clone(), most, visitor);
    }

    private static void cut(long[] from, long[] to, long most, SectionVisitor visitor) {
        long volume = 1;
        int outermost = -1;
        for (int d = from.length - 1; d >= 0; d--) {
            volume *= to[d] - from[d] + 1;
            outermost = to[d] > from[d] ? d : outermost;
        }
        if (volume <= most || outermost < 0) {
            visitor.visit(from, to);
            return;
        }
        // the outermost dimension that can be cut
        long middle = from[outermost] + (to[outermost] - from[outermost]) / 2;
        long[] end = to.clone();
        end[outermost] = middle;
        cut(from, end, most, visitor);
        long[] start = from.clone();
        start[outermost] = middle + 1;
        cut(start, to, most, visitor);
    }
}
