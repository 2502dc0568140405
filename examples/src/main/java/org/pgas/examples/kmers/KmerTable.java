package org.pgas.examples.kmers;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.function.LongConsumer;

import org.pgas.Job;
import org.pgas.Segment;
import org.pgas.atomics.LongAtomicDomain;

/**
 * A hash table of k-mer counts, spread over the segments of all ranks and filled with one-sided operations only: a
 * compare-and-swap claims a slot for a k-mer, a fetch-add counts it. No owner ever takes part.
 *
 * <p>A segment holds the {@link Summary} and then slots of 16 bytes: the k-mer plus one (0 is a free slot), and its
 * count. The high bits of the mixed k-mer choose the rank, the low bits the first slot; taken slots are passed over one
 * by one.
 */
public final class KmerTable implements LongConsumer, LocalCounts {
    /** Bytes of a slot. */
    public static final int SLOT_BYTES = 16;

    /** Share of slots that may be taken before probing gets long. */
    public static final double COMFORTABLE_LOAD = 0.7;

    private final Job job;
    private final LongAtomicDomain atomics;
    private final Segment segment;
    private final long firstSlot;
    private final long slots;
    private final long mostProbes;

    /**
     * Uses the rest of the attached segment, which must be of the same size on all ranks, behind {@code firstSlot}
     * bytes.
     */
    public KmerTable(Job job, Segment segment, long firstSlot) {
        this.job = job;
        this.segment = segment;
        this.firstSlot = firstSlot;
        this.atomics = LongAtomicDomain.create(job.world());
        this.slots = Math.max(0, segment.size() - firstSlot) / SLOT_BYTES;
        // A table that is nearly full makes probes long before it is quite full; it is of no use then either.
        this.mostProbes = Math.min(slots, 16_384);
    }

    @Override
    public long slots() {
        return slots;
    }

    /**
     * Counts one occurrence of a canonical k-mer. Any thread, any rank.
     *
     * @throws TableFullException when no slot is free near its place
     */
    @Override
    public void accept(long kmer) {
        long mixed = Mix.mix(kmer);
        int rank = Mix.place(mixed, job.size());
        long key = kmer + 1;
        long slot = slots == 0 ? 0 : Long.remainderUnsigned(mixed & 0xFFFF_FFFF_FFFFL, slots);
        for (long probe = 0; probe < mostProbes; probe++) {
            long offset = firstSlot + slot * SLOT_BYTES;
            long found = atomics.get(rank, offset);
            if (found == 0) {
                found = atomics.fetchCompareAndSwap(rank, offset, 0, key);
            }
            if (found == 0 || found == key) {
                atomics.fetchAdd(rank, offset + 8, 1);
                return;
            }
            slot++;
            if (slot == slots) {
                slot = 0;
            }
        }
        throw new TableFullException(rank, slots);
    }

    @Override
    public void forEachLocal(Visitor visitor) {
        MemorySegment memory = segment.local();
        for (long slot = 0; slot < slots; slot++) {
            long offset = firstSlot + slot * SLOT_BYTES;
            long key = memory.get(ValueLayout.JAVA_LONG, offset);
            if (key != 0) {
                visitor.visit(key - 1, memory.get(ValueLayout.JAVA_LONG, offset + 8));
            }
        }
    }

    /** No free slot was found for a k-mer. */
    public static final class TableFullException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        TableFullException(int rank, long slots) {
            super("the table is full: of the " + slots + " slots of rank " + rank
                    + " none near a k-mer's place is free");
        }
    }
}
