package org.pgas;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.pgas.rank.TeamMembers;
import org.pgas.team.TeamCore;
import org.pgas.team.TeamWords;

/** Translation of ranks in teams that are not the world. */
class TeamRanksTest {
    private static final int JOB_SIZE = 4;

    private final FakeWorld world = new FakeWorld(JOB_SIZE);
    private final Job job = world.job(0);

    private Team team(int... jobRanks) {
        TeamMembers members = new TeamMembers(jobRanks, new int[jobRanks.length]);
        long place = job.rooms().area.allocate(TeamWords.bytes(jobRanks.length));
        TeamWords words = TeamWords.at(place, world.conduit(0), job.rooms().area, members, 0);
        return new Team(job, new TeamCore(job.rooms().teams, job.rooms().endpoints.primordial(), members, 0, words,
                true, 0), null);
    }

    @Test
    void shouldTranslateBetweenRanksAndJobRanks() {
        Team team = team(3, 0, 2);
        assertEquals(3, team.size());
        for (int rank = 0; rank < 3; rank++) {
            assertEquals(rank, team.fromJobRank(team.toJobRank(rank)));
            assertEquals(new Endpoint.Location(team.toJobRank(rank), 0), team.location(rank));
        }
    }

    @Test
    void shouldAnswerInvalidForJobRanksThatAreNoMembers() {
        assertEquals(Team.INVALID_RANK, team(3, 0, 2).fromJobRank(1));
    }

    @Test
    void shouldAnswerTheLowestOfSeveralRanksOfOneJobRank() {
        Team team = team(2, 1, 2, 1);
        assertEquals(0, team.fromJobRank(2));
        assertEquals(1, team.fromJobRank(1));
    }

    @Test
    void shouldRefuseRanksThatDoNotExist() {
        Team team = team(1, 2);
        Refusal.badArgument(() -> team.toJobRank(2), "rank 2", "0..1");
        Refusal.badArgument(() -> team.toJobRank(-1), "rank -1");
        Refusal.badArgument(() -> team.fromJobRank(JOB_SIZE), "job rank 4", "0..3");
    }
}
