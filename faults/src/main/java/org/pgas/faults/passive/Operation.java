package org.pgas.faults.passive;

/**
 * One one-sided operation of rank 0 on the memory of rank 1, complete when it returns.
 *
 * @param kind a line of the report
 */
record Operation(String kind, Runnable call) {}
