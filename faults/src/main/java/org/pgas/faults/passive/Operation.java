package org.pgas.faults.passive;

/**
 * One-sided operations of rank 0 on the memory of rank 1, one after the other, complete when they return.
 *
 * @param kind a line of the report
 * @param calls how many operations
 */
record Operation(String kind, int calls, Runnable call) {
    /** One alone. */
    Operation(String kind, Runnable call) {
        this(kind, 1, call);
    }
}
