package org.pgas.mpi.comm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.IntFunction;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.pgas.PgasException;
import org.pgas.mpi.Datatype;
import org.pgas.mpi.Op;
import org.pgas.mpi.ReduceOp;
import org.pgas.mpi.Request;
import org.pgas.mpi.UserOp;
import org.pgas.testkit.Seed;
import org.pgas.testkit.Seeded;

/** Collective calls by messages, several at once, ranks and messages in any order, against a sequential model. */
@Seeded
class CommCollectivesTest {
    private static final int ROUNDS = 3000;
    private static final int MOST_RANKS = 9;

    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;

    /**
     * f(x) = a x + b, one after the other: associative, and not commutative. Of two longs, wherever the type has them.
     */
    private static final UserOp COMPOSE = UserOp.create((in, inout, count, type) -> {
        long second = type.trueExtent() - Long.BYTES;
        for (long at = 0; at < count * type.extent(); at += type.extent()) {
            long a = inout.get(LONG, at);
            inout.set(LONG, at + second, a * in.get(LONG, at + second) + inout.get(LONG, at + second));
            inout.set(LONG, at, a * in.get(LONG, at));
        }
    }, false);

    private static final UserOp LARGER = UserOp.create((in, inout, count, type) -> Op.MAX.reduceLocal(
            MemorySegment.ofArray(in.toArray(LONG)), inout, count, type), true);

    /** A call on all ranks: how each begins it, and what is to come of it. */
    private record Trial(String name, IntFunction<Request> begin, Runnable check) {}

    private SplittableRandom random;
    private MessageNet net;
    private int size;
    private int root;

    @BeforeEach
    void draws() {
        random = Seed.of("collectives of a communicator");
    }

    @Test
    void shouldDoWhatASequentialModelDoes() {
        for (int round = 0; round < ROUNDS; round++) {
            size = 1 + random.nextInt(MOST_RANKS);
            net = new MessageNet(size, random);
            List<Trial> trials = new ArrayList<>();
            for (int i = 1 + random.nextInt(3); i > 0; i--) {
                root = random.nextInt(size);
                trials.add(draw());
            }
            begin(trials);
            net.run();
            trials.forEach(each -> each.check.run());
        }
    }

    /** Each rank begins them in their order, and goes on in between. */
    private void begin(List<Trial> trials) {
        int[] begun = new int[size];
        List<Request> requests = new ArrayList<>();
        for (int left = size * trials.size(); left > 0;) {
            int rank = random.nextInt(size);
            if (begun[rank] < trials.size()) {
                requests.add(trials.get(begun[rank]++).begin.apply(rank));
                left--;
                net.advance();
            } else if (requests.isEmpty()) {
                throw new AssertionError("a rank began nothing");
            }
        }
    }

    private Trial draw() {
        return switch (random.nextInt(13)) {
            case 0 -> barrier();
            case 1 -> bcast();
            case 2 -> gather();
            case 3 -> gatherv();
            case 4 -> scatter();
            case 5 -> scatterv();
            case 6 -> allgather();
            case 7 -> allgatherv();
            case 8 -> alltoall();
            case 9 -> alltoallv();
            case 10 -> reduce();
            case 11 -> reduceScatter();
            default -> scan();
        };
    }

    private int length() {
        return random.nextInt(4) == 0 ? 0 : random.nextInt(20);
    }

    private int[] lengths() {
        int[] lengths = new int[size];
        Arrays.setAll(lengths, _ -> length());
        return lengths;
    }

    private LongLayout[] layouts(int blocks, int longs) {
        LongLayout[] made = new LongLayout[size];
        Arrays.setAll(made, _ -> LongLayout.draw(blocks, longs, random));
        return made;
    }

    private static void checkAll(String name, LongLayout[]... layouts) {
        for (LongLayout[] all : layouts) {
            for (int rank = 0; rank < all.length; rank++) {
                all[rank].check(name + " of " + all.length + ", rank " + rank);
            }
        }
    }

    private Trial barrier() {
        MessageNet ranks = net;
        return new Trial("barrier", rank -> ranks.of(rank).ibarrier(), () -> {
        });
    }

