package org.pgas.mpi;

import java.lang.foreign.MemorySegment;

import org.pgas.coll.Collectives;

/** Whether a window may end: all ranks tell each other, before any of them gives something back. */
final class WindowEnd {
    private WindowEnd() {}

    private static final long OPEN = 1;
    private static final long USED = 2;

    /**
     * Collective; throws on all ranks if one has an epoch open, or memory of the window that is used otherwise, of
     * which {@code used}, which is null for none, says what and how that ends.
     */
    static void check(WindowCore core, Epochs epochs, String used) {
        String open = epochs.open();
        long[] all = new long[core.size()];
        Collectives.of(core.team).allGather(MemorySegment.ofArray(all),
                MemorySegment.ofArray(new long[]{open != null ? OPEN : used != null ? USED : 0}));
        if (open != null) {
            throw core.refusals.bad("Window.free", open + " is open here: end it first");
        }
        if (used != null) {
            throw core.refusals.bad("Window.free", "the memory of this rank cannot be given back: " + used
                    + "; until then the window is as before, on all ranks");
        }
        for (int rank = 0; rank < all.length; rank++) {
            if (all[rank] != 0) {
                throw core.refusals.bad("Window.free", "rank " + rank + " of the window has "
                        + (all[rank] == OPEN ? "an epoch open" : "memory that is used otherwise: see the error there")
                        + ": the window is as before, on all ranks");
            }
        }
    }
}
