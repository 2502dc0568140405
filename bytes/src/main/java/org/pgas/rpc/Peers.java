package org.pgas.rpc;

import java.util.List;

import org.pgas.Team;
import org.pgas.refusal.Refusals;

/** The ranks of a team, of which each process may have one. */
final class Peers {
    private final Peer[] peers;
    private final Peer[] byJobRank;

    Peers(Team team, int calls) {
        peers = new Peer[team.size()];
        byJobRank = new Peer[team.job().size()];
        for (int rank = 0; rank < peers.length; rank++) {
            int jobRank = team.toJobRank(rank);
            if (byJobRank[jobRank] != null) {
                throw Refusals.of(team.job().rank()).bad("Rpc.Builder.open",
                        "ranks " + byJobRank[jobRank].rank + " and " + rank
                                + " of the team are the same process, rank " + jobRank
                                + " of the job: make a team with one member in each");
            }
            peers[rank] = new Peer(rank, jobRank, calls);
            byJobRank[jobRank] = peers[rank];
        }
    }

    int size() {
        return peers.length;
    }

    List<Peer> all() {
        return List.of(peers);
    }

    Peer get(int rank) {
        return peers[rank];
    }

    /** Null when it is no member. */
    Peer ofJobRank(int jobRank) {
        return byJobRank[jobRank];
    }
}
