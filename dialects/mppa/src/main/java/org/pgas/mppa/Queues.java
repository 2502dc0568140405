package org.pgas.mppa;

import java.lang.foreign.MemorySegment;
import java.util.function.Consumer;

import org.pgas.Event;
import org.pgas.PgasException;
import org.pgas.Team;
import org.pgas.atomics.ByteFifo;

/** The queues of {@link Mppa}: streams of bytes to a segment's process. */
abstract sealed class QueueCalls extends SynchronisationCalls permits AllocationCalls {
    QueueCalls(Team team, SegmentRegistry registry) {
        super(team, registry);
    }

    /**
     * Bytes of a segment whose queue holds {@code capacity} bytes at least, a power of two; a queue segment has the largest capacity that it has room for: twice
     * that (a view of any length is in one piece), and some 400 bytes. Error: no power of two.
     */
    public static long queueBytes(long capacity) {
        return QueueLayout.bytes(capacity);
    }

    private ByteFifo queue(String call, MppaSegment segment, MppaEvent event) {
        begin(call, event);
        any(call, segment);
        ByteFifo queue = segment.queue();
        if (queue == null) {
            throw bad(call, segment + " is no queue: create it with one of the flags SegmentFlags.QUEUE0 to QUEUE3");
        }
        return queue;
    }

    private ByteFifo ownQueue(String call, MppaSegment segment, MppaEvent event) {
        ByteFifo queue = queue(call, segment, event);
        if (queue.rank() != job().rank()) {
            throw bad(call, segment + " is read by the process that created it, rank " + queue.rank()
                    + ": let that one dequeue and discard");
        }
        return queue;
    }

    /**
     * Appends {@code bytes} bytes to a queue, by any process, as soon as there is room. Bytes of one thread are in the order of its calls, but those of
     * one whose event is not complete. {@code atomic}: in one piece, of up to {@link MppaSegment#queueCapacity} bytes; else others' may come in
     * between, and they may be any number. A release. Source: mppa_async_enqueue.
     */
    public final void enqueue(MppaSegment segment, MemorySegment local, long localOffset, long bytes, boolean atomic,
            MppaEvent event) {
        ByteFifo queue = queue("Mppa.enqueue", segment, event);
        checkLocal("Mppa.enqueue", local);
        try {
            if (event == null) {
                queue.enqueue(local, localOffset, bytes, atomic);
            } else {
                event.add(queue.enqueueNb(local, localOffset, bytes, atomic));
            }
        } catch (PgasException e) {
            throw named("Mppa.enqueue", e);
        }
    }

    /**
     * Takes the next {@code bytes} bytes out of a queue of this process, as soon as they are there: a view of them in place, until they are
     * discarded. Up to {@link MppaSegment#queueCapacity} bytes, together with views that are not discarded. An acquire.
     *
     * <p>Of 0 bytes: what is there, as soon as anything is. All of it is shown, and stays in the queue until it is
     * discarded or dequeued, so a program can find out from the bytes how long a record is, and discard that one. It is
     * shown the rest next time. Source: mppa_async_dequeue without an event.
     */
    public final MemorySegment dequeue(MppaSegment segment, long bytes) {
        ByteFifo queue = ownQueue("Mppa.dequeue", segment, null);
        try {
            return bytes == 0 ? queue.peek() : queue.dequeue(bytes);
        } catch (PgasException e) {
            throw named("Mppa.dequeue", e);
        }
    }

    /**
     * As the other form, for an event: {@code where} is given the view when they are there, before the event is complete, on the thread that waits for or
     * tests it, or at once. What it throws, the wait or test throws. Source: mppa_async_dequeue.
     */
    public final void dequeue(MppaSegment segment, long bytes, Consumer<MemorySegment> where, MppaEvent event) {
        ByteFifo queue = ownQueue("Mppa.dequeue", segment, event);
        if (where == null) {
            throw bad("Mppa.dequeue", "there is nothing to give the view to (where is null)");
        }
        Event there;
        try {
            there = bytes == 0 ? queue.peekNb(where) : queue.dequeueNb(bytes, where);
        } catch (PgasException e) {
            throw named("Mppa.dequeue", e);
        }
        cover(event, there);
    }

    /**
     * Gives the oldest {@code bytes} bytes that were dequeued, or shown, back; views of them are no longer valid.
     * Source: mppa_async_discard.
     */
    public final void discard(MppaSegment segment, long bytes) {
        ByteFifo queue = ownQueue("Mppa.discard", segment, null);
        try {
            queue.discard(bytes);
        } catch (PgasException e) {
            throw named("Mppa.discard", e);
        }
    }
}
