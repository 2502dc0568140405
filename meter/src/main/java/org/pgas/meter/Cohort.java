package org.pgas.meter;

/** The ranks of a measured program, as far as the watch needs them: all call the same methods in the same order. */
public interface Cohort {
    int rank();

    int size();

    /** Returns when all ranks have called it; what they stored before is seen. */
    void barrier();

    /** The value that {@code teller} gives; the others' are not looked at. */
    long told(int teller, long own);

    /** The sum of what all ranks give. */
    default long sum(long own) {
        long sum = 0;
        for (int rank = 0; rank < size(); rank++) {
            sum += told(rank, own);
        }
        return sum;
    }
}
