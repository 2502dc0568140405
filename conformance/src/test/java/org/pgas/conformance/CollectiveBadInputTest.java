package org.pgas.conformance;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.pgas.conformance.Refusals.assertIllegal;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.function.Executable;
import org.pgas.DataType;
import org.pgas.ErrorCode;
import org.pgas.Event;
import org.pgas.Job;
import org.pgas.Opcode;
import org.pgas.PgasException;
import org.pgas.Team;
import org.pgas.coll.Blocks;
import org.pgas.coll.Collectives;
import org.pgas.coll.Reduction;
import org.pgas.testkit.RankDefaults;
import org.pgas.testkit.RankTest;

/**
 * What collectives refuse: alone, before any other member knows of the call; and together, where members called
 * different things.
 */
@RankDefaults(ranks = {3}, segment = "64k")
@AcrossNeighbourhoods
class CollectiveBadInputTest {
    private static final Reduction SUM = Reduction.of(DataType.DBL, Opcode.ADD);
    private static final Reduction LEAST = Reduction.of(DataType.DBL, Opcode.MIN);

    private static MemorySegment bytes(int bytes) {
        return MemorySegment.ofArray(new byte[bytes]);
    }

    /** Both forms refuse it; then a call that is right works on all ranks, so that none has counted the wrong ones. */
    private static void refused(Job job, String method, Runnable blocking, Runnable nonBlocking, Object... parts) {
        Object[] all = new Object[parts.length + 2];
        all[0] = "rank " + job.rank() + ": ";
        all[1] = "Collectives." + method;
        System.arraycopy(parts, 0, all, 2, parts.length);
        assertIllegal(method, blocking::run, all);
        assertIllegal(method + "Nb", nonBlocking::run, all);
    }

    private static void works(Job job) {
        Collectives on = Collectives.of(job.world());
        double[] sum = new double[1];
        on.reduceToAll(MemorySegment.ofArray(sum), MemorySegment.ofArray(new double[]{job.rank()}), SUM);
        assertEquals(3, sum[0]);
        on.reduceToAllNb(MemorySegment.ofArray(sum), MemorySegment.ofArray(new double[]{1}), SUM).await();
        assertEquals(3, sum[0]);
    }

    @RankTest
    void shouldRefuseRootsOutsideTheTeam(Job job) {
        Collectives on = Collectives.of(job.world());
        Blocks blocks = Blocks.packed(8, 8, 8);
        for (int root : new int[]{-1, 3, Integer.MIN_VALUE, Integer.MAX_VALUE}) {
            refused(job, "broadcast", () -> on.broadcast(root, bytes(8), bytes(8)),
                    () -> on.broadcastNb(root, bytes(8), bytes(8)), root, "0..2");
            refused(job, "gather", () -> on.gather(root, bytes(24), bytes(8)),
                    () -> on.gatherNb(root, bytes(24), bytes(8)), root, "0..2");
            refused(job, "scatter", () -> on.scatter(root, bytes(8), bytes(24)),
                    () -> on.scatterNb(root, bytes(8), bytes(24)), root, "0..2");
            refused(job, "gatherV", () -> on.gatherV(root, bytes(24), blocks, bytes(8)),
                    () -> on.gatherVNb(root, bytes(24), blocks, bytes(8)), root, "0..2");
            refused(job, "scatterV", () -> on.scatterV(root, bytes(8), bytes(24), blocks),
                    () -> on.scatterVNb(root, bytes(8), bytes(24), blocks), root, "0..2");
            refused(job, "reduceToOne", () -> on.reduceToOne(root, bytes(8), bytes(8), SUM),
                    () -> on.reduceToOneNb(root, bytes(8), bytes(8), SUM), root, "0..2");
        }
        works(job);
    }

