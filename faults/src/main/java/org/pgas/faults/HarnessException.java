package org.pgas.faults;

/** Thrown by a trial that cannot do what it is to do: a blow that cannot be dealt, a process that cannot be found, a step that is not passed. */
public final class HarnessException extends Exception {
    private static final long serialVersionUID = 1L;

    /** @param message what could not be done */
    public HarnessException(String message) {
        super(message);
    }
}
