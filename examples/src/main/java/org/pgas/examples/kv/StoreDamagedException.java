package org.pgas.examples.kv;

/** Something that was on the device is not there any more as it was written. The message says what, and what helps. */
public final class StoreDamagedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    StoreDamagedException(String message) {
        super(message);
    }
}
