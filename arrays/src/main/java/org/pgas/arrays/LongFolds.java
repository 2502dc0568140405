package org.pgas.arrays;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.function.LongBinaryOperator;

/** Fills, sums, products, extremes and reductions of longs: of each rank's elements, and of what ranks have found. */
final class LongFolds {
    private static final ValueLayout.OfLong ELEMENT = ValueLayout.JAVA_LONG_UNALIGNED;

    private LongFolds() {}

    /** Writes the gaps between rows too, where there are any: they are nobody's. */
    static void fill(Distributed all, long value) {
        MemorySegment local = all.local();
        for (long i = 0; i < local.byteSize() / Long.BYTES; i++) {
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

    static long min(Distributed all) {
        all.checkNotEmpty("min");
        all.begin("min", "");
        MemorySegment local = all.local();
        long min = Long.MAX_VALUE;
        for (long row = 0; row < all.ownRows(); row++) {
            long end = row * all.localLead() + all.ownColumns();
            for (long i = row * all.localLead(); i < end; i++) {
                min = Math.min(min, local.getAtIndex(ELEMENT, i));
            }
        }
        long least = Long.MAX_VALUE;
        for (long partial : all.partials(min)) {
            least = Math.min(least, partial);
        }
        return least;
    }

    static long max(Distributed all) {
        all.checkNotEmpty("max");
        all.begin("max", "");
        MemorySegment local = all.local();
        long max = Long.MIN_VALUE;
        for (long row = 0; row < all.ownRows(); row++) {
            long end = row * all.localLead() + all.ownColumns();
            for (long i = row * all.localLead(); i < end; i++) {
                max = Math.max(max, local.getAtIndex(ELEMENT, i));
            }
        }
        long greatest = Long.MIN_VALUE;
        for (long partial : all.partials(max)) {
            greatest = Math.max(greatest, partial);
        }
        return greatest;
    }

    static long reduce(Distributed all, long identity, LongBinaryOperator operator) {
        all.beginReduction(String.valueOf(identity), operator);
        long total = identity;
        for (long partial : all.partials(() -> ofOwn(all, identity, operator))) {
            total = operator.applyAsLong(total, partial);
        }
        return total;
    }

    private static long ofOwn(Distributed all, long identity, LongBinaryOperator operator) {
        MemorySegment local = all.local();
        long found = identity;
        for (long row = 0; row < all.ownRows(); row++) {
            long end = row * all.localLead() + all.ownColumns();
            for (long i = row * all.localLead(); i < end; i++) {
                found = operator.applyAsLong(found, local.getAtIndex(ELEMENT, i));
            }
        }
        return found;
    }
}
