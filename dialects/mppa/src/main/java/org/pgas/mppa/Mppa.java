package org.pgas.mppa;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReferenceArray;

import org.pgas.BoundSegment;
import org.pgas.ErrorCode;
import org.pgas.Event;
import org.pgas.Job;
import org.pgas.PgasException;
import org.pgas.Team;
import org.pgas.WaitTimeoutException;
import org.pgas.atomics.ByteFifo;
import org.pgas.heap.SharedHeap;
import org.pgas.team.TeamCore;

/**
 * The MPPA asynchronous interface: memory of one process that others transfer to and from, found by identifiers; one object per rank.
 *
 * <pre>{@code
 * Mppa mppa = Mppa.init(job);
 * if (job.rank() == 0) {
 *     mppa.segmentCreate(null, 1 << 20, SegmentFlags.NONE, 0, 42, null);
 * }
 * MppaSegment segment = mppa.segmentClone(42, null);     // waits until it is there
 * MppaEvent event = new MppaEvent();
 * mppa.get(mine, 0, segment, 4096 * job.rank(), 4096, event);
 * mppa.eventWait(event);
 * long ticket = mppa.fetchAdd(segment, 0, 1);
 * mppa.finish();
 * }</pre>
 *
 * <p><b>Who.</b> An <em>execution domain</em> is a process: a rank. {@link #init} and {@link #finish} are collective; nothing else is. Any thread; not in a
 * restricted context (see {@link Job}). Loopback is legal.
 *
 * <p><b>Places.</b> Local ones are (memory, byte offset), arrays too; remote ones (segment, byte offset). All that a call reaches must lie in the segment.
 *
 * <p><b>Completion.</b> Without an event, a call returns when it is complete. With one, what the call has not finished when it returns is done while the event is tested or waited for.
 * Transfers and operations on words are done when they return, in either form: where the memory is mapped, at the cost of a copy; where it is reached by messages, after its process's answer.
 * Clones, creations of multicast segments, conditions and queues wait in the event.
 *
 * <p><b>Order.</b> Of one process, to one segment: puts take effect in their order; puts and gets are ordered with operations on words ({@link #fence}, {@link #peek}, {@link #poke}, {@link #postAdd}, {@link #fetchClear},
 * {@link #fetchAdd}) that come before or after them, and these among themselves. So who sees a counter that was posted sees the data that was put before it. Between threads of a process, the program
 * orders its calls. Gets are not ordered with puts, nor anything with what goes to other segments.
 *
 * <p><b>Multicast</b> segments have several processes: what is put, poked or posted reaches all, in this order for each. What reads, and what updates with a result, is an error, as are
 * queues and allocation.
 *
 * <p><b>Errors.</b> {@link org.pgas.PgasException}, before anything is changed: a segment that is null, of another {@code Mppa}, not complete, destroyed by whomever; places outside the segment or
 * the local memory; words that are misaligned; what {@link org.pgas.vis.MppaTransfers} refuses, such as puts of several regions or elements that overlap in the segment, where the document's loops let the last one win; an event that covers calls of another thread; any call after {@link #finish}, or the close of the job.
 *
 * <p>Source: MPPA Asynchronous Communication API.
 */
public final class Mppa extends AllocationCalls {
    // field     writer          reader       order
    // defaults  who asks first  all threads  CAS from null, exchange at the end / volatile

    private final AtomicReferenceArray<MppaSegment> defaults;

    /** All handles but those of default segments, until they are destroyed, in the order of their creation. */
    private final Set<MppaSegment> handles = Collections.synchronizedSet(new LinkedHashSet<>());

    private Mppa(Team team, SegmentRegistry registry) {
        super(team, registry);
        this.defaults = new AtomicReferenceArray<>(team.size());
    }

    /**
     * Begins the use of this interface: identifiers are those of what is returned, which are apart from those of any other. Collective over the job; before or after {@link Job#attach}. Errors, on all
     * ranks: no shared memory ({@link org.pgas.ErrorCode#RESOURCE}). Source: mppa_async_init.
     */
    public static Mppa init(Job job) {
        TeamCore.of(job.world()).checkUnrestricted("Mppa.init");
        Team team = job.world().dup();
        try {
            return new Mppa(team, SegmentRegistry.open(team));
        } catch (PgasException e) {
            if (e.code() == ErrorCode.RESOURCE) {
                team.destroy(); // on all ranks
            }
            throw e;
        }
    }

