package org.pgas.pshm;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicLong;

import org.pgas.ErrorCode;
import org.pgas.refusal.Refusals;

/**
 * Memory of this process for payloads that are being prepared where the ring is shared: a claim in the ring would hold
 * up the other ranks. Any thread.
 *
 * <p>Mapped at first use and never unmapped; its pages exist from their first use on.
 *
 * <pre>
 * field    writer                                 reader       order
 * used     threads that take or give back a slot  the same     CAS: a full fence
 * mapping  the first to need it, under this       all threads  volatile
 * a slot   the thread that has taken it           the same     plain, ordered by used
 * </pre>
 */
final class Staging {
    private static final int SLOTS = Long.SIZE;
    private static final int PAGE_BYTES = 4096;

    private final long slotBytes;
    private final AtomicLong used = new AtomicLong();
    private volatile Mapping mapping;
    private boolean closed;

    Staging(int mostBytes) {
        slotBytes = Math.ceilDiv(mostBytes, PAGE_BYTES) * (long) PAGE_BYTES;
    }

    /** A free slot, or -1. */
    int acquire() {
        if (mapping == null && !map()) {
            return -1;
        }
        while (true) {
            long now = used.get();
            if (now == -1) {
                return -1;
            }
            int slot = Long.numberOfTrailingZeros(~now);
            if (used.compareAndSet(now, now | 1L << slot)) {
                return slot;
            }
        }
    }

    long address(int slot) {
        return mapping.address() + slot * slotBytes;
    }

    /** True if there was no free slot before. A full fence. */
    boolean release(int slot) {
        return used.getAndUpdate(now -> now & ~(1L << slot)) == -1;
    }

    private synchronized boolean map() {
        if (mapping == null && !closed) {
            try {
                mapping = Mapping.anonymous(SLOTS * slotBytes);
            } catch (IOException e) {
                throw Refusals.OF_NO_RANK.failure(ErrorCode.RESOURCE,
                        "no address space to prepare messages in: " + e.getMessage(), e);
            }
        }
        return mapping != null;
    }

    synchronized void abandon() {
        closed = true;
        if (mapping != null) {
            mapping.abandon();
        }
    }
}
