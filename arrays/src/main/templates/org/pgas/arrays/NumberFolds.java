//$ Maven makes LongFolds, IntFolds, DoubleFolds and FloatFolds of this text with config/Templates.java:
//$ one class of each column of the table. $Number$ stands for what the column has in the row Number; so do the other
//$ names between dollars.
//$ Lines behind "//$ Long Int" are for these types alone, until the next "//$".
//$
//$ Number        | Long      | Int           | Double                           | Float
//$ number        | long      | int           | double                           | float
//$ NUMBER        | LONG      | INT           | DOUBLE                           | FLOAT
//$ Boxed         | Long      | Integer       | Double                           | Float
//$ sum           | long      | long          | double                           | double
//$ fold          | long      | int           | double                           | double
//$ Fold          | Long      | Int           | Double                           | Double
//$ GREATEST      | MAX_VALUE | MAX_VALUE     | POSITIVE_INFINITY                | POSITIVE_INFINITY
//$ LEAST         | MIN_VALUE | MIN_VALUE     | NEGATIVE_INFINITY                | NEGATIVE_INFINITY
//$ minBits       | min       | min           | Double.doubleToRawLongBits(min)  | Float.floatToRawIntBits(min)
//$ maxBits       | max       | max           | Double.doubleToRawLongBits(max)  | Float.floatToRawIntBits(max)
//$ partialNumber | partial   | (int) partial | Double.longBitsToDouble(partial) | Float.intBitsToFloat((int) partial)
//$ partialFold   | partial   | (int) partial | Double.longBitsToDouble(partial) | Double.longBitsToDouble(partial)

package org.pgas.arrays;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.function.$Fold$BinaryOperator;

/** Fills and folds of $number$s; the order of folds: {@link Distributed}. */
final class $Number$Folds {
    private static final ValueLayout.Of$Number$ ELEMENT = ValueLayout.JAVA_$NUMBER$_UNALIGNED;

    private $Number$Folds() {}

    /** Writes the gaps between rows too, where there are any: they are nobody's. */
    static void fill(Distributed all, $number$ value) {
        MemorySegment local = all.local();
        for (long i = 0; i < local.byteSize() / $Boxed$.BYTES; i++) {
            local.setAtIndex(ELEMENT, i, value);
        }
    }

    static $sum$ sum(Distributed all) {
        all.begin("sum", "");
        MemorySegment local = all.local();
//$ Double Float
        // the neutral element, as 0.0 is not: it would make a sum of -0.0 one of 0.0
        double sum = -0.0;
//$ Long Int
        long sum = 0;
//$
        for (long row = 0; row < all.ownRows; row++) {
            long end = row * all.grid.lead() + all.ownColumns;
            for (long i = row * all.grid.lead(); i < end; i++) {
                sum += local.getAtIndex(ELEMENT, i);
            }
        }
//$ Double Float
        long[] partials = all.partials(Double.doubleToRawLongBits(sum));
        double total = partials.length == 0 ? 0.0 : -0.0;
        for (long partial : partials) {
            total += Double.longBitsToDouble(partial);
        }
//$ Long Int
        long total = 0;
        for (long partial : all.partials(sum)) {
            total += partial;
        }
//$
        return total;
    }

    static $sum$ product(Distributed all) {
        all.begin("product", "");
        MemorySegment local = all.local();
        $sum$ product = 1;
        for (long row = 0; row < all.ownRows; row++) {
            long end = row * all.grid.lead() + all.ownColumns;
            for (long i = row * all.grid.lead(); i < end; i++) {
                product *= local.getAtIndex(ELEMENT, i);
            }
        }
//$ Double Float
        double total = 1;
        for (long partial : all.partials(Double.doubleToRawLongBits(product))) {
            total *= Double.longBitsToDouble(partial);
        }
//$ Long Int
        long total = 1;
        for (long partial : all.partials(product)) {
            total *= partial;
        }
//$
        return total;
    }

    static $number$ min(Distributed all) {
        all.checkNotEmpty("min");
        all.begin("min", "");
        MemorySegment local = all.local();
        $number$ min = $Boxed$.$GREATEST$;
        for (long row = 0; row < all.ownRows; row++) {
            long end = row * all.grid.lead() + all.ownColumns;
            for (long i = row * all.grid.lead(); i < end; i++) {
                min = Math.min(min, local.getAtIndex(ELEMENT, i));
            }
        }
        $number$ least = $Boxed$.$GREATEST$;
        for (long partial : all.partials($minBits$)) {
            least = Math.min(least, $partialNumber$);
        }
        return least;
    }

    static $number$ max(Distributed all) {
        all.checkNotEmpty("max");
        all.begin("max", "");
        MemorySegment local = all.local();
        $number$ max = $Boxed$.$LEAST$;
        for (long row = 0; row < all.ownRows; row++) {
            long end = row * all.grid.lead() + all.ownColumns;
            for (long i = row * all.grid.lead(); i < end; i++) {
                max = Math.max(max, local.getAtIndex(ELEMENT, i));
            }
        }
        $number$ greatest = $Boxed$.$LEAST$;
        for (long partial : all.partials($maxBits$)) {
            greatest = Math.max(greatest, $partialNumber$);
        }
        return greatest;
    }

    static $fold$ reduce(Distributed all, $fold$ identity, $Fold$BinaryOperator operator) {
        all.beginReduction(String.valueOf(identity), operator);
        $fold$ total = identity;
//$ Double Float
        for (long partial : all.partials(() -> Double.doubleToRawLongBits(ofOwn(all, identity, operator)))) {
//$ Long Int
        for (long partial : all.partials(() -> ofOwn(all, identity, operator))) {
//$
            total = operator.applyAs$Fold$(total, $partialFold$);
        }
        return total;
    }

    private static $fold$ ofOwn(Distributed all, $fold$ identity, $Fold$BinaryOperator operator) {
        MemorySegment local = all.local();
        $fold$ found = identity;
        for (long row = 0; row < all.ownRows; row++) {
            long end = row * all.grid.lead() + all.ownColumns;
            for (long i = row * all.grid.lead(); i < end; i++) {
                found = operator.applyAs$Fold$(found, local.getAtIndex(ELEMENT, i));
            }
        }
        return found;
    }
}
