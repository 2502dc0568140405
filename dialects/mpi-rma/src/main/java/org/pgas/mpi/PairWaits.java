package org.pgas.mpi;

import java.util.Arrays;

import org.pgas.team.Neighbours;
import org.pgas.team.TeamCore;
import org.pgas.wait.SharedCondition;

/** The waits for words that a peer has counted up: see {@link ControlWords}. */
final class PairWaits {
    /** Looks before a wait in due form; a microsecond or two, in which a peer that is about to count has done so. */
    private static final int LOOKS = 300;

    private final WindowCore core;
    private final Messages messages;
    private final long own;

    /** Whether nothing for this rank comes by messages. */
    private final boolean mapped;

    /** None where a wait of the team polls at once. */
    private final int looks;

    PairWaits(WindowCore core, Messages messages) {
        this.core = core;
        this.messages = messages;
        this.own = core.controls[core.rank];
        this.mapped = core.parts[core.rank].mapped && core.elsewhere == null;
        this.looks = Neighbours.mayLook(TeamCore.of(core.team)) ? LOOKS : 0;
    }

    /** Returns when {@code target} has posted to this rank so often. */
    void awaitPost(String call, int target, long count) {
        if (hasPosted(call, target, count)) {
            return;
        }
        for (int i = 0; i < looks; i++) {
            Thread.onSpinWait();
            if (hasPosted(call, target, count)) {
                return;
            }
        }
        TeamCore.of(core.team).await(new Post(call, target, count));
    }

    /** The target posts again only when this rank has completed, so it is never ahead of what this rank waits for. */
    private boolean hasPosted(String call, int target, long count) {
        long posts = ControlWords.posts(own, target);
        if (posts > count || posts < 0) {
            throw core.refusals.untold().damaged(call,
                    "rank " + target + " of the window has posted " + posts + " times: legal are 0.."
                            + count);
        }
        return posts == count;
    }

    /**
     * Returns when each of the origins has completed as often as {@code counts} says for it, and what it has sent is
     * done.
     */
    void awaitCompletes(String call, Group origins, long[] counts) {
        int[] members = origins.members();
        for (int i = 0; i < members.length; i++) {
            if (!awaitComplete(members[i], counts[members[i]])) {
                TeamCore.of(core.team).await(new Completes(call, members, i, counts));
                return;
            }
        }
    }

    /**
     * Looks without a poll only where nothing comes by one: operations on a part that is not mapped are carried out in
     * polls.
     */
    private boolean awaitComplete(int origin, long count) {
        boolean complete = isComplete(origin, count);
        for (int i = 0; mapped && i < looks && !complete; i++) {
            Thread.onSpinWait();
            complete = isComplete(origin, count);
        }
        return complete;
    }

    /** Throws as {@link #awaitCompletes} would if an origin has left that has not completed. */
    void checkOrigins(String call, Group origins, long[] counts) {
        TeamCore.of(core.team).checkNeeded(new Completes(call, origins.members(), 0, counts));
    }

    boolean areComplete(Group origins, long[] counts) {
        for (int origin : origins.members()) {
            if (!isComplete(origin, counts[origin])) {
                return false;
            }
        }
        return true;
    }

    private boolean isComplete(int origin, long count) {
        return ControlWords.completes(own, origin) >= count
                && (mapped || messages.executed(origin) >= ControlWords.issued(own, origin));
    }

    private final class Post implements SharedCondition {
        private final String call;
        private final int target;
        private final long count;

        Post(String call, int target, long count) {
            this.call = call;
            this.target = target;
            this.count = count;
        }

        @Override
        public boolean isMet() {
            return hasPosted(call, target, count);
        }

        @Override
        public int[] needed() {
            return new int[]{TeamCore.of(core.team).memberJobRank(target)};
        }

        @Override
        public String describe() {
            return call + ": rank " + target + " of the window has not posted";
        }
    }

    private final class Completes implements SharedCondition {
        private final String call;
        private final int[] origins;
        private final long[] counts;

        /** Those before it have completed. */
        private int next;

        Completes(String call, int[] origins, int next, long[] counts) {
            this.call = call;
            this.origins = origins;
            this.next = next;
            this.counts = counts;
        }

        @Override
        public boolean isMet() {
            while (next < origins.length && isComplete(origins[next], counts[origins[next]])) {
                next++;
            }
            return next == origins.length;
        }

        private int[] missing() {
            return Arrays.stream(origins, next, origins.length)
                    .filter(origin -> ControlWords.completes(own, origin) < counts[origin]).toArray();
        }

        @Override
        public int[] needed() {
            int[] missing = missing();
            for (int i = 0; i < missing.length; i++) {
                missing[i] = TeamCore.of(core.team).memberJobRank(missing[i]);
            }
            return missing;
        }

        @Override
        public String describe() {
            int[] missing = missing();
            if (missing.length == 0) {
                return call + ": operations of rank " + origins[Math.min(next, origins.length - 1)]
                        + " of the window have not all come";
            }
            return call + (missing.length == 1 ? ": rank " : ": ranks ")
                    + Arrays.toString(missing).replaceAll("[\\[\\]]", "")
                    + (missing.length == 1 ? " of the window has" : " of the window have") + " not completed";
        }
    }
}
