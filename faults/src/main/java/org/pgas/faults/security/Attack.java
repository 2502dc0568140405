package org.pgas.faults.security;

/** One trial of another user. */
interface Attack {
    /** Tries, and answers what was not withstood; empty if all was. */
    String in(Scene scene) throws Exception;
}
