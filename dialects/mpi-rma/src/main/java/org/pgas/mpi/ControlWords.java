package org.pgas.mpi;

/** The words of a window in shared memory (to be written): one block for each rank, in its part of the area, named by its address. */
final class ControlWords {
    private ControlWords() {}

    /** Bytes of one rank's block in a window of {@code ranks} ranks, in a job of {@code jobRanks}. */
    static long bytes(int ranks, int jobRanks) {
        throw new UnsupportedOperationException();
    }

    /** Makes zeros a block, by its rank, before anybody else knows of it. */
    static void lay(long control, int ranks, int jobRanks) {
        throw new UnsupportedOperationException();
    }
}
