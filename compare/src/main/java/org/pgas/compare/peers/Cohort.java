package org.pgas.compare.peers;

/** The ranks of a measured program, as far as the watch needs them: all call the same methods in the same order. */
interface Cohort {
    int rank();

    int size();

    /** Returns when all ranks have called it; what they stored before is seen. */
    void barrier();

    /** The value that {@code teller} gives; the others' are not looked at. */
    long told(int teller, long own);
}
