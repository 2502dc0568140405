package org.pgas.broken;

/** A break could not be tried: that tells nothing of it. */
final class NotTriedException extends Exception {
    private static final long serialVersionUID = 1L;

    NotTriedException(String message) {
        super(message);
    }
}