    private Trial bcast() {
        LongLayout[] all = layouts(1, length());
        for (LongLayout each : all) {
            each.expect(0, all[root].get(0));
        }
        int from = root;
        return new Trial("bcast", rank -> net.of(rank).ibcast(all[rank].buffer(), from),
                () -> checkAll("bcast", all));
    }

    private Trial gather() {
        int longs = length();
        LongLayout[] sent = layouts(1, longs);
        LongLayout[] received = layouts(size, longs);
        boolean inPlace = random.nextInt(3) == 0;
        int to = root;
        for (int rank = 0; rank < size; rank++) {
            received[to].expect(rank, inPlace && rank == to ? received[to].get(to) : sent[rank].get(0));
        }
        return new Trial("gather", rank -> net.of(rank).igather(
                inPlace && rank == to ? Buffer.IN_PLACE : sent[rank].buffer(),
                rank == to ? received[to].buffer() : null, to), () -> checkAll("gather", sent, received));
    }

    private Trial gatherv() {
        int[] lengths = lengths();
        LongLayout[] sent = new LongLayout[size];
        Arrays.setAll(sent, rank -> LongLayout.draw(1, lengths[rank], random));
        int to = root;
        LongLayout received = LongLayout.draw(lengths, random);
        Buffers blocks = received.buffers(random);
        boolean inPlace = random.nextInt(3) == 0;
        for (int rank = 0; rank < size; rank++) {
            received.expect(rank, inPlace && rank == to ? received.get(to) : sent[rank].get(0));
        }
        return new Trial("gatherv", rank -> net.of(rank).igatherv(
                inPlace && rank == to ? Buffer.IN_PLACE : sent[rank].buffer(), rank == to ? blocks : null, to),
                () -> checkAll("gatherv", sent, new LongLayout[]{received}));
    }

    private Trial scatter() {
        int longs = length();
        LongLayout[] received = layouts(1, longs);
        LongLayout sent = LongLayout.draw(size, longs, random);
        boolean inPlace = random.nextInt(3) == 0;
        int from = root;
        for (int rank = 0; rank < size; rank++) {
            if (!inPlace || rank != from) {
                received[rank].expect(0, sent.get(rank));
            }
        }
        return new Trial("scatter", rank -> net.of(rank).iscatter(rank == from ? sent.buffer() : null,
                inPlace && rank == from ? Buffer.IN_PLACE : received[rank].buffer(), from),
                () -> checkAll("scatter", received, new LongLayout[]{sent}));
    }

    private Trial scatterv() {
        int[] lengths = lengths();
        LongLayout[] received = new LongLayout[size];
        Arrays.setAll(received, rank -> LongLayout.draw(1, lengths[rank], random));
        LongLayout sent = LongLayout.draw(lengths, random);
        Buffers blocks = sent.buffers(random);
        int from = root;
        for (int rank = 0; rank < size; rank++) {
            received[rank].expect(0, sent.get(rank));
        }
        return new Trial("scatterv", rank -> net.of(rank).iscatterv(rank == from ? blocks : null,
                received[rank].buffer(), from), () -> checkAll("scatterv", received, new LongLayout[]{sent}));
    }

    private Trial allgather() {
        int longs = length();
        LongLayout[] sent = layouts(1, longs);
        LongLayout[] received = layouts(size, longs);
        boolean inPlace = random.nextInt(3) == 0;
        long[][] data = new long[size][];
        Arrays.setAll(data, rank -> inPlace ? received[rank].get(rank) : sent[rank].get(0));
        for (LongLayout each : received) {
            for (int rank = 0; rank < size; rank++) {
                each.expect(rank, data[rank]);
            }
        }
        return new Trial("allgather", rank -> net.of(rank).iallgather(
                inPlace ? Buffer.IN_PLACE : sent[rank].buffer(), received[rank].buffer()),
                () -> checkAll("allgather", sent, received));
    }

