package org.pgas.mppa;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

import org.pgas.BoundSegment;
import org.pgas.PgasException;
import org.pgas.heap.SharedHeap;
import org.pgas.refusal.Refusals;
import org.pgas.team.TeamCore;

/** Allocation in segments of {@link Mppa}, by any process, and where they are mapped. The calls are described there. */
record Allocations(Access access) {
    boolean heapCreate(MppaSegment segment, long offset, long bytes) {
        String call = "Mppa.heapCreate";
        Member member = access.one(call, segment, null);
        access.checkRange(call, segment, offset, bytes);
        if (!member.mappable) {
            throw notMapped(call, segment);
        }
        if ((member.base + offset) % SharedHeap.ALIGNMENT != 0) {
            throw access.refusals.bad(call,
                    "offset " + offset + " of " + segment + " is no multiple of " + SharedHeap.ALIGNMENT
                            + " in the memory of rank " + member.rank + ": give the next one");
        }
        if (bytes < leastHeapBytes()) {
            throw access.refusals.bad(call, bytes + " bytes: legal are " + leastHeapBytes() + " and more");
        }
        boolean made = access.registry.makeHeap(call, member, offset, bytes,
                () -> initialise(call, member, offset, bytes));
        access.one(call, segment);
        return made;
    }

    private static void initialise(String call, Member member, long offset, long bytes) {
        try {
            SharedHeap.initialise(member.pair, member.rank, member.base + offset, bytes).close();
        } catch (PgasException e) {
            throw Refusals.named(call, e); // the owner, which is elsewhere, has attached memory of its own
        }
    }

    long leastHeapBytes() {
        return SharedHeap.leastBytes(access.team);
    }

    private PgasException notMapped(String call, MppaSegment segment) {
        return access.refusals.bad(call,
                segment + " is not mapped, but reached by messages: create it without a base, or over "
                        + "memory of a mapped segment");
    }

    /** Opens the heap of a segment, for the first call here; throws when there is none. */
    private SharedHeap open(String call, MppaSegment segment, Member member) {
        access.registry.whileThere(call, member, at -> {
            if (at >= 0 && segment.heap() == null) {
                SharedHeap opened = SharedHeap.open(member.pair, member.rank, member.base + at);
                if (segment.heap(opened) != opened) {
                    opened.close();
                }
            }
        });
        SharedHeap heap = segment.heap();
        if (heap == null) {
            access.one(call, segment);
            throw access.refusals.bad(call, segment + " has no heap: let one process make it first (Mppa.heapCreate)");
        }
        return heap;
    }

    /** As {@link Access#one}, of a call that has an offset as its result; refuses memory that cannot take it. */
    private Member begin(String call, MppaSegment segment, MemorySegment result, long resultOffset, MppaEvent event) {
        Member member = access.one(call, segment, event);
        if (result == null) {
            throw access.refusals.bad(call, "the result is null");
        }
        TeamCore.of(access.team).local().target(call, result, resultOffset, Long.BYTES);
        return member;
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
        access.checkRange(call, segment, offset, 0);
        return member.base + offset;
    }

    /** An error of the heap, which counts from where its memory begins. */
    private static PgasException ofBlock(String call, long offset, PgasException e) {
        return Refusals.named(call, e, "offset " + offset + " in the segment");
    }

    long malloc(MppaSegment segment, long size) {
        return malloc(segment, access.one("Mppa.malloc", segment, null), size);
    }

    private long malloc(MppaSegment segment, Member member, long size) {
        try {
            return heap("Mppa.malloc", segment, member).malloc(size) - member.base;
        } catch (PgasException e) {
            throw Refusals.named("Mppa.malloc", e);
        }
    }

    void malloc(MppaSegment segment, long size, MemorySegment result, long resultOffset, MppaEvent event) {
        Member member = begin("Mppa.malloc", segment, result, resultOffset, event);
        store(result, resultOffset, malloc(segment, member, size));
    }

    long calloc(MppaSegment segment, long count, long size) {
        return calloc(segment, access.one("Mppa.calloc", segment, null), count, size);
    }

    private long calloc(MppaSegment segment, Member member, long count, long size) {
        try {
            return heap("Mppa.calloc", segment, member).calloc(count, size) - member.base;
        } catch (PgasException e) {
            throw Refusals.named("Mppa.calloc", e);
        }
    }

    void calloc(MppaSegment segment, long count, long size, MemorySegment result, long resultOffset, MppaEvent event) {
        Member member = begin("Mppa.calloc", segment, result, resultOffset, event);
        store(result, resultOffset, calloc(segment, member, count, size));
    }

    long realloc(MppaSegment segment, long offset, long size) {
        return realloc(segment, access.one("Mppa.realloc", segment, null), offset, size);
    }

    private long realloc(MppaSegment segment, Member member, long offset, long size) {
        SharedHeap heap = heap("Mppa.realloc", segment, member);
        long block = inMemory("Mppa.realloc", segment, member, offset);
        try {
            return heap.realloc(block, size) - member.base;
        } catch (PgasException e) {
            throw ofBlock("Mppa.realloc", offset, e);
        }
    }

    void realloc(MppaSegment segment, long offset, long size, MemorySegment result, long resultOffset,
            MppaEvent event) {
        Member member = begin("Mppa.realloc", segment, result, resultOffset, event);
        store(result, resultOffset, realloc(segment, member, offset, size));
    }

    void free(MppaSegment segment, long offset, MppaEvent event) {
        Member member = access.one("Mppa.free", segment, event);
        SharedHeap heap = heap("Mppa.free", segment, member);
        long block = inMemory("Mppa.free", segment, member, offset);
        try {
            heap.free(block);
        } catch (PgasException e) {
            throw ofBlock("Mppa.free", offset, e);
        }
    }

    long memalign(MppaSegment segment, long alignment, long size) {
        return memalign(segment, access.one("Mppa.memalign", segment, null), alignment, size);
    }

    private long memalign(MppaSegment segment, Member member, long alignment, long size) {
        try {
            return heap("Mppa.memalign", segment, member).memalign(alignment, size) - member.base;
        } catch (PgasException e) {
            throw Refusals.named("Mppa.memalign", e);
        }
    }

    void memalign(MppaSegment segment, long alignment, long size, MemorySegment result, long resultOffset,
            MppaEvent event) {
        Member member = begin("Mppa.memalign", segment, result, resultOffset, event);
        store(result, resultOffset, memalign(segment, member, alignment, size));
    }

    MemorySegment address(MppaSegment segment, long offset) {
        String call = "Mppa.address";
        Member member = access.one(call, segment, null);
        access.checkRange(call, segment, offset, 0);
        if (member.rank != access.job.rank() && !member.mapped) {
            throw member.mappable
                    ? access.refusals.bad(call, segment + " is not mapped here, since its process, rank " + member.rank
                            + ", is of another neighbourhood: get and put its bytes")
                    : notMapped(call, segment);
        }
        BoundSegment bound = access.job.endpoint().boundSegment(member.pair, member.rank);
        if (bound.mapped() == null) {
            access.one(call, segment);
            throw access.refusals.bad(call, segment + " is not mapped here");
        }
        return bound.mapped().asSlice(member.base + offset, segment.size() - offset);
    }
}