    /**
     * Ends it: destroys what this rank has created and not destroyed, and all handles. Collective; events have been waited for. Later calls are errors. What goes wrong with one of them is thrown when
     * all the others have ended. Source: mppa_async_final.
     */
    public void finish() {
        begin("Mppa.finish");
        team.barrier();
        RuntimeException failure = endAll();
        markFinished();
        team.barrier();
        registry().close();
        team.destroy();
        if (failure != null) {
            throw failure;
        }
    }

    /** Ends all handles, the last ones first, since they may lie in the memory of earlier ones. Answers what has gone wrong: others wait for this rank. */
    private RuntimeException endAll() {
        List<MppaSegment> all;
        synchronized (handles) {
            all = new ArrayList<>(handles);
        }
        for (int server = 0; server < defaults.length(); server++) {
            MppaSegment known = defaults.getAndSet(server, null);
            if (known != null) {
                all.add(known);
            }
        }
        RuntimeException failure = null;
        for (MppaSegment each : all.reversed()) {
            try {
                end("Mppa.finish", each);
            } catch (RuntimeException e) {
                if (failure == null) {
                    failure = e;
                } else {
                    failure.addSuppressed(e);
                }
            }
        }
        return failure;
    }

    /** Returns when all that {@code event} covers is complete; of null at once. Source: mppa_async_event_wait. */
    public void eventWait(MppaEvent event) {
        begin("Mppa.eventWait", event);
        if (event != null) {
            event.await();
        }
    }

    /** As {@link #eventWait}, of the first {@code count} events. Source: mppa_async_event_waitall. */
    public void eventWaitAll(int count, MppaEvent... events) {
        begin("Mppa.eventWaitAll", count, events);
        for (int i = 0; i < count; i++) {
            if (events[i] != null) {
                events[i].await();
            }
        }
    }

    /**
     * Returns when one of the first {@code count} events has occurred: the index of the first that has, an event that covers nothing and null included; -1 when count is 0.
     * Source: mppa_async_event_waitany, which answers 0 and does not tell which.
     */
    public int eventWaitAny(int count, MppaEvent... events) {
        begin("Mppa.eventWaitAny", count, events);
        int done = testAny(count, events);
        while (done < 0 && count > 0) {
            awaitSome(count, events);
            done = testAny(count, events);
        }
        return done;
    }

    private static int testAny(int count, MppaEvent... events) {
        for (int i = 0; i < count; i++) {
            if (events[i] == null || events[i].test()) {
                return i;
            }
        }
        return -1;
    }

    /** Returns when anything is complete that one of the events covers. */
    private static void awaitSome(int count, MppaEvent... events) {
        int pending = 0;
        for (int i = 0; i < count; i++) {
            pending += events[i].pending();
        }
        Event[] all = new Event[pending];
        int[] ends = new int[count];
        int end = 0;
        for (int i = 0; i < count; i++) {
            end = events[i].handOver(all, end); // the second time nothing
            ends[i] = end;
        }
        try {
            all = end < pending ? Arrays.copyOf(all, end) : all;
            Event.awaitSome(all);
        } catch (WaitTimeoutException e) {
            throw e; // nothing has been synchronised
        } catch (RuntimeException e) {
            MppaEvent.dropSpent(all);
            throw e;
        } finally {
            for (int i = 0; i < count; i++) {
                events[i].giveBack(all, i == 0 ? 0 : ends[i - 1], ends[i]);
            }
        }
    }

    /** 0 when all that {@code event} covers is complete, also of null; else -1. Lets the library make progress. Source: mppa_async_event_test. */
    public int eventTest(MppaEvent event) {
        begin("Mppa.eventTest", event);
        return event == null || event.test() ? 0 : -1;
    }

    /** 0 when the first {@code count} events have all occurred, else -n when n of them have not. Source: mppa_async_event_testall. */
    public int eventTestAll(int count, MppaEvent... events) {
        begin("Mppa.eventTestAll", count, events);
        int missing = 0;
        for (int i = 0; i < count; i++) {
            if (events[i] != null && !events[i].test()) {
                missing++;
            }
        }
        return -missing;
    }

    /** The index of the first of {@code count} events that has occurred, as {@link #eventWaitAny} has it; -1 when none has. Source: mppa_async_event_testany. */
    public int eventTestAny(int count, MppaEvent... events) {
        begin("Mppa.eventTestAny", count, events);
        return testAny(count, events);
    }

