package org.pgas.atomics;

import org.pgas.atomics.locks.Holder;
import org.pgas.atomics.words.ByteRing;

/** A discard from a stream of bytes while another call is at work at its reading end. */
final class DiscardWait extends AnnouncedWait {
    private final SharedStructure fifo;
    private final ByteRing ring;
    private final long bytes;
    private long views;

    DiscardWait(SharedStructure fifo, long waitingConsumer, ByteRing ring, long bytes) {
        super(fifo, "ByteFifo.discard", waitingConsumer);
        this.fifo = fifo;
        this.ring = ring;
        this.bytes = bytes;
    }

    /** What {@link ByteRing#discard} answered when it was the turn of this call. */
    long views() {
        return views;
    }

    @Override
    boolean attempt() {
        views = ring.discard(bytes, Holder.current(fifo.jobRank()));
        return views != ByteRing.BUSY;
    }

    @Override
    String missing() {
        return ", " + Holder.describe(ring.consumer()) + " is dequeuing";
    }
}
