package org.pgas;

/** Runs when a short message arrives. See {@link HandlerTable} for what it may do. Source: GASNet-1 2.3.1. */
@FunctionalInterface
public interface ShortHandler {
    /** {@code token} holds the source and the arguments, and expires when this returns. */
    void handle(Token token);
}
