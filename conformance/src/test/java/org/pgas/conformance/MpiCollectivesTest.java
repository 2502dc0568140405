package org.pgas.conformance;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrowsExactly;
import static org.pgas.conformance.Refusals.assertIllegal;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.LongStream;

import org.pgas.Job;
import org.pgas.conformance.suites.SuiteCase;
import org.pgas.mpi.Datatype;
import org.pgas.mpi.Op;
import org.pgas.mpi.ReduceOp;
import org.pgas.mpi.Request;
import org.pgas.mpi.UserOp;
import org.pgas.mpi.comm.Buffer;
import org.pgas.mpi.comm.Buffers;
import org.pgas.mpi.comm.Comm;
import org.pgas.mpi.comm.CommCollectives;
import org.pgas.mpi.comm.Mpi;
import org.pgas.testkit.RankDefaults;
import org.pgas.testkit.RankTest;
import org.pgas.testkit.Seed;

/**
 * MPI's collective calls between ranks: by the core's collectives, on the world, and by messages, on others. What each
 * rank has for each other one is told by both, and by where it is.
 */
@RankDefaults(ranks = {1, 2, 4}, segment = "64k")
@AcrossNeighbourhoods
class MpiCollectivesTest {
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;

    /** A rotation of three longs by the first of them, one after the other: associative, and not commutative. */
    private static final UserOp FIRST = UserOp.create((in, inout, count, type) -> {
        for (long at = 0; at < count * type.extent(); at += type.extent()) {
            // the affine function x -> a x + b
            long a = in.get(LONG, at);
            long b = in.get(LONG, at + 8);
            long c = inout.get(LONG, at);
            inout.set(LONG, at + 8, c * b + inout.get(LONG, at + 8));
            inout.set(LONG, at, c * a);
        }
    }, false);

    /** What {@code from} has for {@code to}, or, for all, for -1. */
    private static long[] data(int from, int to, int longs) {
        return LongStream.range(0, longs).map(i -> 1_000_000L * (from + 1) + 10_000L * (to + 2) + i).toArray();
    }

    private static long[] concat(long[]... parts) {
        return Arrays.stream(parts).flatMapToLong(Arrays::stream).toArray();
    }

    /** Longs in memory of some kind, by a datatype of some kind; the same bytes of data in all. */
    private record Block(MemorySegment memory, Datatype type, int count, int stride) {
        static Block draw(SplittableRandom random, Arena arena, int blocks, int longs) {
            boolean gaps = random.nextBoolean();
            int stride = gaps ? 2 : 1;
            MemorySegment memory = random.nextBoolean()
                    ? arena.allocate(8L * Math.max(1, stride * blocks * longs), 8)
                    : MemorySegment.ofArray(new long[stride * blocks * longs]);
            Datatype type = gaps ? Datatype.resized(Datatype.LONG, 0, 16).commit() : Datatype.LONG;
            return new Block(memory, type, longs, stride);
        }

        Block with(long... values) {
            for (int i = 0; i < values.length; i++) {
                memory.setAtIndex(LONG, (long) stride * i, values[i]);
            }
            return this;
        }

        Buffer buffer() {
            return Buffer.of(memory, count, type);
        }

        long[] get(int longs) {
            return LongStream.range(0, longs).map(i -> memory.getAtIndex(LONG, stride * i)).toArray();
        }
    }

    /** Does calls on one communicator, each of them blocking or not, and looks at what came when all have ended. */
    private static final class Calls {
        private final CommCollectives all;
        private final int rank;
        private final int size;
        private final SplittableRandom random;
        private final SplittableRandom own;
        private final Arena arena;
        private final List<Request> requests = new ArrayList<>();
        private final List<Runnable> checks = new ArrayList<>();

        Calls(Comm comm, SplittableRandom random, SplittableRandom own, Arena arena) {
            this.all = comm.collectives();
            this.rank = comm.rank();
            this.size = comm.size();
            this.random = random;
            this.own = own;
            this.arena = arena;
        }

        private Block block(int blocks, int longs) {
            return Block.draw(own, arena, blocks, longs);
        }

        private int longs() {
            return random.nextInt(5) == 0 ? 0 : random.nextInt(5) == 0 ? 3000 : random.nextInt(20);
        }

        private void expect(String what, Block block, long... expected) {
            checks.add(() -> assertArrayEquals(expected, block.get(expected.length), what));
        }

        private long[][] column(int to, int... longs) {
            long[][] parts = new long[size][];
            Arrays.setAll(parts, from -> data(from, to, longs[longs.length == 1 ? 0 : from]));
            return parts;
        }

