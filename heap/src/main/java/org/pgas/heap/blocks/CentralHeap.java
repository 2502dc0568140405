package org.pgas.heap.blocks;

import org.pgas.memory.SharedMemory;

/**
 * Where blocks are cut and joined: first-fit over the bins; free neighbours become one at once. With the central lock.
 *
 * <p>Every change of where blocks begin is one store, see {@link Blocks}: what is before it in the code is not seen by
 * a walk, and what is after it can be done again by a recovery.
 */
public final class CentralHeap {
    // Fields and orders: HeapLayout.

    private final Blocks blocks;
    public final FreeBins bins;
    private final HeapFaults faults;
    private final long origin;

    /** {@code origin}: the offset of the heap in its segment, to which alignments refer. */
    public CentralHeap(Blocks blocks, HeapFaults faults, long origin) {
        this.blocks = blocks;
        this.bins = new FreeBins(blocks, faults);
        this.faults = faults;
        this.origin = origin;
    }

    /** One block over everything, in a heap that nobody sees yet. */
    public void lay() {
        bins.reset();
        long granules = blocks.end() - blocks.first() >>> 4;
        blocks.write(blocks.first(), granules, Blocks.FREE, 0);
        bins.insert(blocks.first(), granules);
    }

    /** A new block in use, of at least that size, or {@link Blocks#NONE}. */
    public long allocate(long granules) {
        long found = bins.find(granules);
        return found == Blocks.NONE ? found : cut(found, 0, granules);
    }

    /** As {@link #allocate(long)}, with a payload at a multiple of {@code alignment}. */
    public long allocate(long granules, long alignment) {
        long found = bins.find(granules, alignment, origin);
        return found == Blocks.NONE ? found : cut(found, FreeBins.front(found, alignment, origin), granules);
    }

    /** Of the block that was found in a bin: in one of larger blocks nobody has looked at it yet. */
    private long sizeOf(long found, long least) {
        long all = Blocks.granules(bins.wordOf(found));
        if (all < least) {
            throw faults.damaged(found, "it has " + all * Bins.GRANULE_BYTES
                    + " bytes, and is in a list of free blocks of more than " + least * Bins.GRANULE_BYTES);
        }
        return all;
    }

    /** Makes a block in use out of a FREE one, {@code front} granules behind its begin. */
    private long cut(long found, long front, long wanted) {
        long all = sizeOf(found, front + wanted);
        bins.remove(found, all);
        long rest = all - front - wanted;
        long granules = rest < Bins.MIN_GRANULES ? wanted + rest : wanted;
        rest = all - front - granules;
        long block = Blocks.after(found, front);
        long behind = Blocks.after(block, granules);
        if (rest > 0) {
            blocks.write(behind, rest, Blocks.FREE, granules);
        }
        if (front > 0) {
            blocks.write(block, granules, Blocks.ALLOCATED, front);
            blocks.commit(found, front, Blocks.FREE);
            bins.insert(found, front);
        } else {
            blocks.commit(block, granules, Blocks.ALLOCATED);
        }
        settle(behind, granules, rest);
        count(block, HeapLayout.COUNTS);
        return block;
    }

    /** After a block was cut: tells what follows, and puts the rest, if there is one, in its bin. */
    private void settle(long rest, long granulesBefore, long granules) {
        if (granules > 0) {
            blocks.setGranulesBefore(Blocks.after(rest, granules), granules);
            bins.insert(rest, granules);
        } else {
            blocks.setGranulesBefore(rest, granulesBefore);
        }
    }

    /**
     * Cuts {@code count} blocks of a size class at once, if there is room in one place: the first is in use, the others
     * are a chain of FREED ones that begins with its neighbour. {@link Blocks#NONE} if there is not.
     */
    public long carve(long granules, int count) {
        long found = bins.find(granules * count);
        if (found == Blocks.NONE) {
            return found;
        }
        long all = sizeOf(found, granules * count);
        bins.remove(found, all);
        long rest = all - granules * count;
        long last = rest < Bins.MIN_GRANULES ? granules + rest : granules;
        rest = all - granules * (count - 1) - last;
        long behind = Blocks.after(found, all - rest);
        if (rest > 0) {
            blocks.write(behind, rest, Blocks.FREE, last);
        }
        long next = Blocks.NONE;
        for (int index = count - 1; index > 0; index--) {
            long block = Blocks.after(found, granules * index);
            blocks.setLink(block, next);
            blocks.write(block, index == count - 1 ? last : granules, Blocks.FREED, granules);
            next = block;
        }
        blocks.commit(found, count == 1 ? last : granules, Blocks.ALLOCATED);
        settle(behind, last, rest);
        count(found, HeapLayout.COUNTS);
        return found;
    }

