package org.pgas.conformance;

import java.util.concurrent.TimeUnit;

/**
 * How long a test waits for what must come. It tells a hang from a host that has other work, so it is much longer than
 * any wait.
 */
public final class Patience {
    public static final long NANOS = TimeUnit.MINUTES.toNanos(5);
    public static final long SECONDS = TimeUnit.NANOSECONDS.toSeconds(NANOS);

    private Patience() {}
}