        private long[][] row(int from, int... longs) {
            long[][] parts = new long[size][];
            Arrays.setAll(parts, to -> data(from, to, longs[longs.length == 1 ? 0 : to]));
            return parts;
        }

        private void call(Runnable blocking, java.util.function.Supplier<Request> other, boolean isBlocking) {
            if (isBlocking) {
                blocking.run();
            } else {
                requests.add(other.get());
            }
        }

        void one() {
            boolean blocking = random.nextBoolean();
            boolean inPlace = random.nextInt(3) == 0;
            int root = random.nextInt(size);
            int longs = longs();
            switch (random.nextInt(9)) {
                case 0 -> call(all::barrier, all::ibarrier, blocking);
                case 1 -> {
                    Block block = block(1, longs).with(rank == root ? data(root, -1, longs) : new long[0]);
                    call(() -> all.bcast(block.buffer(), root), () -> all.ibcast(block.buffer(), root), blocking);
                    expect("bcast", block, data(root, -1, longs));
                }
                case 2 -> gather(root, longs, inPlace, blocking);
                case 3 -> scatter(root, longs, inPlace, blocking);
                case 4 -> allgather(longs, inPlace, blocking);
                case 5 -> alltoall(longs, inPlace, blocking);
                case 6 -> blocksOfAnySize(root, blocking);
                case 7 -> reduce(root, longs, inPlace, blocking);
                default -> scan(longs, inPlace, blocking);
            }
        }

        private void gather(int root, int longs, boolean inPlace, boolean blocking) {
            Block sent = block(1, longs).with(data(rank, root, longs));
            Block received = rank == root ? block(size, longs) : null;
            Buffer send = inPlace && rank == root ? Buffer.IN_PLACE : sent.buffer();
            if (rank == root) {
                received.with(concat(column(root, longs)));
                if (!inPlace) {
                    received.with(new long[size * longs]);
                }
            }
            Buffer receive = rank == root ? received.buffer() : null;
            call(() -> all.gather(send, receive, root), () -> all.igather(send, receive, root), blocking);
            if (rank == root) {
                expect("gather", received, concat(column(root, longs)));
            }
        }

        private void scatter(int root, int longs, boolean inPlace, boolean blocking) {
            Block received = block(1, longs);
            Buffer receive = inPlace && rank == root ? Buffer.IN_PLACE : received.buffer();
            Buffer send = rank == root ? block(size, longs).with(concat(row(root, longs))).buffer() : null;
            call(() -> all.scatter(send, receive, root), () -> all.iscatter(send, receive, root), blocking);
            expect("scatter", received, inPlace && rank == root ? new long[longs] : data(root, rank, longs));
        }

        private void allgather(int longs, boolean inPlace, boolean blocking) {
            Block received = block(size, longs);
            if (inPlace) {
                long[][] parts = row(rank, longs);
                Arrays.setAll(parts, each -> each == rank ? data(rank, -1, longs) : new long[longs]);
                received.with(concat(parts));
            }
            Buffer send = inPlace ? Buffer.IN_PLACE : block(1, longs).with(data(rank, -1, longs)).buffer();
            call(() -> all.allgather(send, received.buffer()), () -> all.iallgather(send, received.buffer()),
                    blocking);
            long[][] parts = new long[size][];
            Arrays.setAll(parts, from -> data(from, -1, longs));
            expect("allgather", received, concat(parts));
        }

        private void alltoall(int longs, boolean inPlace, boolean blocking) {
            Block received = block(size, longs);
            if (inPlace) {
                received.with(concat(row(rank, longs)));
            }
            Buffer send = inPlace ? Buffer.IN_PLACE : block(size, longs).with(concat(row(rank, longs))).buffer();
            call(() -> all.alltoall(send, received.buffer()), () -> all.ialltoall(send, received.buffer()), blocking);
            expect("alltoall", received, concat(column(rank, longs)));
        }

