package org.pgas.memory;

/** Ordered and bulk access to absolute addresses inside registered ranges. */
public final class SharedMemory {
    private SharedMemory() {}
}
