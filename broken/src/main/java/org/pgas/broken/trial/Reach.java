package org.pgas.broken.trial;

/** Which JVMs have the break. */
public enum Reach {
    /** That of the tests, and all that it starts: each prints a line about that, which some tests take for output. */
    ALL,
    /** That of the tests alone. */
    TESTS
}
