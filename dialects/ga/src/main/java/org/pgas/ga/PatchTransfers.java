package org.pgas.ga;

import java.util.concurrent.atomic.AtomicReference;

/**
 * The transfers of an array's patches. A call takes a walk, and gives it back when all is in order.
 *
 * <pre>
 * field  writer      reader      order
 * spare  any thread  any thread  exchanged, given back by release
 * </pre>
 */
final class PatchTransfers {
    private final GaCore core;
    private final Layout layout;
    private final long[] offsets;
    private final PatchChecks checks;

    /** For the next call, or null while one has it: another that comes meanwhile makes its own. */
    private final AtomicReference<PatchWalk> spare = new AtomicReference<>();

    PatchTransfers(GaCore core, Layout layout, long[] offsets, PatchChecks checks) {
        this.core = core;
        this.layout = layout;
        this.offsets = offsets;
        this.checks = checks;
    }

    /** A walk over a patch, checked, for a call of the program. */
    PatchWalk begin(String call, long[] lo, long[] hi) {
        core.enter(call);
        checks.patch(call, lo, hi);
        return walk(call, lo, hi);
    }

    /** A walk over a patch that is in the array. */
    PatchWalk walk(String call, long[] lo, long[] hi) {
        PatchWalk known = spare.getAndSet(null);
        PatchWalk walk = known == null ? new PatchWalk(core, layout, offsets, checks) : known;
        walk.start(call, lo, hi);
        return walk;
    }

    void giveBack(PatchWalk walk) {
        spare.setRelease(walk);
    }
}
