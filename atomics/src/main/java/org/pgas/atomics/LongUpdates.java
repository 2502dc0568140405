package org.pgas.atomics;

import org.pgas.memory.SharedMemory;

/**
 * Atomic updates of longs for which the processor has no instruction: loops that end in a compare-and-swap, also when the value
 * stays the same, so that each is an acquire and a release. All return the value before.
 */
final class LongUpdates {
    // Fields and orders: BitUpdates.

    private LongUpdates() {}

    static long multiply(long address, long value) {
        long before = SharedMemory.getLongOpaque(address);
        while (true) {
            long seen = SharedMemory.compareAndExchangeLong(address, before, before * value);
            if (seen == before) {
                return before;
            }
            before = seen;
        }
    }

    static long min(long address, long value) {
        long before = SharedMemory.getLongOpaque(address);
        while (true) {
            long seen = SharedMemory.compareAndExchangeLong(address, before, Math.min(before, value));
            if (seen == before) {
                return before;
            }
            before = seen;
        }
    }

    static long max(long address, long value) {
        long before = SharedMemory.getLongOpaque(address);
        while (true) {
            long seen = SharedMemory.compareAndExchangeLong(address, before, Math.max(before, value));
            if (seen == before) {
                return before;
            }
            before = seen;
        }
    }

    static long minUnsigned(long address, long value) {
        long before = SharedMemory.getLongOpaque(address);
        while (true) {
            long seen = SharedMemory.compareAndExchangeLong(address, before,
                    Long.compareUnsigned(before, value) < 0 ? before : value);
            if (seen == before) {
                return before;
            }
            before = seen;
        }
    }

    static long maxUnsigned(long address, long value) {
        long before = SharedMemory.getLongOpaque(address);
        while (true) {
            long seen = SharedMemory.compareAndExchangeLong(address, before,
                    Long.compareUnsigned(before, value) > 0 ? before : value);
            if (seen == before) {
                return before;
            }
            before = seen;
        }
    }

    static long and(long address, long value) {
        long before = SharedMemory.getLongOpaque(address);
        while (true) {
            long seen = SharedMemory.compareAndExchangeLong(address, before, before & value);
            if (seen == before) {
                return before;
            }
            before = seen;
        }
    }

    static long or(long address, long value) {
        long before = SharedMemory.getLongOpaque(address);
        while (true) {
            long seen = SharedMemory.compareAndExchangeLong(address, before, before | value);
            if (seen == before) {
                return before;
            }
            before = seen;
        }
    }

    static long xor(long address, long value) {
        long before = SharedMemory.getLongOpaque(address);
        while (true) {
            long seen = SharedMemory.compareAndExchangeLong(address, before, before ^ value);
            if (seen == before) {
                return before;
            }
            before = seen;
        }
    }
}
