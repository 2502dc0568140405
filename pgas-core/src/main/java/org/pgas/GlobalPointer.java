package org.pgas;

/** A place in the global address space. */
public final class GlobalPointer {
    private GlobalPointer() {}
}
