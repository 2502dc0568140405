//$ Maven makes LongUpdates and IntUpdates of this text with config/Templates.java: one class of each
//$ column of the table. $Whole$ stands for what the column has in the row Whole; so do the other names between dollars.
//$
//$ Whole | Long | Int
//$ whole | long | int
//$ Boxed | Long | Integer

package org.pgas.atomics;

import org.pgas.memory.SharedMemory;

/**
 * Atomic updates of $whole$s for which the processor has no instruction: loops that end in a compare-and-swap, also
 * when the value stays the same, so that each is an acquire and a release. All return the value before.
 */
final class $Whole$Updates {
    // Fields and orders: BitUpdates.

    private $Whole$Updates() {}

    static $whole$ multiply(long address, $whole$ value) {
        $whole$ before = SharedMemory.get$Whole$Opaque(address);
        while (true) {
            $whole$ seen = SharedMemory.compareAndExchange$Whole$(address, before, before * value);
            if (seen == before) {
                return before;
            }
            before = seen;
        }
    }

    static $whole$ min(long address, $whole$ value) {
        $whole$ before = SharedMemory.get$Whole$Opaque(address);
        while (true) {
            $whole$ seen = SharedMemory.compareAndExchange$Whole$(address, before, Math.min(before, value));
            if (seen == before) {
                return before;
            }
            before = seen;
        }
    }

    static $whole$ max(long address, $whole$ value) {
        $whole$ before = SharedMemory.get$Whole$Opaque(address);
        while (true) {
            $whole$ seen = SharedMemory.compareAndExchange$Whole$(address, before, Math.max(before, value));
            if (seen == before) {
                return before;
            }
            before = seen;
        }
    }

    static $whole$ minUnsigned(long address, $whole$ value) {
        $whole$ before = SharedMemory.get$Whole$Opaque(address);
        while (true) {
            $whole$ seen = SharedMemory.compareAndExchange$Whole$(address, before,
                    $Boxed$.compareUnsigned(before, value) < 0 ? before : value);
            if (seen == before) {
                return before;
            }
            before = seen;
        }
    }

    static $whole$ maxUnsigned(long address, $whole$ value) {
        $whole$ before = SharedMemory.get$Whole$Opaque(address);
        while (true) {
            $whole$ seen = SharedMemory.compareAndExchange$Whole$(address, before,
                    $Boxed$.compareUnsigned(before, value) > 0 ? before : value);
            if (seen == before) {
                return before;
            }
            before = seen;
        }
    }

    static $whole$ and(long address, $whole$ value) {
        $whole$ before = SharedMemory.get$Whole$Opaque(address);
        while (true) {
            $whole$ seen = SharedMemory.compareAndExchange$Whole$(address, before, before & value);
            if (seen == before) {
                return before;
            }
            before = seen;
        }
    }

    static $whole$ or(long address, $whole$ value) {
        $whole$ before = SharedMemory.get$Whole$Opaque(address);
        while (true) {
            $whole$ seen = SharedMemory.compareAndExchange$Whole$(address, before, before | value);
            if (seen == before) {
                return before;
            }
            before = seen;
        }
    }

    static $whole$ xor(long address, $whole$ value) {
        $whole$ before = SharedMemory.get$Whole$Opaque(address);
        while (true) {
            $whole$ seen = SharedMemory.compareAndExchange$Whole$(address, before, before ^ value);
            if (seen == before) {
                return before;
            }
            before = seen;
        }
    }
}
