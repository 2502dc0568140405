package org.pgas;

import org.pgas.rank.Face;
import org.pgas.team.SymmetricBlocks;

/**
 * Allocates in the segments of a team's members: blocks that begin at the same offset on all of them, so that a
 * program chooses no offsets, and a place is known by a rank and one number.
 *
 * <pre>{@code
 * SymmetricMemory memory = job.world().symmetric();
 * long flag = memory.allocate(8);                    // the same offset on all ranks, and zeros there
 * rma.putLong(next, flag, 1);
 * memory.free(flag);                                 // all ranks together, when none needs it any more
 * }</pre>
 *
 * <p><b>Memory.</b> Blocks lie in the segments bound to the members' endpoints, that of {@link Job#attach} mostly,
 * which may differ in size: what one of them has no room for, none gets. Teams may be any, and may have members in
 * common: blocks of all teams that lie in one segment are apart. They begin at multiples of an alignment, hold zeros at
 * first, and are found from the end of the segments downwards. So a program that also chooses offsets itself, from 0
 * on, meets them last; {@link #exclude} keeps them out of a range. What a program does at offsets of its own inside a
 * block nobody finds out. Client memory may be allocated like mapped memory, for what may lie there.
 *
 * <p><b>Callers.</b> {@link #allocate}, {@link #allocateAt}, {@link #free} and {@link #freeAt} are collective over the
 * team: all members call them in the same order as its other collectives, by one thread of each at a time, with the
 * same arguments. {@link #exclude} is not collective. None of them in a restricted context (see {@link Job}). A block
 * is used by any thread of any member, as any other part of the segments. Two teams that have members in common may
 * allocate at once; each may then miss room that the other one tries and gives back.
 *
 * <p><b>Order.</b> None returns from an allocation before all members have zeros there, which all see, and none from a
 * free before all have called it. What is under way on a block is complete before it is freed, on all ranks; a use
 * after that is undefined.
 *
 * <p><b>The end.</b> Blocks end when they are freed, when their team is destroyed, and with the segment; those of the
 * world with the job.
 *
 * <p><b>Errors.</b> {@link PgasException}, on all members, with nothing changed: on one of them no segment is bound, or
 * another argument is given, or there is no place that all have free ({@link ErrorCode#RESOURCE}: the message names the
 * rank and what is free there); {@code bytes} less than 1; an alignment that is no power of two in
 * 1..{@link Job#pageBytes()}; a rank outside the team; two members with one segment; an offset where no block of this
 * team begins, so also a second free. For the caller alone: a TM-pair, a team that is destroyed, a restricted context,
 * after the close of the job; on the world, between notify and wait of the {@link NamedBarrier}.
 *
 * <p>Source: OpenSHMEM 1.5, 9.3 (shmem_malloc, shmem_align, shmem_calloc, shmem_free), there of all ranks; UPC++ (new_,
 * allocate), there of one.
 */
@SuppressWarnings("exports") // what does its work is not for programs
public final class SymmetricMemory extends Face<SymmetricBlocks> {
    /** What the offset of a block is a multiple of if nothing else is said, in bytes: a cache line. */
    public static final int ALIGNMENT = 64;

    private final SymmetricBlocks blocks;

    SymmetricMemory(SymmetricBlocks blocks) {
        super(blocks);
        this.blocks = blocks;
    }

    /** {@link #allocate(long, long)} at a multiple of {@link #ALIGNMENT}. */
    public long allocate(long bytes) {
        return allocate(bytes, ALIGNMENT);
    }

    /**
     * Allocates {@code bytes} bytes of zeros at the same offset of all members' segments, a multiple of
     * {@code alignment}; returns the offset. Collective. Source: OpenSHMEM shmem_align, shmem_calloc.
     */
    public long allocate(long bytes, long alignment) {
        return blocks.allocate("SymmetricMemory.allocate", SymmetricBlocks.EVERYWHERE, bytes, alignment);
    }

    /** {@link #allocateAt(int, long, long)} at a multiple of {@link #ALIGNMENT}. */
    public long allocateAt(int rank, long bytes) {
        return allocateAt(rank, bytes, ALIGNMENT);
    }

    /**
     * As {@link #allocate(long, long)}, in the segment of team rank {@code rank} alone: for what all members use and
     * one has. The others take part, need no segment, and get the offset too. Beyond the documents.
     */
    public long allocateAt(int rank, long bytes, long alignment) {
        return blocks.allocate("SymmetricMemory.allocateAt", rank, bytes, alignment);
    }

    /**
     * Frees what {@link #allocate} has returned {@code offset} for. Collective, with a barrier. Source: OpenSHMEM
     * shmem_free.
     */
    public void free(long offset) {
        blocks.free("SymmetricMemory.free", SymmetricBlocks.EVERYWHERE, offset);
    }

    /** As {@link #free}, of what {@link #allocateAt} has returned {@code offset} for, in the segment of that rank. */
    public void freeAt(int rank, long offset) {
        blocks.free("SymmetricMemory.freeAt", rank, offset);
    }

    /**
     * Keeps {@code bytes} bytes from {@code offset} of this member's segment for offsets that the program chooses:
     * nothing is allocated there any more, by whatever team. Not collective: each rank says it of its own segment.
     * Errors: a range that is empty or not in the bound segment; no segment; a block that lies there already.
     */
    public void exclude(long offset, long bytes) {
        blocks.exclude("SymmetricMemory.exclude", offset, bytes);
    }
}
