package org.pgas.mppa;

import java.lang.foreign.MemorySegment;
import java.util.function.Consumer;

import org.pgas.ErrorCode;
import org.pgas.Job;
import org.pgas.PgasException;
import org.pgas.Team;
import org.pgas.WaitCondition;
import org.pgas.refusal.Refusals;
import org.pgas.team.TeamCore;
import org.pgas.vis.MppaShapes.Point2d;
import org.pgas.vis.MppaShapes.Point3d;

/**
 * The MPPA asynchronous interface: memory of one process that others transfer to and from, found by identifiers; one
 * object per rank.
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
 * <p><b>Callers.</b> An <em>execution domain</em> is a process: a rank. {@link #init} and {@link #finish} are
 * collective; nothing else is. Any thread; not in a restricted context (see {@link Job}). Loopback is legal.
 *
 * <p><b>Places.</b> Local ones are (memory, byte offset), arrays too; remote ones (segment, byte offset). All that a
 * call reaches must lie in the segment.
 *
 * <p><b>Completion.</b> Without an event, a call returns when it is complete. With one, what the call has not finished
 * when it returns is done while the event is tested or waited for. Transfers and operations on words are done when they
 * return, in either form: where the memory is mapped, at the cost of a copy; where it is reached by messages, as all
 * memory of another neighbourhood is, after its process's answer. Clones, creations of multicast segments, conditions
 * and queues wait in the event.
 *
 * <p><b>Order.</b> Of one process, to one segment: puts take effect in their order; puts and gets are ordered with
 * operations on words ({@link #fence}, {@link #peek}, {@link #poke}, {@link #postAdd}, {@link #fetchClear},
 * {@link #fetchAdd}) that come before or after them, and these among themselves. So a thread that sees a counter that
 * was posted sees the data that was put before it. Between threads of a process, the program orders its calls. Gets are
 * not ordered with puts, nor anything with what goes to other segments.
 *
 * <p><b>Multicast</b> segments have several processes: what is put, poked or posted reaches all, in this order for
 * each. What reads, and what updates with a result, is an error, as are queues and allocation.
 *
 * <p><b>Errors.</b> {@link org.pgas.PgasException}, before anything is changed: a segment that is null, of another
 * {@code Mppa}, not complete, destroyed by whomever; places outside the segment or the local memory; words that are
 * misaligned; what {@link org.pgas.vis.MppaTransfers} refuses, such as puts of several regions or elements that overlap
 * in the segment, where the document's loops let the last one win; an event that covers calls of another thread; any
 * call after {@link #finish}, or the close of the job.
 *
 * <p>Source: MPPA Asynchronous Communication API.
 */
public final class Mppa {
    private final Access access;
    private final Handles handles;
    private final EventWaits waits;
    private final Words words;
    private final Queues queues;
    private final Allocations allocations;

    private Mppa(Access access) {
        this.access = access;
        this.handles = new Handles(access);
        this.waits = new EventWaits(access);
        this.words = new Words(access);
        this.queues = new Queues(access);
        this.allocations = new Allocations(access);
    }

    /**
     * Begins the use of this interface: identifiers are those of what is returned, which are apart from those of any
     * other. Collective over the job; before or after {@link Job#attach}. Errors, on all ranks: no shared memory
     * ({@link org.pgas.ErrorCode#RESOURCE}). Source: mppa_async_init.
     */
    public static Mppa init(Job job) {
        TeamCore.of(job.world()).checkUnrestricted("Mppa.init");
        Team team = job.world().dup();
        try {
            return new Mppa(new Access(team, SegmentRegistry.open(team)));
        } catch (PgasException e) {
            if (e.code() == ErrorCode.RESOURCE) {
                team.destroy(); // on all ranks
            }
            throw e;
        }
    }

    /**
     * Ends it: destroys what this rank has created and not destroyed, and all handles. Collective; events have been
     * waited for. Later calls are errors. What goes wrong with one of them is thrown when all the others have ended.
     * Source: mppa_async_final.
     */
    public void finish() {
        access.begin("Mppa.finish");
        access.team.barrier();
        RuntimeException failure = handles.endAll();
        access.markFinished();
        access.team.barrier();
        access.registry.close();
        access.team.destroy();
        if (failure != null) {
            throw failure;
        }
    }

