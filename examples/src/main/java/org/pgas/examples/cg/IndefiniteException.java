package org.pgas.examples.cg;

import java.io.Serial;

/** The matrix is not positive definite. The message says how that was seen; it is the same on all ranks. */
public final class IndefiniteException extends Exception {
    @Serial
    private static final long serialVersionUID = 1;

    IndefiniteException(String message) {
        super(message);
    }
}
