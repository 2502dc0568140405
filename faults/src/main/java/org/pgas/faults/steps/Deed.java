package org.pgas.faults.steps;

import java.util.Locale;

import org.pgas.faults.agent.Strike;

/** What is done at a step. */
enum Deed {
    /** The process kills itself. */
    KILL,
    /** The process stops itself, and is continued. */
    STOP,
    /** The thread throws an error, as when memory or stack is short. */
    THROW,
    /** The number that a method answers there is changed, as if what it was made of had been. */
    DAMAGE;

    /** As the table has it. */
    String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The setting of {@link Strike}. */
    String signal() {
        return this == THROW ? Strike.THROW : name();
    }
}
