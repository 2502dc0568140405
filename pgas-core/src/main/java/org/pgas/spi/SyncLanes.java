package org.pgas.spi;

/** Lanes of synchronisation lines in shared memory, one line per rank and lane; zero when the job starts. */
public interface SyncLanes {
    /** Address of this lane's line of rank 0; the line of rank r is {@link #stride()} * r bytes further. */
    long address(SyncLane lane);

    int stride();
}
