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
 */
public record StoreCheck(long entries, long bytes, long errors, long[] lost) {
    static StoreCheck of(Rma rma, StoreLayout layout, SharedHeap heap) {
        return new Walk(rma, layout, heap).run();
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

        Walk(Rma rma, StoreLayout layout, SharedHeap heap) {
            this.rma = rma;
            this.layout = layout;
            this.heap = heap;
            records = new Records(rma);
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
            return new StoreCheck(entries, bytes, errors, Arrays.copyOf(lost, count));
        }

        private boolean isGood(long record, long bucket) {
            int block = Arrays.binarySearch(blocks, record);
            if (block < 0 || reached[block]) {
                return false;
            }
            reached[block] = true;
            long usable = heap.usableBytes(record);
            boolean good = records.isWhole(record, usable) && layout.bucketOf(records.hash(record)) == bucket;
            bytes += good ? usable : 0;
            return good;
        }
    }
}