    /** This rank's membership in the job. */
    public Job job() {
        return access.job;
    }

    /** Returns when all that {@code event} covers is complete; of null at once. Source: mppa_async_event_wait. */
    public void eventWait(MppaEvent event) {
        waits.eventWait(event);
    }

    /** As {@link #eventWait}, of the first {@code count} events. Source: mppa_async_event_waitall. */
    public void eventWaitAll(int count, MppaEvent... events) {
        waits.eventWaitAll(count, events);
    }

    /**
     * Returns when one of the first {@code count} events has occurred: the index of the first that has, an event that
     * covers nothing and null included; -1 when count is 0. Source: mppa_async_event_waitany, which answers 0 and does
     * not tell which.
     */
    public int eventWaitAny(int count, MppaEvent... events) {
        return waits.eventWaitAny(count, events);
    }

    /** 0 when all that {@code event} covers is complete, or for null; else -1. Polls. Source: mppa_async_event_test. */
    public int eventTest(MppaEvent event) {
        return waits.eventTest(event);
    }

    /** -n when n of the first {@code count} events have not occurred, else 0. Source: mppa_async_event_testall. */
    public int eventTestAll(int count, MppaEvent... events) {
        return waits.eventTestAll(count, events);
    }

    /**
     * The index of the first of {@code count} events that has occurred, as {@link #eventWaitAny} has it; -1 when none
     * has. Source: mppa_async_event_testany.
     */
    public int eventTestAny(int count, MppaEvent... events) {
        return waits.eventTestAny(count, events);
    }

    /**
     * Makes a segment of this process, of {@code size} bytes, which others clone by its identifier from then on.
     *
     * <p>Without a base, of zeros that are mapped. With one, of its first bytes: mapped if they lie in a mapped segment
     * of this process, else reached by messages; then the memory must be one that every thread may access, and stay as
     * long as the segment.
     *
     * <p>A queue, by a flag, needs mapped memory at a multiple of 64, and holds what {@link #queueBytes} says; what was
     * there is overwritten.
     *
     * <p>A multicast segment, {@code multi} above 0, is created by as many processes, each with a part of its own, and
     * is complete when all have. A creator that finds out when another one has destroyed its part again gets its handle
     * all the same: it can be destroyed, and every other use is refused.
     *
     * <p>The wait fails, with a {@link org.pgas.PeerLostException}, when all other ranks that have not created it would
     * be needed, and one of them has left the job.
     *
     * <p>Errors, with nothing made: a size below 1, or above that of the base; a base that is read-only or confined to
     * a thread; flags that are not defined; multi below 0, above the ranks of the job, or with the flag of a queue; a
     * queue of too few bytes; an identifier that is taken, of a multicast segment also with another size, other flags
     * or another multi; no room, no endpoint left ({@link org.pgas.ErrorCode#RESOURCE}). Source:
     * mppa_async_segment_create.
     *
     * @param base may be null
     * @param multi 0, or how many processes create this segment
     * @param identifier any number
     * @param event what is waited for is the other creators of a multicast segment; the handle may be used when it is
     *       complete
     */
    public MppaSegment segmentCreate(MemorySegment base, long size, int flags, int multi, long identifier,
            MppaEvent event) {
        return handles.segmentCreate(base, size, flags, multi, identifier, event);
    }

    /**
     * A handle of the segment that some process has created with that identifier, or will: waits until it has, all of
     * them if it is a multicast one. Any number, by any process, its creator too. In a job of two ranks the wait fails,
     * with a {@link org.pgas.PeerLostException}, when the other one has left; in a larger one, and for a thread of this
     * rank, it lasts up to the {@code pgas.wait.timeout}. Source: mppa_async_segment_clone.
     *
     * @param event the handle may be used when it is complete
     */
    public MppaSegment segmentClone(long identifier, MppaEvent event) {
        return handles.segmentClone(identifier, event);
    }

    /**
     * Ends a handle. That of its creator ends the segment, or its part of a multicast one: all clones then refuse every
     * call, and the identifier is free, of a multicast segment when all its creators have destroyed it. Memory that was
     * made for the segment is given back when no other segment lies in it; a base stays as it is, but for a queue or a
     * heap, which ends. Before, transfers of all processes must be complete; what is still under way is lost, or finds
     * zeros, or in memory that stays takes effect there; where it is reached by messages, as all memory of another
     * neighbourhood is, it ends the job. A clone's ends nothing else.
     *
     * <p>Errors: a handle that was destroyed; a default segment. Source: mppa_async_segment_destroy.
     */
    public void segmentDestroy(MppaSegment segment) {
        handles.segmentDestroy(segment);
    }

