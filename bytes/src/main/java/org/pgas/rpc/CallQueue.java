package org.pgas.rpc;

import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Numbers of calls, from the handlers of a rank to the threads that go on with them. Never full: a number is in it once
 * at most, and there is room for all.
 *
 * <pre>
 * field  writer                                  reader                    order
 * cells  the handler that runs: one at a time    threads that take         plain before tail / acquire of tail
 * tail   the same                                threads that take         volatile / acquire
 * head   any thread that takes                   threads that take         CAS
 * </pre>
 */
final class CallQueue {
    static final int EMPTY = -1;

    private final AtomicIntegerArray cells;
    private final int mask;
    private final AtomicLong head = new AtomicLong();
    private final AtomicLong tail = new AtomicLong();

    /** For the numbers 0..{@code numbers - 1}. */
    CallQueue(int numbers) {
        int capacity = Math.max(2, Integer.highestOneBit(numbers - 1) << 1);
        cells = new AtomicIntegerArray(capacity);
        mask = capacity - 1;
    }

    /** By the handler that runs. */
    void put(int number) {
        long end = tail.getPlain();
        cells.setPlain((int) end & mask, number);
        tail.set(end + 1);
    }

    /** The number put first, or {@link #EMPTY}; any thread. */
    int take() {
        while (true) {
            long start = head.get();
            if (start == tail.get()) {
                return EMPTY;
            }
            int number = cells.getOpaque((int) start & mask);
            if (head.compareAndSet(start, start + 1)) {
                return number;
            }
        }
    }
}
