package org.pgas.rpc;

/**
 * What was thrown on another rank: a picture of it, since its class may not exist here. The {@linkplain #getStackTrace
 * stack trace} is the remote one, and so are the causes.
 */
public final class RemoteCause extends Exception {
    private static final long serialVersionUID = 1L;

    private final String className;

    RemoteCause(String className, String message, StackTraceElement[] trace, RemoteCause cause) {
        super(message, cause, true, true);
        this.className = className;
        setStackTrace(trace);
    }

    /** A picture of what was thrown here. */
    static RemoteCause of(Throwable failure) {
        Buffer buffer = new Buffer();
        Failures.write(failure, buffer.empty(Failures.MOST_BYTES));
        return Failures.read(buffer.reader(buffer.size()));
    }

    /** The class of what was thrown, such as {@code java.lang.IllegalStateException}. */
    public String className() {
        return className;
    }

    @Override
    public synchronized RemoteCause getCause() {
        return (RemoteCause) super.getCause();
    }

    /** As the remote exception's: its class, and its message if it has one. */
    @Override
    public String toString() {
        return getMessage() == null ? className : className + ": " + getMessage();
    }
}