    /**
     * The segment that a rank has attached ({@link Job#attach}), which is its default segment as a memory server; null
     * when it has attached none, or not yet. The same object each time; it cannot be destroyed. Error: no rank of the
     * job. Source: mppa_async_default_segment.
     *
     * @param server a job rank
     */
    public MppaSegment defaultSegment(int server) {
        return handles.defaultSegment(server);
    }

    /** Gets {@code bytes} bytes from {@code offset} of a segment. Source: mppa_async_get. */
    public void get(MemorySegment local, long localOffset, MppaSegment segment, long offset, long bytes,
            MppaEvent event) {
        Member member = access.one("Mppa.get", segment, event);
        access.checkRange("Mppa.get", segment, offset, bytes);
        access.checkLocal("Mppa.get", local);
        try {
            member.rma.get(local, localOffset, member.rank, member.base + offset, bytes);
        } catch (PgasException e) {
            throw Refusals.named("Mppa.get", e);
        }
    }

    /** Puts {@code bytes} bytes to {@code offset} of a segment. Source: mppa_async_put. */
    public void put(MemorySegment local, long localOffset, MppaSegment segment, long offset, long bytes,
            MppaEvent event) {
        Member single = access.written("Mppa.put", segment, event);
        Member[] members = single == null ? access.all("Mppa.put", segment) : null;
        access.checkRange("Mppa.put", segment, offset, bytes);
        access.checkLocal("Mppa.put", local);
        try {
            if (single != null) {
                single.rma.put(single.rank, single.base + offset, local, localOffset, bytes);
                return;
            }
            for (Member member : members) {
                member.rma.put(member.rank, member.base + offset, local, localOffset, bytes);
            }
        } catch (PgasException e) {
            throw Refusals.named("Mppa.put", e);
        }
    }

    /**
     * Gets {@code count} elements of {@code size} bytes from places {@code space} bytes apart. Source:
     * mppa_async_get_spaced.
     */
    public void getSpaced(MemorySegment local, long localOffset, MppaSegment segment, long offset, long size, int count,
            long space, MppaEvent event) {
        Member member = access.one("Mppa.getSpaced", segment, event, local);
        try {
            member.transfers.getSpaced(local, localOffset, member.rank, offset, size, count, space);
        } catch (PgasException e) {
            throw Refusals.named("Mppa.getSpaced", e);
        }
    }

    /** The reverse of {@link #getSpaced}. Source: mppa_async_put_spaced. */
    public void putSpaced(MemorySegment local, long localOffset, MppaSegment segment, long offset, long size, int count,
            long space, MppaEvent event) {
        try {
            for (Member member : access.all("Mppa.putSpaced", segment, event, local)) {
                member.transfers.putSpaced(member.rank, offset, local, localOffset, size, count, space);
            }
        } catch (PgasException e) {
            throw Refusals.named("Mppa.putSpaced", e);
        }
    }

    /** As {@link #getSpaced}, from places {@code stride} elements apart. Source: mppa_async_get_strided. */
    public void getStrided(MemorySegment local, long localOffset, MppaSegment segment, long offset, long size,
            int count, long stride, MppaEvent event) {
        Member member = access.one("Mppa.getStrided", segment, event, local);
        try {
            member.transfers.getStrided(local, localOffset, member.rank, offset, size, count, stride);
        } catch (PgasException e) {
            throw Refusals.named("Mppa.getStrided", e);
        }
    }

    /** The reverse of {@link #getStrided}. Source: mppa_async_put_strided. */
    public void putStrided(MemorySegment local, long localOffset, MppaSegment segment, long offset, long size,
            int count, long stride, MppaEvent event) {
        try {
            for (Member member : access.all("Mppa.putStrided", segment, event, local)) {
                member.transfers.putStrided(member.rank, offset, local, localOffset, size, count, stride);
            }
        } catch (PgasException e) {
            throw Refusals.named("Mppa.putStrided", e);
        }
    }

