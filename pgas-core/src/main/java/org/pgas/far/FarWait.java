package org.pgas.far;

import org.pgas.EventCategory;
import org.pgas.wait.AwaitedWithoutCall;

/**
 * One operation on a peer's memory that is not mapped here, for the thread that waits for it. That is the caller of a
 * blocking operation, which uses this object again for its next one; or the holder of a {@link FarEvent}.
 *
 * <pre>
 * field            writer                                 reader                 order
 * done             the holder of the turn; its initiator  the initiating thread  volatile, after value
 * value, category  the holder of the turn                 the initiating thread  plain, published by done
 * </pre>
 */
final class FarWait implements FarSink, AwaitedWithoutCall {
    private String operation;
    private int peer;
    private long offset;
    private long bytes;
    private long value;
    private EventCategory category;

    /** Volatile write by the holder of the rank's turn, after everything that the operation brought. */
    private volatile boolean done;

    /** {@code at}: the offset, with or without the endpoint, as {@link FarMessages#at} has it. */
    FarWait begin(String newOperation, int newPeer, long at, long newBytes) {
        operation = newOperation;
        peer = newPeer;
        offset = FarMessages.offset(at);
        bytes = newBytes;
        done = false;
        return this;
    }

    @Override
    public void completed(FarOperation complete) {
        value = complete.value();
        category = complete.category();
        // SYNC: far wait
        done = true;
    }

    long value() {
        return value;
    }

    /** The category of the operation that is complete. */
    EventCategory category() {
        return category;
    }

    int peer() {
        return peer;
    }

    long bytes() {
        return bytes;
    }

    @Override
    public boolean isMet() {
        // SYNC: far wait
        return done;
    }

    @Override
    public int[] missing() {
        return new int[]{peer};
    }

    @Override
    public String describe() {
        return operation + " of " + bytes + " bytes at offset " + offset + " of rank " + peer
                + ", which carries it out when it polls or waits";
    }
}
