//$ Maven makes DoubleUpdates and FloatUpdates of this text with config/Templates.java: one class of each
//$ column of the table. $Real$ stands for what the column has in the row Real; so do the other names between dollars.
//$
//$ Real     | Double                     | Float
//$ real     | double                     | float
//$ bits     | long                       | int
//$ Bits     | Long                       | Int
//$ toBits   | Double.doubleToRawLongBits | Float.floatToRawIntBits
//$ fromBits | Double.longBitsToDouble    | Float.intBitsToFloat

package org.pgas.atomics;

import org.pgas.memory.SharedMemory;

/**
 * Atomic updates of $real$s for which the processor has no instruction: loops that end in a compare-and-swap, also when
 * the value stays the same, so that each is an acquire and a release. All return the value before.
 */
final class $Real$Updates {
    // Fields and orders: BitUpdates.

    private $Real$Updates() {}

    static $real$ add(long address, $real$ value) {
        $bits$ bits = SharedMemory.get$Bits$Opaque(address);
        while (true) {
            $real$ before = $fromBits$(bits);
            $bits$ seen = SharedMemory.compareAndExchange$Bits$(address, bits, $toBits$(before + value));
            if (seen == bits) {
                return before;
            }
            bits = seen;
        }
    }

    static $real$ subtract(long address, $real$ value) {
        $bits$ bits = SharedMemory.get$Bits$Opaque(address);
        while (true) {
            $real$ before = $fromBits$(bits);
            $bits$ seen = SharedMemory.compareAndExchange$Bits$(address, bits, $toBits$(before - value));
            if (seen == bits) {
                return before;
            }
            bits = seen;
        }
    }

    static $real$ multiply(long address, $real$ value) {
        $bits$ bits = SharedMemory.get$Bits$Opaque(address);
        while (true) {
            $real$ before = $fromBits$(bits);
            $bits$ seen = SharedMemory.compareAndExchange$Bits$(address, bits, $toBits$(before * value));
            if (seen == bits) {
                return before;
            }
            bits = seen;
        }
    }

    /** A comparison with a NaN is false, and of zeros neither is less: then {@code value} is stored. */
    static $real$ min(long address, $real$ value) {
        $bits$ bits = SharedMemory.get$Bits$Opaque(address);
        while (true) {
            $real$ before = $fromBits$(bits);
            $bits$ seen = SharedMemory.compareAndExchange$Bits$(address, bits,
                    before < value ? bits : $toBits$(value));
            if (seen == bits) {
                return before;
            }
            bits = seen;
        }
    }

    /** As {@link #min}. */
    static $real$ max(long address, $real$ value) {
        $bits$ bits = SharedMemory.get$Bits$Opaque(address);
        while (true) {
            $real$ before = $fromBits$(bits);
            $bits$ seen = SharedMemory.compareAndExchange$Bits$(address, bits,
                    before > value ? bits : $toBits$(value));
            if (seen == bits) {
                return before;
            }
            bits = seen;
        }
    }
}
