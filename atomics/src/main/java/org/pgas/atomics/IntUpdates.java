package org.pgas.atomics;

import org.pgas.memory.SharedMemory;

/**
 * Atomic updates of ints for which the processor has no instruction: loops that end in a compare-and-swap, also when the value
 * stays the same, so that each is an acquire and a release. All return the value before.
 */
final class IntUpdates {
    // Fields and orders: BitUpdates.

    private IntUpdates() {}

    static int multiply(long address, int value) {
        int before = SharedMemory.getIntOpaque(address);
        while (true) {
            int seen = SharedMemory.compareAndExchangeInt(address, before, before * value);
            if (seen == before) {
                return before;
            }
            before = seen;
        }
    }

    static int min(long address, int value) {
        int before = SharedMemory.getIntOpaque(address);
        while (true) {
            int seen = SharedMemory.compareAndExchangeInt(address, before, Math.min(before, value));
            if (seen == before) {
                return before;
            }
            before = seen;
        }
    }

    static int max(long address, int value) {
        int before = SharedMemory.getIntOpaque(address);
        while (true) {
            int seen = SharedMemory.compareAndExchangeInt(address, before, Math.max(before, value));
            if (seen == before) {
                return before;
            }
            before = seen;
        }
    }

    static int minUnsigned(long address, int value) {
        int before = SharedMemory.getIntOpaque(address);
        while (true) {
            int seen = SharedMemory.compareAndExchangeInt(address, before,
                    Integer.compareUnsigned(before, value) < 0 ? before : value);
            if (seen == before) {
                return before;
            }
            before = seen;
        }
    }

    static int maxUnsigned(long address, int value) {
        int before = SharedMemory.getIntOpaque(address);
        while (true) {
            int seen = SharedMemory.compareAndExchangeInt(address, before,
                    Integer.compareUnsigned(before, value) > 0 ? before : value);
            if (seen == before) {
                return before;
            }
            before = seen;
        }
    }

    static int and(long address, int value) {
        int before = SharedMemory.getIntOpaque(address);
        while (true) {
            int seen = SharedMemory.compareAndExchangeInt(address, before, before & value);
            if (seen == before) {
                return before;
            }
            before = seen;
        }
    }

    static int or(long address, int value) {
        int before = SharedMemory.getIntOpaque(address);
        while (true) {
            int seen = SharedMemory.compareAndExchangeInt(address, before, before | value);
            if (seen == before) {
                return before;
            }
            before = seen;
        }
    }

    static int xor(long address, int value) {
        int before = SharedMemory.getIntOpaque(address);
        while (true) {
            int seen = SharedMemory.compareAndExchangeInt(address, before, before ^ value);
            if (seen == before) {
                return before;
            }
            before = seen;
        }
    }
}
