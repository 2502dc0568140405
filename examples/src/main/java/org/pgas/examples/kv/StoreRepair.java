package org.pgas.examples.kv;

import org.pgas.Rma;
import org.pgas.Team;
import org.pgas.heap.SharedHeap;

/**
 * What was done to a store after its ranks were killed while the kernel ran on: its heap was recovered, and blocks were
 * freed that no record was linked in from, or not any more.
 *
 * @param entries records that are there, all of them whole
 * @param freed blocks that were freed
 */
public record StoreRepair(long entries, long freed) {
    /**
     * By rank 0, while no other uses the file. Killed in the middle, it is done again by the next. What was found is on
     * the device when it returns.
     */
    static StoreRepair run(Team team, StoreLayout layout, StoreDevice device, StoreOptions options) {
        Rma rma = team.rma();
        HeaderCopies copies = new HeaderCopies(rma, device, layout.bytes());
        Records records = new Records(rma, options.parts().format());
        try (SharedHeap heap = SharedHeap.recover(team, StoreLayout.RANK, layout.heap())) {
            StoreCheck found = StoreCheck.of(rma, layout, heap, records);
            if (found.errors() > 0) {
                // what is behind a damaged record is not reached, and must not be freed
                throw new StoreDamagedException(
                        "the store is damaged: " + found.errors() + " chains lead to something that is no record; "
                                + found.entries() + " records are whole: kv repair keeps what is whole");
            }
            StoreHeader former = copies.newest();
            long epoch = Math.max(Math.max(former.epoch(), found.epoch()),
                    rma.getLong(StoreLayout.RANK, StoreLayout.EPOCH));
            long version = Math.max(Math.max(former.version(), found.version()),
                    rma.getLong(StoreLayout.RANK, StoreLayout.VERSION));
            // of a block that no chain leads to, the device may have the record that counts there: what is linked
            // instead comes to the device first
            if (rma.getLong(StoreLayout.RANK, StoreLayout.FAILED) != 0) {
                layout.touch(page -> rma.putLong(StoreLayout.RANK, page, rma.getLong(StoreLayout.RANK, page)), device);
            }
            device.sync();
            for (long block : found.lost()) {
                RecordFormat.Head head = heap.usableBytes(block) < RecordFormat.HEAD ? null : records.head(block);
                if (head != null && head.dropped() == RecordFormat.NEVER) {
                    records.drop(block, head.version(), epoch);
                }
            }
            StoreHeader header = new StoreHeader(former.size(), former.sequence() + 1, false, options.boot(),
                    new StoreHeader.End(epoch, found.entries(), found.sum()), version);
            copies.writeBoth(header);
            for (long block : found.lost()) {
                heap.free(block);
            }
            return new StoreRepair(found.entries(), found.lost().length);
        }
    }
}
