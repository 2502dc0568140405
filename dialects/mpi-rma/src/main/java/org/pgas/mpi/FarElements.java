package org.pgas.mpi;

/**
 * The target's side of an operation by messages.
 *
 * @param place where they begin in the target's part; of a dynamic window the displacement
 */
record FarElements(int target, long place, long count, Datatype type) {
    /** Whether they lie one behind the other without gaps. */
    boolean isDense() {
        return type.denseBytes(count) >= 0;
    }

    /**
     * Whether messages have to tell the target their type. Updates have a code other than {@link Protocol#NO_CODE};
     * they do not tell it the type of predefined elements.
     */
    boolean needType(int code) {
        return !isDense() && (code == Protocol.NO_CODE || !type.isPredefined());
    }
}
