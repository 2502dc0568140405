package org.pgas.wait;

/**
 * Something begun that has to be gone on with while the program does something else in the library. For the library's
 * other modules; not part of the API.
 */
public interface BackgroundWork {
    /**
     * Does what can be done without waiting; says whether nothing is left to do, for ever. Several threads may call it
     * at once, so it tries a lock of its own, and does nothing when another thread has it.
     */
    boolean advance();
}
