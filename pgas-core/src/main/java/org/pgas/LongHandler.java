package org.pgas;

/** Runs when a long message has arrived. See {@link HandlerTable} for what it may do. Source: GASNet-1 2.3.1. */
@FunctionalInterface
public interface LongHandler {
    /**
     * The data is in place: {@code bytes} bytes at offset {@code targetOffset} of this rank's segment
     * ({@link Segment#local()}). With 0 bytes, {@code targetOffset} is whatever number the sender gave, verbatim.
     */
    void handle(Token token, long targetOffset, long bytes);
}
