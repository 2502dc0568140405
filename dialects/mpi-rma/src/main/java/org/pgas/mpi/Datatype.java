package org.pgas.mpi;

import org.pgas.vis.Shape;

/** MPI_Datatype (to be written). */
public final class Datatype {
    public static final Datatype BYTE = new Datatype();
    public static final Datatype INT = new Datatype();
    public static final Datatype LONG = new Datatype();
    public static final Datatype DOUBLE = new Datatype();

    private Datatype() {}

    // ---- hooks for the other classes of the package ----

    /** Bytes of {@code count} elements if the type is usable (committed, not freed), dense (one run from byte 0, as long as its extent), and they are legal; else -1. */
    long denseBytes(long count) {
        throw new UnsupportedOperationException();
    }

    /** Throws unless the type may be used in {@code call} with {@code count}; {@code role} is "origin", "target" or "result". A null type is refused by the static form. */
    static void check(WindowCore core, String call, String role, long count, Datatype type) {
        throw new UnsupportedOperationException();
    }

    /** Bytes of data in {@code count} elements; checked before for overflow. */
    long bytes(long count) {
        throw new UnsupportedOperationException();
    }

    /** Offset of the lowest byte of {@code count} elements relative to where they begin; 0 where there are none. */
    long low(long count) {
        throw new UnsupportedOperationException();
    }

    /** Offset behind the highest byte of {@code count} elements. */
    long high(long count) {
        throw new UnsupportedOperationException();
    }

    /** Whether it is one of the constants. */
    public boolean isPredefined() {
        throw new UnsupportedOperationException();
    }

    /** The kind of all its elements, if they are of one; else null. */
    Basic uniform() {
        throw new UnsupportedOperationException();
    }

    /** Throws unless what is sent is a beginning of what is received, element by element. */
    static void checkSignatures(WindowCore core, String call, long sentCount, Datatype sent, long receivedCount,
            Datatype received) {
        throw new UnsupportedOperationException();
    }

    /** Throws if a transfer to {@code count} elements would write a byte twice. */
    static void checkTarget(WindowCore core, String call, String role, long count, Datatype type) {
        throw new UnsupportedOperationException();
    }

    /** The bytes of {@code count} elements, kept for the next time. */
    Shape shape(long count) {
        throw new UnsupportedOperationException();
    }

    /** As {@link #shape}, but of whole elements for accumulates: {@link Basic#span} bytes for each. */
    Shape elements(long count) {
        throw new UnsupportedOperationException();
    }

    /** The light-weight representation from which {@link #ofDescription} makes the type elsewhere; not to be changed. */
    byte[] description() {
        throw new UnsupportedOperationException();
    }

    /** A committed type. Throws IllegalArgumentException for what is no description. */
    static Datatype ofDescription(byte[] description) {
        throw new UnsupportedOperationException();
    }
}
