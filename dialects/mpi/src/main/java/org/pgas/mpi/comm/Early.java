package org.pgas.mpi.comm;

import java.lang.foreign.MemorySegment;

/**
 * A message that has come before its receive: all of its data, or that it is offered. An object of {@link EarlyPool},
 * used again and again. Written by the handler of the message and linked by {@link Unexpected}, under the lock of the
 * engine; then of the thread that has taken it out.
 */
final class Early {
    /** Rank of the sender in the communicator. */
    int source;

    int tag;
    long bytes;

    /** Rank of the sender in the job. */
    int peer;

    /** The data, at its beginning; null of a message that is offered. */
    MemorySegment data;

    /** Of a message that is offered: the sender's number of it, and where the data lies. */
    long send;
    long place;

    /** In the order of all that have come, and of those in the same bucket. */
    Early previous;
    Early next;
    Early previousInBucket;
    Early nextInBucket;

    void set(int newSource, int newTag, int newPeer, long newBytes) {
        source = newSource;
        tag = newTag;
        peer = newPeer;
        bytes = newBytes;
        data = null;
    }

    boolean isMetBy(int wantedSource, int wantedTag) {
        return (wantedSource == source || wantedSource == Mpi.ANY_SOURCE)
                && (wantedTag == tag || wantedTag == Mpi.ANY_TAG);
    }
}
