package org.pgas.faults;

/**
 * A trial cannot do what it is to do: it cannot deal a blow, it does not find a process, or a rank does not pass a
 * step.
 */
public final class HarnessException extends Exception {
    private static final long serialVersionUID = 1L;

    /** @param message what could not be done */
    public HarnessException(String message) {
        super(message);
    }
}
