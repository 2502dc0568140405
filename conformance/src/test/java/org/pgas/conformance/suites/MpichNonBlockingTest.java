package org.pgas.conformance.suites;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.pgas.conformance.suites.MpichRig.ints;
import static org.pgas.conformance.suites.MpichRig.tell;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.BiFunction;

import org.pgas.Job;
import org.pgas.conformance.AcrossNeighbourhoods;
import org.pgas.conformance.Repetitions;
import org.pgas.mpi.Datatype;
import org.pgas.mpi.Op;
import org.pgas.mpi.ReduceOp;
import org.pgas.mpi.Request;
import org.pgas.mpi.UserOp;
import org.pgas.mpi.comm.Buffer;
import org.pgas.mpi.comm.Comm;
import org.pgas.mpi.comm.CommCollectives;
import org.pgas.mpi.comm.Mpi;
import org.pgas.testkit.RankDefaults;
import org.pgas.testkit.RankTest;
import org.pgas.testkit.Seed;

/** Non-blocking collective calls: the cases of MPICH's programs about them. */
@RankDefaults(ranks = {2, 4}, segment = "64k")
@AcrossNeighbourhoods
class MpichNonBlockingTest {
    private static final int LENGTH = 10;
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED;

    private static Buffer buffer(int... values) {
        return Buffer.of(MemorySegment.ofArray(values), values.length, Datatype.INT);
    }

    /** What all ranks have together, where rank r has {@code ints(length, r)}. */
    private static int[] sums(int ranks, int length) {
        int[] sums = new int[length];
        Arrays.setAll(sums, i -> ranks * i + ranks * (ranks - 1) / 2);
        return sums;
    }

    @SuiteCase(suite = "MPICH coll", programs = "iallred")
    @RankTest
    void shouldMakeABlockingCallWhileAnotherIsUnderWay(Job job) {
        Mpi mpi = Mpi.of(job);
        for (Comm comm : MpichRig.comms(mpi)) {
            for (int round = 0; round < 20; round++) {
                int[] first = {-1};
                int[] second = {-1};
                Request under = comm.collectives().iallreduce(buffer(1), buffer(first), Op.SUM);
                comm.collectives().allreduce(buffer(2), buffer(second), Op.SUM);
                assertEquals(2 * comm.size(), second[0]);
                under.await();
                assertEquals(comm.size(), first[0]);
            }
        }
        mpi.finish();
    }

    /** By tests alone. No rank is through before the last one has come. */
    @SuiteCase(suite = "MPICH coll", programs = "ibarrier")
    @RankTest
    void shouldEndABarrierByTests(Job job) {
        Mpi mpi = Mpi.of(job);
        for (Comm comm : MpichRig.comms(mpi)) {
            int last = comm.size() - 1;
            for (int round = 0; round < 20; round++) {
                if (comm.rank() == last) {
                    for (int rank = 0; rank < last; rank++) {
                        MpichRig.hear(comm, rank, round);
                    }
                }
                Request barrier = comm.collectives().ibarrier();
                if (comm.rank() != last) {
                    assertFalse(barrier.test(), "the last rank has not come");
                    tell(comm, last, round);
                }
                while (!barrier.test()) {
                    Thread.yield();
                }
            }
        }
        mpi.finish();
    }

