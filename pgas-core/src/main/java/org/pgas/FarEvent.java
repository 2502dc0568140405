package org.pgas;

import org.pgas.spi.Conduit;

/** The event of one operation on a peer's memory that is not mapped here. */
final class FarEvent extends PendingEvent implements FarSink {
    private final FarThread thread;
    private final String operation;
    private final int peer;
    private final long offset;
    private final long bytes;
    private long value;

    /** Volatile write by whoever holds the rank's turn, after everything that the operation brought. */
    private volatile boolean done;

    FarEvent(Job job, FarThread thread, String operation, int peer, long offset, long bytes) {
        super(job);
        this.thread = thread;
        this.operation = operation;
        this.peer = peer;
        this.offset = offset;
        this.bytes = bytes;
    }

    @Override
    public void completed(FarOperation complete) {
        value = complete.value();
        // SYNC: far event
        done = true;
    }

    /** What a value get has brought, once it is complete. */
    long value() {
        return value;
    }

    @Override
    void synchronised() {
        thread.land();
    }

    @Override
    public boolean isMet() {
        return done;
    }

    @Override
    public Conduit.Activity activity() {
        return Conduit.Activity.EVENT;
    }

    @Override
    public int[] missing() {
        return new int[]{peer};
    }

    @Override
    public String describe() {
        return FarWait.describe(operation, peer, offset, bytes);
    }
}
