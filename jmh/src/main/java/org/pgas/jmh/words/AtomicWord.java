package org.pgas.jmh.words;

/**
 * A 64-bit word as one worker sees it through one library. A process loads one implementation only, so calls are
 * inlined.
 */
interface AtomicWord {
    long getAndAdd(long delta);

    boolean compareAndSet(long expected, long desired);

    /** An acquire. */
    long get();

    /** A release. */
    void set(long value);

    /** Adds 1 as a library without an atomic addition does; returns the value before. */
    default long increment() {
        long before = get();
        while (!compareAndSet(before, before + 1)) {
            before = get();
        }
        return before;
    }
}
