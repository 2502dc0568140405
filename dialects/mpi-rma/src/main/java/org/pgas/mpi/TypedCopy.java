package org.pgas.mpi;

import java.lang.foreign.MemorySegment;

/** Copies between typed buffers, and between a typed buffer and a part of its packed form (to be written). */
final class TypedCopy {
    private TypedCopy() {}

    /** Copies what is sent to where it is received; both were checked. Memory that is mapped is SharedMemory.everything() with an address as its base. */
    static void copy(Datatype sent, long sentCount, MemorySegment from, long fromBase, Datatype received,
            long receivedCount, MemorySegment to, long toBase) {
        throw new UnsupportedOperationException();
    }

    /** Packs {@code bytes} bytes from {@code position} of the packed form on. {@code elements}: of {@link Datatype#elements} instead of {@link Datatype#shape}. */
    static void pack(Datatype type, long count, boolean elements, MemorySegment memory, long base, long position,
            MemorySegment packed, long at, long bytes) {
        throw new UnsupportedOperationException();
    }

    /** The reverse of {@link #pack}. */
    static void unpack(Datatype type, long count, boolean elements, MemorySegment memory, long base, long position,
            MemorySegment packed, long at, long bytes) {
        throw new UnsupportedOperationException();
    }
}
