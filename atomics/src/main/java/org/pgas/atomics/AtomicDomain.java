package org.pgas.atomics;

/** Atomic operations of one type on the segments of a team. */
public final class AtomicDomain {
    private AtomicDomain() {}
}
