package org.pgas.launch;

import java.io.InputStream;
import java.io.OutputStream;

/**
 * A process of a test, which the system knows nothing of: it runs until it is given a code. What no test needs it
 * refuses.
 */
class UnstartedProcess extends Process {
    private static final int RUNS = -1;

    /** Written by one thread. */
    private int code = RUNS;

    final void endWith(int exitCode) {
        code = exitCode;
    }

    @Override
    public final boolean isAlive() {
        return code == RUNS;
    }

    @Override
    public final int exitValue() {
        if (isAlive()) {
            throw new IllegalThreadStateException("it runs");
        }
        return code;
    }

    @Override
    public void destroy() {
        throw new UnsupportedOperationException();
    }

    @Override
    public final int waitFor() {
        throw new UnsupportedOperationException();
    }

    @Override
    public final InputStream getInputStream() {
        throw new UnsupportedOperationException();
    }

    @Override
    public final InputStream getErrorStream() {
        throw new UnsupportedOperationException();
    }

    @Override
    public final OutputStream getOutputStream() {
        throw new UnsupportedOperationException();
    }
}