    /** Each reduction that waits, and then the same that does not. */
    @SuiteCase(suite = "MPICH coll", programs = "op_coll")
    @RankTest(ranks = {1, 4})
    void shouldReduceAlikeWithAndWithoutWaiting(Job job) {
        Mpi mpi = Mpi.of(job);
        for (Comm comm : MpichRig.comms(mpi)) {
            CommCollectives all = comm.collectives();
            int size = comm.size();
            int me = comm.rank();
            int[] whole = ints(LENGTH, me);
            int[] blocks = ints(LENGTH * size, me);
            int[] mine = Arrays.copyOfRange(sums(size, LENGTH * size), me * LENGTH, (me + 1) * LENGTH);
            int[] counts = new int[size];
            Arrays.fill(counts, LENGTH);
            Buffer block = Buffer.of(MemorySegment.ofArray(blocks), LENGTH, Datatype.INT);
            int[][] got = new int[12][LENGTH];
            for (int[] each : got) {
                Arrays.fill(each, -1);
            }
            all.reduce(buffer(whole), buffer(got[0]), Op.SUM, 0);
            all.ireduce(buffer(whole), buffer(got[1]), Op.SUM, 0).await();
            all.allreduce(buffer(whole), buffer(got[2]), Op.SUM);
            all.iallreduce(buffer(whole), buffer(got[3]), Op.SUM).await();
            all.reduceScatter(buffer(blocks), buffer(got[4]), counts, Op.SUM);
            all.ireduceScatter(buffer(blocks), buffer(got[5]), counts, Op.SUM).await();
            all.reduceScatterBlock(block, buffer(got[6]), Op.SUM);
            all.ireduceScatterBlock(block, buffer(got[7]), Op.SUM).await();
            all.scan(buffer(whole), buffer(got[8]), Op.SUM);
            all.iscan(buffer(whole), buffer(got[9]), Op.SUM).await();
            all.exscan(buffer(whole), buffer(got[10]), Op.SUM);
            all.iexscan(buffer(whole), buffer(got[11]), Op.SUM).await();
            int[] untouched = new int[LENGTH];
            Arrays.fill(untouched, -1);
            int[][] expected = {me == 0 ? sums(size, LENGTH) : untouched, sums(size, LENGTH), mine, mine,
                sums(me + 1, LENGTH), me == 0 ? untouched : sums(me, LENGTH)};
            for (int i = 0; i < got.length; i++) {
                assertArrayEquals(expected[i / 2], got[i], "call " + i);
            }
        }
        mpi.finish();
    }

    /** What they are given is of use until they are complete, but for their datatypes. */
    @SuiteCase(suite = "MPICH coll", programs = "nonblocking2")
    @RankTest(ranks = {1, 4})
    void shouldEndCallsWhoseTypesWereFreed(Job job) {
        Mpi mpi = Mpi.of(job);
        UserOp add = UserOp.create((in, inout, count, type) -> {
            for (long at = 0; at < count * type.extent(); at += 8) {
                inout.set(INT, at, in.get(INT, at) + inout.get(INT, at));
            }
        }, false);
        for (Comm comm : MpichRig.comms(mpi)) {
            CommCollectives all = comm.collectives();
            int size = comm.size();
            int me = comm.rank();
            int[] counts = new int[size];
            Arrays.fill(counts, LENGTH);
            int[] sums = sums(size, LENGTH);
            int[] mine = Arrays.copyOfRange(sums(size, LENGTH * size), me * LENGTH, (me + 1) * LENGTH);
            int[] whole = ints(LENGTH, me);
            int[] blocks = ints(LENGTH * size, me);
            for (ReduceOp op : new ReduceOp[]{add, Op.SUM}) {
                assertEnds(sums, 1, (into, type) -> all.iallreduce(spread(whole, type), into, op));
                assertEnds(mine, 1, (into, type) -> all.ireduceScatterBlock(
                        new Buffer(spread(blocks, type).memory(), 0, LENGTH, type), into, op));
                assertEnds(mine, 1, (into, type) -> all.ireduceScatter(spread(blocks, type), into, counts, op));
                assertEnds(sums(me + 1, LENGTH), 1, (into, type) -> all.iscan(spread(whole, type), into, op));
                assertEnds(me == 0 ? new int[LENGTH] : sums(me, LENGTH), 1,
                        (into, type) -> all.iexscan(spread(whole, type), into, op));
                for (int root = 0; root < size; root++) {
                    int to = root;
                    assertEnds(me == root ? sums : new int[LENGTH], 1,
                            (into, type) -> all.ireduce(spread(whole, type), into, op, to));
                }
            }
            int[] table = new int[LENGTH * size];
            Arrays.setAll(table, i -> i / LENGTH + i % LENGTH);
            assertEnds(table, size, (into, type) -> all.iallgather(spread(whole, type), into));
            assertEnds(me == 0 ? table : new int[table.length], size,
                    (into, type) -> all.igather(spread(whole, type), into, 0));
            int[] column = new int[LENGTH * size];
            Arrays.setAll(column, i -> i / LENGTH + me * LENGTH + i % LENGTH);
            assertEnds(column, size, (into, type) -> all.ialltoall(
                    new Buffer(spread(blocks, type).memory(), 0, LENGTH, type), into));
            assertEnds(Arrays.copyOfRange(ints(LENGTH * size, 0), me * LENGTH, (me + 1) * LENGTH), 1,
                    (into, type) -> all.iscatter(
                            new Buffer(spread(blocks, type).memory(), 0, LENGTH, type), into, 0));
        }
        mpi.finish();
    }

