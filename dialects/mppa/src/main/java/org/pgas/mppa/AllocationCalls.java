package org.pgas.mppa;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

import org.pgas.BoundSegment;
import org.pgas.PgasException;
import org.pgas.Team;
import org.pgas.heap.SharedHeap;
import org.pgas.team.TeamCore;

/** Allocation in segments, by any process, and where they are mapped. */
abstract sealed class AllocationCalls extends QueueCalls permits Mppa {
    AllocationCalls(Team team, SegmentRegistry registry) {
        super(team, registry);
    }

    /**
     * Hands {@code bytes} bytes at {@code offset} of a segment to its allocator, for all processes: {@link #malloc} and its siblings allocate there. Without
     * it a segment, a default one too, is the program's, to its last byte. Once for each segment, by any process; others may say the same again, and the first
     * makes it. What was in those bytes is overwritten.
     *
     * <p>Errors: memory that is not mapped; a queue, or a multicast segment; an offset that is no multiple of 128 in the memory; fewer bytes than {@link #leastHeapBytes}, or not all in the segment; a heap that is
     * there at another place. Beyond the document, whose allocator is that of the target's C library.
     *
     * @return whether this call has made it
     */
    public final boolean heapCreate(MppaSegment segment, long offset, long bytes) {
        String call = "Mppa.heapCreate";
        Member member = one(call, segment, null);
        checkRange(call, segment, offset, bytes);
        checkMapped(call, segment, member);
        if ((member.base + offset) % SharedHeap.ALIGNMENT != 0) {
            throw bad(call, "offset " + offset + " of " + segment + " is no multiple of " + SharedHeap.ALIGNMENT
                    + " in the memory of rank " + member.rank + ": give the next one");
        }
        if (bytes < leastHeapBytes()) {
            throw bad(call, bytes + " bytes: legal are " + leastHeapBytes() + " and more");
        }
        boolean made = registry().makeHeap(call, member.words, member.generation(), offset, bytes,
                () -> SharedHeap.initialise(member.pair, member.rank, member.base + offset, bytes).close());
        one(call, segment);
        return made;
    }

    /** How many bytes a heap takes at least; more for each rank of the job. */
    public final long leastHeapBytes() {
        return SharedHeap.leastBytes(team);
    }

    private void checkMapped(String call, MppaSegment segment, Member member) {
        if (!member.mapped) {
            throw bad(call, segment + " is not mapped, but reached by messages: create it without a base, or over "
                    + "memory of a mapped segment");
        }
    }

    /** Opens the heap of a segment, for the first call here; throws when there is none. */
    private SharedHeap open(String call, MppaSegment segment, Member member) {
        registry().whileThere(call, member, at -> {
            if (at >= 0 && segment.heap() == null) {
                SharedHeap opened = SharedHeap.open(member.pair, member.rank, member.base + at);
                if (segment.heap(opened) != opened) {
                    opened.close();
                }
            }
        });
        SharedHeap heap = segment.heap();
        if (heap == null) {
            one(call, segment);
            throw bad(call, segment + " has no heap: let one process make it first (Mppa.heapCreate)");
        }
        return heap;
    }

    /** Where an allocation's result, an offset, goes; refuses what cannot take it before anything is allocated. */
    private void checkResult(String call, MemorySegment result, long resultOffset) {
        if (result == null) {
            throw bad(call, "the result is null");
        }
        TeamCore.of(team).local().target(call, result, resultOffset, Long.BYTES);
    }

    private static void store(MemorySegment result, long resultOffset, long offset) {
        result.set(ValueLayout.JAVA_LONG_UNALIGNED, resultOffset, offset);
    }

    /** The heap of a segment, for one call. */
    private SharedHeap heap(String call, MppaSegment segment, Member member) {
        SharedHeap heap = segment.heap();
        return heap != null ? heap : open(call, segment, member);
    }

    /** Of a block, in the memory that the segment is a part of, or {@link SharedHeap#NONE}. */
    private long inMemory(String call, MppaSegment segment, Member member, long offset) {
        if (offset == SharedHeap.NONE) {
            return SharedHeap.NONE;
        }
        checkRange(call, segment, offset, 0);
        return member.base + offset;
    }

    /** An error of the heap, which counts from where its memory begins. */
    private static PgasException ofBlock(String call, long offset, PgasException e) {
        return named(call, e, " of offset " + offset + " in the segment");
    }

    private long mallocIn(MppaSegment segment, Member member, long size) {
        try {
            return heap("Mppa.malloc", segment, member).malloc(size) - member.base;
        } catch (PgasException e) {
            throw named("Mppa.malloc", e);
        }
    }

    private long callocIn(MppaSegment segment, Member member, long count, long size) {
        try {
            return heap("Mppa.calloc", segment, member).calloc(count, size) - member.base;
        } catch (PgasException e) {
            throw named("Mppa.calloc", e);
        }
    }

    private long memalignIn(MppaSegment segment, Member member, long alignment, long size) {
        try {
            return heap("Mppa.memalign", segment, member).memalign(alignment, size) - member.base;
        } catch (PgasException e) {
            throw named("Mppa.memalign", e);
        }
    }

