package org.pgas.launch;

import org.pgas.pshm.HostedJob;
import org.pgas.pshm.RankView;

/** Which ranks are in the job: they may wait for one that is not, and have to leave before they end. */
final class Members {
    private Members() {}

    static boolean isMember(RankView.State state) {
        return state == RankView.State.JOINING || state == RankView.State.JOINED;
    }

    /** The lowest rank that is in the job, also on other hosts; -1 if none is. */
    static int lowest(HostedJob hosted) {
        for (int rank = 0; rank < hosted.size(); rank++) {
            if (isMember(hosted.rank(rank).state())) {
                return rank;
            }
        }
        return -1;
    }
}
