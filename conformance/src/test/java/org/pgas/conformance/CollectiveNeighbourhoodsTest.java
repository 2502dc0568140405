package org.pgas.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

import org.pgas.DataType;
import org.pgas.Event;
import org.pgas.Job;
import org.pgas.Opcode;
import org.pgas.SignalOperation;
import org.pgas.Team;
import org.pgas.coll.Collectives;
import org.pgas.coll.Reduction;
import org.pgas.testkit.RankDefaults;
import org.pgas.testkit.RankTest;
import org.pgas.testkit.Seed;

/**
 * Collectives of teams of three neighbourhoods, and of such whose ranks do not lie as the neighbourhoods do: data that
 * are too large for a slot go other ways there.
 */
@RankDefaults(ranks = {3, 5}, neighbourhoods = 3, segment = "4m")
@OnHosts
class CollectiveNeighbourhoodsTest {
    private static final long FLAG = 64;
    private static final VarHandle WORD = ValueLayout.JAVA_LONG.varHandle();

    /** Sizes around which a collective goes another way, and some on either side. */
    private static final int[] SIZES = {4096, 4104, 8192, 16 << 10, 32 << 10, 200_000};

    private static void runAll(Team team, CollectiveRig rig, SplittableRandom random, String what) {
        for (CollectiveModel.Kind kind : CollectiveModel.Kind.values()) {
            for (int most : SIZES) {
                int root = random.nextInt(team.size());
                rig.run(CollectiveModel.draw(random, kind, team.size(), root, most), team, what);
                rig.reuse();
            }
        }
    }

    @RankTest
    void shouldAgreeWithTheModelInThreeNeighbourhoods(Job job) {
        runAll(job.world(), new CollectiveRig(job), Seed.of("calls"), "of the world");
    }

    @RankTest(settings = "pgas.checks=off")
    void shouldAgreeWithTheModelOutsideCheckedModeToo(Job job) {
        SplittableRandom random = Seed.of("calls");
        CollectiveRig rig = new CollectiveRig(job);
        runAll(job.world(), rig, random, "of the world");
        runAll(job.world(), rig, random, "of the world, again");
    }

    /** Backwards; every other rank first; all but the first, of which a neighbourhood has one rank or none. */
    @RankTest(ranks = 6, settings = "pgas.checks=off")
    void shouldAgreeWithTheModelWhereRanksAlternate(Job job) {
        CollectiveRig rig = new CollectiveRig(job);
        int rank = job.rank();
        for (Team team : new Team[]{job.world().split(0, -rank), job.world().split(0, rank % 2 * 6 + rank),
            job.world().split(rank == 0 ? 1 : 0, rank), job.world().split(rank < 2 ? 1 : 0, -rank)}) {
            runAll(team, rig, Seed.of("calls of team " + team.size()), "in " + team);
            team.destroy();
        }
    }

    /** A team whose ranks map each other's memory, in a job of which others do not. */
    @RankTest(ranks = 6, settings = "pgas.checks=off")
    void shouldAgreeWithTheModelWithinANeighbourhood(Job job) {
        int own = job.position().neighbourhood();
        Team team = job.world().split(own, job.rank());
        runAll(team, new CollectiveRig(job), Seed.of("calls in " + own), "in " + team);
        job.world().barrier();
        team.destroy();
    }

    /** Large ones of two teams, awaited from the last to the first on some ranks. */
    @RankTest(ranks = 5, settings = "pgas.checks=off")
    void shouldCompleteInWhateverOrderTheyAreAwaited(Job job) {
        Team world = job.world();
        Team backwards = world.split(0, -job.rank());
        int count = 20_000;
        Reduction sum = Reduction.of(DataType.I64, Opcode.ADD);
        List<Event> events = new ArrayList<>();
        List<long[]> targets = new ArrayList<>();
        for (int round = 0; round < 12; round++) {
            Team team = round % 2 == 0 ? world : backwards;
            long[] source = new long[count];
            for (int i = 0; i < count; i++) {
                source[i] = job.rank() + (long) round * i;
            }
            long[] target = new long[count];
            targets.add(target);
            events.add(round % 3 == 2
                    ? Collectives.of(team).scanNb(MemorySegment.ofArray(target), MemorySegment.ofArray(source), sum)
                    : Collectives.of(team).reduceToAllNb(target, source, Opcode.ADD));
        }
        for (int i = 0; i < events.size(); i++) {
            events.get(job.rank() % 2 == 0 ? i : events.size() - 1 - i).await();
        }
        for (int round = 0; round < events.size(); round++) {
            int low = 0;
            int high = job.size() - 1;
            if (round % 3 == 2) {
                low = round % 2 == 0 ? 0 : job.rank();
                high = round % 2 == 0 ? job.rank() : high;
            }
            long ranks = high - low + 1;
            for (int i = 0; i < count; i += 997) {
                assertEquals(ranks * (low + high) / 2 + ranks * round * i, targets.get(round)[i],
                        "round " + round + ", element " + i);
            }
        }
        world.barrier();
        backwards.destroy();
    }

    /** The rank that takes in for its neighbours calls nothing of the library until one of them has all data. */
    @RankTest(ranks = 6, neighbourhoods = 2, settings = "pgas.checks=off")
    void shouldReadWhatANeighbourTakesInThatComputes(Job job) {
        // no more rounds than a writer may be ahead of its slowest reader
        int bytes = 200_000;
        Collectives on = Collectives.of(job.world());
        MemorySegment own = job.endpoint().segment().local();
        for (int root = 0; root < 3; root++) {
            int busy = 3 + root;
            byte stamp = (byte) (root + 1);
            byte[] data = new byte[bytes];
            Arrays.fill(data, job.rank() == root ? stamp : -1);
            Event event = on.broadcastNb(root, data);
            if (job.rank() == busy) {
                long deadline = System.nanoTime() + Patience.NANOS;
                while ((long) WORD.getVolatile(own, FLAG) != stamp) {
                    assertTrue(System.nanoTime() < deadline, "the neighbour has not got what root " + root + " gives");
                }
            }
            event.await();
            for (int i = 0; i < bytes; i++) {
                assertEquals(stamp, data[i], "byte " + i + " of root " + root);
            }
            if (job.rank() == 3 + (root + 1) % 3) {
                job.world().rma().signal(busy, FLAG, stamp, SignalOperation.SET);
            }
        }
        job.world().barrier();
    }
}
