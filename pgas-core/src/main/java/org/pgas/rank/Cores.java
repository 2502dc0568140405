package org.pgas.rank;

/** The cores of the types of the API. */
public final class Cores {
    private Cores() {}

    /** What does the work of {@code face}. */
    public static <C> C of(Face<C> face) {
        return face.core;
    }
}
