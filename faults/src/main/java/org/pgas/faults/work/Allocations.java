package org.pgas.faults.work;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.SplittableRandom;

import org.pgas.Job;
import org.pgas.heap.SharedHeap;

/** Blocks of a heap in the segment of rank 0, taken by one rank and given back by the next; contents are checked. */
public final class Allocations {
    private static final long HEAP = 512 << 10;
    private static final long SLOTS = 4096;
    private static final int OWN = 24;
    private static final int MOST_LONGS = 512;

    private final Job job;
    private final SharedHeap heap;
    private final SplittableRandom random;
    private final long[] blocks = new long[OWN];
    private final long[] lengths = new long[OWN];
    private final long[] words = new long[MOST_LONGS];

    private Allocations(Job job) {
        this.job = job;
        job.attach(SLOTS + HEAP);
        random = new SplittableRandom(job.rank());
        heap = SharedHeap.create(job.world(), 0, SLOTS, HEAP);
        java.util.Arrays.fill(blocks, SharedHeap.NONE);
    }

    /** No arguments. */
    public static void main(String[] arguments) {
        try (Job job = Job.join()) {
            Allocations allocations = new Allocations(job);
            job.world().barrier();
            System.out.println(Workload.READY);
            for (int round = 0;; round++) {
                allocations.change(allocations.random.nextInt(OWN));
                allocations.handOver(round);
            }
        }
    }

    private void change(int at) {
        if (blocks[at] == SharedHeap.NONE) {
            lengths[at] = 8L * (1 + random.nextInt(random.nextInt(1, MOST_LONGS)));
            blocks[at] = heap.tryMalloc(lengths[at]);
            fill(blocks[at], lengths[at]);
        } else if (random.nextInt(3) == 0) {
            look(blocks[at], lengths[at]);
            long bytes = 8L * (1 + random.nextInt(MOST_LONGS));
            long moved = heap.tryRealloc(blocks[at], bytes);
            if (moved != SharedHeap.NONE) {
                look(moved, Math.min(bytes, lengths[at]));
                blocks[at] = moved;
                lengths[at] = bytes;
                fill(moved, bytes);
            }
        } else {
            look(blocks[at], lengths[at]);
            heap.free(blocks[at]);
            blocks[at] = SharedHeap.NONE;
        }
    }

    /** Leaves a block for the next rank, which frees it, in a word of its own; one at a time. */
    private void handOver(int round) {
        int next = (job.rank() + 1) % job.size();
        long word = 64L * next;
        if (job.world().rma().getLongAcquire(0, word) == 0) {
            long bytes = 8L * (1 + round % MOST_LONGS);
            long block = heap.tryMalloc(bytes);
            if (block != SharedHeap.NONE) {
                fill(block, bytes);
                job.world().rma().putLong(0, word + 8, bytes);
                job.world().rma().putLongRelease(0, word, block);
            }
        }
        long own = 64L * job.rank();
        long block = job.world().rma().getLongAcquire(0, own);
        if (block != 0) {
            look(block, job.world().rma().getLong(0, own + 8));
            heap.free(block);
            job.world().rma().putLongRelease(0, own, 0);
        }
    }

    private static long word(long block, int index) {
        return block * 1_000_003 + index;
    }

    private void fill(long block, long bytes) {
        if (block != SharedHeap.NONE) {
            for (int i = 0; i < bytes / 8; i++) {
                words[i] = word(block, i);
            }
            job.world().rma().put(0, block, MemorySegment.ofArray(words), 0, bytes);
        }
    }

    /** Contents are those of the block that it was filled as: the first word says which. */
    private void look(long block, long bytes) {
        MemorySegment copy = MemorySegment.ofArray(words);
        job.world().rma().get(copy, 0, 0, block, bytes);
        long first = copy.get(ValueLayout.JAVA_LONG_UNALIGNED, 0);
        Check.equal("first word of a block", 0, first % 1_000_003);
        for (int i = 0; i < bytes / 8; i++) {
            Check.equal("word " + i + " of a block of " + bytes + " bytes", first + i, words[i]);
        }
    }
}