    @RankTest
    void shouldRefuseWhatIsMissing(Job job) {
        Collectives on = Collectives.of(job.world());
        int me = job.rank();
        Blocks blocks = Blocks.packed(8, 8, 8);
        refused(job, "broadcast", () -> on.broadcast(me, null, bytes(8)), () -> on.broadcastNb(me, null, bytes(8)),
                "target", "null");
        refused(job, "broadcast", () -> on.broadcast(me, bytes(8), null), () -> on.broadcastNb(me, bytes(8), null),
                "source", "null");
        refused(job, "gather", () -> on.gather(me, null, bytes(8)), () -> on.gatherNb(me, null, bytes(8)), "target");
        refused(job, "scatter", () -> on.scatter(me, bytes(8), null), () -> on.scatterNb(me, bytes(8), null), "source");
        refused(job, "allGather", () -> on.allGather(bytes(24), null), () -> on.allGatherNb(bytes(24), null),
                "source");
        refused(job, "exchange", () -> on.exchange(null, bytes(24)), () -> on.exchangeNb(null, bytes(24)), "target");
        refused(job, "gatherV", () -> on.gatherV(me, bytes(24), null, bytes(8)),
                () -> on.gatherVNb(me, bytes(24), null, bytes(8)), "blocks");
        refused(job, "scatterV", () -> on.scatterV(me, bytes(8), bytes(24), null),
                () -> on.scatterVNb(me, bytes(8), bytes(24), null), "blocks");
        refused(job, "allGatherV", () -> on.allGatherV(bytes(24), null, bytes(8)),
                () -> on.allGatherVNb(bytes(24), null, bytes(8)), "blocks");
        refused(job, "exchangeV", () -> on.exchangeV(bytes(24), blocks, bytes(24), null),
                () -> on.exchangeVNb(bytes(24), blocks, bytes(24), null), "blocks");
        refused(job, "reduceToAll", () -> on.reduceToAll(bytes(8), bytes(8), null),
                () -> on.reduceToAllNb(bytes(8), bytes(8), null), "reduction");
        refused(job, "scan", () -> on.scan(bytes(8), null, SUM), () -> on.scanNb(bytes(8), null, SUM), "source");
        refused(job, "exscan", () -> on.exscan(null, bytes(8), SUM), () -> on.exscanNb(null, bytes(8), SUM), "target");
        works(job);
    }

    @RankTest
    void shouldRefuseSizesThatDoNotFitEachOther(Job job) {
        Collectives on = Collectives.of(job.world());
        int me = job.rank();
        refused(job, "broadcast", () -> on.broadcast(me, bytes(8), bytes(9)),
                () -> on.broadcastNb(me, bytes(8), bytes(9)),
                8, 9);
        refused(job, "gather", () -> on.gather(me, bytes(23), bytes(8)), () -> on.gatherNb(me, bytes(23), bytes(8)), 23,
                "3 blocks");
        refused(job, "scatter", () -> on.scatter(me, bytes(8), bytes(25)), () -> on.scatterNb(me, bytes(8), bytes(25)),
                25,
                "3 blocks");
        refused(job, "allGather", () -> on.allGather(bytes(16), bytes(8)), () -> on.allGatherNb(bytes(16), bytes(8)),
                16,
                "3 blocks");
        refused(job, "exchange", () -> on.exchange(bytes(24), bytes(27)), () -> on.exchangeNb(bytes(24), bytes(27)), 24,
                27);
        refused(job, "exchange", () -> on.exchange(bytes(25), bytes(25)), () -> on.exchangeNb(bytes(25), bytes(25)), 25,
                "3 blocks");
        for (Executable call : List.<Executable>of(() -> on.reduceToAll(bytes(16), bytes(8), SUM),
                () -> on.reduceToAllNb(bytes(8), bytes(16), SUM), () -> on.scan(bytes(16), bytes(8), SUM),
                () -> on.exscan(bytes(8), bytes(16), SUM), () -> on.reduceToOne(me, bytes(8), bytes(16), SUM))) {
            assertIllegal("sizes", call, 8, 16);
        }
        refused(job, "reduceToAll", () -> on.reduceToAll(bytes(12), bytes(12), SUM),
                () -> on.reduceToAllNb(bytes(12), bytes(12), SUM), 12, "8 bytes", "ADD of DBL");
        works(job);
    }

