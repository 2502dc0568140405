package org.pgas.launch;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import org.pgas.ErrorCode;
import org.pgas.PgasException;

/**
 * Ends a job when this JVM ends. It is on guard before the job's first file is made: a signal that arrives while ranks are being
 * started waits until they are, and then ends them in the same way as later.
 *
 * <pre>
 * field  writer            reader             order
 * job    who starts a job  the shutdown hook  volatile
 * </pre>
 */
final class ShutdownGuard {
    private static final long START_LIMIT_SECONDS = 20;

    private final CountDownLatch started = new CountDownLatch(1);
    private final Thread hook = Thread.ofPlatform().name("pgas job ender").unstarted(this::shutdown);
    private volatile RunningJob job;

    /** Begins to guard. Error: this JVM is ending already. */
    void install() {
        try {
            Runtime.getRuntime().addShutdownHook(hook);
        } catch (IllegalStateException e) {
            throw new PgasException(ErrorCode.JOB_ENDED, "no job can be started: this JVM is ending", e);
        }
    }

    /** The start has succeeded, with this job, or failed, with null. */
    void started(RunningJob running) {
        job = running;
        started.countDown();
    }

    void uninstall() {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // the JVM is ending; the hook finds nothing to do
        }
    }

    private void shutdown() {
        try {
            if (started.await(START_LIMIT_SECONDS, TimeUnit.SECONDS) && job != null) {
                job.endWithThisJvm();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
