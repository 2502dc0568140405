package org.pgas.arrays;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.function.DoubleBinaryOperator;

/** Fills, sums, products, extremes and reductions of doubles: left folds of each rank's elements in their order there, and of what ranks have found in the order of ranks. */
final class DoubleFolds {
    private static final ValueLayout.OfDouble ELEMENT = ValueLayout.JAVA_DOUBLE_UNALIGNED;

    private DoubleFolds() {}

    /** Writes the gaps between rows too, where there are any: they are nobody's. */
    static void fill(Distributed all, double value) {
        MemorySegment local = all.local();
        for (long i = 0; i < local.byteSize() / Double.BYTES; i++) {
            local.setAtIndex(ELEMENT, i, value);
        }
    }

    static double sum(Distributed all) {
        all.begin("sum", "");
        MemorySegment local = all.local();
        // the neutral element, as 0.0 is not: it would make a sum of -0.0 one of 0.0
        double sum = -0.0;
        for (long row = 0; row < all.ownRows(); row++) {
            long end = row * all.localLead() + all.ownColumns();
            for (long i = row * all.localLead(); i < end; i++) {
                sum += local.getAtIndex(ELEMENT, i);
            }
        }
        long[] partials = all.partials(Double.doubleToRawLongBits(sum));
        double total = partials.length == 0 ? 0.0 : -0.0;
        for (long partial : partials) {
            total += Double.longBitsToDouble(partial);
        }
        return total;
    }

    static double product(Distributed all) {
        all.begin("product", "");
        MemorySegment local = all.local();
        double product = 1;
        for (long row = 0; row < all.ownRows(); row++) {
            long end = row * all.localLead() + all.ownColumns();
            for (long i = row * all.localLead(); i < end; i++) {
                product *= local.getAtIndex(ELEMENT, i);
            }
        }
        double total = 1;
        for (long partial : all.partials(Double.doubleToRawLongBits(product))) {
            total *= Double.longBitsToDouble(partial);
        }
        return total;
    }

    static double min(Distributed all) {
        all.checkNotEmpty("min");
        all.begin("min", "");
        MemorySegment local = all.local();
        double min = Double.POSITIVE_INFINITY;
        for (long row = 0; row < all.ownRows(); row++) {
            long end = row * all.localLead() + all.ownColumns();
            for (long i = row * all.localLead(); i < end; i++) {
                min = Math.min(min, local.getAtIndex(ELEMENT, i));
            }
        }
        double least = Double.POSITIVE_INFINITY;
        for (long partial : all.partials(Double.doubleToRawLongBits(min))) {
            least = Math.min(least, Double.longBitsToDouble(partial));
        }
        return least;
    }

    static double max(Distributed all) {
        all.checkNotEmpty("max");
        all.begin("max", "");
        MemorySegment local = all.local();
        double max = Double.NEGATIVE_INFINITY;
        for (long row = 0; row < all.ownRows(); row++) {
            long end = row * all.localLead() + all.ownColumns();
            for (long i = row * all.localLead(); i < end; i++) {
                max = Math.max(max, local.getAtIndex(ELEMENT, i));
            }
        }
        double greatest = Double.NEGATIVE_INFINITY;
        for (long partial : all.partials(Double.doubleToRawLongBits(max))) {
            greatest = Math.max(greatest, Double.longBitsToDouble(partial));
        }
        return greatest;
    }

    static double reduce(Distributed all, double identity, DoubleBinaryOperator operator) {
        all.beginReduction(String.valueOf(identity), operator);
        double total = identity;
        for (long partial : all.partials(() -> Double.doubleToRawLongBits(ofOwn(all, identity, operator)))) {
            total = operator.applyAsDouble(total, Double.longBitsToDouble(partial));
        }
        return total;
    }

    private static double ofOwn(Distributed all, double identity, DoubleBinaryOperator operator) {
        MemorySegment local = all.local();
        double found = identity;
        for (long row = 0; row < all.ownRows(); row++) {
            long end = row * all.localLead() + all.ownColumns();
            for (long i = row * all.localLead(); i < end; i++) {
                found = operator.applyAsDouble(found, local.getAtIndex(ELEMENT, i));
            }
        }
        return found;
    }
}
