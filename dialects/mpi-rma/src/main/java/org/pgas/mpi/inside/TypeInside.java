package org.pgas.mpi.inside;

import java.lang.foreign.MemorySegment;

/**
 * What a datatype tells the library's own modules, through {@link Types}, which says what each method is for. A program
 * that has a type gets nothing from here.
 */
public abstract class TypeInside {
    protected TypeInside() {}

    protected abstract String refusal(String role, long count);

    protected abstract String overlap(String role, long count);

    protected abstract long denseRun(long count);

    protected abstract long dataBytes(long count);

    protected abstract long lowest(long count);

    protected abstract long highest(long count);

    protected abstract long elementsIn(long bytes);

    protected abstract void pack(TypedMemory elements, long position, MemorySegment packed, long at, long bytes);

    protected abstract void unpack(TypedMemory elements, long position, MemorySegment packed, long at, long bytes);
}
