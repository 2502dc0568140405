package org.pgas.testkit;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;
import java.io.Serializable;
import java.io.UncheckedIOException;

import org.opentest4j.AssertionFailedError;
import org.opentest4j.TestAbortedException;
import org.pgas.JobEndedException;
import org.pgas.PeerLostException;

/**
 * What came of one rank's {@link Body}.
 *
 * @param failure what it threw, or null
 * @param seedUsed whether it asked {@link Seed}
 */
record Outcome(Throwable failure, boolean seedUsed) {
    private static final int DEEPEST_CAUSE = 10;

    static Outcome failed(String why) {
        Throwable failure = new AssertionFailedError(why);
        failure.setStackTrace(new StackTraceElement[0]);
        return new Outcome(failure, false);
    }

    boolean isFailure() {
        return failure != null;
    }

    /** Whether the failure only says that another rank has failed before. */
    boolean isConsequence() {
        return failure instanceof JobEndedException || failure instanceof PeerLostException;
    }

    boolean isAborted() {
        return failure instanceof TestAbortedException;
    }

    /** A failure of a class that cannot be sent to another JVM. */
    private static final class RemoteException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        RemoteException(String message, Throwable cause) {
            super(message, cause);
        }

        /** The message begins with the name of the original class. */
        @Override
        public String toString() {
            return getMessage();
        }
    }

    /** The failure as it is, or null where that cannot be written, and in any case a copy that can. */
    private record Wire(byte[] exact, byte[] copy, boolean seedUsed) implements Serializable {}

    byte[] encode() {
        byte[] exact = null;
        try {
            exact = write(failure);
        } catch (Exception | StackOverflowError e) {
            // something in it is not serialisable: the copy has to do
        }
        return write(new Wire(exact, write(copy(failure, 0)), seedUsed));
    }

    static Outcome decode(byte[] bytes, ClassLoader loader) {
        Wire wire = (Wire) read(bytes, loader);
        Object failure;
        try {
            failure = wire.exact == null ? read(wire.copy, loader) : read(wire.exact, loader);
        } catch (RuntimeException e) {
            failure = read(wire.copy, loader);
        }
        return new Outcome((Throwable) failure, wire.seedUsed);
    }

    private static Throwable copy(Throwable failure, int depth) {
        if (failure == null || depth > DEEPEST_CAUSE) {
            return null;
        }
        Throwable cause = copy(failure.getCause(), depth + 1);
        String message = message(failure);
        Throwable copy = switch (failure) {
            case TestAbortedException e -> new TestAbortedException(message, cause);
            case AssertionError e -> new AssertionFailedError(message, cause);
            default -> new RemoteException(failure.getClass().getName() + ": " + message, cause);
        };
        copy.setStackTrace(failure.getStackTrace());
        return copy;
    }

    private static String message(Throwable failure) {
        try {
            return failure.getMessage();
        } catch (RuntimeException e) {
            return "(its message cannot be had: " + e + ")";
        }
    }

    static byte[] write(Object object) {
        var bytes = new ByteArrayOutputStream();
        try (var out = new ObjectOutputStream(bytes)) {
            out.writeObject(object);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    static Object read(byte[] bytes, ClassLoader loader) {
        try (var in = new LoadingStream(new ByteArrayInputStream(bytes), loader)) {
            return in.readObject();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Finds classes where the test class was found. */
    private static final class LoadingStream extends ObjectInputStream {
        private final ClassLoader loader;

        LoadingStream(InputStream in, ClassLoader loader) throws IOException {
            super(in);
            this.loader = loader;
        }

        @Override
        protected Class<?> resolveClass(ObjectStreamClass description) throws IOException, ClassNotFoundException {
            try {
                return Class.forName(description.getName(), false, loader);
            } catch (ClassNotFoundException e) {
                return super.resolveClass(description);
            }
        }
    }
}
