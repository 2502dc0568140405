package org.pgas.mpi.comm;

import java.util.function.Supplier;

/**
 * A send or receive that a program begins again and again, with the same arguments: {@link Comm#sendInit} and its
 * siblings make it, {@link #start} begins it, await and test end it. Between these it is inactive: awaiting and testing
 * it say at once that it is complete, with an empty status, and sets pass it over. Each start is as the call without
 * {@code Init} at that moment; the datatype may have been freed since.
 *
 * <p>Source: MPI-4.1 3.9 "Persistent Communication Requests".
 */
public final class PersistentRequest extends MessageRequest {
    private final Comm comm;
    private final String made;
    private final Supplier<MessageRequest> starter;

    /** What was started and is not ended; null while it is inactive. */
    private MessageRequest current;

    private boolean isFreed;

    /** @param made the call that has made it, for errors */
    PersistentRequest(Comm comm, String made, Supplier<MessageRequest> starter) {
        this.comm = comm;
        this.made = made;
        this.starter = starter;
    }

    /** MPI_Start. Errors: it is active, or freed; those of the call that it stands for. */
    public void start() {
        if (current != null || isFreed) {
            throw comm.bad("a request of " + made + (isFreed ? " was freed: make another one"
                    : " is started already: await it, or test until it is complete, before its next start"));
        }
        current = starter.get();
    }

    /** Whether it was started and not ended since. */
    @Override
    public boolean isActive() {
        return current != null;
    }

    @Override
    public void free() {
        isFreed = true;
        super.free();
    }

    @Override
    Engine engine() {
        return comm.engine();
    }

    @Override
    Operation operation() {
        return current == null ? null : current.operation();
    }

    @Override
    void end(Status status) {
        MessageRequest ended = current;
        current = null;
        if (ended != null) {
            ended.end(status);
        } else if (status != null) {
            status.setEmpty(false);
        }
    }
}
