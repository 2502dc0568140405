package org.pgas.conformance;

import java.util.SplittableRandom;

import org.pgas.Job;
import org.pgas.Team;
import org.pgas.testkit.RankDefaults;
import org.pgas.testkit.RankTest;
import org.pgas.testkit.Seed;

/**
 * Every collective, on operands in memory of all kinds that differ from rank to rank, against a model that does one
 * member after the other.
 */
@RankDefaults(ranks = {2, 3, 8}, segment = "4m")
@AcrossNeighbourhoods
@AcrossTheNetwork
class CollectiveTest {
    private static final int MEBI = 1 << 20;

    /** Two teams at once, of sizes that together are eight. */
    @RankTest(ranks = {8})
    void shouldAgreeWithTheModelForAllTeamSizesAndRoots(Job job) {
        CollectiveRig rig = new CollectiveRig(job);
        for (int low = 4; low <= 8; low++) {
            Team team = job.world().split(job.rank() < low ? 0 : 1, 0);
            SplittableRandom random = Seed.of("calls of " + team.size() + (job.rank() < low));
            for (CollectiveModel.Kind kind : CollectiveModel.Kind.values()) {
                for (int root = 0; root < (kind.hasRoot() ? team.size() : 2); root++) {
                    rig.run(CollectiveModel.draw(random, kind, team.size(), root, 100), team, "in " + team);
                    if (root == 0 || root == team.size() - 1) {
                        rig.run(CollectiveModel.draw(random, kind, team.size(), root, 9000), team, "in " + team);
                    }
                }
                rig.reuse();
            }
            job.world().barrier();
            team.destroy();
        }
    }

    @RankTest
    void shouldAgreeWithTheModelForRandomSizesAndTypes(Job job) {
        SplittableRandom random = Seed.of("calls");
        CollectiveRig rig = new CollectiveRig(job);
        int rounds = Repetitions.of(job, 40, 15);
        for (int round = 0; round < rounds; round++) {
            rig.run(CollectiveModel.draw(random, job.size(), 40_000), job.world(), "round " + round);
            rig.reuse();
        }
    }

    @RankTest(ranks = {1, 2, 4}, settings = "pgas.checks=off")
    void shouldAgreeWithTheModelOutsideCheckedModeToo(Job job) {
        SplittableRandom random = Seed.of("calls");
        CollectiveRig rig = new CollectiveRig(job);
        int rounds = Repetitions.of(job, 100, 30);
        for (int round = 0; round < rounds; round++) {
            rig.run(CollectiveModel.draw(random, job.size(), 20_000), job.world(), "round " + round);
            rig.reuse();
        }
    }

    @RankTest(ranks = {2, 5})
    void shouldAgreeWithTheModelForLargeSizes(Job job) {
        SplittableRandom random = Seed.of("calls");
        CollectiveRig rig = new CollectiveRig(job);
        int rounds = Repetitions.of(job, 2, 1);
        for (CollectiveModel.Kind kind : CollectiveModel.Kind.values()) {
            for (int round = 0; round < rounds; round++) {
                rig.run(CollectiveModel.draw(random, kind, job.size(), random.nextInt(job.size()),
                        4 * MEBI / job.size()),
                        job.world(), "round " + round);
                rig.reuse();
            }
        }
    }

    /** In teams whose ranks are others than the job's. */
    @RankTest(ranks = {3, 6})
    void shouldAgreeWithTheModelInOtherTeams(Job job) {
        CollectiveRig rig = new CollectiveRig(job);
        int color = job.rank() % 2;
        for (Team team : new Team[]{job.world().split(0, -job.rank()), job.world().split(color, -job.rank()),
            job.world().dup()}) {
            SplittableRandom random = Seed.of("calls of team " + team.size());
            for (int round = 0; round < 20; round++) {
                rig.run(CollectiveModel.draw(random, team.size(), 20_000), team, team + ", round " + round);
                rig.reuse();
            }
            team.destroy();
        }
    }

    /** Some ranks lag behind, or are ahead by as much as a collective lets them. */
    @RankTest(ranks = {2, 4}, settings = "pgas.wait=block")
    void shouldAgreeWithTheModelWhenRanksSleepAndLagBehind(Job job) {
        SplittableRandom random = Seed.of("calls");
        SplittableRandom own = Seed.of("lag of rank " + job.rank());
        CollectiveRig rig = new CollectiveRig(job);
        long[] work = new long[1];
        for (int round = 0; round < 50; round++) {
            if (own.nextInt(10) == 0) {
                for (int i = 0; i < 1_000_000; i++) {
                    work[0] = work[0] * 31 + i;
                }
            }
            rig.run(CollectiveModel.draw(random, job.size(), 10_000), job.world(), "round " + round);
            rig.reuse();
        }
    }
}