        private void blocksOfAnySize(int root, boolean blocking) {
            int[][] longs = new int[size][size];
            for (int[] each : longs) {
                Arrays.setAll(each, _ -> longs());
            }
            int[] coming = new int[size];
            Arrays.setAll(coming, from -> longs[from][rank]);
            Buffers sent = Buffers.packed(MemorySegment.ofArray(concat(row(rank, longs[rank]))), longs[rank],
                    Datatype.LONG);
            Block received = new Block(MemorySegment.ofArray(new long[Arrays.stream(coming).sum()]), Datatype.LONG, 0,
                    1);
            Buffers receive = Buffers.packed(received.memory, coming, Datatype.LONG);
            Block mine = block(1, longs[root][rank]);
            Buffer own = Buffer.of(MemorySegment.ofArray(data(rank, root, longs[rank][root])), longs[rank][root],
                    Datatype.LONG);
            switch (random.nextInt(4)) {
                case 0 -> {
                    call(() -> all.alltoallv(sent, receive), () -> all.ialltoallv(sent, receive), blocking);
                    expect("alltoallv", received, concat(column(rank, coming)));
                }
                case 1 -> {
                    Buffers of = rank == root ? sent : null;
                    call(() -> all.scatterv(of, mine.buffer(), root), () -> all.iscatterv(of, mine.buffer(), root),
                            blocking);
                    expect("scatterv", mine, data(root, rank, longs[root][rank]));
                }
                case 2 -> {
                    Buffers into = rank == root ? receive : null;
                    call(() -> all.gatherv(own, into, root), () -> all.igatherv(own, into, root), blocking);
                    if (rank == root) {
                        expect("gatherv", received, concat(column(root, coming)));
                    }
                }
                default -> allgatherv(longs[0], blocking);
            }
        }

        private void allgatherv(int[] longs, boolean blocking) {
            Block received = new Block(MemorySegment.ofArray(new long[Arrays.stream(longs).sum()]), Datatype.LONG, 0,
                    1);
            Buffers into = Buffers.packed(received.memory, longs, Datatype.LONG);
            Buffer own = block(1, longs[rank]).with(data(rank, 0, longs[rank])).buffer();
            call(() -> all.allgatherv(own, into), () -> all.iallgatherv(own, into), blocking);
            expect("allgatherv", received, concat(column(0, longs)));
        }

        /** Pairs of longs for the operation that is not commutative. */
        private long[] fold(ReduceOp op, int last, int longs) {
            long[] result = data(0, -1, longs);
            for (int from = 1; from <= last; from++) {
                long[] right = data(from, -1, longs);
                for (int i = 0; i < longs; i++) {
                    if (op == FIRST && i % 2 == 0) {
                        result[i + 1] = right[i] * result[i + 1] + right[i + 1];
                        result[i] = right[i] * result[i];
                    } else if (op != FIRST) {
                        result[i] = op == Op.SUM ? result[i] + right[i] : Math.max(result[i], right[i]);
                    }
                }
            }
            return result;
        }

        private void reduce(int root, int wished, boolean inPlace, boolean blocking) {
            ReduceOp op = List.of(FIRST, Op.SUM, Op.MAX).get(random.nextInt(3));
            int longs = wished & -2;
            Datatype type = op == FIRST ? Datatype.contiguous(2, Datatype.LONG).commit() : Datatype.LONG;
            int count = op == FIRST ? longs / 2 : longs;
            boolean toAll = random.nextBoolean();
            MemorySegment sent = MemorySegment.ofArray(data(rank, -1, longs));
            boolean isMine = toAll || rank == root;
            Block received = new Block(MemorySegment.ofArray(inPlace ? data(rank, -1, longs) : new long[longs]), type,
                    count, 1);
            Buffer send = inPlace && isMine ? Buffer.IN_PLACE : Buffer.of(sent, count, type);
            Buffer receive = isMine ? received.buffer() : null;
            if (random.nextInt(3) == 0 && longs % size == 0) {
                scattered(op, type, count, blocking);
                return;
            }
            call(() -> {
                if (toAll) {
                    all.allreduce(send, receive, op);
                } else {
                    all.reduce(send, receive, op, root);
                }
            }, () -> toAll ? all.iallreduce(send, receive, op) : all.ireduce(send, receive, op, root), blocking);
            if (isMine) {
                expect("reduce by " + op, received, fold(op, size - 1, longs));
            }
        }

        /** A block of a result for each rank. */
        private void scattered(ReduceOp op, Datatype type, int count, boolean blocking) {
            int longs = (int) (count * type.size() / 8);
            Buffer send = Buffer.of(MemorySegment.ofArray(
                    concat(java.util.stream.IntStream.range(0, size).mapToObj(_ -> data(rank, -1, longs))
                            .toArray(long[][]::new))),
                    count, type);
            Block received = new Block(MemorySegment.ofArray(new long[longs]), type, count, 1);
            int[] counts = new int[size];
            Arrays.fill(counts, count);
            Buffer whole = new Buffer(send.memory(), 0, (long) count * size, type);
            boolean byCounts = random.nextBoolean();
            call(() -> {
                if (byCounts) {
                    all.reduceScatter(whole, received.buffer(), counts, op);
                } else {
                    all.reduceScatterBlock(send, received.buffer(), op);
                }
            }, () -> byCounts ? all.ireduceScatter(whole, received.buffer(), counts, op)
                    : all.ireduceScatterBlock(send, received.buffer(), op), blocking);
            expect("reduceScatter by " + op, received, fold(op, size - 1, longs));
        }