    /**
     * Gets {@code count} regions, of {@code sizes[i]} bytes from {@code offsets[i]} of the segment. Source:
     * mppa_async_get_vectored.
     */
    public void getVectored(MemorySegment local, long localOffset, MppaSegment segment, int count, long[] offsets,
            long[] sizes, MppaEvent event) {
        Member member = access.one("Mppa.getVectored", segment, event, local);
        try {
            member.transfers.getVectored(local, localOffset, member.rank, count, offsets, sizes);
        } catch (PgasException e) {
            throw Refusals.named("Mppa.getVectored", e);
        }
    }

    /** The reverse of {@link #getVectored}. Source: mppa_async_put_vectored. */
    public void putVectored(MemorySegment local, long localOffset, MppaSegment segment, int count, long[] offsets,
            long[] sizes, MppaEvent event) {
        try {
            for (Member member : access.all("Mppa.putVectored", segment, event, local)) {
                member.transfers.putVectored(member.rank, local, localOffset, count, offsets, sizes);
            }
        } catch (PgasException e) {
            throw Refusals.named("Mppa.putVectored", e);
        }
    }

    /**
     * Gets {@code count} elements of {@code size} bytes from {@code indices[i] * size} bytes behind {@code offset}.
     * Source: mppa_async_get_indexed.
     */
    public void getIndexed(MemorySegment local, long localOffset, MppaSegment segment, long offset, long size,
            int count, int[] indices, MppaEvent event) {
        Member member = access.one("Mppa.getIndexed", segment, event, local);
        try {
            member.transfers.getIndexed(local, localOffset, member.rank, offset, size, count, indices);
        } catch (PgasException e) {
            throw Refusals.named("Mppa.getIndexed", e);
        }
    }

    /** The reverse of {@link #getIndexed}. Source: mppa_async_put_indexed. */
    public void putIndexed(MemorySegment local, long localOffset, MppaSegment segment, long offset, long size,
            int count, int[] indices, MppaEvent event) {
        try {
            for (Member member : access.all("Mppa.putIndexed", segment, event, local)) {
                member.transfers.putIndexed(member.rank, offset, local, localOffset, size, count, indices);
            }
        } catch (PgasException e) {
            throw Refusals.named("Mppa.putIndexed", e);
        }
    }

    /**
     * Gets {@code count} elements of {@code size} bytes from places {@code stride} elements apart, with {@code skip}
     * elements more behind every {@code span}. Source: mppa_async_get_streamed.
     */
    public void getStreamed(MemorySegment local, long localOffset, MppaSegment segment, long offset, long size,
            int count, int stride, int span, int skip, MppaEvent event) {
        Member member = access.one("Mppa.getStreamed", segment, event, local);
        try {
            member.transfers.getStreamed(local, localOffset, member.rank, offset, size, count, stride, span, skip);
        } catch (PgasException e) {
            throw Refusals.named("Mppa.getStreamed", e);
        }
    }

    /** The reverse of {@link #getStreamed}. Source: mppa_async_put_streamed. */
    public void putStreamed(MemorySegment local, long localOffset, MppaSegment segment, long offset, long size,
            int count, int stride, int span, int skip, MppaEvent event) {
        try {
            for (Member member : access.all("Mppa.putStreamed", segment, event, local)) {
                member.transfers.putStreamed(member.rank, offset, local, localOffset, size, count, stride, span, skip);
            }
        } catch (PgasException e) {
            throw Refusals.named("Mppa.putStreamed", e);
        }
    }

    /**
     * Gets {@code count} elements of {@code size} bytes, {@code space} bytes apart in the segment and {@code skew}
     * bytes apart in local memory. Source: mppa_async_sget_spaced.
     */
    public void sgetSpaced(MemorySegment local, long localOffset, MppaSegment segment, long offset, long size,
            int count, long skew, long space, MppaEvent event) {
        Member member = access.one("Mppa.sgetSpaced", segment, event, local);
        try {
            member.transfers.sgetSpaced(local, localOffset, member.rank, offset, size, count, skew, space);
        } catch (PgasException e) {
            throw Refusals.named("Mppa.sgetSpaced", e);
        }
    }

