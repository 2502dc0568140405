package org.pgas.mpi;

/**
 * What a rank's calls promise by {@link Assertions}: which are legal where, and, in checked mode, whether those of
 * fences are true.
 */
final class Promises {
    static final int FENCE = Assertions.NOSTORE | Assertions.NOPUT | Assertions.NOPRECEDE | Assertions.NOSUCCEED;
    static final int POST = Assertions.NOCHECK | Assertions.NOSTORE | Assertions.NOPUT;
    static final int NOCHECK = Assertions.NOCHECK;

    /** What all ranks give, or none. */
    private static final int ALIKE = Assertions.NOPRECEDE | Assertions.NOSUCCEED;

    /** Beside the assertions of a fence: it asserts NOPRECEDE, and there was communication. */
    private static final int UNTRUE = 1 << 16;

    private final WindowCore core;

    /** Fences of this rank that have left their barrier: those of all ranks have the same numbers. */
    private long fences;

    Promises(WindowCore core) {
        this.core = core;
    }

    /** Refuses what {@code call} does not take. */
    static void check(WindowCore core, String call, int assertions, int legal) {
        if ((assertions & ~legal) != 0) {
            throw core.refusals.bad(call, "the assertions are " + Assertions.toString(assertions) + ": legal are "
                    + Assertions.toString(legal));
        }
    }

    /**
     * Tells the others, before the barrier of a fence, what this rank promises, and whether it has communicated before.
     */
    void tell(int assertions, boolean communicated) {
        boolean untrue = communicated && (assertions & Assertions.NOPRECEDE) != 0;
        ControlWords.fence(core.copies, core.controls[core.rank], fences + 1, assertions | (untrue ? UNTRUE : 0));
    }

    /** After the barrier: throws on all ranks if one promises what is untrue, or not what the others do. */
    void compare() {
        fences++;
        int own = ControlWords.fencePromises(core.controls[core.rank], fences);
        for (int rank = 0; rank < core.size(); rank++) {
            int promises = ControlWords.fencePromises(core.controls[rank], fences);
            if ((promises & UNTRUE) != 0) {
                throw core.refusals.bad("Window.fence", "rank " + rank
                        + " of the window asserts NOPRECEDE, and has communicated since the last fence: leave that "
                        + "assertion out");
            }
            if (((promises ^ own) & ALIKE) != 0) {
                throw core.refusals.bad("Window.fence", "rank " + rank + " of the window asserts "
                        + Assertions.toString(promises & ALIKE) + ", and this one " + Assertions.toString(own & ALIKE)
                        + ": all ranks assert NOPRECEDE, or none, and the same of NOSUCCEED");
            }
        }
    }

    /** Whether a rank has promised in the last fence that nobody puts to it. */
    boolean isWithoutPut(int target) {
        return (ControlWords.fencePromises(core.controls[target], fences) & Assertions.NOPUT) != 0;
    }
}
