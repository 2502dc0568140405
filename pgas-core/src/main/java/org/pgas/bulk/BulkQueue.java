package org.pgas.bulk;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The copies on their way to the copier, in the order in which they were handed over, and whether it rests.
 *
 * <p>A Dekker handshake: the thread that hands over puts the copy into the queue and then looks whether the copier
 * rests; the copier says that it rests and then looks at the queue once more. Both are volatile, so at least one of the
 * two sees the other.
 *
 * <pre>
 * field    writer                              readers                     order
 * copies   the thread that hands over, copier  all                         ConcurrentLinkedQueue: volatile
 * resting  the same                            the thread that hands over  volatile; CAS to wake it: one thread does
 * </pre>
 */
public final class BulkQueue {
    private final Queue<BulkCopy> copies = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean resting = new AtomicBoolean();

    /** Says whether the copier rests, and has to be woken by the caller. */
    public boolean add(BulkCopy copy) {
        copies.add(copy);
        // SYNC: copier rests
        return resting.get() && resting.compareAndSet(true, false);
    }

    /** The next one, or null. */
    BulkCopy poll() {
        return copies.poll();
    }

    /** The copier says that it rests; false when it must look for copies instead. */
    public boolean rest() {
        // SYNC: copier rests
        resting.set(true);
        return copies.isEmpty();
    }

    void wake() {
        resting.set(false);
    }
}