    @RankTest
    void shouldRefuseBlocksThatDoNotFit(Job job) {
        Collectives on = Collectives.of(job.world());
        int me = job.rank();
        Blocks two = Blocks.packed(8, 8);
        Blocks three = Blocks.packed(8, 8, 8);
        Blocks overlapping = Blocks.of(new long[]{8, 8, 8}, new long[]{0, 7, 16});
        refused(job, "gatherV", () -> on.gatherV(me, bytes(24), two, bytes(8)),
                () -> on.gatherVNb(me, bytes(24), two, bytes(8)), "2 blocks");
        refused(job, "gatherV", () -> on.gatherV(me, bytes(23), three, bytes(8)),
                () -> on.gatherVNb(me, bytes(23), three, bytes(8)), 24, 23);
        refused(job, "gatherV", () -> on.gatherV(me, bytes(24), overlapping, bytes(8)),
                () -> on.gatherVNb(me, bytes(24), overlapping, bytes(8)), "overlap");
        refused(job, "gatherV", () -> on.gatherV(me, bytes(24), three, bytes(7)),
                () -> on.gatherVNb(me, bytes(24), three, bytes(7)), 7, 8);
        refused(job, "scatterV", () -> on.scatterV(me, bytes(9), bytes(24), three),
                () -> on.scatterVNb(me, bytes(9), bytes(24), three), 9, 8);
        refused(job, "allGatherV", () -> on.allGatherV(bytes(24), overlapping, bytes(8)),
                () -> on.allGatherVNb(bytes(24), overlapping, bytes(8)), "overlap");
        Blocks other = Blocks.packed(9, 9, 9);
        refused(job, "exchangeV", () -> on.exchangeV(bytes(24), three, bytes(27), other),
                () -> on.exchangeVNb(bytes(24), three, bytes(27), other), 8, 9);
        works(job);
    }

    @RankTest
    void shouldRefuseMemoryThatCannotBeUsed(Job job) {
        Collectives on = Collectives.of(job.world());
        int me = job.rank();
        MemorySegment readOnly = bytes(24).asReadOnly();
        MemorySegment closed;
        try (Arena arena = Arena.ofConfined()) {
            closed = arena.allocate(8);
        }
        for (Executable call : List.<Executable>of(() -> on.broadcast(me, readOnly.asSlice(0, 8), bytes(8)),
                () -> on.broadcastNb(1, readOnly, bytes(24)), () -> on.gather(me, readOnly, bytes(8)),
                () -> on.scatter(1, readOnly, bytes(72)), () -> on.allGather(readOnly, bytes(8)),
                () -> on.exchangeNb(readOnly, bytes(24)), () -> on.reduceToAll(readOnly, bytes(24), SUM),
                () -> on.scan(readOnly, bytes(24), SUM), () -> on.exscanNb(readOnly, bytes(24), SUM))) {
            assertIllegal("read-only", call, "rank " + me, "read-only");
        }
        assertThrows(RuntimeException.class, () -> on.reduceToAll(closed, bytes(8), SUM));
        assertThrows(RuntimeException.class, () -> on.allGatherNb(bytes(24), closed));
        works(job);
    }

    @RankTest
    void shouldRefuseOverlapButForTheSameMemory(Job job) {
        Collectives on = Collectives.of(job.world());
        int me = job.rank();
        for (MemorySegment memory : List.of(bytes(80), Arena.ofAuto().allocate(80, 8),
                job.endpoint().segment().local().asSlice(64, 80))) {
            MemorySegment part = memory.asSlice(0, 24);
            MemorySegment shifted = memory.asSlice(8, 24);
            for (Executable call : List.<Executable>of(() -> on.broadcast(me, part, shifted),
                    () -> on.broadcastNb(me, shifted, part), () -> on.gather(me, part, memory.asSlice(0, 8)),
                    () -> on.allGather(part, memory.asSlice(16, 8)), () -> on.scatter(me, memory.asSlice(8, 8), part),
                    () -> on.exchange(part, part), () -> on.exchangeNb(part, shifted),
                    () -> on.reduceToAll(part, shifted, SUM), () -> on.scan(shifted, part, SUM),
                    () -> on.reduceToOne(me, part, shifted, SUM))) {
                assertIllegal("overlap", call, "rank " + me, "overlap");
            }
        }
        works(job);
    }

