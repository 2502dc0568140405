package org.pgas.conformance;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.pgas.conformance.Refusals.assertIllegal;
import static org.pgas.conformance.Refusals.assertRefused;

import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.LongStream;

import org.pgas.Capabilities;
import org.pgas.Endpoint;
import org.pgas.ErrorCode;
import org.pgas.HandlerSafeLock;
import org.pgas.Job;
import org.pgas.Team;
import org.pgas.atomics.SharedDouble;
import org.pgas.atomics.SharedDoubles;
import org.pgas.atomics.SharedFloat;
import org.pgas.atomics.SharedFloats;
import org.pgas.atomics.SharedInt;
import org.pgas.atomics.SharedInts;
import org.pgas.atomics.SharedLong;
import org.pgas.atomics.SharedLongs;
import org.pgas.testkit.Memory;
import org.pgas.testkit.RankDefaults;
import org.pgas.testkit.RankTest;
import org.pgas.testkit.Seed;

/** Variables and rows that each member of a team has: what is put is got, and no update is lost. */
@RankDefaults(segment = "8k")
@AcrossNeighbourhoods
class SharedVariableTest {
    private static final int SIZE = 8 << 10;
    private static final int UPDATES = 2_000;

    @RankTest(ranks = {1, 2, 3}, memories = {Memory.MAPPED, Memory.ARRAY})
    void shouldGiveEachRankANumberThatAllReach(Job job) {
        Team team = job.world();
        job.endpoint().segment().local().fill((byte) 9);
        SharedLong longs = SharedLong.create(team);
        SharedInt ints = SharedInt.create(team);
        SharedDouble doubles = SharedDouble.create(team);
        SharedFloat floats = SharedFloat.create(team);
        int next = (job.rank() + 1) % job.size();
        int before = (job.rank() + job.size() - 1) % job.size();
        assertEquals(0, longs.get(next));
        assertEquals(0, ints.getAcquire(next));
        assertEquals(0, doubles.get(next));
        assertEquals(0, floats.getAcquire(next));
        team.barrier();
        longs.put(next, 10L + job.rank());
        ints.putRelease(next, 20 + job.rank());
        doubles.put(next, 30.5 + job.rank());
        floats.putRelease(next, 40.5f + job.rank());
        team.barrier();
        assertEquals(10 + before, longs.getAcquire(job.rank()));
        assertEquals(20 + before, ints.get(job.rank()));
        assertEquals(30.5 + before, doubles.getAcquire(job.rank()));
        assertEquals(40.5f + before, floats.get(job.rank()));
        team.barrier();
        assertEquals(10 + before, longs.swap(job.rank(), 1));
        assertEquals(20 + before, ints.fetchAdd(job.rank(), -5));
        assertTrue(doubles.compareAndSet(job.rank(), 30.5 + before, -0.0));
        assertFalse(doubles.compareAndSet(job.rank(), 0.0, 1), "0.0 is not -0.0");
        floats.add(job.rank(), 0.25f);
        assertEquals(1, longs.get(job.rank()));
        assertEquals(15 + before, ints.get(job.rank()));
        assertEquals(40.75f + before, floats.swap(job.rank(), 0));
        team.barrier();
        longs.close();
        ints.close();
        doubles.close();
        floats.close();
        assertEquals(0, team.symmetric().allocate(SIZE), "all of it is free again");
    }

    @RankTest(ranks = {2, 3})
    void shouldLoseNoUpdateOfAnyRank(Job job) {
        Team team = job.world();
        SharedLong sum = SharedLong.create(team);
        SharedInts counts = SharedInts.create(team, 7);
        SharedDoubles halves = SharedDoubles.create(team, 3);
        SplittableRandom random = Seed.of("updates of rank " + job.rank());
        int updates = Repetitions.of(job, UPDATES, UPDATES / 20);
        for (int i = 0; i < updates; i++) {
            int rank = random.nextInt(job.size());
            switch (random.nextInt(3)) {
                case 0 -> sum.add(rank, 1);
                case 1 -> assertTrue(sum.fetchAdd(rank, 1) >= 0);
                default -> {
                    long before = sum.getAcquire(rank);
                    while (!sum.compareAndSet(rank, before, before + 1)) {
                        before = sum.getAcquire(rank);
                    }
                }
            }
            counts.add(rank, random.nextInt(7), 1);
            halves.fetchAdd(rank, random.nextInt(3), 0.5);
        }
        team.barrier();
        long sums = 0;
        long counted = 0;
        double halved = 0;
        for (int rank = 0; rank < job.size(); rank++) {
            sums += sum.getAcquire(rank);
            for (int index = 0; index < 7; index++) {
                counted += counts.getAcquire(rank, index);
                halved += index < 3 ? halves.getAcquire(rank, index) : 0;
            }
        }
        long all = (long) updates * job.size();
        assertEquals(all, sums);
        assertEquals(all, counted);
        assertEquals(0.5 * all, halved);
        team.barrier();
    }

