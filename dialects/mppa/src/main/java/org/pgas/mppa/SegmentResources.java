package org.pgas.mppa;

import java.lang.foreign.MemorySegment;

import org.pgas.Capabilities;
import org.pgas.Endpoint;
import org.pgas.Job;
import org.pgas.Segment;
import org.pgas.atomics.ByteFifo;
import org.pgas.heap.SharedHeap;
import org.pgas.team.TeamCore;

/** What this process has made for a segment, and gives back with it: an endpoint, a core's segment, a registration. */
final class SegmentResources {
    private final Job job;

    /** Null where the primordial endpoint serves. */
    private Endpoint endpoint;

    /** The core's segment that was made for this one, or for another that this one lies in; null if none was. */
    private Segment made;

    /** Of {@link #made}; null without it. */
    private Users users;

    private long base;
    private boolean mapped = true;
    private MemorySegment memory;
    private Registration registration;

    /** Counts segments in memory made for one of them: the last gives it back. Kept with it, for any {@link Mppa}. */
    private static final class Users {
        private int count = 1;

        /** Whether there is one yet, and so another one. */
        synchronized boolean join() {
            if (count > 0) {
                count++;
                return true;
            }
            return false;
        }

        /** Whether this was the last. */
        synchronized boolean leave() {
            return --count == 0;
        }
    }

    private SegmentResources(Job job) {
        this.job = job;
    }

    /** Has others reach {@code memory}, or if it is null {@code size} new bytes. Throws with nothing left behind. */
    static SegmentResources make(Job job, MemorySegment memory, long size) {
        SegmentResources resources = new SegmentResources(job);
        boolean done = false;
        try {
            resources.make(memory, size);
            done = true;
        } finally {
            if (!done) {
                resources.giveBack();
            }
        }
        return resources;
    }

    private void make(MemorySegment given, long size) {
        if (given == null) {
            take(job.segments().create(size));
            memory = made.local().asSlice(0, size);
            return;
        }
        memory = given;
        base = TeamCore.of(job.world()).offsetInSegment(given);
        if (base >= 0) {
            return;
        }
        for (Segment each : job.segments().list()) {
            base = offset(each, given);
            if (base >= 0 && use(each)) {
                return;
            }
        }
        base = 0;
        mapped = false;
        take(job.segments().create(given));
    }

    private void take(Segment segment) {
        made = segment;
        users = new Users();
        made.clientData(users);
        bind(made);
    }

    /** Whether a segment is not being ended, and so is used. */
    private boolean use(Segment segment) {
        if (segment.clientData() instanceof Users others) {
            if (!others.join()) {
                return false;
            }
            made = segment;
            users = others;
        }
        bind(segment);
        return true;
    }

    private static long offset(Segment segment, MemorySegment memory) {
        if (!segment.isMapped() || !memory.isNative()) {
            return -1;
        }
        long offset = memory.address() - segment.local().address();
        return offset >= 0 && offset <= segment.size() - memory.byteSize() ? offset : -1;
    }

    private void bind(Segment segment) {
        endpoint = job.endpoints().create(Capabilities.ALL);
        endpoint.bind(segment);
    }

    private Endpoint bound() {
        return endpoint == null ? job.endpoint() : endpoint;
    }

    /** Why no queue can lie there; null when one can. */
    String queueRefusal() {
        return !mapped
                ? "the base is not in mapped memory, which a queue needs: give null, or memory of a mapped segment"
                : base % ByteFifo.ALIGNMENT != 0
                        ? "the base is at offset " + base + " of its memory, no multiple of " + ByteFifo.ALIGNMENT
                                + ": give the next one"
                        : null;
    }

    /** Ends the heap at {@code offset}, so that its handles leave alone what the memory is used for next. */
    void destroyHeap(long offset) {
        SharedHeap.open(bound().pair(bound().index()), job.rank(), base + offset).destroy();
    }

    void makeQueue(long size) {
        QueueLayout.make(bound(), base, size);
    }

    /** What to enter for it. */
    Registration registration(long identifier, long size, int flags, int multi) {
        Endpoint bound = bound();
        return new Registration(job.rank(), 0, 0, identifier, size, flags, multi, base, bound.index(), mapped, 0,
                TeamCore.of(job.world()).introduction(bound));
    }

    void entered(Registration entered) {
        registration = entered;
    }

    /** What was entered; null when nothing was. */
    Registration registration() {
        return registration;
    }

    /** The bytes of the segment, as this process has them. */
    MemorySegment memory() {
        return memory;
    }

    /** When nothing of it is entered any more. Memory that was made for it stays while other segments lie in it. */
    void giveBack() {
        try {
            if (endpoint != null) {
                if (endpoint.segment() != null) {
                    endpoint.unbind();
                }
                endpoint.destroy();
            }
        } finally {
            if (users != null && users.leave()) {
                made.destroy();
            }
        }
    }
}
