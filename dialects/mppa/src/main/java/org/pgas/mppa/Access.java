package org.pgas.mppa;

import java.lang.foreign.MemorySegment;

import org.pgas.Event;
import org.pgas.Job;
import org.pgas.PgasException;
import org.pgas.Team;
import org.pgas.memory.SharedMemory;
import org.pgas.refusal.Refusals;
import org.pgas.team.TeamCore;
import org.pgas.vis.ShapeCache;
import org.pgas.wait.Serving;

/**
 * What all calls of an {@link Mppa} begin with: which segment they mean, and whether they may use it.
 *
 * <pre>
 * field     writer                    reader       order
 * finished  the thread that finishes  all threads  volatile
 * </pre>
 */
final class Access {
    /** Of all ranks, for this use alone. */
    final Team team;

    /** Of all transfers: equal arguments have one shape, whatever segment they are for. */
    final ShapeCache shapes;

    final Refusals refusals;

    final Job job;
    private final Serving serving;
    final SegmentRegistry registry;
    private volatile boolean finished;

    Access(Team team, SegmentRegistry registry) {
        this.team = team;
        this.shapes = ShapeCache.of(team);
        this.job = team.job();
        this.refusals = Refusals.of(job.rank());
        this.serving = TeamCore.of(job.world()).serving();
        this.registry = registry;
    }

    boolean isFinished() {
        return finished;
    }

    void markFinished() {
        finished = true;
    }

    /**
     * Refuses a call in a restricted context, after the close of the job, and after {@link Mppa#finish}. Takes in what
     * peers want of memory of this process, as {@link #one}, {@link #written} and {@link #all} do: a program
     * may repeat a call that does not wait, such as a peek, until a peer has gone on, which itself waits for this
     * process. Nothing where all memory is mapped.
     */
    void begin(String call) {
        TeamCore.of(team).begin(call);
        if (finished) {
            throw refusals.bad(call, "Mppa.finish has been called: initialise it again (Mppa.init)");
        }
        serving.poll();
    }

    /** As {@link #begin(String)}, of a call that {@code event}, which may be null, is to cover. */
    void begin(String call, MppaEvent event) {
        begin(call);
        if (event != null) {
            event.check(this, call);
        }
    }

    /** As {@link #begin(String, MppaEvent)}, before a look at a segment that finds out what is finished. */
    private void enter(String call, MppaEvent event) {
        TeamCore.of(team).checkUnrestricted(call);
        serving.poll();
        if (event != null) {
            event.check(this, call);
        }
    }

    /** The only member of a segment, for a call that reaches one; throws when there is none that it may reach. */
    Member one(String call, MppaSegment segment, MppaEvent event) {
        enter(call, event);
        return one(call, segment);
    }

    /** As the other form, of a call with local memory. */
    Member one(String call, MppaSegment segment, MppaEvent event, MemorySegment local) {
        Member member = one(call, segment, event);
        checkLocal(call, local);
        return member;
    }

    Member one(String call, MppaSegment segment) {
        Member member = segment == null ? null : segment.single();
        if (member == null || !member.isThere() || segment.owner != this) {
            throw refused(call, segment, segment != null && segment.multi() > 0
                    ? segment + " is written only: it is read, and updated with a result, nowhere, since it has "
                            + segment.multi() + " processes"
                    : null);
        }
        return member;
    }

    /**
     * The only member of a segment, for a call that writes; null when it has several, or may not be used: {@link #all}
     * finds out. What this thread has put before is seen before what it does now.
     */
    Member written(String call, MppaSegment segment, MppaEvent event) {
        enter(call, event);
        Member member = segment == null ? null : segment.single();
        if (member == null || !member.isThere() || segment.owner != this) {
            return null;
        }
        // SYNC: order of puts; those of one process to a segment are seen in the order of its calls
        SharedMemory.releaseFence();
        return member;
    }

    /** All members of a segment for which {@link #written} has found none. */
    Member[] all(String call, MppaSegment segment) {
        Member[] members = any(call, segment);
        if (segment.queue() != null) {
            throw refused(call, segment, null);
        }
        // SYNC: order of puts; in each of its members
        SharedMemory.releaseFence();
        return members;
    }

