package org.pgas.faults.passive;

/**
 * One-sided operations of rank 0 on the memory of rank 1, one after the other, complete when they return.
 *
 * @param kind a line of the report
 * @param calls how many operations that is, counted by hand: each call that moves data, updates, locks or unlocks, or
 *        completes what went before (a flush, a fence); what begins an operation and what awaits it are one
 */
record Operation(String kind, int calls, Runnable call) {
    /** One alone. */
    Operation(String kind, Runnable call) {
        this(kind, 1, call);
    }
}
