package org.pgas.heap.blocks;

import org.pgas.memory.SharedMemory;

/**
 * The FREE blocks by size: a doubly linked list for each bin, and a map of those with blocks. With the central lock
 * only.
 *
 * <p>Links are looked at before they are followed: where one leads to what is no FREE block, or to one that does not
 * lead back, the heap is damaged, by stores to memory that had been freed.
 */
public final class FreeBins {
    // Fields and orders: HeapLayout.

    /** Blocks of the bin itself that are looked at before larger ones, which all fit. */
    private static final int LOOKS = 8;

    private final Blocks blocks;
    private final HeapFaults faults;
    private final long map;
    private final long heads;
    private final long free;

    public FreeBins(Blocks blocks, HeapFaults faults) {
        this.blocks = blocks;
        this.faults = faults;
        this.map = blocks.base() + HeapLayout.MAP;
        this.heads = blocks.base() + HeapLayout.HEADS;
        this.free = blocks.base() + HeapLayout.FREE;
    }

    /** All empty. */
    public void reset() {
        SharedMemory.fill(blocks.base() + HeapLayout.MAP, (byte) 0, HeapLayout.COUNTS - HeapLayout.MAP);
        SharedMemory.putLong(free, 0);
    }

    /** In all of them. */
    public long freeGranules() {
        return SharedMemory.getLongOpaque(free);
    }

    private void addFree(long granules) {
        SharedMemory.putLong(free, SharedMemory.getLong(free) + granules);
    }

    public long head(int bin) {
        return SharedMemory.getLong(heads + 8L * bin);
    }

    private void setHead(int bin, long block) {
        SharedMemory.putLong(heads + 8L * bin, block);
        long word = map + (bin >>> 6) * 8L;
        long bit = 1L << bin;
        long bits = SharedMemory.getLong(word);
        SharedMemory.putLong(word, block == Blocks.NONE ? bits & ~bit : bits | bit);
    }

    /** The first bin from {@code bin} on that has blocks, or {@link Bins#COUNT}. */
    public int next(int bin) {
        for (int index = bin; index < Bins.COUNT; index = (index | 63) + 1) {
            long bits = SharedMemory.getLong(map + (index >>> 6) * 8L) >>> index;
            if (bits != 0) {
                return index + Long.numberOfTrailingZeros(bits);
            }
        }
        return Bins.COUNT;
    }

    /** Puts a block into its bin. The word of the block says FREE. */
    public void insert(long block, long granules) {
        int bin = Bins.bin(granules);
        long head = head(bin);
        blocks.setLink(block, head);
        blocks.setBackLink(block, Blocks.NONE);
        if (head != Blocks.NONE) {
            wordOf(head);
            blocks.setBackLink(head, block);
        }
        setHead(bin, block);
        addFree(granules);
    }

    /** Takes a block out. */
    public void remove(long block, long granules) {
        int bin = Bins.bin(granules);
        long next = blocks.link(block);
        long previous = blocks.backLink(block);
        if (next != Blocks.NONE) {
            wordOf(next);
            if (blocks.backLink(next) != block) {
                throw faults.damaged(block, "its list does not lead back to it");
            }
        }
        if (previous == Blocks.NONE ? head(bin) != block : !leads(previous, block)) {
            throw faults.damaged(block, "its list does not lead to it");
        }
        if (next != Blocks.NONE) {
            blocks.setBackLink(next, previous);
        }
        if (previous == Blocks.NONE) {
            setHead(bin, next);
        } else {
            blocks.setLink(previous, next);
        }
        addFree(-granules);
    }

    private boolean leads(long previous, long block) {
        wordOf(previous);
        return blocks.link(previous) == block;
    }

    /** The word of a block in a list. */
    public long wordOf(long block) {
        long word = blocks.wordIn(block, Blocks.FREE);
        if (word == 0) {
            throw faults.damaged(block, "a list of free blocks leads there, and there is none");
        }
        return word;
    }

    /** The size of a block that is the whole heap; larger ones have no bin. */
    private long most() {
        return blocks.end() - blocks.first() >>> 4;
    }

    /** A block of at least that size, which stays in; or {@link Blocks#NONE} when there is none. */
    public long find(long granules) {
        if (granules > most()) {
            return Blocks.NONE;
        }
        int bin = Bins.bin(granules);
        long block = search(bin, granules, 1, 0, LOOKS);
        if (block == Blocks.NONE) {
            int larger = next(bin + 1);
            block = larger < Bins.COUNT ? head(larger) : search(bin, granules, 1, 0, Long.MAX_VALUE);
        }
        return block;
    }

    /** As {@link #find}, of a block in which one of that size can begin where {@link #front} says. */
    public long find(long granules, long alignment, long origin) {
        if (granules > most()) {
            return Blocks.NONE;
        }
        long most = granules + alignment / Bins.GRANULE_BYTES + 1;
        int sure = Math.min(Bins.binFitting(most), Bins.COUNT); // in the largest heap there may be no bin of that size
        int larger = next(sure);
        if (larger < Bins.COUNT) {
            return head(larger);
        }
        for (int bin = next(Bins.bin(granules)); bin < sure; bin = next(bin + 1)) {
            long block = search(bin, granules, alignment, origin, Long.MAX_VALUE);
            if (block != Blocks.NONE) {
                return block;
            }
        }
        return Blocks.NONE;
    }

    private long search(int bin, long granules, long alignment, long origin, long most) {
        long looks = Math.min(most, blocks.end() >>> 5); // no list is longer, unless it goes round in a circle
        long block = head(bin);
        for (long look = 0; block != Blocks.NONE && look < looks; look++) {
            if (Blocks.granules(wordOf(block)) >= granules + front(block, alignment, origin)) {
                return block;
            }
            block = blocks.link(block);
        }
        return Blocks.NONE;
    }

    /**
     * How many granules a block has to be cut by in front: none, or enough for a block. After the cut the payload's
     * place, counted from {@code origin} before the base, is a multiple of {@code alignment}.
     */
    public static long front(long block, long alignment, long origin) {
        long payload = origin + block + Bins.HEADER_BYTES;
        long front = (-payload & alignment - 1) / Bins.GRANULE_BYTES;
        return front == 0 || front >= Bins.MIN_GRANULES ? front : front + alignment / Bins.GRANULE_BYTES;
    }

    /** Of the largest block, 0 if there is none. */
    public long largest() {
        int last = 0;
        for (int bin = next(0); bin < Bins.COUNT; bin = next(bin + 1)) {
            last = bin;
        }
        long largest = 0;
        long looks = blocks.end() >>> 5;
        for (long block = head(last); block != Blocks.NONE && looks > 0; looks--) {
            largest = Math.max(largest, Blocks.granules(wordOf(block)));
            block = blocks.link(block);
        }
        return largest;
    }
}
