package org.pgas.atomics;

import org.pgas.memory.SharedMemory;

/**
 * Atomic updates of floats for which the processor has no instruction: loops that end in a compare-and-swap, also when the value
 * stays the same, so that each is an acquire and a release. All return the value before.
 */
final class FloatUpdates {
    // Fields and orders: BitUpdates.

    private FloatUpdates() {}

    static float add(long address, float value) {
        int bits = SharedMemory.getIntOpaque(address);
        while (true) {
            float before = Float.intBitsToFloat(bits);
            int seen = SharedMemory.compareAndExchangeInt(address, bits, Float.floatToRawIntBits(before + value));
            if (seen == bits) {
                return before;
            }
            bits = seen;
        }
    }

    static float subtract(long address, float value) {
        int bits = SharedMemory.getIntOpaque(address);
        while (true) {
            float before = Float.intBitsToFloat(bits);
            int seen = SharedMemory.compareAndExchangeInt(address, bits, Float.floatToRawIntBits(before - value));
            if (seen == bits) {
                return before;
            }
            bits = seen;
        }
    }

    static float multiply(long address, float value) {
        int bits = SharedMemory.getIntOpaque(address);
        while (true) {
            float before = Float.intBitsToFloat(bits);
            int seen = SharedMemory.compareAndExchangeInt(address, bits, Float.floatToRawIntBits(before * value));
            if (seen == bits) {
                return before;
            }
            bits = seen;
        }
    }

    /** A comparison with a NaN is false, and of zeros neither is less: then {@code value} is stored. */
    static float min(long address, float value) {
        int bits = SharedMemory.getIntOpaque(address);
        while (true) {
            float before = Float.intBitsToFloat(bits);
            int seen = SharedMemory.compareAndExchangeInt(address, bits,
                    before < value ? bits : Float.floatToRawIntBits(value));
            if (seen == bits) {
                return before;
            }
            bits = seen;
        }
    }

    /** As {@link #min}. */
    static float max(long address, float value) {
        int bits = SharedMemory.getIntOpaque(address);
        while (true) {
            float before = Float.intBitsToFloat(bits);
            int seen = SharedMemory.compareAndExchangeInt(address, bits,
                    before > value ? bits : Float.floatToRawIntBits(value));
            if (seen == bits) {
                return before;
            }
            bits = seen;
        }
    }
}
