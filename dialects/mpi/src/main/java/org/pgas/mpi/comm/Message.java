package org.pgas.mpi.comm;

import java.lang.foreign.MemorySegment;

import org.pgas.mpi.Datatype;

/**
 * A message that a matched probe has taken out of the order: no other receive meets it. Received once, by any thread.
 *
 * <p>Source: MPI-4.1 3.8.2 "Matching Probe". After the receive it is MPI_MESSAGE_NULL.
 */
public final class Message {
    private final Channel channel;
    private final boolean isOfNobody;

    /** Null once it was received, and of nobody. */
    private Early early;

    /** @param early null of what a matched probe of {@link Mpi#PROC_NULL} answers */
    Message(Channel channel, Early early) {
        this.channel = channel;
        this.early = early;
        this.isOfNobody = early == null;
    }

    /**
     * Whether it is from {@link Mpi#PROC_NULL}: it may be received any number of times, and brings nothing. Source:
     * MPI_MESSAGE_NO_PROC.
     */
    public boolean isOfNobody() {
        return isOfNobody;
    }

    /** MPI_Mrecv. {@code status} may be null. Errors: as of {@link Comm#recv}; received already. */
    public void recv(MemorySegment memory, long offset, long count, Datatype type, Status status) {
        channel.checkTarget(memory, offset, count, type);
        if (isOfNobody) {
            channel.engine.ofNobody.await(status);
        } else {
            channel.recvEarly(take(), memory, offset, count, type, status);
        }
    }

    /** MPI_Imrecv. Errors: as of {@link Comm#irecv}; received already. */
    public MessageRequest irecv(MemorySegment memory, long offset, long count, Datatype type) {
        channel.checkTarget(memory, offset, count, type);
        return isOfNobody ? channel.engine.ofNobody : channel.irecvEarly(take(), memory, offset, count, type);
    }

    private synchronized Early take() {
        if (early == null) {
            throw channel.bad("the message was received already: a matched message is received once");
        }
        Early taken = early;
        early = null;
        return taken;
    }
}