    /** Each rank calls something, and every one of them is told what all called. */
    private static void different(Job job, Executable mine, Object... parts) {
        PgasException e = assertThrows(PgasException.class, mine);
        assertEquals(ErrorCode.BAD_ARGUMENT, e.code());
        assertTrue(e.getMessage().startsWith("rank " + job.rank() + ": Collectives."), e.getMessage());
        for (Object part : parts) {
            assertTrue(e.getMessage().contains(part.toString()), e.getMessage() + ": does not name " + part);
        }
        job.world().barrier();
    }

    /** {@code calls[r]} by rank r, blocking and not; the lists of ranks that agree. */
    private static void different(Job job, List<Runnable> calls, Object... parts) {
        different(job, calls.get(job.rank())::run, parts);
        works(job);
    }

    @RankTest
    void shouldNameTheRanksThatDifferInRootOrSize(Job job) {
        Collectives on = Collectives.of(job.world());
        int me = job.rank();
        // rank 1 is the one that differs
        int root = me == 1 ? 0 : 2;
        int size = me == 1 ? 16 : 8;
        String[] ranks = {"team rank 1", "team ranks 0, 2"};
        different(job, () -> on.broadcast(root, bytes(8), bytes(8)), (Object[]) ranks);
        works(job);
        different(job, () -> on.broadcastNb(root, bytes(8), bytes(8)).await(), (Object[]) ranks);
        works(job);
        different(job, () -> on.broadcast(0, bytes(size), bytes(size)), ranks[0], ranks[1], 16, 8);
        works(job);
        different(job, () -> on.gather(0, bytes(3 * size), bytes(size)), (Object[]) ranks);
        works(job);
        different(job, () -> on.scatter(root, bytes(8), bytes(24)), (Object[]) ranks);
        works(job);
        different(job, () -> on.allGather(bytes(3 * size), bytes(size)), (Object[]) ranks);
        works(job);
        different(job, () -> on.exchange(bytes(3 * size), bytes(3 * size)), (Object[]) ranks);
        works(job);
        different(job, () -> on.reduceToAll(bytes(size), bytes(size), SUM), (Object[]) ranks);
        works(job);
        different(job, () -> on.reduceToOneNb(root, bytes(8), bytes(8), SUM).await(), (Object[]) ranks);
        works(job);
        different(job, () -> on.scan(bytes(size), bytes(size), SUM), (Object[]) ranks);
        works(job);
        int large = size * 100_000;
        different(job, () -> on.reduceToAll(bytes(large), bytes(large), SUM), (Object[]) ranks);
        works(job);
    }

    @RankTest
    void shouldNameTheRanksThatDifferInTypeOrOperationOrCall(Job job) {
        Collectives on = Collectives.of(job.world());
        int me = job.rank();
        String[] ranks = {"team rank 2", "team ranks 0, 1"};
        Reduction operation = me == 2 ? LEAST : SUM;
        different(job, () -> on.reduceToAll(bytes(8), bytes(8), operation), ranks[0], ranks[1], "MIN of DBL",
                "ADD of DBL");
        works(job);
        Reduction type = me == 2 ? Reduction.of(DataType.I64, Opcode.ADD) : SUM;
        different(job, () -> on.reduceToOne(0, bytes(8), bytes(8), type), ranks[0], ranks[1], "I64", "DBL");
        works(job);
        Reduction user = me == 2 ? SUM : Reduction.user(8, (left, right, count) -> {});
        different(job, () -> on.scanNb(bytes(8), bytes(8), user).await(), (Object[]) ranks);
        works(job);
        different(job, () -> {
            if (me == 2) {
                on.scan(bytes(8), bytes(8), SUM);
            } else {
                on.exscan(bytes(8), bytes(8), SUM);
            }
        }, ranks[0], ranks[1], "Collectives.scan", "Collectives.exscan");
        works(job);
        // the order of two calls
        List<Runnable> calls = new ArrayList<>(List.of(() -> on.broadcast(0, bytes(8), bytes(8)),
                () -> on.allGather(bytes(24), bytes(8))));
        if (me == 2) {
            calls.add(calls.removeFirst());
        }
        different(job, calls.get(0)::run, ranks[0], ranks[1], "Collectives.broadcast", "Collectives.allGather");
        different(job, calls.get(1)::run, ranks[0], ranks[1], "Collectives.broadcast", "Collectives.allGather");
        works(job);
    }

