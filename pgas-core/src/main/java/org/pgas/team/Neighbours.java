package org.pgas.team;

import org.pgas.spi.Topology;

/** What works only among ranks that map each other's memory. */
public final class Neighbours {
    private Neighbours() {}

    /** Refuses a call on a team of several neighbourhoods, on all members alike. */
    public static void check(TeamCore team, String call) {
        Topology topology = team.self().conduit().topology();
        for (int rank = 1; rank < team.members().size(); rank++) {
            if (topology.neighbourhood(team.memberJobRank(rank)) != topology.neighbourhood(team.memberJobRank(0))) {
                throw team.self().refusals().bad(call, "ranks 0 and " + rank + " of the team are of different "
                        + "neighbourhoods, whose memory is not mapped by each other, and this call does not go there "
                        + "yet: give a team of one neighbourhood (Job.neighbourhood)");
            }
        }
    }
}
