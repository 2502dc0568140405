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

    /** The same, after whatever is strange about the rank: "stopped; computing". */
    static String withState(JobView job, RankStatus rank) {
        String state = state(rank);
        return switch (state) {
            case "joined", "joining", "missing", "left" -> of(job, rank);
            default -> state + "; " + of(job, rank);
        };
    }

    /**
     * "computing", or "waiting 3.2 s for rank 2 and 3 more: barrier 17: 4 of 8 ranks arrived". A rank of another
     * neighbourhood is named with that.
     */
    static String of(JobView job, RankStatus rank) {
        RankView.State state = rank.view().state();
        if (state == RankView.State.FREE) {
            return "has not joined";
        }
        if (state == RankView.State.LEFT) {
            return "has left";
        }
        return rank.waiting() == null ? rank.view().activity() : of(job, rank, rank.waiting());
    }

    private static String of(JobView job, RankStatus rank, WaitView wait) {
        String time = Figures.time(wait.nanos());
        if (wait.text().isEmpty()) {
            return wait.activity() + " for " + time;
        }
        return "waiting " + time + (wait.rank() < 0 ? "" : whom(name(job, rank, wait.rank()), wait.ranks())) + ": "
                + wait.text();
    }

    /** The name of a rank as another one would call it. */
    private static String name(JobView job, RankStatus by, int rank) {
        boolean isNeighbour = rank < job.size() && job.ranks().get(rank).neighbourhood() == by.neighbourhood();
        return isNeighbour ? "rank " + rank : job.describe(rank);
    }

    /** " for rank 2 and 3 more", of four. */
    static String whom(String first, int ranks) {
        return " for " + first + (ranks > 1 ? " and " + (ranks - 1) + " more" : "");
    }

    /** ", in 2 neighbourhoods" where there are several; else empty. */
    static String neighbourhoods(JobView job) {
        return job.neighbourhoods() == 1 ? "" : ", in " + job.neighbourhoods() + " neighbourhoods";
    }

    /** The neighbourhood of a rank, or a dash. */
    static String neighbourhood(RankStatus rank) {
        return rank.neighbourhood() == RankView.UNKNOWN ? "-" : Integer.toString(rank.neighbourhood());
    }
}
