package org.pgas.examples.exchange;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;

import org.pgas.HandlerSafeLock;
import org.pgas.Job;
import org.pgas.Payload;

/**
 * What one rank has sent to this one: the receive that waits for it, and messages that were earlier than their
 * receives.
 *
 * <p>Handlers may run on another thread than the one that receives, so everything but {@link #arrived} is guarded by
 * the lock.
 */
final class Inbox {
    private final int sender;
    private final HandlerSafeLock lock;
    private final ArrayDeque<Early> early = new ArrayDeque<>();

    /** Of messages that have been received, for later ones. */
    private final ArrayDeque<MemorySegment> spare = new ArrayDeque<>();

    /** Written by who fills the target of the receive, after that: release; read by who waits for it: acquire. */
    private final AtomicBoolean arrived = new AtomicBoolean();

    private final BooleanSupplier isArrived = arrived::getAcquire;

    /** Of the receive that waits; null when none does. */
    private MemorySegment target;

    /** Bytes of the target that pieces have brought. */
    private long brought;

    private record Early(MemorySegment buffer, int bytes) {}

    Inbox(Job job, int sender) {
        this.sender = sender;
        this.lock = new HandlerSafeLock(job, "inbox");
    }

    /** Begins a receive of the next message, into all of {@code newTarget}. */
    void expect(MemorySegment newTarget) {
        try (HandlerSafeLock.Held _ = lock.hold()) {
            Early first = early.poll();
            if (first == null) {
                arrived.setPlain(false);
                target = newTarget;
            } else {
                check(first.bytes(), newTarget.byteSize());
                MemorySegment.copy(first.buffer(), 0, newTarget, 0, first.bytes());
                spare.push(first.buffer());
                arrived.setRelease(true);
            }
        }
    }

    /** True when the receive is complete. */
    BooleanSupplier arrival() {
        return isArrived;
    }

    /** A message that has brought its data. */
    void deliver(Payload payload) {
        int bytes = payload.bytes();
        try (HandlerSafeLock.Held _ = lock.hold()) {
            if (target != null) {
                check(bytes, target.byteSize());
                payload.copyTo(0, target, 0, bytes);
                complete();
            } else {
                MemorySegment buffer = buffer(bytes);
                payload.copyTo(0, buffer, 0, bytes);
                early.add(new Early(buffer, bytes));
            }
        }
    }

    /** A part of the data of a receive that waits. */
    void piece(long offset, Payload payload) {
        int bytes = payload.bytes();
        try (HandlerSafeLock.Held _ = lock.hold()) {
            if (offset > target.byteSize() - bytes) {
                check(offset + bytes, target.byteSize());
            }
            payload.copyTo(0, target, offset, bytes);
            brought += bytes;
            if (brought == target.byteSize()) {
                brought = 0;
                complete();
            }
        }
    }

    /** The data that a receive has told the place of is there. */
    void landed(long bytes) {
        try (HandlerSafeLock.Held _ = lock.hold()) {
            check(bytes, target.byteSize());
            complete();
        }
    }

    private void complete() {
        target = null;
        arrived.setRelease(true);
    }

    private MemorySegment buffer(int bytes) {
        MemorySegment buffer = spare.poll();
        return buffer != null && buffer.byteSize() >= bytes ? buffer : Arena.ofAuto().allocate(Math.max(1, bytes), 64);
    }

    private void check(long sent, long expected) {
        if (sent != expected) {
            throw new IllegalStateException(
                    "rank " + sender + " has sent " + sent + " bytes to a receive of " + expected
                            + ": both sides give the same size");
        }
    }
}