    private Trial allgatherv() {
        int[] lengths = lengths();
        LongLayout[] sent = new LongLayout[size];
        Arrays.setAll(sent, rank -> LongLayout.draw(1, lengths[rank], random));
        LongLayout[] received = new LongLayout[size];
        Arrays.setAll(received, _ -> LongLayout.draw(lengths, random));
        Buffers[] blocks = new Buffers[size];
        Arrays.setAll(blocks, rank -> received[rank].buffers(random));
        boolean inPlace = random.nextInt(3) == 0;
        long[][] data = new long[size][];
        Arrays.setAll(data, rank -> inPlace ? received[rank].get(rank) : sent[rank].get(0));
        for (LongLayout each : received) {
            for (int rank = 0; rank < size; rank++) {
                each.expect(rank, data[rank]);
            }
        }
        return new Trial("allgatherv", rank -> net.of(rank).iallgatherv(
                inPlace ? Buffer.IN_PLACE : sent[rank].buffer(), blocks[rank]),
                () -> checkAll("allgatherv", sent, received));
    }

    private Trial alltoall() {
        int longs = length();
        LongLayout[] sent = layouts(size, longs);
        LongLayout[] received = layouts(size, longs);
        boolean inPlace = random.nextInt(3) == 0;
        exchanged(inPlace ? received : sent, received);
        return new Trial("alltoall", rank -> net.of(rank).ialltoall(
                inPlace ? Buffer.IN_PLACE : sent[rank].buffer(), received[rank].buffer()),
                () -> checkAll("alltoall", sent, received));
    }

    private Trial alltoallv() {
        boolean inPlace = random.nextInt(3) == 0;
        int[][] lengths = new int[size][];
        Arrays.setAll(lengths, _ -> lengths());
        LongLayout[] sent = new LongLayout[size];
        LongLayout[] received = new LongLayout[size];
        Buffers[] sources = new Buffers[size];
        Buffers[] targets = new Buffers[size];
        for (int rank = 0; rank < size; rank++) {
            int[] coming = new int[size];
            for (int from = 0; from < size; from++) {
                // in place, two ranks have as much for each other
                lengths[rank][from] = inPlace && from < rank ? lengths[from][rank] : lengths[rank][from];
            }
            sent[rank] = LongLayout.draw(lengths[rank], random);
            sources[rank] = sent[rank].buffers(random);
            for (int from = 0; from < size; from++) {
                coming[from] = inPlace ? lengths[rank][from] : lengths[from][rank];
            }
            received[rank] = LongLayout.draw(coming, random);
            targets[rank] = received[rank].buffers(random);
        }
        exchanged(inPlace ? received : sent, received);
        return new Trial("alltoallv", rank -> net.of(rank).ialltoallw(
                inPlace ? Buffers.IN_PLACE : sources[rank], targets[rank]),
                () -> checkAll("alltoallv", sent, received));
    }

    private void exchanged(LongLayout[] sent, LongLayout[] received) {
        long[][][] data = new long[size][size][];
        for (int from = 0; from < size; from++) {
            for (int to = 0; to < size; to++) {
                data[from][to] = sent[from].get(to);
            }
        }
        for (int to = 0; to < size; to++) {
            for (int from = 0; from < size; from++) {
                received[to].expect(from, data[from][to]);
            }
        }
    }

    /** A datatype of two longs, an operation on it, and what that does. */
    private record Kind(Datatype type, int[] places, ReduceOp op) {
        /** Both are elements one behind the other, without gaps. */
        long[] fold(long[] left, long[] right) {
            long[] result = new long[left.length];
            for (int i = 0; i < left.length; i++) {
                result[i] = op == COMPOSE
                        ? i % 2 == 0 ? left[i] * right[i] : right[i - 1] * left[i] + right[i]
                        : op == Op.SUM ? left[i] + right[i]
                                : op == Op.BXOR ? left[i] ^ right[i] : Math.max(left[i], right[i]);
            }
            return result;
        }

        /** Of the ranks from 0 to {@code last}; null of none. */
        long[] fold(LongLayout[] sent, int block, int last) {
            long[] result = last < 0 ? null : sent[0].get(block);
            for (int rank = 1; rank <= last; rank++) {
                result = fold(result, sent[rank].get(block));
            }
            return result;
        }
    }

    private Kind kind() {
        boolean gaps = random.nextBoolean();
        Datatype type = gaps ? Datatype.vector(2, 1, 2, Datatype.LONG).commit()
                : Datatype.contiguous(2, Datatype.LONG).commit();
        ReduceOp op = switch (random.nextInt(4)) {
            case 0 -> COMPOSE;
            case 1 -> Op.SUM;
            case 2 -> Op.BXOR;
            default -> LARGER;
        };
        return new Kind(type, gaps ? new int[]{0, 2} : new int[]{0, 1}, op);
    }

