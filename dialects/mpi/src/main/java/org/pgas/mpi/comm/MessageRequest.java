package org.pgas.mpi.comm;

import org.pgas.mpi.Request;

/**
 * A send or receive that may be under way. Made by {@link Comm#isend} and its siblings, by {@link Comm#recvInit} and
 * its siblings, and by {@link Message#irecv}. Complete when {@link #await()} has returned or {@link #test()} has said
 * so: of a send its memory may be changed then, of a receive the data is there. Awaiting and testing take in messages
 * and go on with whatever is under way on this rank.
 *
 * <p>Any thread, one at a time. Memory of a confined arena is touched by its thread alone: that one awaits or tests.
 * Until then memory of a receive may not be read or changed, that of a send not be changed, and its arena stays open.
 * A request that is complete answers the same again; a {@link PersistentRequest} is inactive then.
 *
 * <p><b>Errors</b>, thrown by await and test: a message longer than the memory of its receive, which is dropped; a rank
 * that is needed has left the job ({@link org.pgas.PeerLostException}); the end of the job.
 *
 * <p>Source: MPI-4.1 3.7 "Nonblocking Communication". A null of a set of requests is MPI_REQUEST_NULL: see
 * {@link Requests}.
 */
public abstract class MessageRequest implements Request {
    MessageRequest() {}

    abstract Engine engine();

    /** What a wait is for; null when nothing is under way, as of a persistent one that was not started. */
    abstract Operation operation();

    /** Whether sets take it into account. */
    abstract boolean isActive();

    /** Tells what came, once the operation is over; throws what went wrong. {@code status} may be null. */
    abstract void end(Status status);

    /** MPI_Wait, with MPI_STATUS_IGNORE. Error: in a restricted context. */
    @Override
    public void await() {
        await(null);
    }

    /** MPI_Wait. {@code status} is filled; null ignores it. Empty of a send, and of an inactive persistent request. */
    public void await(Status status) {
        Operation operation = operation();
        if (operation == null) {
            engine().poll();
        } else {
            engine().await(operation);
        }
        end(status);
    }

    /** MPI_Test, with MPI_STATUS_IGNORE: true once it is complete. Takes in messages first. */
    @Override
    public boolean test() {
        return test(null);
    }

    /** MPI_Test. {@code status} is filled if the answer is true; null ignores it. */
    public boolean test(Status status) {
        engine().poll();
        if (!isOver()) {
            return false;
        }
        end(status);
        return true;
    }

    /** As {@link #test()}, without taking in messages and without ending it. */
    final boolean isOver() {
        Operation operation = operation();
        return operation == null || operation.isMet();
    }

    /**
     * MPI_Cancel: a receive that no message has met yet is complete then, without one, and its status says so. Anything
     * else goes on as before: sends are not cancelled. Returns at once.
     */
    public void cancel() {
        Operation operation = operation();
        if (operation != null) {
            operation.cancelOperation();
        }
        engine().poll();
    }

    /**
     * MPI_Request_free: the program has no more use for it. What is under way goes on to its end, and errors of it are
     * told to nobody. Of a persistent request: it may not be started again.
     */
    public void free() {
        engine().poll();
    }
}
