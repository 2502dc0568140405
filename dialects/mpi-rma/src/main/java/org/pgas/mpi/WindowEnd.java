package org.pgas.mpi;

import java.lang.foreign.MemorySegment;

import org.pgas.coll.Collectives;

/** Whether a window may end: all ranks tell each other. */
final class WindowEnd {
    private WindowEnd() {}

    /** Collective; throws on all ranks if one has an epoch open. */
    static void check(WindowCore core, Epochs epochs) {
        String open = epochs.open();
        long[] all = new long[core.size()];
        Collectives.of(core.team).allGather(MemorySegment.ofArray(all),
                MemorySegment.ofArray(new long[]{open == null ? 0 : 1}));
        if (open != null) {
            throw core.bad("Window.free", open + " is open here: end it first");
        }
        for (int rank = 0; rank < all.length; rank++) {
            if (all[rank] != 0) {
                throw core.bad("Window.free", "rank " + rank
                        + " of the window has an epoch open: the window is as before, on all ranks");
            }
        }
    }
}
