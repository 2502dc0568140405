package org.pgas.heap.blocks;

import org.pgas.ErrorCode;
import org.pgas.PgasException;
import org.pgas.refusal.Refusals;

/** The errors of a heap, for people; {@code origin} is the offset of the heap in its segment. */
public record HeapFaults(Refusals refusals, String heap, long origin) {
    /** What such a heap is called. */
    public static String name(int rank, long offset) {
        return "SharedHeap at offset " + offset + " of rank " + rank;
    }

    public PgasException misuse(String call, String what) {
        return refusals.bad(call, what);
    }

    private long offset(long block) {
        return origin + block + Bins.HEADER_BYTES;
    }

    /** What the heap keeps about a block is not what it wrote. */
    public PgasException damaged(long block, String what) {
        return refusals.bad("SharedHeap", heap + " is damaged at the block of offset "
                + offset(block) + ": " + what
                + ": somebody has written beyond the end of a block, or into one that was freed");
    }

    /** {@code block}: what was given, less the header. */
    public PgasException notAllocated(String call, Blocks blocks, long block) {
        return misuse(call, "offset " + offset(block) + " is not that of a block in use of " + heap + ": "
                + found(blocks, block));
    }

    private String found(Blocks blocks, long block) {
        if (block < blocks.first() || block >= blocks.end()) {
            return "it is outside the blocks, whose offsets are " + offset(blocks.first()) + ".."
                    + (offset(blocks.end()) - Bins.GRANULE_BYTES) + ": give what an allocation of this heap answered";
        }
        if (!blocks.isInside(block)) {
            return "it is not a multiple of " + Bins.GRANULE_BYTES + ": give what an allocation of this heap answered";
        }
        long word = blocks.word(block);
        if (blocks.isHeader(block, word) && blocks.hasTag(block)) {
            return Blocks.state(word) == Blocks.ALLOCATED
                    ? "it was freed and given out again at this moment"
                    : "it has been freed already: free a block once";
        }
        return "no block begins there: it is inside a block, or was freed and is part of a larger one now, or what "
                + "is before it was"
                + " overwritten";
    }

    /** Another thread frees what this one frees or reallocates. */
    public PgasException freedMeanwhile(String call, long block) {
        return misuse(call,
                "offset " + offset(block) + " of " + heap + " was freed by another thread at the same time");
    }

    public PgasException noRoom(String call, long bytes, long largest, long free, long all) {
        return refusals.error(ErrorCode.RESOURCE, call, "no room for " + bytes + " bytes in " + heap
                + ": its largest free block takes " + largest + ", and " + free + " of its " + all
                + " bytes are free: free blocks, or make a larger heap");
    }
}