    /** As {@link #written} and {@link #all}, of a call with local memory. */
    Member[] all(String call, MppaSegment segment, MppaEvent event, MemorySegment local) {
        enter(call, event);
        Member[] members = all(call, segment);
        checkLocal(call, local);
        return members;
    }

    /** All members of a segment that is there, whatever it is. */
    Member[] any(String call, MppaSegment segment) {
        if (segment == null || segment.owner != this) {
            throw refused(call, segment, null);
        }
        Member[] members = segment.members();
        if (members.length == 0) {
            throw refused(call, segment, null);
        }
        for (Member member : members) {
            if (!member.isThere()) {
                throw refused(call, segment, null);
            }
        }
        return members;
    }

    /** Why a call may not use a segment; {@code otherwise} when nothing more general is wrong with it. */
    private PgasException refused(String call, MppaSegment segment, String otherwise) {
        String general = general(call, segment);
        if (general != null) {
            return refusals.bad(call, general);
        }
        if (segment.queue() != null) {
            return refusals.bad(call, segment + " is a queue: enqueue, dequeue, discard and fence are legal");
        }
        return refusals.bad(call, otherwise == null ? segment + " cannot be used so" : otherwise);
    }

    private String general(String call, MppaSegment segment) {
        if (segment == null) {
            return "the segment is null: create or clone one";
        }
        begin(call);
        if (segment.owner != this) {
            return segment + " belongs to another Mppa";
        }
        if (segment.isDestroyed()) {
            return "this handle of " + segment + " was destroyed (Mppa.segmentDestroy)";
        }
        if (segment.isGone()) {
            return segment
                    + " was destroyed by another of its creators when this process found it complete: clone what "
                    + "there is now";
        }
        if (!segment.isComplete()) {
            return segment + " is not there yet: wait for the event of its creation or clone first";
        }
        for (Member member : segment.members()) {
            if (!member.isThere()) {
                return segment + (segment.multi() > 0 ? ", in its part of rank " + member.rank + "," : "")
                        + " was destroyed by its creator, rank " + member.rank + ": clone what there is now";
            }
        }
        return null;
    }

    /** Refuses bytes that do not lie in the segment. */
    void checkRange(String call, MppaSegment segment, long offset, long bytes) {
        if (offset < 0 || bytes < 0 || offset > segment.size() - bytes) {
            throw outside(call, segment, offset, bytes);
        }
    }

    private PgasException outside(String call, MppaSegment segment, long offset, long bytes) {
        return refusals.bad(call, bytes < 0 ? "a length of " + bytes + " bytes: legal are 0 and more"
                : bytes + " bytes at offset " + offset + " are not all in " + segment + ", of " + segment.size()
                        + " bytes" + (bytes > segment.size() ? ""
                                : ": legal offsets for these are 0.." + (segment.size() - bytes)));
    }

    /** Refuses a 64-bit word that does not lie in the segment, or is misaligned. */
    void checkWord(String call, MppaSegment segment, Member member, long offset) {
        if (offset < 0 || offset > segment.size() - Long.BYTES || (member.base + offset & Long.BYTES - 1) != 0) {
            throw noWord(call, segment, member, offset);
        }
    }

    private PgasException noWord(String call, MppaSegment segment, Member member, long offset) {
        return offset < 0 || offset > segment.size() - Long.BYTES ? outside(call, segment, offset, Long.BYTES)
                : refusals.bad(call,
                        "offset " + offset + " of " + segment + " is no multiple of 8 in the memory of rank "
                                + member.rank + ": words are aligned");
    }

    void checkLocal(String call, MemorySegment local) {
        if (local == null) {
            throw refusals.bad(call, "the local memory is null");
        }
    }

    /** Adds to what an event covers, or waits when there is none. */
    static void cover(MppaEvent event, Event done) {
        if (event == null) {
            done.await();
        } else {
            event.add(done);
        }
    }
}