    /** Takes a FREED block back and joins it with free neighbours. */
    public void release(long block) {
        long word = blocks.wordIn(block, Blocks.FREED);
        if (word == 0) {
            throw faults.damaged(block, "a block that was freed should be there");
        }
        long granules = Blocks.granules(word);
        long start = block;
        long all = granules;
        long before = blocks.granulesBefore(block);
        if (before != 0) {
            long neighbour = block - before * Bins.GRANULE_BYTES;
            long its = wordOfNeighbour(block, neighbour);
            if (Blocks.granules(its) != before) {
                throw faults.damaged(block, "it does not fit to the block before");
            }
            if (Blocks.state(its) == Blocks.FREE) {
                bins.remove(neighbour, before);
                start = neighbour;
                all += before;
            }
        }
        long next = Blocks.after(block, granules);
        long gained = next == blocks.end() ? 0 : freeGranules(block, next);
        if (gained > 0) {
            bins.remove(next, gained);
            all += gained;
        }
        blocks.commit(start, all, Blocks.FREE);
        if (start != block) {
            blocks.clear(block);
        }
        if (gained > 0) {
            blocks.clear(next);
        }
        blocks.setGranulesBefore(Blocks.after(start, all), all);
        bins.insert(start, all);
    }

    /** Takes back a chain of FREED blocks. */
    public void releaseChain(long first) {
        long block = first;
        while (block != Blocks.NONE) {
            if (blocks.wordIn(block, Blocks.FREED) == 0) {
                throw faults.damaged(block, "a block that was freed should be there");
            }
            long next = blocks.link(block);
            release(block);
            block = next;
        }
    }

    /** Of the block behind, if that is FREE; else 0. */
    private long freeGranules(long block, long next) {
        long word = wordOfNeighbour(block, next);
        return Blocks.state(word) == Blocks.FREE ? Blocks.granules(word) : 0;
    }

    private long wordOfNeighbour(long block, long neighbour) {
        long word = blocks.isInside(neighbour) ? blocks.word(neighbour) : 0;
        if (word == 0 || !blocks.isHeader(neighbour, word)) {
            throw faults.damaged(neighbour, "no block begins there, next to that of offset "
                    + (origin + block + Bins.HEADER_BYTES));
        }
        return word;
    }

    /**
     * Throws when the block is not any more what the caller has looked at without the lock. While it is, what is in it
     * and where the next one begins stay under the lock: a thread that frees it now has to wait for the lock before its
     * memory is anybody's, or keeps it whole in a cache.
     */
    private void checkStill(String call, long block, long word) {
        if (blocks.word(block) != word) {
            throw faults.freedMeanwhile(call, block);
        }
    }

    /** Makes a block in use larger, if what is behind it is free and large enough; says whether it was. */
    public boolean extend(String call, long block, long word, long wanted) {
        checkStill(call, block, word);
        long own = Blocks.granules(word);
        long next = Blocks.after(block, own);
        long gained = next == blocks.end() ? 0 : freeGranules(block, next);
        if (gained == 0 || own + gained < wanted) {
            return false;
        }
        bins.remove(next, gained);
        long rest = own + gained - wanted;
        long granules = rest < Bins.MIN_GRANULES ? own + gained : wanted;
        rest = own + gained - granules;
        long behind = Blocks.after(block, granules);
        if (rest > 0) {
            blocks.write(behind, rest, Blocks.FREE, granules);
        }
        if (!blocks.commit(block, word, granules)) {
            bins.insert(next, gained);
            throw faults.freedMeanwhile(call, block);
        }
        blocks.clear(next);
        settle(behind, granules, rest);
        recount(own, granules);
        return true;
    }

    /** Makes a block in use smaller and takes back what is left, which is a block at least. */
    public void shrink(String call, long block, long word, long wanted) {
        checkStill(call, block, word);
        long own = Blocks.granules(word);
        long rest = own - wanted;
        long behind = Blocks.after(block, wanted);
        blocks.write(behind, rest, Blocks.FREED, wanted);
        if (!blocks.commit(block, word, wanted)) {
            throw faults.freedMeanwhile(call, block);
        }
        blocks.setGranulesBefore(Blocks.after(behind, rest), rest);
        release(behind);
        recount(own, wanted);
    }

    private void recount(long before, long now) {
        add(HeapLayout.COUNTS + 8, Bins.bin(before));
        add(HeapLayout.COUNTS, Bins.bin(now));
    }

    private void count(long block, int counts) {
        add(counts, Bins.bin(Blocks.granules(blocks.word(block))));
    }

    /** Counts a free of a block that went to no cache. */
    public void countFree(long granules) {
        add(HeapLayout.COUNTS + 8, Bins.bin(granules));
    }

    /** Counts a block in use that a recovery has found. */
    public void countFound(long granules) {
        add(HeapLayout.COUNTS, Bins.bin(granules));
    }

    private void add(int counts, int bin) {
        long word = blocks.base() + counts + 16L * bin;
        SharedMemory.putLong(word, SharedMemory.getLong(word) + 1);
    }

    public static long allocations(long base, int bin) {
        return SharedMemory.getLongOpaque(base + HeapLayout.COUNTS + 16L * bin);
    }

    public static long frees(long base, int bin) {
        return SharedMemory.getLongOpaque(base + HeapLayout.COUNTS + 16L * bin + 8);
    }
}