    /** The values as elements of a type with a gap behind each int. */
    private static Buffer spread(int[] values, Datatype type) {
        int[] memory = new int[2 * values.length];
        for (int i = 0; i < values.length; i++) {
            memory[2 * i] = values[i];
        }
        return Buffer.of(MemorySegment.ofArray(memory), values.length, type);
    }

    /** Begins a call with a type that is freed then, and looks at what it has brought. */
    private static void assertEnds(int[] expected, int blocks, BiFunction<Buffer, Datatype, Request> call) {
        Datatype type = Datatype.resized(Datatype.INT, 0, 8).commit();
        Buffer into = spread(new int[expected.length], type);
        Request request = call.apply(new Buffer(into.memory(), 0, expected.length / blocks, type), type);
        type.free();
        request.await();
        int[] got = new int[expected.length];
        Arrays.setAll(got, i -> into.memory().get(INT, 8L * i));
        assertArrayEquals(expected, got);
    }

    /** Many at once, of several communicators, with messages between two ranks among them, completed in any order. */
    @SuiteCase(suite = "MPICH coll", programs = "nonblocking3")
    @RankTest
    void shouldHaveManyCallsOfSeveralCommunicatorsUnderWay(Job job) {
        Mpi mpi = Mpi.of(job);
        List<Comm> comms = new ArrayList<>(MpichRig.comms(mpi));
        comms.add(mpi.world().split(job.rank() % 2, 0));
        // what is called all ranks draw alike
        SplittableRandom drawn = Seed.of("calls under way");
        SplittableRandom own = Seed.of("calls under way of rank " + job.rank());
        List<Request> requests = new ArrayList<>();
        List<Runnable> checks = new ArrayList<>();
        for (int i = Repetitions.of(job, 300, 80); i > 0; i--) {
            begin(comms.get(drawn.nextInt(comms.size())), drawn.nextInt(6), i, requests, checks);
            while (requests.size() > 40) {
                Request next = requests.get(own.nextInt(requests.size()));
                if (next.test()) {
                    requests.remove(next);
                }
            }
        }
        while (!requests.isEmpty()) {
            Request next = requests.remove(own.nextInt(requests.size()));
            next.await();
        }
        checks.forEach(Runnable::run);
        mpi.finish();
    }

    private static void begin(Comm comm, int call, int salt, List<Request> requests, List<Runnable> checks) {
        CommCollectives all = comm.collectives();
        int size = comm.size();
        int me = comm.rank();
        int root = salt % size;
        switch (call) {
            case 0 -> requests.add(all.ibarrier());
            case 1 -> {
                int[] values = me == root ? ints(LENGTH, salt) : new int[LENGTH];
                requests.add(all.ibcast(buffer(values), root));
                checks.add(() -> assertArrayEquals(ints(LENGTH, salt), values));
            }
            case 2 -> {
                int[] sum = new int[LENGTH];
                requests.add(all.iallreduce(buffer(ints(LENGTH, me)), buffer(sum), Op.SUM));
                checks.add(() -> assertArrayEquals(sums(size, LENGTH), sum));
            }
            case 3 -> {
                int[] got = new int[size];
                requests.add(all.igather(buffer(100 * me + salt),
                        me == root ? Buffer.of(MemorySegment.ofArray(got), 1, Datatype.INT) : null, root));
                int[] expected = new int[size];
                Arrays.setAll(expected, rank -> 100 * rank + salt);
                checks.add(() -> assertArrayEquals(me == root ? expected : new int[size], got));
            }
            case 4 -> {
                int[] sent = ints(size, 100 * me + salt);
                int[] got = new int[size];
                requests.add(all.ialltoall(Buffer.of(MemorySegment.ofArray(sent), 1, Datatype.INT),
                        Buffer.of(MemorySegment.ofArray(got), 1, Datatype.INT)));
                int[] expected = new int[size];
                Arrays.setAll(expected, rank -> 100 * rank + salt + me);
                checks.add(() -> assertArrayEquals(expected, got));
            }
            default -> {
                int[] got = new int[LENGTH];
                requests.add(comm.irecv(MemorySegment.ofArray(got), 0, LENGTH, Datatype.INT, (me + size - 1) % size,
                        salt));
                requests.add(comm.isend(MemorySegment.ofArray(ints(LENGTH, me + salt)), 0, LENGTH, Datatype.INT,
                        (me + 1) % size, salt));
                checks.add(() -> assertArrayEquals(ints(LENGTH, (me + size - 1) % size + salt), got));
            }
        }
    }
}
