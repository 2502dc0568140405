package org.pgas.wait;

/** Something on words in shared memory that a thread waits for. */
public interface SharedCondition {
    /** Whether it holds, and then an acquire; called in loops. May take what it waits for: it is not asked again. */
    boolean isMet();

    /** Called once when the event that has it is synchronised, outside all waits. The program gets what it throws. */
    default void synchronised() {}

    /** Job ranks without which it never holds, such as a lock's holder: the wait fails when one of them has left. */
    int[] needed();

    /** Whether all members of a team have to do something for it: see {@link Waiting#awaitAll}. */
    default boolean needsAll() {
        return false;
    }

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
