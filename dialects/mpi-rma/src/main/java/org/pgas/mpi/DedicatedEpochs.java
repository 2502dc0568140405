package org.pgas.mpi;

import org.pgas.mpi.EpochState.Access;
import org.pgas.team.TeamCore;

/**
 * Access epochs by start and complete, and exposure epochs by post and await, which pairs of ranks count: see
 * {@link ControlWords}.
 *
 * <p>Source: MPI-2 "Dedicated".
 */
final class DedicatedEpochs {
    /** Fruitless tests per look for ranks that have left. A look takes as long as some tests. */
    private static final int TESTS_PER_LOOK = 16;

    private final WindowCore core;
    private final EpochState state;
    private final Messages messages;
    private final WindowLocks locks;
    private final PairWaits waits;

    /** By origin: posts of this rank to it. */
    private final long[] posts;

    /** By target: starts of this rank that named it. */
    private final long[] starts;

    /** By rank: whether it is a target of the epoch that is started. */
    private final byte[] isTarget;

    private int fruitless;

    /** What the start has asserted. */
    private int promises;

    /** Groups that were found legal: programs use the same ones again and again. */
    private Group legalTargets = Group.EMPTY;

    private Group legalOrigins = Group.EMPTY;

    DedicatedEpochs(WindowCore core, EpochState state, Messages messages, WindowLocks locks) {
        this.core = core;
        this.state = state;
        this.messages = messages;
        this.locks = locks;
        this.posts = new long[core.size()];
        this.starts = new long[core.size()];
        this.isTarget = new byte[core.size()];
        this.waits = new PairWaits(core, messages);
    }

    private void check(String call, Group group) {
        if (group == null) {
            throw core.refusals.bad(call, "the group is null: give Group.EMPTY for nobody");
        }
        for (int rank : group.members()) {
            core.checkRank(call, rank);
        }
    }

    void post(Group origins, int assertions) {
        Promises.check(core, "Window.post", assertions, Promises.POST);
        if (state.origins != null || state.access == Access.FENCE && !state.isIdle() || state.access == Access.FREED) {
            throw state.illegal("Window.post", null);
        }
        if (origins != legalOrigins) {
            check("Window.post", origins);
            legalOrigins = origins;
        }
        if (core.checked) {
            locks.checkNotLocked("Window.post");
        }
        if (state.access == Access.FENCE) {
            state.endFence(Access.NONE);
        }
        if (core.checked) {
            ControlWords.exposed(core.copies, core.controls[core.rank], true);
        }
        state.origins = origins;
        for (int origin : origins.members()) {
            ControlWords.post(core.copiesFor(origin), core.controls[origin], core.rank, ++posts[origin], assertions);
            TeamCore.of(core.team).ring(origin);
        }
    }

    void start(Group targets, int assertions) {
        Promises.check(core, "Window.start", assertions, Promises.NOCHECK);
        if (!state.isIdle()) {
            throw state.illegal("Window.start", null);
        }
        if (targets != legalTargets) {
            check("Window.start", targets);
            legalTargets = targets;
        }
        boolean posted = (assertions & Assertions.NOCHECK) != 0;
        if (core.checked && posted) {
            for (int target : targets.members()) {
                checkPosted(target);
            }
        }
        state.endFence(Access.STARTED);
        state.targets = targets;
        promises = assertions;
        for (int target : targets.members()) {
            starts[target]++;
            isTarget[target] = 1;
            state.open[target] = (byte) (posted ? 1 : 0);
        }
    }

    private void checkPosted(int target) {
        if (ControlWords.posts(core.controls[core.rank], target) <= starts[target]) {
            throw core.refusals.bad("Window.start", "NOCHECK asserts that all targets have posted, and rank " + target
                    + " of the window has not: synchronise before, or leave that assertion out");
        }
        checkAlike("Window.start", target, Assertions.NOCHECK);
    }

    private void checkAlike(String call, int target, int started) {
        int posted = ControlWords.postPromises(core.controls[core.rank], target) & Assertions.NOCHECK;
        if (posted != started) {
            throw core.refusals.bad(call, "rank " + target + " of the window has posted with "
                    + Assertions.toString(posted) + ", and this one has started with " + Assertions.toString(started)
                    + ": both assert NOCHECK, or none");
        }
    }

    /** Returns when {@code target}, a rank of the window, has posted. */
    void awaitPost(String call, int target) {
        if (isTarget[target] == 0) {
            throw state.illegal(call, "rank " + target + " is none of the targets");
        }
        waits.awaitPost(call, target, starts[target]);
        if (core.checked) {
            checkAlike(call, target, promises & Assertions.NOCHECK);
        }
    }

    /** Whether a target that has posted has promised that nobody puts to it. */
    boolean isWithoutPut(int target) {
        return (ControlWords.postPromises(core.controls[core.rank], target) & Assertions.NOPUT) != 0;
    }

    void complete() {
        if (state.access != Access.STARTED) {
            throw state.illegal("Window.complete", null);
        }
        if (!core.allMapped) {
            messages.awaitLocalAll();
        }
        for (int target : state.targets.members()) {
            state.open[target] = 0;
            isTarget[target] = 0;
            ControlWords.complete(core.copiesFor(target), core.controls[target], core.rank, starts[target],
                    core.parts[target].mapped ? 0 : messages.issued(target));
            TeamCore.of(core.team).ring(target);
        }
        state.targets = null;
        state.access = Access.NONE;
    }

    void await() {
        checkPosted("Window.await");
        waits.awaitCompletes("Window.await", state.origins, posts);
        endExposure();
    }

    boolean test() {
        checkPosted("Window.test");
        if (!waits.areComplete(state.origins, posts)) {
            core.team.job().poll();
            if (!waits.areComplete(state.origins, posts)) {
                if (++fruitless % TESTS_PER_LOOK == 0) {
                    waits.checkOrigins("Window.test", state.origins, posts);
                }
                return false;
            }
        }
        endExposure();
        return true;
    }

    private void checkPosted(String call) {
        if (state.origins == null) {
            throw state.illegal(call, null);
        }
    }

    private void endExposure() {
        state.origins = null;
        if (core.checked) {
            ControlWords.exposed(core.copies, core.controls[core.rank], false);
        }
    }
}
