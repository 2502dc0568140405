package org.pgas.faults.security;

/** One trial of another user. */
interface Attack {
    /**
     * Tries, and answers what was not withstood; empty if all was.
     *
     * @throws Exception if it could not be made: a fault of the harness
     */
    String in(Scene scene) throws Exception;
}
