package org.pgas.mpi.comm;

import org.pgas.mpi.Datatype;
import org.pgas.mpi.inside.Types;

/**
 * MPI_Status: where a message came from, and how long it is. Made by the program, filled by the calls that it is given
 * to, any number of times; so calls that are given one allocate nothing. A fresh one is empty: {@link Mpi#ANY_SOURCE},
 * {@link Mpi#ANY_TAG}, no bytes. So is that of a send. For one thread at a time.
 *
 * <p>Source: MPI-4.1 3.2.5 "Return Status", 3.8.4 "Cancel".
 */
public final class Status {
    private int source = Mpi.ANY_SOURCE;
    private int tag = Mpi.ANY_TAG;
    private long bytes;
    private boolean cancelled;

    /** An empty one. */
    public Status() {}

    /** Rank of the sender in the communicator of the receive; {@link Mpi#PROC_NULL} of a receive from there. */
    public int source() {
        return source;
    }

    /** Tag of the message. */
    public int tag() {
        return tag;
    }

    /** Bytes of data in the message, without gaps. */
    public long bytes() {
        return bytes;
    }

    /**
     * MPI_Get_count: how many whole elements of {@code type} the message is; {@link Mpi#UNDEFINED} if it is no whole
     * number of them. 0 of a type without data. Error: a freed type.
     */
    public long count(Datatype type) {
        long size = type.size();
        return size == 0 ? 0 : bytes % size == 0 ? bytes / size : Mpi.UNDEFINED;
    }

    /**
     * MPI_Get_elements: how many elements of predefined types it is, where {@code type} says which; a pair is two.
     * {@link Mpi#UNDEFINED} if the last one is cut. Error: a freed type.
     */
    public long elements(Datatype type) {
        return type.size() == 0 ? 0 : Types.elementsIn(type, bytes);
    }

    /** MPI_Test_cancelled: whether the operation was cancelled, so that there is no message. */
    public boolean isCancelled() {
        return cancelled;
    }

    void set(int newSource, int newTag, long newBytes) {
        source = newSource;
        tag = newTag;
        bytes = newBytes;
        cancelled = false;
    }

    void setEmpty(boolean isCancelled) {
        set(Mpi.ANY_SOURCE, Mpi.ANY_TAG, 0);
        cancelled = isCancelled;
    }

    /** Such as "message of rank 2 with tag 7, 80 bytes". */
    @Override
    public String toString() {
        return cancelled ? "cancelled" : "message of rank " + source + " with tag " + tag + ", " + bytes + " bytes";
    }
}
