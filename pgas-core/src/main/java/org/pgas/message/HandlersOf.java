package org.pgas.message;

/** Where the handlers of this rank's endpoints are, which a room above this one keeps. */
@FunctionalInterface
public interface HandlersOf {
    /** Those of {@code receiver}. */
    Handlers of(Receiver receiver);
}
