package org.pgas.bytes;

import org.pgas.Token;

/** Runs when a message with a value arrives. What it may do: {@link org.pgas.HandlerTable}. */
@FunctionalInterface
public interface TypedHandler<T> {
    /** {@code value} is a copy, the handler's to keep; {@code token} expires when this returns. */
    void handle(Token token, T value);
}