        private void scan(int wished, boolean inPlace, boolean blocking) {
            ReduceOp op = List.of(FIRST, Op.SUM, Op.MAX).get(random.nextInt(3));
            int longs = wished & -2;
            Datatype type = op == FIRST ? Datatype.contiguous(2, Datatype.LONG).commit() : Datatype.LONG;
            int count = op == FIRST ? longs / 2 : longs;
            boolean inclusive = random.nextBoolean();
            Block received = new Block(MemorySegment.ofArray(inPlace ? data(rank, -1, longs) : new long[longs]), type,
                    count, 1);
            Buffer send = inPlace ? Buffer.IN_PLACE
                    : Buffer.of(MemorySegment.ofArray(data(rank, -1, longs)), count, type);
            call(() -> {
                if (inclusive) {
                    all.scan(send, received.buffer(), op);
                } else {
                    all.exscan(send, received.buffer(), op);
                }
            }, () -> inclusive ? all.iscan(send, received.buffer(), op) : all.iexscan(send, received.buffer(), op),
                    blocking);
            long[] untouched = inPlace ? data(rank, -1, longs) : new long[longs];
            expect("scan by " + op, received,
                    inclusive ? fold(op, rank, longs) : rank == 0 ? untouched : fold(op, rank - 1, longs));
        }

        /** In an order of this rank's own. */
        void end() {
            while (!requests.isEmpty()) {
                Request next = requests.get(own.nextInt(requests.size()));
                if (own.nextBoolean()) {
                    next.await();
                    requests.remove(next);
                } else if (next.test()) {
                    requests.remove(next);
                }
            }
            checks.forEach(Runnable::run);
            checks.clear();
        }
    }

    @SuiteCase(suite = "MPICH coll", programs = {"nonblocking", "nonblocking2"})
    @RankTest
    void shouldDoWhatAModelDoesOnTheWorld(Job job) {
        Mpi mpi = Mpi.of(job);
        agree(job, mpi.world());
        mpi.finish();
    }

    /** Ranks in another order, and none with a team. */
    @RankTest
    void shouldDoWhatAModelDoesOnOtherCommunicators(Job job) {
        Mpi mpi = Mpi.of(job);
        Comm reversed = mpi.world().split(0, job.size() - job.rank());
        agree(job, reversed);
        reversed.free();
        agree(job, mpi.self());
        mpi.finish();
    }

    private static void agree(Job job, Comm comm) {
        SplittableRandom random = Seed.of("collective calls");
        SplittableRandom own = Seed.of("collective calls of rank " + job.rank());
        for (int round = 0; round < Repetitions.of(job, 60, 15); round++) {
            try (Arena arena = own.nextBoolean() ? Arena.ofConfined() : Arena.ofShared()) {
                Calls calls = new Calls(comm, random, own, arena);
                for (int i = 1 + random.nextInt(4); i > 0; i--) {
                    calls.one();
                }
                calls.end();
            }
        }
    }

    @RankTest(ranks = 2)
    void shouldTellWhatIsWrong(Job job) {
        Mpi mpi = Mpi.of(job);
        Comm comm = mpi.world().dup();
        CommCollectives all = comm.collectives();
        Buffer one = Buffer.of(MemorySegment.ofArray(new long[1]), 1, Datatype.LONG);
        assertIllegal("no such root", () -> all.bcast(one, 2), "rank " + job.rank(), "bcast", "root 2", "0..1");
        List<String> told = new ArrayList<>();
        comm.errorHandler((of, error) -> told.add(error.getMessage()));
        assertIllegal("too large", () -> all.iallgather(one, one), "2 of LONG", "8 bytes");
        assertEquals(1, told.size(), "the communicator's handler hears of it");
        UserOp failing = UserOp.create((_, _, _, _) -> {
            throw new IllegalStateException("cannot add");
        }, true);
        Buffer result = Buffer.of(MemorySegment.ofArray(new long[1]), 1, Datatype.LONG);
        Request request = all.ireduce(one, result, failing, 1);
        if (job.rank() == 1) {
            assertEquals("cannot add", assertThrowsExactly(IllegalStateException.class, request::await).getMessage());
        } else {
            request.await();
        }
        comm.free();
        assertIllegal("freed", all::barrier, "freed");
        mpi.finish();
        assertIllegal("finished", () -> mpi.world().collectives().barrier(), "finished");
    }
}
