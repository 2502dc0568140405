package org.pgas.mppa;

import java.lang.foreign.MemorySegment;

import org.pgas.atomics.ByteFifo;
import org.pgas.heap.SharedHeap;

/**
 * A segment: memory of a process that others transfer to and from, named by an identifier, or a queue. A handle that
 * belongs to the {@link Mppa} that made it; any thread.
 *
 * <p>Offsets count bytes from its beginning. It is <em>mapped</em> if it was created without a base, or over memory of
 * a mapped segment of its process ({@link org.pgas.Job#attach(long)}, {@link org.pgas.Segments#create(long)}, another
 * segment without a base): then its process takes no part in what others do. Other memory is reached by messages, which
 * its process carries out when it waits or polls in the library. So is mapped memory of a process of another
 * neighbourhood; there a thread of the library's does it also while the program computes.
 *
 * <p>What this class answers may be asked at any time. Source: mppa_async_segment_t.
 */
public final class MppaSegment {
    // field      writer                    reader       order
    // destroyed  the thread that destroys  all threads  volatile

    private static final Member[] NOBODY = {};

    final Access owner;
    private final long identifier;

    /** What this process has made for it; null of a clone, and of a default segment. */
    final SegmentResources resources;

    final boolean isDefault;

    // Written once, before the handle is used, by the thread that has created or cloned it, and when it ends.

    /** The only member, of what is no queue; else null, and the calls find out why. */
    private Member single;

    /** None of what is not complete yet, and of what was destroyed here. */
    private Member[] members = NOBODY;

    private long size;
    private int flags;
    private int multi;

    /** Null unless it is a queue. */
    private ByteFifo queue;

    private volatile boolean destroyed;

    /** Whether it was complete, and ended, before this process looked. */
    private boolean gone;

    /** Opened by the first use here; null before. Guarded by {@code this}. */
    private SharedHeap heap;

    private MppaSegment(Access owner, long identifier, SegmentResources resources, boolean isDefault) {
        this.owner = owner;
        this.identifier = identifier;
        this.resources = resources;
        this.isDefault = isDefault;
    }

    /** A handle that is not complete. */
    static MppaSegment of(Access owner, long identifier, SegmentResources resources) {
        return new MppaSegment(owner, identifier, resources, false);
    }

    static MppaSegment ofDefault(Access owner, Member member, long size) {
        MppaSegment segment = new MppaSegment(owner, 0, null, true);
        segment.size = size;
        segment.members = new Member[]{member};
        segment.single = member;
        return segment;
    }

    /** Makes it what was found, which is complete. */
    void complete(Registration found, Member[] all, ByteFifo fifo) {
        size = found.size();
        flags = found.flags();
        multi = found.multi();
        queue = fifo;
        members = all;
        single = multi == 0 && fifo == null ? all[0] : null;
    }

    /** Makes it what its creator had entered: it was complete, and another creator has destroyed its part. */
    void missed(Registration own) {
        size = own.size();
        flags = own.flags();
        multi = own.multi();
        gone = true;
    }

    /** Makes every later use an error. */
    void end() {
        destroyed = true;
        single = null;
        members = NOBODY;
    }

    Member single() {
        return single;
    }

    Member[] members() {
        return members;
    }

    boolean isDestroyed() {
        return destroyed;
    }

    boolean isGone() {
        return gone;
    }

    boolean isComplete() {
        return members.length > 0;
    }

    ByteFifo queue() {
        return queue;
    }

    synchronized SharedHeap heap() {
        return heap;
    }

    /** Takes a handle of its heap, unless there is one: answers the one that stays. */
    synchronized SharedHeap heap(SharedHeap opened) {
        if (heap == null) {
            heap = opened;
        }
        return heap;
    }

    /** What it was created with; 0 of a default segment. */
    public long identifier() {
        return identifier;
    }

    /** Bytes, as given at creation; 0 of a clone that is not complete. */
    public long size() {
        return size;
    }

    /** The {@link SegmentFlags} given at creation; none of a clone that is not complete. */
    public int flags() {
        return flags;
    }

    /** How many processes make up a multicast segment; 0 of any other. */
    public int multi() {
        return multi;
    }

    /** Whether this handle is its creator's. */
    public boolean isCreator() {
        return resources != null;
    }

    /**
     * Its bytes as this process, which has created it, has them: of the base that was given, or the memory that was
     * made, which throws after the destruction. Of a multicast segment, this process's part. Null of a clone, and of a
     * default segment.
     */
    public MemorySegment memory() {
        return resources == null ? null : resources.memory();
    }

    /**
     * Job ranks of the processes that have its memory, one if it is no multicast segment; none while the handle is not
     * complete, or was destroyed.
     */
    public int[] servers() {
        Member[] now = members;
        int[] ranks = new int[now.length];
        for (int i = 0; i < ranks.length; i++) {
            ranks[i] = now[i].rank;
        }
        return ranks;
    }

    /** Whether it is mapped here, in all its processes: of other neighbourhoods never. */
    public boolean isMapped() {
        Member[] now = members;
        boolean mapped = now.length > 0;
        for (Member member : now) {
            mapped &= member.mapped;
        }
        return mapped;
    }

    /** How many bytes it holds as a queue; 0 when it is none. See {@link Mppa#queueBytes}. */
    public long queueCapacity() {
        return queue == null ? 0 : queue.capacity();
    }

    /** "segment 0x2a of rank 1", or what it is else. */
    @Override
    public String toString() {
        Member[] now = members;
        return (isDefault ? "default segment"
                : (multi > 0 ? "multicast segment " : "segment ")
                        + Registration.name(identifier))
                + (now.length == 1 ? " of rank " + now[0].rank : "");
    }
}