    private void begin(String call, int count, MppaEvent... events) {
        begin(call);
        if (events == null || count < 0 || count > events.length) {
            throw bad(call, events == null ? "the events are null"
                    : "a count of " + count + ": there are " + events.length + " events");
        }
        for (int i = 0; i < count; i++) {
            if (events[i] != null) {
                events[i].check(this, call);
            }
        }
    }

    /**
     * Makes a segment of this process, of {@code size} bytes, which others clone by its identifier from then on.
     *
     * <p>Without a base, of zeros that are mapped. With one, of its first bytes: mapped if they lie in a mapped segment of this process, else reached by messages; then the memory must be
     * one that every thread may access, and stay as long as the segment.
     *
     * <p>A queue, by a flag, needs mapped memory at a multiple of 64, and holds what {@link #queueBytes} says; what was there is overwritten.
     *
     * <p>A multicast segment, {@code multi} above 0, is created by as many processes, each with a part of its own, and is complete when all have. A creator that finds out when another one has
     * destroyed its part again gets its handle all the same: it can be destroyed, and every other use is refused.
     *
     * <p>The wait fails, with a {@link org.pgas.PeerLostException}, when all other ranks that have not created it would be needed, and one of them has left the job.
     *
     * <p>Errors, with nothing made: a size below 1, or above that of the base; a base that is read-only or confined to a thread; flags that are not defined; multi below 0, above the ranks of the job, or with the flag of a
     * queue; a queue of too few bytes; an identifier that is taken, of a multicast segment also by who gives another size, other flags or another multi; no room, no endpoint left ({@link org.pgas.ErrorCode#RESOURCE}). Source:
     * mppa_async_segment_create.
     *
     * @param base may be null
     * @param multi 0, or how many processes create this segment
     * @param identifier any number
     * @param event what is waited for is the other creators of a multicast segment; the handle may be used when it is complete
     */
    public MppaSegment segmentCreate(MemorySegment base, long size, int flags, int multi, long identifier,
            MppaEvent event) {
        String call = "Mppa.segmentCreate";
        begin(call, event);
        checkCreation(call, base, size, flags, multi);
        SegmentResources resources = SegmentResources.make(job(), base == null ? null : base.asSlice(0, size), size);
        boolean entered = false;
        try {
            if (SegmentFlags.isQueue(flags)) {
                String refusal = resources.queueRefusal();
                if (refusal != null) {
                    throw bad(call, refusal);
                }
            }
            resources.entered(registry().enter(call, resources.registration(identifier, size, flags, multi), () -> {
                if (SegmentFlags.isQueue(flags)) {
                    resources.makeQueue(size);
                }
            }));
            entered = true;
        } finally {
            if (!entered) {
                resources.giveBack();
            }
        }
        return arrive(call, MppaSegment.of(this, identifier, resources), event);
    }

    private void checkCreation(String call, MemorySegment base, long size, int flags, int multi) {
        if (size < 1 || base != null && size > base.byteSize()) {
            throw bad(call, size + " bytes: legal are 1 and more"
                    + (base == null ? "" : ", up to the " + base.byteSize() + " of the base"));
        }
        if (base != null && base.isReadOnly()) {
            throw bad(call, "the base is read-only: give memory that others may write");
        }
        if (!SegmentFlags.isDefined(flags)) {
            throw bad(call, "flags 0x" + Integer.toHexString(flags) + ": legal are those of SegmentFlags, or-ed");
        }
        if (multi < 0 || multi > job().size()) {
            throw bad(call, "multi is " + multi + ": legal are 0, and 1.." + job().size()
                    + " for a multicast segment of so many processes");
        }
        if (SegmentFlags.isQueue(flags) && multi > 0) {
            throw bad(call, "a multicast segment cannot be a queue: give multi 0, or no flag");
        }
        if (SegmentFlags.isQueue(flags) && size < QueueLayout.LEAST_BYTES) {
            throw bad(call, size + " bytes: a queue takes " + QueueLayout.LEAST_BYTES + " and more (Mppa.queueBytes)");
        }
    }

    /** Completes a handle, or has the event do it. */
    private MppaSegment arrive(String call, MppaSegment segment, MppaEvent event) {
        handles.add(segment);
        boolean done = false;
        try {
            Arrival arrival = new Arrival(this, call, segment);
            if (!arrival.isMet() && event != null) {
                event.add(TeamCore.of(team).event(arrival, false));
            } else {
                TeamCore.of(team).await(arrival);
                arrival.synchronised();
            }
            done = true;
        } finally {
            if (!done) {
                handles.remove(segment);
                end(call, segment);
            }
        }
        return segment;
    }

