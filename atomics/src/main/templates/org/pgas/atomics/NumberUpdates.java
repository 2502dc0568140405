//$ Maven makes LongUpdates and its siblings of this text with config/Templates.java: one class of each column of the
//$ first table, with the lines behind "//$" for each of the columns that are named there.
//$
//$ Number   | Long | Int | Double | Float
//$ number   | long | int | double | float
//$ Boxed    | Long | Integer | Double | Float
//$ bits     | long | int | long | int
//$ Bits     | Long | Int | Long | Int
//$ toBits   | | | Double.doubleToRawLongBits | Float.floatToRawIntBits
//$ fromBits | | | Double.longBitsToDouble | Float.intBitsToFloat
//$
//$ op:         | name        | after
//$ add         | add         | before + value
//$ multiply    | multiply    | before * value
//$ min         | min         | Math.min(before, value)
//$ max         | max         | Math.max(before, value)
//$ minUnsigned | minUnsigned | $Boxed$.compareUnsigned(before, value) < 0 ? before : value
//$ maxUnsigned | maxUnsigned | $Boxed$.compareUnsigned(before, value) > 0 ? before : value
//$ less        | min         | before < value ? before : value
//$ greater     | max         | before > value ? before : value
//$ and         | and         | before & value
//$ or          | or          | before \| value
//$ xor         | xor         | before ^ value

package org.pgas.atomics;

import org.pgas.memory.SharedMemory;

/**
 * Atomic updates of $number$s for which the processor has no instruction: loops that end in a compare-and-swap, also
 * when the value stays the same, so that each is an acquire and a release. All return the value before.
//$ Double Float
 *
 * <p>A comparison with a NaN is false, and of zeros neither is less: then min and max store {@code value}.
//$
 */
final class $Number$Updates {
    // Fields and orders: BitUpdates.

    private $Number$Updates() {}

//$ multiply, Long Int min max minUnsigned maxUnsigned and or xor, Double Float add less greater
    static $number$ $name$(long address, $number$ value) {
        $bits$ bits = SharedMemory.get$Bits$Opaque(address);
        while (true) {
            $number$ before = $fromBits$(bits);
            $bits$ seen = SharedMemory.compareAndExchange$Bits$(address, bits, $toBits$($after$));
            if (seen == bits) {
                return before;
            }
            bits = seen;
        }
    }

//$
}
