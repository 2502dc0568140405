package org.pgas.faults.soak;

/**
 * Something is not as its model has it, or an invariant does not hold; the message says all that is needed to make it
 * happen again.
 */
final class Mismatch extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Mismatch(String message) {
        super(message);
    }
}
