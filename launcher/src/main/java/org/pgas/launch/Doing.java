package org.pgas.launch;

import org.pgas.pshm.JobView;
import org.pgas.pshm.RankStatus;
import org.pgas.pshm.RankView;
import org.pgas.pshm.WaitView;

/** What jobs and ranks do, in words. */
final class Doing {
    private Doing() {}

    /** "running", "joining", "ending with code 3", "abandoned". */
    static String of(JobView job) {
        return switch (job.state()) {
            case JOINING -> "joining";
            case RUNNING -> "running";
            case ENDING -> "ending with code " + job.ending().code();
            case ABANDONED -> "abandoned";
        };
    }

    /** "joined", or what is stranger than that. */
    static String state(RankStatus rank) {
        RankView.State state = rank.view().state();
        if (!rank.alive()) {
            return switch (state) {
                case FREE -> "missing";
                case JOINING, JOINED -> "gone";
                case LEFT -> "left";
            };
        }
        if (isStopped(rank)) {
            return "stopped";
        }
        if (rank.view().exiting() && state != RankView.State.LEFT) {
            return "exiting";
        }
        return switch (state) {
            case FREE -> "missing";
            case JOINING -> "joining";
            case JOINED -> "joined";
            case LEFT -> "left";
        };
    }

    /** Whether a signal or a debugger has stopped its process. */
    static boolean isStopped(RankStatus rank) {
        return rank.kernelState() == 'T' || rank.kernelState() == 't';
    }

    /** "computing", or "waiting 3.2 s in barrier 17 of the world team for rank 2 and 3 others". */
    static String of(RankStatus rank) {
        RankView.State state = rank.view().state();
        if (state == RankView.State.FREE) {
            return "has not joined";
        }
        if (state == RankView.State.LEFT) {
            return "has left";
        }
        return rank.waiting() == null ? rank.view().activity() : of(rank.waiting());
    }

    private static String of(WaitView wait) {
        String time = Figures.time(wait.nanos());
        String what = wait.text().isEmpty() ? wait.activity() : wait.text();
        // the words of an activity are a whole: "waiting in a barrier"
        String text = what.startsWith("waiting ") ? "waiting " + time + what.substring("waiting".length())
                : wait.text().isEmpty() ? what + " for " + time : "waiting " + time + " in " + what;
        if (wait.rank() < 0 || wait.ranks() < 1) {
            return text;
        }
        int others = wait.ranks() - 1;
        return text + ", for rank " + wait.rank()
                + (others == 0 ? "" : " and " + others + (others == 1 ? " other" : " others"));
    }
}