    @RankTest(ranks = {1, 2}, memories = {Memory.MAPPED, Memory.NATIVE})
    void shouldHaveRowsOfElementsThatDoNotTouchEachOther(Job job) {
        Team team = job.world();
        SharedLongs longs = SharedLongs.create(team, 100);
        SharedFloats floats = SharedFloats.create(team, 3);
        SharedInts ints = SharedInts.create(team, 5);
        assertEquals(100, longs.length());
        int next = (job.rank() + 1) % job.size();
        int before = (job.rank() + job.size() - 1) % job.size();
        long[] some = LongStream.range(0, 60).map(i -> 1000 * (1 + job.rank()) + i).toArray();
        longs.put(next, 40, some);
        longs.put(next, 0, -1);
        floats.put(next, 2, 0.5f);
        ints.put(next, 0, new int[]{1, 2, 3, 4, 5});
        team.barrier();
        long[] found = new long[100];
        longs.get(job.rank(), 0, found);
        for (int i = 0; i < 100; i++) {
            assertEquals(i == 0 ? -1 : i < 40 ? 0 : 1000 * (1 + before) + i - 40, found[i], "element " + i);
        }
        assertEquals(1000 * (1 + before) + 59, longs.get(job.rank(), 99));
        float[] three = new float[3];
        floats.get(job.rank(), 0, three);
        assertArrayEquals(new float[]{0, 0, 0.5f}, three);
        assertEquals(5, ints.get(job.rank(), 4));
        assertEquals(2, ints.local().getAtIndex(ValueLayout.JAVA_INT_UNALIGNED, 1));
        assertEquals(20, ints.local().byteSize());
        assertEquals(longs.offset() + 8 * 7, longs.offset(7));
        assertEquals(longs.get(job.rank(), 41), team.rma().getLong(job.rank(), longs.offset(41)));
        longs.get(next, 100, new long[0]);
        team.barrier();
        assertEquals(-1, longs.swap(job.rank(), 0, 4));
        assertTrue(ints.compareAndSet(job.rank(), 3, 4, 40));
        ints.putRelease(job.rank(), 4, 7);
        assertEquals(40, ints.getAcquire(job.rank(), 3));
        team.barrier();
    }

    /** What was put before a release is seen by a rank that sees what was released. */
    @RankTest
    void shouldShowWhatWasPutBeforeARelease(Job job) {
        SharedLong data = SharedLong.create(job.world());
        SharedInt flag = SharedInt.create(job.world());
        int peer = 1 - job.rank();
        for (int round = 1; round <= 20; round++) {
            data.put(peer, 100L * round + job.rank());
            flag.putRelease(peer, round);
            int expected = round;
            job.blockUntil(() -> flag.getAcquire(job.rank()) == expected);
            assertEquals(100L * round + peer, data.get(job.rank()));
            job.world().barrier();
        }
    }

