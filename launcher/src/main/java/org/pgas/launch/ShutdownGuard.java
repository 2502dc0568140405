package org.pgas.launch;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;

import org.pgas.ErrorCode;
import org.pgas.PgasException;

/**
 * Ends a job when this JVM ends. It is on guard before the job's first file is made: when a signal arrives while ranks
 * are being started, no more are, and those that were end in the same way as later.
 *
 * <pre>
 * field      writer             reader             order
 * end, over  a job's starter    the shutdown hook  published by the latch
 * ending     the shutdown hook  a job's starter    volatile
 * </pre>
 */
final class ShutdownGuard {
    private static final long START_LIMIT_SECONDS = 20;
    private static final long END_LIMIT_SECONDS = 4;

    private final String who;
    private final CountDownLatch started = new CountDownLatch(1);
    private final Thread hook = Thread.ofPlatform().name("pgas job ender").unstarted(this::shutdown);
    private BiConsumer<Integer, String> end;
    private CountDownLatch over;
    private volatile boolean ending;

    /** @param who this JVM's part in the job, for people */
    ShutdownGuard(String who) {
        this.who = who;
    }

    /** Begins to guard. Error: this JVM is ending already. */
    void install() {
        try {
            Runtime.getRuntime().addShutdownHook(hook);
        } catch (IllegalStateException e) {
            throw new PgasException(ErrorCode.JOB_ENDED, "no job can be started: this JVM is ending", e);
        }
    }

    /** Whether this JVM ends, so that nothing more is to be started. */
    boolean isEnding() {
        return ending;
    }

    /**
     * The start has succeeded.
     *
     * @param ender ends the job with a code, for a reason, and returns at once
     * @param whenOver counted down when nothing of the job is left; not for long is it waited for
     */
    void started(BiConsumer<Integer, String> ender, CountDownLatch whenOver) {
        end = ender;
        over = whenOver;
        started.countDown();
    }

    /** The start has failed, and has left nothing. */
    void notStarted() {
        started.countDown();
        uninstall();
    }

    void uninstall() {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // the JVM is ending; the hook finds nothing to do
        }
    }

    /** What the hook does. */
    void shutdown() {
        ending = true;
        try {
            if (started.await(START_LIMIT_SECONDS, TimeUnit.SECONDS) && end != null) {
                JobEnd reason = ShutdownReason.end(who);
                end.accept(reason.code(), reason.message());
                over.await(END_LIMIT_SECONDS, TimeUnit.SECONDS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
