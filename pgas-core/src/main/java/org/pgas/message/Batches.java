package org.pgas.message;

/** What an aggregator has sent and waits for. */
public interface Batches {
    /** The oldest batch to that member that was not acknowledged has been handled. Called by the holder of the turn. */
    void acknowledge(int rank);
}