    private LongLayout[] layouts(Kind kind, int count, int blocks) {
        LongLayout[] made = new LongLayout[size];
        Arrays.setAll(made, _ -> LongLayout.of(kind.type, kind.places, count, blocks, random));
        return made;
    }

    /** Of one rank or of all. */
    private Trial reduce() {
        Kind kind = kind();
        int count = length();
        LongLayout[] sent = layouts(kind, count, 1);
        LongLayout[] received = layouts(kind, count, 1);
        boolean all = random.nextBoolean();
        boolean inPlace = random.nextInt(3) == 0;
        int to = root;
        LongLayout[] given = sent.clone();
        for (int rank = 0; rank < size; rank++) {
            given[rank] = inPlace && (all || rank == to) ? received[rank] : sent[rank];
        }
        long[] result = kind.fold(given, 0, size - 1);
        for (int rank = 0; rank < size; rank++) {
            if (all || rank == to) {
                received[rank].expect(0, result);
            }
        }
        return new Trial("reduce", rank -> {
            Buffer send = given[rank] == received[rank] ? Buffer.IN_PLACE : sent[rank].buffer();
            return all ? net.of(rank).iallreduce(send, received[rank].buffer(), kind.op)
                    : net.of(rank).ireduce(send, rank == to ? received[rank].buffer() : null, kind.op, to);
        }, () -> checkAll("reduce by " + kind.op, sent, received));
    }

    private Trial reduceScatter() {
        Kind kind = kind();
        boolean equal = random.nextBoolean();
        int count = length();
        int[] counts = new int[size];
        Arrays.setAll(counts, _ -> equal ? count : random.nextInt(5));
        int sum = Arrays.stream(counts).sum();
        LongLayout[] sent = layouts(kind, sum, 1);
        LongLayout[] received = new LongLayout[size];
        boolean inPlace = random.nextInt(3) == 0;
        int at = 0;
        long[] folded = kind.fold(sent, 0, size - 1);
        for (int rank = 0; rank < size; rank++) {
            received[rank] = LongLayout.of(kind.type, kind.places, counts[rank], 1, random);
            (inPlace ? sent : received)[rank].expect(0, Arrays.copyOfRange(folded, at, at + 2 * counts[rank]));
            at += 2 * counts[rank];
        }
        return new Trial("reduceScatter", rank -> {
            Buffer all = sent[rank].buffer();
            Buffer receive = inPlace ? new Buffer(all.memory(), all.offset(), counts[rank], all.type())
                    : received[rank].buffer();
            Buffer send = inPlace ? Buffer.IN_PLACE : all;
            return equal
                    ? net.of(rank).ireduceScatterBlock(
                            inPlace ? send : new Buffer(all.memory(), all.offset(), count, all.type()), receive,
                            kind.op)
                    : net.of(rank).ireduceScatter(send, receive, counts, kind.op);
        }, () -> checkAll("reduceScatter by " + kind.op, sent, received));
    }

    private Trial scan() {
        Kind kind = kind();
        int count = length();
        LongLayout[] sent = layouts(kind, count, 1);
        LongLayout[] received = layouts(kind, count, 1);
        boolean inclusive = random.nextBoolean();
        boolean inPlace = random.nextInt(3) == 0;
        LongLayout[] given = inPlace ? received : sent;
        long[][] results = new long[size][];
        Arrays.setAll(results, rank -> kind.fold(given, 0, inclusive ? rank : rank - 1));
        for (int rank = 0; rank < size; rank++) {
            if (results[rank] != null) {
                received[rank].expect(0, results[rank]);
            }
        }
        return new Trial("scan", rank -> {
            Buffer send = inPlace ? Buffer.IN_PLACE : sent[rank].buffer();
            return inclusive ? net.of(rank).iscan(send, received[rank].buffer(), kind.op)
                    : net.of(rank).iexscan(send, received[rank].buffer(), kind.op);
        }, () -> checkAll((inclusive ? "scan by " : "exscan by ") + kind.op, sent, received));
    }

