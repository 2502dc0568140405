package org.pgas.atomics;

import org.pgas.memory.SharedMemory;

/**
 * Atomic updates of doubles for which the processor has no instruction: loops that end in a compare-and-swap, also when the value
 * stays the same, so that each is an acquire and a release. All return the value before.
 */
final class DoubleUpdates {
    // Fields and orders: BitUpdates.

    private DoubleUpdates() {}

    static double add(long address, double value) {
        long bits = SharedMemory.getLongOpaque(address);
        while (true) {
            double before = Double.longBitsToDouble(bits);
            long seen = SharedMemory.compareAndExchangeLong(address, bits, Double.doubleToRawLongBits(before + value));
            if (seen == bits) {
                return before;
            }
            bits = seen;
        }
    }

    static double subtract(long address, double value) {
        long bits = SharedMemory.getLongOpaque(address);
        while (true) {
            double before = Double.longBitsToDouble(bits);
            long seen = SharedMemory.compareAndExchangeLong(address, bits, Double.doubleToRawLongBits(before - value));
            if (seen == bits) {
                return before;
            }
            bits = seen;
        }
    }

    static double multiply(long address, double value) {
        long bits = SharedMemory.getLongOpaque(address);
        while (true) {
            double before = Double.longBitsToDouble(bits);
            long seen = SharedMemory.compareAndExchangeLong(address, bits, Double.doubleToRawLongBits(before * value));
            if (seen == bits) {
                return before;
            }
            bits = seen;
        }
    }

    /** A comparison with a NaN is false, and of zeros neither is less: then {@code value} is stored. */
    static double min(long address, double value) {
        long bits = SharedMemory.getLongOpaque(address);
        while (true) {
            double before = Double.longBitsToDouble(bits);
            long seen = SharedMemory.compareAndExchangeLong(address, bits,
                    before < value ? bits : Double.doubleToRawLongBits(value));
            if (seen == bits) {
                return before;
            }
            bits = seen;
        }
    }

    /** As {@link #min}. */
    static double max(long address, double value) {
        long bits = SharedMemory.getLongOpaque(address);
        while (true) {
            double before = Double.longBitsToDouble(bits);
            long seen = SharedMemory.compareAndExchangeLong(address, bits,
                    before > value ? bits : Double.doubleToRawLongBits(value));
            if (seen == bits) {
                return before;
            }
            bits = seen;
        }
    }
}