    private long reallocIn(MppaSegment segment, Member member, long offset, long size) {
        SharedHeap heap = heap("Mppa.realloc", segment, member);
        long block = inMemory("Mppa.realloc", segment, member, offset);
        try {
            return heap.realloc(block, size) - member.base;
        } catch (PgasException e) {
            throw ofBlock("Mppa.realloc", offset, e);
        }
    }

    /**
     * Allocates {@code size} bytes in a segment, not cleared, and answers their offset; at a multiple of 16 in memory. Of 0 bytes it is a block, too. Errors: no
     * {@linkplain #heapCreate heap}; no room ({@link org.pgas.ErrorCode#RESOURCE}). Source: mppa_async_malloc without an event.
     */
    public final long malloc(MppaSegment segment, long size) {
        return mallocIn(segment, one("Mppa.malloc", segment, null), size);
    }

    /** As the other form; the offset goes to {@code result}, a long. Source: mppa_async_malloc. */
    public final void malloc(MppaSegment segment, long size, MemorySegment result, long resultOffset,
            MppaEvent event) {
        Member member = one("Mppa.malloc", segment, event);
        checkResult("Mppa.malloc", result, resultOffset);
        store(result, resultOffset, mallocIn(segment, member, size));
    }

    /** As {@link #malloc}, {@code count} objects of {@code size} bytes, cleared. Source: mppa_async_calloc without an event. */
    public final long calloc(MppaSegment segment, long count, long size) {
        return callocIn(segment, one("Mppa.calloc", segment, null), count, size);
    }

    /** As the other form; the offset goes to {@code result}, a long. Source: mppa_async_calloc. */
    public final void calloc(MppaSegment segment, long count, long size, MemorySegment result, long resultOffset,
            MppaEvent event) {
        Member member = one("Mppa.calloc", segment, event);
        checkResult("Mppa.calloc", result, resultOffset);
        store(result, resultOffset, callocIn(segment, member, count, size));
    }

    /**
     * Makes the block at {@code offset} larger or smaller, and answers where it is afterwards; the bytes up to the lesser of both sizes are kept. Of offset -1 it is
     * {@link #malloc}. Errors: as there, with the block as it was; no block. Source: mppa_async_realloc without an event.
     */
    public final long realloc(MppaSegment segment, long offset, long size) {
        return reallocIn(segment, one("Mppa.realloc", segment, null), offset, size);
    }

    /** As the other form; the offset goes to {@code result}, a long. Source: mppa_async_realloc. */
    public final void realloc(MppaSegment segment, long offset, long size, MemorySegment result, long resultOffset,
            MppaEvent event) {
        Member member = one("Mppa.realloc", segment, event);
        checkResult("Mppa.realloc", result, resultOffset);
        store(result, resultOffset, reallocIn(segment, member, offset, size));
    }

    /** Frees the block at {@code offset}, whoever has allocated it; of -1 nothing. Error: no block. Source: mppa_async_free. */
    public final void free(MppaSegment segment, long offset, MppaEvent event) {
        Member member = one("Mppa.free", segment, event);
        SharedHeap heap = heap("Mppa.free", segment, member);
        long block = inMemory("Mppa.free", segment, member, offset);
        try {
            heap.free(block);
        } catch (PgasException e) {
            throw ofBlock("Mppa.free", offset, e);
        }
    }

    /**
     * As {@link #malloc}, where the memory is at a multiple of {@code alignment}, a power of two up to {@link org.pgas.Job#pageBytes()}; the offset is one if the segment begins at one.
     * Source: mppa_async_memalign without an event.
     */
    public final long memalign(MppaSegment segment, long alignment, long size) {
        return memalignIn(segment, one("Mppa.memalign", segment, null), alignment, size);
    }

    /** As the other form; the offset goes to {@code result}, a long. Source: mppa_async_memalign. */
    public final void memalign(MppaSegment segment, long alignment, long size, MemorySegment result,
            long resultOffset, MppaEvent event) {
        Member member = one("Mppa.memalign", segment, event);
        checkResult("Mppa.memalign", result, resultOffset);
        store(result, resultOffset, memalignIn(segment, member, alignment, size));
    }

    /**
     * The memory of a segment from {@code offset} to its end, for loads and stores; of any process where it is mapped, else of its own. Accesses after its destruction
     * throw. Errors: memory of another process that is not mapped; a queue, or a multicast segment; an offset outside 0..size. Source: mppa_async_address.
     */
    public final MemorySegment address(MppaSegment segment, long offset) {
        String call = "Mppa.address";
        Member member = one(call, segment, null);
        checkRange(call, segment, offset, 0);
        if (member.rank != job().rank()) {
            checkMapped(call, segment, member);
        }
        BoundSegment bound = job().endpoint().boundSegment(member.pair, member.rank);
        if (bound.mapped() == null) {
            one(call, segment);
            throw bad(call, segment + " is not mapped here");
        }
        return bound.mapped().asSlice(member.base + offset, segment.size() - offset);
    }
}
