package org.pgas.armci;

import org.pgas.PgasException;

/**
 * The steps that end something: what one of them refuses keeps none of the next from being made, and is thrown at the
 * end. What ends waits, such as a process that is lost, ends the steps too: those that follow would wait in vain.
 */
final class Ending {
    private RuntimeException first;

    void step(Runnable step) {
        try {
            step.run();
        } catch (PgasException e) {
            if (e.getClass() != PgasException.class) {
                throw e;
            }
            failed(e);
        }
    }

    /** Notes what has gone wrong. Null is nothing. */
    void failed(RuntimeException e) {
        if (first == null) {
            first = e;
        } else if (e != null) {
            first.addSuppressed(e);
        }
    }

    /** Throws what went wrong first. */
    void finish() {
        if (first != null) {
            throw first;
        }
    }
}