    @RankTest
    void shouldTellAllRanksWhenAllDiffer(Job job) {
        Collectives on = Collectives.of(job.world());
        List<Runnable> calls = List.of(() -> on.broadcast(0, bytes(8), bytes(8)),
                () -> on.gather(0, bytes(24), bytes(8)),
                () -> on.scatter(0, bytes(8), bytes(24)));
        different(job, calls, "team rank 0", "team rank 1", "team rank 2", "broadcast", "gather", "scatter");
    }

    /** Of blocks that differ in size the writer and the reader of each know it, and must agree. */
    @RankTest
    void shouldRefuseBlocksThatTheTwoOfThemSeeDifferently(Job job) {
        Collectives on = Collectives.of(job.world());
        int me = job.rank();
        // rank 1 gives 8 bytes, and rank 0 expects 16 of it
        if (me == 0) {
            PgasException e = assertThrows(PgasException.class,
                    () -> on.gatherV(0, bytes(32), Blocks.packed(8, 16, 8), bytes(8)));
            assertTrue(e.getMessage().contains("16") && e.getMessage().contains("rank 1"), e.getMessage());
        } else {
            try {
                on.gatherV(0, null, null, bytes(8));
            } catch (PgasException e) {
                assertTrue(e.getMessage().contains("rank"), e.getMessage());
            }
        }
        works(job);
    }

    @RankTest
    void shouldRefuseTmPairsAndDestroyedTeams(Job job) {
        Team pair = job.endpoint().pair(0);
        assertIllegal("TM-pair", () -> Collectives.of(pair), "pair");
        Team team = job.world().dup();
        Collectives on = Collectives.of(team);
        on.broadcast(0, bytes(8), bytes(8));
        team.destroy();
        PgasException e = assertThrows(PgasException.class, () -> on.broadcast(0, bytes(8), bytes(8)));
        assertTrue(e.getMessage().contains("destroyed"), e.getMessage());
        e = assertThrows(PgasException.class, () -> on.allGatherNb(bytes(24), bytes(8)));
        assertTrue(e.getMessage().contains("destroyed"), e.getMessage());
        works(job);
    }

    /** A collective of GASNet-EX and the barrier of GASNet-1 do not go together. */
    @RankTest
    void shouldRefuseCollectivesOverTheWorldWhileANamedBarrierIsOpen(Job job) {
        Collectives on = Collectives.of(job.world());
        job.namedBarrier().notify(7);
        assertIllegal("broadcast", () -> on.broadcast(0, bytes(8), bytes(8)), "rank " + job.rank(), "barrier");
        assertIllegal("exscanNb", () -> on.exscanNb(bytes(8), bytes(8), SUM), "rank " + job.rank(), "barrier");
        job.namedBarrier().await(7);
        works(job);
    }

    @RankTest
    void shouldPassOnWhatAUserOperationThrowsAndGoOn(Job job) {
        Collectives on = Collectives.of(job.world());
        RuntimeException failure = new IllegalStateException("on purpose");
        Reduction failing = Reduction.user(8, (left, right, count) -> {
            throw failure;
        });
        for (int bytes : new int[]{8, 4096, 400_000}) {
            RuntimeException e = assertThrows(RuntimeException.class,
                    () -> on.reduceToAll(bytes(bytes), bytes(bytes), failing));
            if (bytes == 8) {
                // each member computes all of it
                assertSame(failure, e);
            }
            Event event = on.reduceToAllNb(bytes(bytes), bytes(bytes), failing);
            assertThrows(RuntimeException.class, event::await);
            works(job);
        }
        byte[] content = {1, 2, 3};
        MemorySegment target = bytes(3);
        on.broadcast(0, target, MemorySegment.ofArray(content));
        assertArrayEquals(content, target.toArray(java.lang.foreign.ValueLayout.JAVA_BYTE));
    }
}
