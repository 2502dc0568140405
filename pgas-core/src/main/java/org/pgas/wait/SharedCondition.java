package org.pgas.wait;

/**
 * Something on words in shared memory that a thread waits for.
 */
public interface SharedCondition {
    /** Whether it holds; an acquire when it does. Cheap: called in loops. May take what it waits for: it is not asked again then. */
    boolean isMet();

    /** Where it was given to an event: called once, when the event is synchronised, outside all waits. What it throws, the program gets. */
    default void synchronised() {}

    /** Job ranks without which it will never hold, such as who holds a lock: the wait fails when one of them has left the job. */
    int[] needed();

    /**
     * Those of the {@link #needed} that have yet to make a call for it, such as to begin a collective. If such a rank
     * waits for this one meanwhile, both wait for good. What the others have to do, such as to take in messages, they
     * do in any wait.
     */
    default int[] absent() {
        return needed();
    }

    /** For messages, such as "mutex at offset 64 of rank 2, held by rank 3". */
    String describe();
}
