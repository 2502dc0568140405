package org.pgas.mppa;

import java.lang.foreign.MemorySegment;
import java.util.function.Consumer;

import org.pgas.Event;
import org.pgas.PgasException;
import org.pgas.atomics.ByteFifo;
import org.pgas.refusal.Refusals;

/** The queues of {@link Mppa}: streams of bytes to a segment's process. The calls are described there. */
record Queues(Access access) {
    private ByteFifo queue(String call, MppaSegment segment, MppaEvent event) {
        access.begin(call, event);
        access.any(call, segment);
        ByteFifo queue = segment.queue();
        if (queue == null) {
            throw access.refusals.bad(call,
                    segment + " is no queue: create it with one of the flags SegmentFlags.QUEUE0 to QUEUE3");
        }
        return queue;
    }

    private ByteFifo ownQueue(String call, MppaSegment segment, MppaEvent event) {
        ByteFifo queue = queue(call, segment, event);
        if (queue.rank() != access.job.rank()) {
            throw access.refusals.bad(call, segment + " is read by the process that created it, rank " + queue.rank()
                    + ": let that one dequeue and discard");
        }
        return queue;
    }

    void enqueue(MppaSegment segment, MemorySegment local, long localOffset, long bytes, boolean atomic,
            MppaEvent event) {
        ByteFifo queue = queue("Mppa.enqueue", segment, event);
        access.checkLocal("Mppa.enqueue", local);
        try {
            if (event == null) {
                queue.enqueue(local, localOffset, bytes, atomic);
            } else {
                event.add(queue.enqueueNb(local, localOffset, bytes, atomic));
            }
        } catch (PgasException e) {
            throw Refusals.named("Mppa.enqueue", e);
        }
    }

    MemorySegment dequeue(MppaSegment segment, long bytes) {
        ByteFifo queue = ownQueue("Mppa.dequeue", segment, null);
        try {
            return bytes == 0 ? queue.peek() : queue.dequeue(bytes);
        } catch (PgasException e) {
            throw Refusals.named("Mppa.dequeue", e);
        }
    }

    void dequeue(MppaSegment segment, long bytes, Consumer<MemorySegment> where, MppaEvent event) {
        ByteFifo queue = ownQueue("Mppa.dequeue", segment, event);
        if (where == null) {
            throw access.refusals.bad("Mppa.dequeue", "there is nothing to give the view to (where is null)");
        }
        Event there;
        try {
            there = bytes == 0 ? queue.peekNb(where) : queue.dequeueNb(bytes, where);
        } catch (PgasException e) {
            throw Refusals.named("Mppa.dequeue", e);
        }
        Access.cover(event, there);
    }

    void discard(MppaSegment segment, long bytes) {
        ByteFifo queue = ownQueue("Mppa.discard", segment, null);
        try {
            queue.discard(bytes);
        } catch (PgasException e) {
            throw Refusals.named("Mppa.discard", e);
        }
    }
}
