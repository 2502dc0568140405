package org.pgas;

/** Runs when a medium message arrives. See {@link HandlerTable} for what it may do. Source: GASNet-1 2.3.1. */
@FunctionalInterface
public interface MediumHandler {
    /**
     * {@code payload} is the message's data where it arrived, the handler's to read and to overwrite. Token and payload
     * expire when this returns: copy what is needed longer.
     */
    void handle(Token token, Payload payload);
}
