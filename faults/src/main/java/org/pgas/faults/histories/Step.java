package org.pgas.faults.histories;

/**
 * One call of a program. What the rank has seen so far completes it: a compare-and-swap expects what the rank saw last,
 * an unlock is left out by a rank that does not hold the lock, and a rank that has no block frees none.
 *
 * @param value to be stored, added or offered; bytes to be allocated; the rank that a message is for
 * @param choice which block is freed; whether a new one is left for the next rank
 * @param pause turns of an empty loop before the call
 */
record Step(Subject subject, Kind kind, long value, int choice, int pause) {
    /** A block that is left for the next rank, and the freeing of one that was left for this one. */
    static final int HANDED_OVER = 0;
}