    /** The reverse of {@link #sgetSpaced}. Source: mppa_async_sput_spaced. */
    public void sputSpaced(MemorySegment local, long localOffset, MppaSegment segment, long offset, long size,
            int count, long skew, long space, MppaEvent event) {
        try {
            for (Member member : access.all("Mppa.sputSpaced", segment, event, local)) {
                member.transfers.sputSpaced(member.rank, offset, local, localOffset, size, count, skew, space);
            }
        } catch (PgasException e) {
            throw Refusals.named("Mppa.sputSpaced", e);
        }
    }

    /**
     * Gets a block of {@code width} times {@code height} elements of {@code size} bytes; it must lie in the matrices of
     * both points. Source: mppa_async_sget_block2d.
     */
    public void sgetBlock2d(MemorySegment local, long localOffset, MppaSegment segment, long offset, long size,
            int width, int height, Point2d localPoint, Point2d remotePoint, MppaEvent event) {
        Member member = access.one("Mppa.sgetBlock2d", segment, event, local);
        try {
            member.transfers.sgetBlock2d(local, localOffset, member.rank, offset, size, width, height, localPoint,
                    remotePoint);
        } catch (PgasException e) {
            throw Refusals.named("Mppa.sgetBlock2d", e);
        }
    }

    /** The reverse of {@link #sgetBlock2d}. Source: mppa_async_sput_block2d. */
    public void sputBlock2d(MemorySegment local, long localOffset, MppaSegment segment, long offset, long size,
            int width, int height, Point2d localPoint, Point2d remotePoint, MppaEvent event) {
        try {
            for (Member member : access.all("Mppa.sputBlock2d", segment, event, local)) {
                member.transfers.sputBlock2d(member.rank, offset, local, localOffset, size, width, height, localPoint,
                        remotePoint);
            }
        } catch (PgasException e) {
            throw Refusals.named("Mppa.sputBlock2d", e);
        }
    }

    /**
     * Gets a block of {@code width} times {@code height} times {@code depth} elements of {@code size} bytes; it must
     * lie in the bodies of both points. Source: mppa_async_sget_block3d.
     */
    public void sgetBlock3d(MemorySegment local, long localOffset, MppaSegment segment, long offset, long size,
            int width, int height, int depth, Point3d localPoint, Point3d remotePoint, MppaEvent event) {
        Member member = access.one("Mppa.sgetBlock3d", segment, event, local);
        try {
            member.transfers.sgetBlock3d(local, localOffset, member.rank, offset, size, width, height, depth,
                    localPoint, remotePoint);
        } catch (PgasException e) {
            throw Refusals.named("Mppa.sgetBlock3d", e);
        }
    }

    /** The reverse of {@link #sgetBlock3d}. Source: mppa_async_sput_block3d. */
    public void sputBlock3d(MemorySegment local, long localOffset, MppaSegment segment, long offset, long size,
            int width, int height, int depth, Point3d localPoint, Point3d remotePoint, MppaEvent event) {
        try {
            for (Member member : access.all("Mppa.sputBlock3d", segment, event, local)) {
                member.transfers.sputBlock3d(member.rank, offset, local, localOffset, size, width, height, depth,
                        localPoint, remotePoint);
            }
        } catch (PgasException e) {
            throw Refusals.named("Mppa.sputBlock3d", e);
        }
    }

    /**
     * Completes, where the segment is, all that this thread has put, poked and added there before. Source:
     * mppa_async_fence.
     */
    public void fence(MppaSegment segment, MppaEvent event) {
        words.fence(segment, event);
    }

    /** Reads a word. Source: mppa_async_peek without an event. */
    public long peek(MppaSegment segment, long offset) {
        return words.peek(segment, offset);
    }

    /** Reads a word into {@code result}. Source: mppa_async_peek. */
    public void peek(MppaSegment segment, long offset, MemorySegment result, long resultOffset, MppaEvent event) {
        words.peek(segment, offset, result, resultOffset, event);
    }

    /** Replaces a word; complete at the next {@link #fence}. Source: mppa_async_poke. */
    public void poke(MppaSegment segment, long offset, long value) {
        words.poke(segment, offset, value);
    }

    /**
     * Adds {@code addend}, with its sign, to a word, wrapping around; complete at the next {@link #fence}. Source:
     * mppa_async_postadd.
     */
    public void postAdd(MppaSegment segment, long offset, int addend) {
        words.postAdd(segment, offset, addend);
    }

