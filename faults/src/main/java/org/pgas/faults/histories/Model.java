package org.pgas.faults.histories;

/**
 * What an object does when one call comes after the other.
 *
 * @param <S> its state: a value that does not change, with equality
 */
interface Model<S> {
    /** The state that it is made in. */
    S start();

    /**
     * The state behind an operation, or null if that cannot come here with its result. One that is pending may have any
     * result; null if it has no effect here.
     */
    S after(S before, Operation operation);

    /**
     * Operations of one object that may be left out together: a history that can be explained can be explained without
     * those that have the same key. Null for one that has to stay. The key of one that has changed nothing is itself.
     */
    Object leftOutWith(Operation operation);

    /** A state, for people. */
    String words(S state);
}