    @Test
    void shouldGoOnOnlyInThreadsThatReachTheMemory() throws InterruptedException {
        try (Arena arena = Arena.ofConfined()) {
            Schedule[] made = new Schedule[1];
            made[0] = new Schedule(null, "Comm.ibcast", 0);
            assertTrue(made[0].isReachable());
            made[0].uses(arena.allocate(8));
            assertTrue(made[0].isReachable());
            boolean[] elsewhere = {true};
            Thread other = Thread.ofPlatform().daemon().start(() -> elsewhere[0] = made[0].isReachable());
            other.join();
            assertEquals(false, elsewhere[0]);
        }
    }

    @Test
    void shouldRefuseWhatIsWrongBeforeItTakesPart() {
        size = 3;
        net = new MessageNet(3, random);
        CommCollectives one = net.of(1);
        Buffer two = Buffer.of(MemorySegment.ofArray(new long[2]), 2, Datatype.LONG);
        Buffer six = Buffer.of(MemorySegment.ofArray(new long[6]), 2, Datatype.LONG);
        Datatype open = Datatype.contiguous(2, Datatype.LONG);
        assertRefused(() -> one.ibcast(two, 3), "rank 1", "root 3", "0..2");
        assertRefused(() -> one.ibcast(null, 0), "buffer is null");
        assertRefused(() -> one.ibcast(Buffer.IN_PLACE, 0), "IN_PLACE");
        assertRefused(() -> one.ibcast(Buffer.of(MemorySegment.ofArray(new long[1]), 1, open), 0), "not committed");
        assertRefused(() -> one.ibcast(Buffer.of(two.memory(), 3, Datatype.LONG), 0), "3 of LONG", "16 bytes");
        assertRefused(() -> one.ibcast(new Buffer(two.memory(), -8, 1, Datatype.LONG), 0), "offset -8");
        assertRefused(() -> one.ibcast(Buffer.of(two.memory().asReadOnly(), 1, Datatype.LONG), 0), "read-only");
        assertRefused(() -> one.ibcast(Buffer.of(two.memory(), -1, Datatype.LONG), 0), "-1");
        assertRefused(() -> one.iallgather(two, two), "receive", "6 of LONG", "16 bytes");
        assertRefused(() -> one.iallgather(Buffer.of(two.memory(), 1, Datatype.LONG), six), "8", "16",
                "as much on both sides");
        assertRefused(() -> one.igatherv(two, Buffers.packed(six.memory(), new int[]{2, 2}, Datatype.LONG), 1),
                "for 2 ranks", "has 3");
        assertRefused(() -> one.iallgather(two, Buffer.of(six.memory(), 1L << 60, Datatype.LONG)), "receive count",
                "2^61");
        Datatype dense = Datatype.resized(Datatype.LONG, 0, 4).commit();
        assertRefused(() -> one.iallgather(Buffer.of(two.memory(), 1, Datatype.LONG),
                Buffer.of(six.memory(), 1, dense)), "more than once");
        assertRefused(() -> one.iallreduce(two, six, null), "operation is null");
        assertRefused(() -> one.iallreduce(two, Buffer.of(six.memory(), 1, Datatype.LONG), Op.SUM), "one count");
        assertRefused(() -> one.iallreduce(two, six, Op.REPLACE), "REPLACE", "accumulates");
        assertRefused(() -> one.iallreduce(Buffer.IN_PLACE, Buffer.of(two.memory(), 2, Datatype.DOUBLE), Op.BAND),
                "BAND", "DOUBLE");
        assertRefused(() -> one.ireduceScatter(six, two, new int[]{2, 2}, Op.SUM), "2 counts", "3 ranks");
        assertRefused(() -> one.ireduceScatter(Buffer.of(six.memory(), 6, Datatype.LONG), two, new int[]{3, 1, 2},
                Op.SUM), "1 of this rank");
        assertRefused(() -> one.ireduceScatter(six, two, new int[]{3, -2, 2}, Op.SUM), "-2");
        assertRefused(() -> Buffers.of(two.memory(), new int[1], new int[2], Datatype.LONG), "1 counts",
                "2 displacements");
        assertRefused(() -> Buffers.of(null, new int[1], new int[1], Datatype.LONG), "null");
    }

    private static void assertRefused(Executable call, String... parts) {
        String message = assertThrows(PgasException.class, call).getMessage();
        for (String part : parts) {
            assertTrue(message.contains(part), message);
        }
    }
}