    /** Sets a word to 0 and answers the value before. Source: mppa_async_fetchclear without an event. */
    public long fetchClear(MppaSegment segment, long offset) {
        return words.fetchClear(segment, offset);
    }

    /** Sets a word to 0; the value before goes to {@code result}. Source: mppa_async_fetchclear. */
    public void fetchClear(MppaSegment segment, long offset, MemorySegment result, long resultOffset, MppaEvent event) {
        words.fetchClear(segment, offset, result, resultOffset, event);
    }

    /**
     * Adds {@code addend}, with its sign, to a word, wrapping around, and answers the value before. Source:
     * mppa_async_fetchadd without an event.
     */
    public long fetchAdd(MppaSegment segment, long offset, int addend) {
        return words.fetchAdd(segment, offset, addend);
    }

    /** As the other form; the value before goes to {@code result}. Source: mppa_async_fetchadd. */
    public void fetchAdd(MppaSegment segment, long offset, int addend, MemorySegment result, long resultOffset,
            MppaEvent event) {
        words.fetchAdd(segment, offset, addend, result, resultOffset, event);
    }

    /**
     * That the word at {@code localOffset} of local memory fulfils a condition, compared with {@code value}: returns
     * when it does, or leaves that to {@code event}, which looks at the word while it is waited for or tested, and at
     * no other time. An acquire.
     *
     * <p>Local memory is any that every thread may read. In a mapped segment of this process, a wait that sleeps is
     * rung by what others do with the word through an {@link Mppa}; elsewhere, and for plain stores, it finds out
     * within a millisecond. A value that is gone again before anybody has looked is missed. Errors: a word outside the
     * memory; in a mapped segment, misaligned. Source: mppa_async_evalcond and its macros.
     */
    public void evalCond(MemorySegment local, long localOffset, long value, WaitCondition condition, MppaEvent event) {
        words.evalCond(local, localOffset, value, condition, event);
    }

    /**
     * Bytes of a segment with a queue that holds at least {@code capacity} bytes, a power of two. A queue segment has
     * the largest capacity that it has room for: a capacity takes twice as many bytes (a view of any length is in one
     * piece), and some 400. Error: no power of two.
     */
    public static long queueBytes(long capacity) {
        return QueueLayout.bytes(capacity);
    }

    /**
     * Appends {@code bytes} bytes to a queue, by any process, as soon as there is room. Bytes of one thread are in the
     * order of its calls, but for calls with an event that is not complete. {@code atomic}: in one piece, of up to
     * {@link MppaSegment#queueCapacity} bytes; else any number of bytes, and others' may come in between. A release.
     * Source: mppa_async_enqueue.
     */
    public void enqueue(MppaSegment segment, MemorySegment local, long localOffset, long bytes, boolean atomic,
            MppaEvent event) {
        queues.enqueue(segment, local, localOffset, bytes, atomic, event);
    }

    /**
     * Takes the next {@code bytes} bytes out of a queue of this process, as soon as they are there: a view of them in
     * place, until they are discarded. Up to {@link MppaSegment#queueCapacity} bytes, together with views that are not
     * discarded. An acquire.
     *
     * <p>Of 0 bytes: what is there, as soon as anything is. All of it is shown, and stays in the queue until it is
     * discarded or dequeued, so a program can find out from the bytes how long a record is, and discard that one. It is
     * shown the rest next time. Source: mppa_async_dequeue without an event.
     */
    public MemorySegment dequeue(MppaSegment segment, long bytes) {
        return queues.dequeue(segment, bytes);
    }

    /**
     * As the other form, for an event: {@code where} is given the view when they are there, before the event is
     * complete, on the thread that waits for or tests it, or at once. What it throws, the wait or test throws. Source:
     * mppa_async_dequeue.
     */
    public void dequeue(MppaSegment segment, long bytes, Consumer<MemorySegment> where, MppaEvent event) {
        queues.dequeue(segment, bytes, where, event);
    }

    /**
     * Gives the oldest {@code bytes} bytes that were dequeued, or shown, back; views of them are no longer valid.
     * Source: mppa_async_discard.
     */
    public void discard(MppaSegment segment, long bytes) {
        queues.discard(segment, bytes);
    }

