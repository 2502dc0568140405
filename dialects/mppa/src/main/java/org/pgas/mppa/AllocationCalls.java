package org.pgas.mppa;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

import org.pgas.BoundSegment;
import org.pgas.LocalMemory;
import org.pgas.Team;
import org.pgas.heap.SharedHeap;

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

    /** The heap of a segment, opened by the first call here; throws when there is none. */
    private SharedHeap heap(String call, MppaSegment segment, MppaEvent event) {
        Member member = one(call, segment, event);
        SharedHeap heap = segment.heap();
        return heap != null ? heap : open(call, segment, member);
    }

    private SharedHeap open(String call, MppaSegment segment, Member member) {
        long offset = registry().heap(call, member.words);
        if (offset < 0) {
            throw bad(call, segment + " has no heap: let one process make it first (Mppa.heapCreate)");
        }
        SharedHeap opened = SharedHeap.open(member.pair, member.rank, member.base + offset);
        SharedHeap kept = segment.heap(opened);
        if (kept != opened) {
            opened.close();
        }
        return kept;
    }

    /** Where an allocation's result, an offset, goes; refuses what cannot take it before anything is allocated. */
    private void checkResult(String call, MemorySegment result, long resultOffset) {
        if (result == null) {
            throw bad(call, "the result is null");
        }
        LocalMemory.target(team, call, result, resultOffset, Long.BYTES);
    }

    private static void store(MemorySegment result, long resultOffset, long offset) {
        result.set(ValueLayout.JAVA_LONG_UNALIGNED, resultOffset, offset);
    }

    /** Of a block, in the memory that the segment is a part of, or {@link SharedHeap#NONE}. */
    private static long inMemory(MppaSegment segment, long offset) {
        return offset == SharedHeap.NONE ? SharedHeap.NONE : segment.single().base + offset;
    }

    private static long inSegment(MppaSegment segment, long block) {
        return block - segment.single().base;
    }

    /**
     * Allocates {@code size} bytes in a segment, not cleared, and answers their offset; at a multiple of 16 in memory. Of 0 bytes it is a block, too. Errors: no
     * {@linkplain #heapCreate heap}; no room ({@link org.pgas.ErrorCode#RESOURCE}). Source: mppa_async_malloc without an event.
     */
    public final long malloc(MppaSegment segment, long size) {
        return inSegment(segment, heap("Mppa.malloc", segment, null).malloc(size));
    }

    /** As the other form; the offset goes to {@code result}, a long. Source: mppa_async_malloc. */
    public final void malloc(MppaSegment segment, long size, MemorySegment result, long resultOffset,
            MppaEvent event) {
        SharedHeap heap = heap("Mppa.malloc", segment, event);
        checkResult("Mppa.malloc", result, resultOffset);
        store(result, resultOffset, inSegment(segment, heap.malloc(size)));
    }

    /** As {@link #malloc}, {@code count} objects of {@code size} bytes, cleared. Source: mppa_async_calloc without an event. */
    public final long calloc(MppaSegment segment, long count, long size) {
        return inSegment(segment, heap("Mppa.calloc", segment, null).calloc(count, size));
    }

    /** As the other form; the offset goes to {@code result}, a long. Source: mppa_async_calloc. */
    public final void calloc(MppaSegment segment, long count, long size, MemorySegment result, long resultOffset,
            MppaEvent event) {
        SharedHeap heap = heap("Mppa.calloc", segment, event);
        checkResult("Mppa.calloc", result, resultOffset);
        store(result, resultOffset, inSegment(segment, heap.calloc(count, size)));
    }

    /**
     * Makes the block at {@code offset} larger or smaller, and answers where it is afterwards; the bytes up to the lesser of both sizes are kept. Of offset -1 it is
     * {@link #malloc}. Errors: as there, with the block as it was; no block. Source: mppa_async_realloc without an event.
     */
    public final long realloc(MppaSegment segment, long offset, long size) {
        SharedHeap heap = heap("Mppa.realloc", segment, null);
        return inSegment(segment, heap.realloc(inMemory(segment, offset), size));
    }

    /** As the other form; the offset goes to {@code result}, a long. Source: mppa_async_realloc. */
    public final void realloc(MppaSegment segment, long offset, long size, MemorySegment result, long resultOffset,
            MppaEvent event) {
        SharedHeap heap = heap("Mppa.realloc", segment, event);
        checkResult("Mppa.realloc", result, resultOffset);
        store(result, resultOffset, inSegment(segment, heap.realloc(inMemory(segment, offset), size)));
    }

    /** Frees the block at {@code offset}, whoever has allocated it; of -1 nothing. Error: no block. Source: mppa_async_free. */
    public final void free(MppaSegment segment, long offset, MppaEvent event) {
        SharedHeap heap = heap("Mppa.free", segment, event);
        heap.free(inMemory(segment, offset));
    }

    /**
     * As {@link #malloc}, where the memory is at a multiple of {@code alignment}, a power of two up to {@link org.pgas.Job#pageBytes()}; the offset is one if the segment begins at one.
     * Source: mppa_async_memalign without an event.
     */
    public final long memalign(MppaSegment segment, long alignment, long size) {
        return inSegment(segment, heap("Mppa.memalign", segment, null).memalign(alignment, size));
    }

    /** As the other form; the offset goes to {@code result}, a long. Source: mppa_async_memalign. */
    public final void memalign(MppaSegment segment, long alignment, long size, MemorySegment result,
            long resultOffset, MppaEvent event) {
        SharedHeap heap = heap("Mppa.memalign", segment, event);
        checkResult("Mppa.memalign", result, resultOffset);
        store(result, resultOffset, inSegment(segment, heap.memalign(alignment, size)));
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
