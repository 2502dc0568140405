package org.pgas.pshm;

/**
 * What can be seen of a rank from outside.
 *
 * @param state how far it has come
 * @param pid its process, or 0 before it claimed its slot
 * @param activity what it says it is doing, in words
 * @param exiting whether its JVM has begun an orderly shutdown
 */
public record RankView(State state, long pid, String activity, boolean exiting) {
    /** A rank's way through a job. */
    public enum State {
        /** Nobody has claimed the rank yet. */
        FREE,
        /** Its process has claimed it and waits for the others. */
        JOINING,
        /** A member. */
        JOINED,
        /** Has ended its membership in an orderly way. */
        LEFT
    }
}
