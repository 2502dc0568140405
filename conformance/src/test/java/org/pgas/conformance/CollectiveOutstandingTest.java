package org.pgas.conformance;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

import org.junit.jupiter.api.Assertions;
import org.pgas.Event;
import org.pgas.HandlerEntry;
import org.pgas.Job;
import org.pgas.Team;
import org.pgas.coll.Collectives;
import org.pgas.testkit.RankDefaults;
import org.pgas.testkit.RankTest;
import org.pgas.testkit.Seed;

/** Collectives that are under way at once, over one team and several, and beside everything else. */
@RankDefaults(ranks = {2, 3, 8}, segment = "4m")
class CollectiveOutstandingTest {
    /** A team with the calls that its members draw alike. */
    private record Group(Team team, SplittableRandom random, int number) {
        static Group of(Team team, String name) {
            return new Group(team, Seed.of(name), name.hashCode());
        }

        CollectiveModel draw(int most) {
            return CollectiveModel.draw(random, team.size(), most);
        }
    }

    private static List<Group> groups(Job job) {
        int half = job.rank() % 2;
        int low = 2 * job.rank() < job.size() ? 0 : 1;
        return List.of(Group.of(job.world(), "world"), Group.of(job.world().dup(), "dup"),
                Group.of(job.world().split(half, 0), "half " + half),
                Group.of(job.world().split(low, -job.rank()), "low " + low));
    }

    private static <T> void shuffle(List<T> list, SplittableRandom random) {
        for (int i = list.size() - 1; i > 0; i--) {
            int other = random.nextInt(i + 1);
            T one = list.get(i);
            list.set(i, list.get(other));
            list.set(other, one);
        }
    }

    /**
     * Dozens over four teams that cross each other; each rank waits for them in an order of its own, or tests them all
     * in turn.
     */
    @RankTest
    @AcrossNeighbourhoods
    void shouldCompleteInWhateverOrderEachRankAwaitsThem(Job job) {
        List<Group> groups = groups(job);
        SplittableRandom same = Seed.of("order of calls");
        SplittableRandom own = Seed.of("order of rank " + job.rank());
        CollectiveRig rig = new CollectiveRig(job);
        for (int round = 0; round < 4; round++) {
            List<CollectiveRig.Call> calls = new ArrayList<>();
            for (int i = 0; i < 48; i++) {
                Group group = groups.get(same.nextInt(groups.size()));
                calls.add(rig.call(group.draw(same.nextInt(8) == 0 ? 200_000 / job.size() : 3000), group.team(),
                        "round " + round + ", call " + i + " over " + group.team()).start(
                                Collectives.of(group.team()), false));
            }
            shuffle(calls, own);
            List<CollectiveRig.Call> open = new ArrayList<>(calls);
            int tested = own.nextInt(3);
            while (tested > 0 && !open.isEmpty()) {
                open.removeIf(CollectiveRig.Call::test);
                tested = tested == 2 ? 2 : 0;
            }
            open.forEach(CollectiveRig.Call::await);
            calls.forEach(CollectiveRig.Call::check);
            rig.reuse();
        }
        job.world().barrier();
    }

