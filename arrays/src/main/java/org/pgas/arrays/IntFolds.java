package org.pgas.arrays;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.function.IntBinaryOperator;

/** Fills, sums, products, extremes and reductions of ints: of each rank's elements, and of what ranks have found. */
final class IntFolds {
    private static final ValueLayout.OfInt ELEMENT = ValueLayout.JAVA_INT_UNALIGNED;

    private IntFolds() {}

    /** Writes the gaps between rows too, where there are any: they are nobody's. */
    static void fill(Distributed all, int value) {
        MemorySegment local = all.local();
        for (long i = 0; i < local.byteSize() / Integer.BYTES; i++) {
            local.setAtIndex(ELEMENT, i, value);
        }
    }

    static long sum(Distributed all) {
        all.begin("sum", "");
        MemorySegment local = all.local();
        long sum = 0;
        for (long row = 0; row < all.ownRows(); row++) {
            long end = row * all.localLead() + all.ownColumns();
            for (long i = row * all.localLead(); i < end; i++) {
                sum += local.getAtIndex(ELEMENT, i);
            }
        }
        long total = 0;
        for (long partial : all.partials(sum)) {
            total += partial;
        }
        return total;
    }

    static long product(Distributed all) {
        all.begin("product", "");
        MemorySegment local = all.local();
        long product = 1;
        for (long row = 0; row < all.ownRows(); row++) {
            long end = row * all.localLead() + all.ownColumns();
            for (long i = row * all.localLead(); i < end; i++) {
                product *= local.getAtIndex(ELEMENT, i);
            }
        }
        long total = 1;
        for (long partial : all.partials(product)) {
            total *= partial;
        }
        return total;
    }

    static int min(Distributed all) {
        all.checkNotEmpty("min");
        all.begin("min", "");
        MemorySegment local = all.local();
        int min = Integer.MAX_VALUE;
        for (long row = 0; row < all.ownRows(); row++) {
            long end = row * all.localLead() + all.ownColumns();
            for (long i = row * all.localLead(); i < end; i++) {
                min = Math.min(min, local.getAtIndex(ELEMENT, i));
            }
        }
        int least = Integer.MAX_VALUE;
        for (long partial : all.partials(min)) {
            least = Math.min(least, (int) partial);
        }
        return least;
    }

    static int max(Distributed all) {
        all.checkNotEmpty("max");
        all.begin("max", "");
        MemorySegment local = all.local();
        int max = Integer.MIN_VALUE;
        for (long row = 0; row < all.ownRows(); row++) {
            long end = row * all.localLead() + all.ownColumns();
            for (long i = row * all.localLead(); i < end; i++) {
                max = Math.max(max, local.getAtIndex(ELEMENT, i));
            }
        }
        int greatest = Integer.MIN_VALUE;
        for (long partial : all.partials(max)) {
            greatest = Math.max(greatest, (int) partial);
        }
        return greatest;
    }

    static int reduce(Distributed all, int identity, IntBinaryOperator operator) {
        all.beginReduction(String.valueOf(identity), operator);
        int total = identity;
        for (long partial : all.partials(() -> ofOwn(all, identity, operator))) {
            total = operator.applyAsInt(total, (int) partial);
        }
        return total;
    }

    private static int ofOwn(Distributed all, int identity, IntBinaryOperator operator) {
        MemorySegment local = all.local();
        int found = identity;
        for (long row = 0; row < all.ownRows(); row++) {
            long end = row * all.localLead() + all.ownColumns();
            for (long i = row * all.localLead(); i < end; i++) {
                found = operator.applyAsInt(found, local.getAtIndex(ELEMENT, i));
            }
        }
        return found;
    }
}
