//$ Maven makes LongFolds, IntFolds, DoubleFolds and FloatFolds of this text with config/Templates.java:
//$ one class of each column of the table. $Number$ stands for what the column has in the row Number; so do the other
//$ names between dollars.
//$ Lines behind "//$ Long Int" are for these types alone; lines behind "//$ sum product" stand once for each.
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
//$ zero          | 0         | 0             | -0.0                             | -0.0
//$ numberBits    | found     | found         | Double.doubleToRawLongBits(found) | Float.floatToRawIntBits(found)
//$ sumBits       | found     | found         | Double.doubleToRawLongBits(found) | Double.doubleToRawLongBits(found)
//$ partialSum    | partial   | partial       | Double.longBitsToDouble(partial) | Double.longBitsToDouble(partial)
//$ partialNumber | partial   | (int) partial | Double.longBitsToDouble(partial) | Float.intBitsToFloat((int) partial)
//$ partialFold   | partial   | (int) partial | Double.longBitsToDouble(partial) | Double.longBitsToDouble(partial)
//$
//$ Total   | sum    | product
//$ sign    | +=     | *=
//$ neutral | $zero$ | 1
//$ empty   | 0      | 1
//$
//$ Extreme | min        | max
//$ first   | $GREATEST$ | $LEAST$

package org.pgas.arrays;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.function.$Fold$BinaryOperator;

/**
 * Fills and folds of $number$s; the order of folds: {@link Distributed}. The neutral element of sums of floating-point
 * numbers is -0.0: 0.0 would make a sum of -0.0 one of 0.0.
 */
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

//$ sum product
    static $sum$ $Total$(Distributed all) {
        all.begin("$Total$", "");
        MemorySegment local = all.local();
        $sum$ found = $neutral$;
        for (long row = 0; row < all.ownRows; row++) {
            long end = row * all.grid.lead() + all.ownColumns;
            for (long i = row * all.grid.lead(); i < end; i++) {
                found $sign$ local.getAtIndex(ELEMENT, i);
            }
        }
        long[] partials = all.partials($sumBits$);
        $sum$ total = $neutral$;
        for (long partial : partials) {
            total $sign$ $partialSum$;
        }
        return partials.length == 0 ? $empty$ : total;
    }

//$ min max
    static $number$ $Extreme$(Distributed all) {
        all.checkNotEmpty("$Extreme$");
        all.begin("$Extreme$", "");
        MemorySegment local = all.local();
        $number$ found = $Boxed$.$first$;
        for (long row = 0; row < all.ownRows; row++) {
            long end = row * all.grid.lead() + all.ownColumns;
            for (long i = row * all.grid.lead(); i < end; i++) {
                found = Math.$Extreme$(found, local.getAtIndex(ELEMENT, i));
            }
        }
        $number$ extreme = $Boxed$.$first$;
        for (long partial : all.partials($numberBits$)) {
            extreme = Math.$Extreme$(extreme, $partialNumber$);
        }
        return extreme;
    }

//$
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