    /**
     * A handle of the segment that some process has created with that identifier, or will: waits until it has, all of them if it is a multicast one. Any number, by any process, its creator
     * too. In a job of two ranks the wait fails, with a {@link org.pgas.PeerLostException}, when the other one has left; in a larger one, and for a thread of this rank, it lasts up to the
     * {@code pgas.wait.timeout}. Source: mppa_async_segment_clone.
     *
     * @param event the handle may be used when it is complete
     */
    public MppaSegment segmentClone(long identifier, MppaEvent event) {
        String call = "Mppa.segmentClone";
        begin(call, event);
        return arrive(call, MppaSegment.of(this, identifier, null), event);
    }

    /**
     * Ends a handle. That of its creator ends the segment, or its part of a multicast one: all clones then refuse every call, and the identifier is free, of a multicast segment when all its creators
     * have destroyed it. Memory that was made for the segment is given back when no other segment lies in it; a base stays as it is, but for a queue or a heap, which ends. Before, transfers of all processes
     * must be complete; what is still under way is lost, or finds zeros, or in memory that stays takes effect there. A clone's ends nothing else.
     *
     * <p>Errors: a handle that was destroyed; a default segment. Source: mppa_async_segment_destroy.
     */
    public void segmentDestroy(MppaSegment segment) {
        String call = "Mppa.segmentDestroy";
        begin(call);
        if (segment == null || segment.owner() != this || segment.isDefault() || !handles.remove(segment)) {
            throw bad(call, segment == null ? "the segment is null: create or clone one"
                    : segment.owner() != this ? segment + " belongs to another Mppa"
                            : segment.isDefault() ? segment + " lasts as long as the job"
                                    : "this handle of " + segment + " was destroyed already");
        }
        try {
            end(call, segment);
        } finally {
            if (!segment.isDestroyed()) {
                handles.add(segment); // it can be destroyed again
            }
        }
    }

    /** Ends a handle; one that still is what it was when something has been thrown is not destroyed. */
    private void end(String call, MppaSegment segment) {
        SharedHeap heap = segment.heap();
        try {
            if (heap != null) {
                // its creator may destroy the segment at the same time
                registry().whileThere(call, segment.single(), at -> heap.close());
            }
        } finally {
            if (segment.isCreator()) {
                leave(call, segment);
            } else {
                segment.end();
            }
        }
    }

    private void leave(String call, MppaSegment segment) {
        SegmentResources resources = segment.resources();
        Registration own = resources.registration();
        try {
            registry().leave(call, own, resources::destroyHeap);
        } finally {
            if (!registry().isThere(own)) {
                giveBack(segment);
            }
        }
    }

    /** What a segment had that is entered no more. */
    private static void giveBack(MppaSegment segment) {
        ByteFifo queue = segment.queue();
        segment.end();
        try {
            if (queue != null) {
                queue.destroy();
            }
        } finally {
            segment.resources().giveBack();
        }
    }

    /**
     * The segment that a rank has attached ({@link Job#attach}), which is its default segment as a memory server; null when it has attached none, or not yet. The same object each time; it cannot be
     * destroyed. Error: no rank of the job. Source: mppa_async_default_segment.
     *
     * @param server a job rank
     */
    public MppaSegment defaultSegment(int server) {
        String call = "Mppa.defaultSegment";
        begin(call);
        if (server < 0 || server >= job().size()) {
            throw bad(call, "server " + server + " is outside 0.." + (job().size() - 1) + ", the ranks of the job");
        }
        MppaSegment known = defaults.get(server);
        return known != null ? known : makeDefault(server);
    }

    private MppaSegment makeDefault(int server) {
        BoundSegment bound = job().endpoint().boundSegment(job().world(), server);
        if (bound.size() == 0) {
            return null;
        }
        boolean mapped = server == job().rank() ? job().endpoint().segment().isMapped() : bound.mapped() != null;
        MppaSegment made = MppaSegment.ofDefault(this,
                Member.ofDefault(job(), server, bound.size(), mapped, registry().defaultWords(server), shapes),
                bound.size());
        return defaults.compareAndSet(server, null, made) ? made : defaults.get(server);
    }
}