    /**
     * Blocking calls and barriers over one team while others are under way, and messages that all ranks send meanwhile.
     */
    @RankTest
    @AcrossNeighbourhoods
    void shouldStandBesideMessagesBarriersAndBlockingCalls(Job job) {
        int[] received = new int[1];
        job.endpoint().handlers().register(HandlerEntry.ofShort(token -> received[0]++).index(200).request());
        List<Group> groups = groups(job);
        SplittableRandom same = Seed.of("order of calls");
        SplittableRandom own = Seed.of("order of rank " + job.rank());
        CollectiveRig rig = new CollectiveRig(job);
        int rounds = 6;
        int sentEach = 5;
        for (int round = 0; round < rounds; round++) {
            List<CollectiveRig.Call> calls = new ArrayList<>();
            List<Event> barriers = new ArrayList<>();
            for (int i = 0; i < 24; i++) {
                Group group = groups.get(same.nextInt(groups.size()));
                switch (same.nextInt(5)) {
                    case 0 -> barriers.add(group.team().barrierNb());
                    case 1 ->
                        calls.add(rig.call(group.draw(5000), group.team(), "round " + round + ", blocking call " + i)
                                .start(Collectives.of(group.team()), true));
                    default -> calls.add(rig.call(group.draw(5000), group.team(), "round " + round + ", call " + i)
                            .start(Collectives.of(group.team()), false));
                }
                if (i % 8 == 0) {
                    groups.get(same.nextInt(groups.size())).team().barrier();
                }
            }
            for (int i = 0; i < sentEach; i++) {
                job.world().am().requestShort((job.rank() + i) % job.size(), 200);
            }
            shuffle(calls, own);
            if (own.nextBoolean()) {
                barriers.forEach(Event::await);
                calls.forEach(CollectiveRig.Call::await);
            } else {
                calls.forEach(CollectiveRig.Call::await);
                barriers.forEach(Event::await);
            }
            calls.forEach(CollectiveRig.Call::check);
            rig.reuse();
        }
        job.blockUntil(() -> received[0] == rounds * sentEach);
        job.world().barrier();
    }

    /** More than the team has room for at once: who calls waits for room inside the call, and all goes on. */
    @AcrossNeighbourhoodsAsThreads
    @RankTest(ranks = {2, 4})
    void shouldTakeAnyNumberOfCallsAtOnce(Job job) {
        SplittableRandom same = Seed.of("calls");
        SplittableRandom own = Seed.of("order of rank " + job.rank());
        CollectiveRig rig = new CollectiveRig(job);
        List<CollectiveRig.Call> calls = new ArrayList<>();
        for (int i = 0; i < 500; i++) {
            calls.add(rig.call(CollectiveModel.draw(same, job.size(), 600), job.world(), "call " + i)
                    .start(Collectives.of(job.world()), false));
        }
        List<CollectiveRig.Call> order = new ArrayList<>(calls);
        shuffle(order, own);
        order.forEach(CollectiveRig.Call::await);
        calls.forEach(CollectiveRig.Call::check);
        job.world().barrier();
    }

    /** Who polls for something else moves them on: the root of a large broadcast is not needed in it any more. */
    @AcrossNeighbourhoodsAsThreads
    @RankTest(ranks = {2, 3})
    void shouldGoOnWhileARankWaitsForSomethingElse(Job job) {
        SplittableRandom same = Seed.of("calls");
        CollectiveRig rig = new CollectiveRig(job);
        Team other = job.world().dup();
        for (int round = 0; round < 5; round++) {
            CollectiveModel model = CollectiveModel.draw(same, CollectiveModel.Kind.values()[same.nextInt(13)],
                    job.size(), same.nextInt(job.size()), 200_000);
            CollectiveRig.Call call = rig.call(model, job.world(), "round " + round)
                    .start(Collectives.of(job.world()), false);
            // rank 0 is in the barrier of another team until all others have completed the collective
            if (job.rank() != 0) {
                call.await();
            }
            other.barrier();
            call.await();
            call.check();
            rig.reuse();
        }
        Assertions.assertNull(other.destroy());
    }

    /** Each thread of a rank has a team of its own. */
    @AcrossNeighbourhoodsAsThreads
    @RankTest(ranks = {2, 3})
    void shouldServeThreadsThatUseTeamsOfTheirOwn(Job job) throws Exception {
        int threads = 3;
        Team[] teams = new Team[threads];
        Runnable[] bodies = new Runnable[threads];
        long part = job.endpoint().segment().size() / threads & -64;
        for (int i = 0; i < threads; i++) {
            Team team = job.world().dup();
            teams[i] = team;
            String name = "thread " + i;
            long first = i * part;
            bodies[i] = () -> {
                SplittableRandom random = Seed.of("calls of " + name);
                CollectiveRig rig = new CollectiveRig(job, name + " of rank " + job.rank(), first, first + part);
                for (int round = 0; round < 100; round++) {
                    rig.run(CollectiveModel.draw(random, job.size(), 10_000), team, name + ", round " + round);
                    rig.reuse();
                }
            };
        }
        RankThreads.run(bodies);
        for (Team team : teams) {
            team.destroy();
        }
    }
}