    @RankTest
    void shouldRefuseWhatIsOutsideAndUseAfterTheClose(Job job) {
        Team team = job.world();
        String who = "rank " + job.rank() + ": SharedInts.";
        SharedLong one = SharedLong.create(team);
        SharedInts row = SharedInts.create(team, 4);
        assertIllegal("rank", () -> one.get(2), "rank 2 is outside");
        assertIllegal("rank", () -> one.add(-1, 1), "rank -1 is outside");
        assertIllegal("index", () -> row.get(0, 4), who + "get: index 4 is outside 0..3");
        assertIllegal("index", () -> row.put(0, -1, 1), who + "put: index -1 is outside 0..3");
        assertIllegal("index", () -> row.fetchAdd(0, Long.MAX_VALUE, 1), who + "fetchAdd: index");
        assertIllegal("index", () -> row.offset(4), who + "offset: index 4");
        assertIllegal("range", () -> row.get(0, 2, new int[3]),
                who + "get: 3 elements from index 2 on are outside the 4");
        assertIllegal("range", () -> row.put(0, -1, new int[1]), who + "put: 1 elements from index -1");
        assertIllegal("null", () -> row.put(0, 0, (int[]) null), who + "put: the array is null");
        HandlerSafeLock lock = new HandlerSafeLock(job, "the lock");
        try (HandlerSafeLock.Held _ = lock.hold()) {
            assertIllegal("get", () -> one.get(0), "'the lock'");
            assertIllegal("add", () -> row.add(0, 0, 1), "'the lock'");
            assertIllegal("create", () -> SharedLong.create(team), "'the lock'");
            assertIllegal("close", one::close, "SharedLong.close", "'the lock'");
        }
        one.close();
        row.close();
        one.close();
        assertTrue(one.isClosed());
        assertRefused(ErrorCode.NOT_INITIALIZED, "get", () -> one.get(0), "rank " + job.rank() + ": SharedLong.get: ",
                "closed: create another one");
        assertRefused(ErrorCode.NOT_INITIALIZED, "add", () -> one.add(0, 1), "SharedLong.add", "closed");
        assertRefused(ErrorCode.NOT_INITIALIZED, "get", () -> row.get(0, 0), who + "get", "closed");
        assertRefused(ErrorCode.NOT_INITIALIZED, "range", () -> row.put(0, 0, new int[1]), who + "put", "closed");
        assertRefused(ErrorCode.NOT_INITIALIZED, "local", row::local, who + "local", "closed");
        SharedLong last = SharedLong.create(team);
        job.close();
        last.close();
        assertTrue(last.isClosed());
    }

    /** All throw, nobody waits, and nothing stays taken: neither memory, nor a domain, which would keep the team. */
    @RankTest
    void shouldRefuseACreationOnAllRanksAndKeepNothing(Job job) {
        Team team = job.world().dup();
        boolean wrong = job.rank() == 1;
        assertIllegal("length", () -> SharedLongs.create(team, wrong ? 0 : 5), "SharedLongs.create",
                wrong ? "bytes is 0: legal are 1 and more" : "refused on rank 1 of the team");
        assertIllegal("length", () -> SharedLongs.create(team, -1), "SharedLongs.create", "bytes is 0");
        assertIllegal("lengths", () -> SharedLongs.create(team, wrong ? 4 : 5), "all give the same");
        assertRefused(ErrorCode.RESOURCE, "length", () -> SharedInts.create(team, SIZE / 4 + 1), "SharedInts.create",
                "there is no place for " + (SIZE + 4) + " bytes");
        assertRefused(ErrorCode.RESOURCE, "length", () -> SharedLongs.create(team, Long.MAX_VALUE / 4),
                "there is no place for");
        SharedLong variable = SharedLong.create(team);
        assertIllegal("destroy", () -> team.destroy(), "1 atomic domains of the team are not destroyed");
        variable.close();
        team.destroy();
        assertEquals(0, job.world().symmetric().allocate(SIZE));
    }

    @RankTest
    void shouldRefuseEndpointsWithoutAtomics(Job job) {
        Endpoint endpoint = job.endpoints().create(Capabilities.RMA | Capabilities.COLL);
        endpoint.bind(job.segments().create(4096));
        job.world().publish(endpoint);
        Team team = job.world().create(List.of(new Endpoint.Location(0, endpoint.index()),
                new Endpoint.Location(1, endpoint.index())), 0).getFirst();
        assertIllegal("create", () -> SharedLong.create(team), "was created without Capabilities.AD");
        long place = team.symmetric().allocate(8);
        team.rma().putLong(1 - team.rank(), place, 5);
        team.barrier();
        assertEquals(5, team.rma().getLong(team.rank(), place));
        team.destroy();
        job.world().unpublish(endpoint);
        endpoint.unbind().destroy();
        endpoint.destroy();
    }
}
