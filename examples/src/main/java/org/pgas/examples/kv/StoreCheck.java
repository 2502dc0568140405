package org.pgas.examples.kv;

import java.util.Arrays;

import org.pgas.Rma;
import org.pgas.heap.SharedHeap;

/**
 * What was found in a store by going through all chains, and comparing with the blocks that its heap has given out.
 *
 * @param entries records that are whole and in their bucket, each in a block of its own
 * @param bytes of these records
 * @param errors places where a chain leads to something else
 * @param lost blocks that no chain leads to, ascending
 * @param sum of {@link Records#digest} of these records
 * @param version the largest of these records, 0 of none
 * @param epoch the latest of these records, 0 of none
 */
public record StoreCheck(long entries, long bytes, long errors, long[] lost, long sum, long version, long epoch) {
    static StoreCheck of(Rma rma, StoreLayout layout, SharedHeap heap, Records records) {
        return new Walk(rma, layout, heap, records).run();
    }

    /** One way through all chains. */
    private static final class Walk {
        private final Rma rma;
        private final StoreLayout layout;
        private final SharedHeap heap;
        private final Records records;
        private final long[] blocks;
        private final boolean[] reached;
        private long entries;
        private long bytes;
        private long errors;
        private long sum;
        private long version;
        private long epoch;

        Walk(Rma rma, StoreLayout layout, SharedHeap heap, Records records) {
            this.rma = rma;
            this.layout = layout;
            this.heap = heap;
            this.records = records;
            blocks = heap.blocks();
            reached = new boolean[blocks.length];
        }

        StoreCheck run() {
            for (long bucket = 0; bucket < layout.buckets(); bucket++) {
                long record = rma.getLong(StoreLayout.RANK, layout.bucket(bucket));
                while (record != 0 && isGood(record, bucket)) {
                    entries++;
                    record = rma.getLong(StoreLayout.RANK, record);
                }
                // what comes after something else cannot be known
                errors += record == 0 ? 0 : 1;
            }
            long[] lost = new long[blocks.length];
            int count = 0;
            for (int i = 0; i < blocks.length; i++) {
                if (!reached[i]) {
                    lost[count++] = blocks[i];
                }
            }
            return new StoreCheck(entries, bytes, errors, Arrays.copyOf(lost, count), sum, version, epoch);
        }

        private boolean isGood(long record, long bucket) {
            int block = Arrays.binarySearch(blocks, record);
            if (block < 0 || reached[block]) {
                return false;
            }
            reached[block] = true;
            long usable = heap.usableBytes(record);
            RecordFormat.Head head = records.whole(record, usable);
            if (head == null || layout.bucketOf(head.hash()) != bucket) {
                return false;
            }
            bytes += usable;
            sum += Records.digest(head.hash(), head.version());
            version = Math.max(version, head.version());
            epoch = Math.max(epoch, head.epoch());
            return true;
        }
    }
}
