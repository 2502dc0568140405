package org.pgas.broken.trial;

/**
 * How a run of a class of tests ended.
 *
 * @param kind in a word
 * @param what the test that failed and what it said, or why nothing can be said
 * @param isCut whether a JVM has loaded the class that is broken
 * @param millis how long it took
 */
public record Outcome(Kind kind, String what, boolean isCut, long millis) {
    /** In a word. */
    public enum Kind {
        /** All tests passed. */
        PASSED,
        /** One failed, and the run was ended there. */
        FAILED,
        /** The bound of time ended it. */
        HUNG,
        /** The JVM ended before the tests. */
        CRASHED,
        /** No test of the class ran: there is none, or all were skipped. */
        EMPTY
    }

    /** Whether a test tells of such a change of the code. */
    public boolean isSeen() {
        return kind == Kind.FAILED || kind == Kind.HUNG || kind == Kind.CRASHED;
    }
}
