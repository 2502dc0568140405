package org.pgas;

import org.pgas.rank.RestrictedContext;

/**
 * A stretch of a thread's code that must not be interrupted by handlers: see {@link Job#holdInterrupts}.
 *
 * <pre>{@code
 * try (NoInterruptSection _ = job.holdInterrupts()) {
 *     // no communication here
 * }
 * }</pre>
 *
 * <p>Source: GASNet-1 2.4.2-2.4.3.
 */
public final class NoInterruptSection implements AutoCloseable {
    /** What nobody looks after: outside checked mode, and where the document says that calls are ignored. */
    static final NoInterruptSection IGNORED = new NoInterruptSection(null);

    private final RestrictedContext context;

    NoInterruptSection(RestrictedContext context) {
        this.context = context;
    }

    /**
     * Ends the section. By the thread that began it, once; ignored, and the section stays open, in a handler, while the
     * thread holds a {@link HandlerSafeLock}, and between the prepare and the commit of a message.
     */
    @Override
    public void close() {
        if (context != null) {
            context.close(this);
        }
    }
}
