package org.pgas.far;

/** What is told that an operation on memory that is not mapped here is complete. */
public interface FarSink {
    /**
     * Called once, under the rank's turn, by whatever thread holds it; publishes what the operation did to the waiting
     * thread.
     */
    void completed(FarOperation operation);
}
