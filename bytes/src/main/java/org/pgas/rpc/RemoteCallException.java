package org.pgas.rpc;

/**
 * A function threw on the rank that was called. The cause is a {@link RemoteCause}, with the class, the message and the
 * stack trace of what was thrown there, and its causes behind it.
 *
 * <p>What the library itself refuses, such as a function that the other rank lacks, is a {@link
 * org.pgas.PgasException}.
 */
public final class RemoteCallException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int rank;
    private final String function;

    RemoteCallException(String message, int rank, String function, RemoteCause cause) {
        super(message, cause);
        this.rank = rank;
        this.function = function;
    }

    /** The rank it was thrown on, in the team of the {@link Rpc}. */
    public int rank() {
        return rank;
    }

    /** The function's registered name, or class and method; null of a cast to one that the rank does not know. */
    public String function() {
        return function;
    }

    @Override
    public synchronized RemoteCause getCause() {
        return (RemoteCause) super.getCause();
    }
}
