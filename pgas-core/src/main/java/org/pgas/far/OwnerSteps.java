package org.pgas.far;

/**
 * Steps of the protocols of a module's structures, which the owner of the memory carries out on its words for ranks
 * that do not map it. Found by {@link java.util.ServiceLoader}.
 */
public interface OwnerSteps {
    /** Instead of an answer of a step: the memory there is client memory, where no structure can be. */
    long NOT_MAPPED = Long.MIN_VALUE;

    /** Answer of a step when its structure is not there any more, or when it is to lay something where no room is. */
    long GONE = Long.MIN_VALUE + 1;

    /** What is there at a place, at least. */
    long LEAST_BYTES = 64;

    /** Codes of a module are from its number times this on. */
    int MODULE_CODES = 64;

    /** Whether an answer tells that what a handle is bound to is not there any more: it, or the memory that had it. */
    static boolean isGone(long answer) {
        return answer == GONE || answer == NOT_MAPPED;
    }

    /** The module's number, one of the four from 0. */
    int module();

    /** Whether its places are in the area of the library's own, in the part of the rank that is asked. */
    default boolean isInArea() {
        return false;
    }

    /**
     * Carries out a step and answers a number, but {@link #NOT_MAPPED}. Runs in a handler, one at a time: waits for
     * nobody, and throws nothing. It is over in microseconds, unless it lays a structure, or goes over all of one.
     */
    long run(FarStep step);
}