    /**
     * Hands {@code bytes} bytes at {@code offset} of a segment to its allocator, for all processes: {@link #malloc} and
     * its siblings allocate there. Without it a segment, a default one too, is the program's, to its last byte. Any
     * process may call it, once for each segment; others may call it again with the same arguments, and the first call
     * makes the heap. The contents of those bytes are overwritten.
     *
     * <p>Errors: memory that lies in no mapped segment of its process; a queue, or a multicast segment; an offset that
     * is no multiple of 128 in the memory; fewer bytes than {@link #leastHeapBytes}, or not all in the segment; a heap
     * that is there at another place. Beyond the document: its allocator is that of the target's C library.
     *
     * @return whether this call has made it
     */
    public boolean heapCreate(MppaSegment segment, long offset, long bytes) {
        return allocations.heapCreate(segment, offset, bytes);
    }

    /** How many bytes a heap takes at least; more for each rank of the job. */
    public long leastHeapBytes() {
        return allocations.leastHeapBytes();
    }

    /**
     * Allocates {@code size} bytes in a segment, not cleared, and answers their offset; at a multiple of 16 in memory.
     * Of 0 bytes it is a block, too. Errors: no {@linkplain #heapCreate heap}; no room
     * ({@link org.pgas.ErrorCode#RESOURCE}). Source: mppa_async_malloc without an event.
     */
    public long malloc(MppaSegment segment, long size) {
        return allocations.malloc(segment, size);
    }

    /** As the other form; the offset goes to {@code result}, a long. Source: mppa_async_malloc. */
    public void malloc(MppaSegment segment, long size, MemorySegment result, long resultOffset, MppaEvent event) {
        allocations.malloc(segment, size, result, resultOffset, event);
    }

    /**
     * As {@link #malloc}, {@code count} objects of {@code size} bytes, cleared. Source: mppa_async_calloc without an
     * event.
     */
    public long calloc(MppaSegment segment, long count, long size) {
        return allocations.calloc(segment, count, size);
    }

    /** As the other form; the offset goes to {@code result}, a long. Source: mppa_async_calloc. */
    public void calloc(MppaSegment segment, long count, long size, MemorySegment result, long resultOffset,
            MppaEvent event) {
        allocations.calloc(segment, count, size, result, resultOffset, event);
    }

    /**
     * Makes the block at {@code offset} larger or smaller, and answers where it is afterwards; the bytes up to the
     * lesser of both sizes are kept. Of offset -1 it is {@link #malloc}. Errors: as there, with the block as it was; no
     * block. Source: mppa_async_realloc without an event.
     */
    public long realloc(MppaSegment segment, long offset, long size) {
        return allocations.realloc(segment, offset, size);
    }

    /** As the other form; the offset goes to {@code result}, a long. Source: mppa_async_realloc. */
    public void realloc(MppaSegment segment, long offset, long size, MemorySegment result, long resultOffset,
            MppaEvent event) {
        allocations.realloc(segment, offset, size, result, resultOffset, event);
    }

    /**
     * Frees the block at {@code offset}, which any process may have allocated; of -1 nothing. Error: no block. Source:
     * mppa_async_free.
     */
    public void free(MppaSegment segment, long offset, MppaEvent event) {
        allocations.free(segment, offset, event);
    }

    /**
     * As {@link #malloc}, where the memory is at a multiple of {@code alignment}, a power of two up to
     * {@link org.pgas.Job#pageBytes()}; the offset is one if the segment begins at one. Source: mppa_async_memalign
     * without an event.
     */
    public long memalign(MppaSegment segment, long alignment, long size) {
        return allocations.memalign(segment, alignment, size);
    }

    /** As the other form; the offset goes to {@code result}, a long. Source: mppa_async_memalign. */
    public void memalign(MppaSegment segment, long alignment, long size, MemorySegment result, long resultOffset,
            MppaEvent event) {
        allocations.memalign(segment, alignment, size, result, resultOffset, event);
    }

    /**
     * The memory of a segment from {@code offset} to its end, for loads and stores; of any process where it is mapped,
     * else of its own. Accesses after its destruction throw. Errors: memory of another process that is not mapped, such
     * as of another neighbourhood; a queue, or a multicast segment; an offset outside 0..size. Source:
     * mppa_async_address.
     */
    public MemorySegment address(MppaSegment segment, long offset) {
        return allocations.address(segment, offset);
    }
}
