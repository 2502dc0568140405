package org.pgas.examples.kv;

import org.pgas.Team;
import org.pgas.heap.SharedHeap;

/**
 * What was done to a store whose users were killed: its heap was recovered, and blocks were freed that no record was linked in from, or not any more.
 *
 * @param entries records that are there, all of them whole
 * @param freed blocks that were freed
 */
public record StoreRepair(long entries, long freed) {
    /** By one rank, while no other uses the file. Killed in the middle, it is done again by the next. */
    static StoreRepair run(Team team, StoreLayout layout) {
        try (SharedHeap heap = SharedHeap.recover(team, StoreLayout.RANK, layout.heap())) {
            StoreCheck found = StoreCheck.of(team.rma(), layout, heap);
            if (found.errors() > 0) {
                // what is behind a damaged record is not reached, and must not be freed
                throw new IllegalStateException(
                        "the store is damaged: " + found.errors() + " chains lead to something that is no record; "
                                + found.entries() + " records are whole; take the last copy of the file that is good");
            }
            for (long block : found.lost()) {
                heap.free(block);
            }
            return new StoreRepair(found.entries(), found.lost().length);
        }
    }
}
