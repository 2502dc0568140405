package org.pgas.team;

import java.util.Arrays;

import org.pgas.spi.Topology;

/** What works only among ranks that map each other's memory. */
public final class Neighbours {
    private Neighbours() {}

    /** By rank of the team whether it is of another neighbourhood than this one; null when none is. */
    public static boolean[] elsewhere(TeamCore team) {
        Topology topology = team.self().conduit().topology();
        int own = topology.neighbourhood(team.self().rank());
        boolean[] isElsewhere = new boolean[team.members().size()];
        boolean isAny = false;
        for (int rank = 0; rank < isElsewhere.length; rank++) {
            isElsewhere[rank] = topology.neighbourhood(team.memberJobRank(rank)) != own;
            isAny |= isElsewhere[rank];
        }
        return isAny ? isElsewhere : null;
    }

    /** By rank of the team its neighbourhood; null when all are of this one. */
    public static int[] ofMembers(TeamCore team) {
        if (elsewhere(team) == null) {
            return null;
        }
        Topology topology = team.self().conduit().topology();
        int[] neighbourhoods = new int[team.members().size()];
        Arrays.setAll(neighbourhoods, rank -> topology.neighbourhood(team.memberJobRank(rank)));
        return neighbourhoods;
    }

    /**
     * Refuses a call on a team of several neighbourhoods, on all members alike. {@code why} it does not go there, and
     * {@code remedy}, what else helps, such as "Window.allocate, or", are parts of what it says.
     */
    public static void check(TeamCore team, String call, String why, String remedy) {
        Topology topology = team.self().conduit().topology();
        for (int rank = 1; rank < team.members().size(); rank++) {
            if (topology.neighbourhood(team.memberJobRank(rank)) != topology.neighbourhood(team.memberJobRank(0))) {
                throw team.self().refusals().bad(call, "ranks 0 and " + rank + " of the team are of different "
                        + "neighbourhoods, whose memory is not mapped by each other, " + why + ": use " + remedy
                        + " give a team of one neighbourhood (Job.neighbourhood)");
            }
        }
    }

    /**
     * Whether a wait for a word of a member may look at it for a while before it polls. Not where ranks share cores: a
     * rank that looks would keep the awaited one from running. And not where members are elsewhere: their words change
     * by polls alone.
     */
    public static boolean mayLook(TeamCore team) {
        return elsewhere(team) == null && !team.self().conduit().topology().isCrowded(team.self().rank());
    }
}
