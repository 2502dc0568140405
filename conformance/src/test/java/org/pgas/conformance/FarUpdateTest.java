package org.pgas.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.pgas.conformance.Refusals.assertIllegal;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;

import org.pgas.AccumulateType;
import org.pgas.DataType;
import org.pgas.Event;
import org.pgas.EventCategory;
import org.pgas.Job;
import org.pgas.JobEndedException;
import org.pgas.LocalCompletion;
import org.pgas.Opcode;
import org.pgas.PeerLostException;
import org.pgas.Rma;
import org.pgas.atomics.Scale;
import org.pgas.far.FarUpdates;
import org.pgas.team.TeamCore;
import org.pgas.testkit.Memory;
import org.pgas.testkit.Mode;
import org.pgas.testkit.RankDefaults;
import org.pgas.testkit.RankTest;
import org.pgas.testkit.Seed;

/**
 * Atomic operations and accumulates on client memory: what peers ask for and what the owner does itself, towards each
 * other.
 */
@RankDefaults(segment = "64k", memories = {Memory.ARRAY, Memory.NATIVE})
@AcrossNeighbourhoods
class FarUpdateTest {
    /**
     * Words of rank 0's mapped segment, by which rank 1 says that it does not poll any more, and learns that it may
     * again.
     */
    private static final long DIVERTED = 0;
    private static final long ATTRACTED = 8;

    private static long bits(double value) {
        return Double.doubleToRawLongBits(value);
    }

    @RankTest
    void shouldAgreeWithAModelInEveryFormOnOwnAndOtherMemory(Job job) {
        agreeWithAModel(job);
    }

    @RankTest(ranks = 3, memories = Memory.ARRAY, settings = {"pgas.am.ring=8k",
        "pgas.wait=block"})
    void shouldAgreeWithAModelWithTheSmallestRingsAndBlockingWaits(Job job) {
        agreeWithAModel(job);
    }

    private static void agreeWithAModel(Job job) {
        inThreads(job, 2, thread -> {
            SplittableRandom random = Seed.of("updates of rank " + job.rank() + ", thread " + thread);
            try (Arena confined = Arena.ofConfined()) {
                long offset = (job.rank() * 2L + thread) * UpdateStripe.BYTES;
                new UpdateStripe(job, random, confined, offset).work(Repetitions.of(job, 40, 15), 60);
            }
        });
    }

    private interface Body {
        void run(int thread);
    }

    /** Runs a body in threads of its own, which all ranks do, while the calling thread takes in messages. */
    private static void inThreads(Job job, int threads, Body body) {
        List<CompletableFuture<Void>> workers = new ArrayList<>();
        for (int t = 0; t < threads; t++) {
            int thread = t;
            workers.add(CompletableFuture.runAsync(() -> body.run(thread), task -> Thread.ofPlatform().start(task)));
        }
        CompletableFuture<Void> all = CompletableFuture.allOf(workers.toArray(CompletableFuture[]::new));
        job.blockUntil(all::isDone);
        all.join();
        job.world().barrier();
    }

    @RankTest(ranks = {2, 3})
    void shouldLoseNoUpdateWhoeverMakesItAndByWhateverForm(Job job) {
        FarUpdates updates = TeamCore.of(job.world()).updates();
        int rounds = Repetitions.of(job, 1_000, 100);
        long fetched = 0;
        long sum = 8;
        long added = 16;
        long swapped = 24;
        inThreads(job, 2, thread -> {
            double[] parts = {1, 2};
            long last = -1;
            for (int i = 0; i < rounds; i++) {
                long count = updates.atomic(0, fetched, DataType.I64, Opcode.FADD, 1, 0);
                assertTrue(count > last, "a count that was seen to grow");
                last = count;
                updates.atomicNbi(null, 0, 0, sum, DataType.DBL, Opcode.ADD, bits(0.5), 0, false);
                updates.accumulateNbi(0, added, new Scale(AccumulateType.DBL, bits(2), 0),
                        MemorySegment.ofArray(parts), 0, 8, false);
                updates.accumulateNbi(0, sum, new Scale(AccumulateType.DBL, bits(1), 0), MemorySegment.ofArray(parts),
                        8, 8, false);
                long now = updates.atomic(0, swapped, DataType.U32, Opcode.GET, 0, 0);
                for (long before = -1; before != now;) {
                    now = before == -1 ? now : before;
                    before = updates.atomic(0, swapped, DataType.U32, Opcode.FCAS, now, now + 3);
                }
            }
            job.nbi().await();
        });
        long all = 2L * job.size() * rounds;
        assertEquals(all, updates.atomic(0, fetched, DataType.I64, Opcode.GET, 0, 0));
        assertEquals(bits(2.5 * all), updates.atomic(0, sum, DataType.DBL, Opcode.GET, 0, 0));
        assertEquals(bits(2.0 * all), updates.atomic(0, added, DataType.DBL, Opcode.GET, 0, 0));
        assertEquals(3 * all, updates.atomic(0, swapped, DataType.U32, Opcode.GET, 0, 0));
        job.world().barrier();
    }

    @RankTest(segment = "0", memories = Memory.MAPPED)
    void shouldBeAtomicOnArraysOfEveryElementType(Job job) {
        List<MemorySegment> arrays = List.of(MemorySegment.ofArray(new byte[83]), MemorySegment.ofArray(new short[41]),
                MemorySegment.ofArray(new char[41]), MemorySegment.ofArray(new int[21]),
                MemorySegment.ofArray(new float[21]), MemorySegment.ofArray(new long[11]),
                MemorySegment.ofArray(new double[11]));
        // each rank serves one, of a type drawn from the seed
        MemorySegment own = arrays.get(Seed.of("array of rank " + job.rank()).nextInt(arrays.size()));
        job.attach(own);
        FarUpdates updates = TeamCore.of(job.world()).updates();
        inThreads(job, 2, thread -> {
            for (int i = 0; i < 2_000; i++) {
                for (int rank = 0; rank < job.size(); rank++) {
                    updates.atomicNbi(null, 0, rank, 72, DataType.I64, Opcode.ADD, 0x1_0000_0001L, 0, false);
                    updates.atomicNbi(null, 0, rank, 4, DataType.I32, Opcode.INC, 0, 0, false);
                }
            }
            job.nbi().await();
        });
        int all = 4_000 * job.size();
        assertEquals(all * 0x1_0000_0001L, own.get(ValueLayout.JAVA_LONG_UNALIGNED, 72));
        assertEquals(all, own.get(ValueLayout.JAVA_INT_UNALIGNED, 4));
        assertEquals(0, own.get(ValueLayout.JAVA_INT_UNALIGNED, 0) | own.get(ValueLayout.JAVA_INT_UNALIGNED, 8));
        job.world().barrier();
    }

    @RankTest(segment = "0", memories = Memory.MAPPED)
    void shouldNeverShowATornWordToAnOwnerWhoseMemoryAlignsIt(Job job) {
        long[] array = new long[2];
        MemorySegment natives = Arena.global().allocate(16, 8);
        boolean onHeap = Seed.of("memory").nextBoolean();
        job.attach(onHeap ? MemorySegment.ofArray(array) : natives);
        VarHandle elements = MethodHandles.arrayElementVarHandle(long[].class);
        VarHandle words = ValueLayout.JAVA_LONG.varHandle();
        FarUpdates updates = TeamCore.of(job.world()).updates();
        if (job.rank() == 0) {
            CompletableFuture<Void> taking = CompletableFuture.runAsync(
                    () -> job.blockUntil(() -> updates.atomic(0, 0, DataType.I64, Opcode.GET, 0, 0) == 2),
                    task -> Thread.ofPlatform().start(task));
            int changes = 0;
            long last = 0;
            for (int reads = 0; reads < 20_000 || changes < 5; reads++) {
                long seen = onHeap ? (long) elements.getOpaque(array, 1) : (long) words.getOpaque(natives, 8L);
                assertEquals((int) seen, (int) (seen >>> 32), "halves");
                changes += seen == last ? 0 : 1;
                last = seen;
            }
            updates.atomic(0, 0, DataType.I64, Opcode.SET, 1, 0);
            taking.join();
        } else {
            int written = 0;
            while (updates.atomic(0, 0, DataType.I64, Opcode.CAS, 1, 2) == 0) {
                for (int i = 0; i < 100; i++) {
                    written++;
                    updates.atomicNbi(null, 0, 0, 8, DataType.I64, i % 2 == 0 ? Opcode.SET : Opcode.ADD,
                            written * 0x1_0000_0001L, 0, false);
                }
            }
        }
        job.world().barrier();
    }

    @RankTest
    void shouldShowWhatWasDoneBeforeAnUpdateToWhoSeesIt(Job job) {
        Rma rma = job.world().rma();
        FarUpdates updates = TeamCore.of(job.world()).updates();
        int peer = 1 - job.rank();
        Opcode[] writing = {Opcode.SET, Opcode.ADD, Opcode.SWAP, Opcode.FADD, Opcode.MAX, Opcode.FCAS};
        byte[] data = new byte[5_000];
        byte[] found = new byte[5_000];
        for (int round = 1; round <= Repetitions.of(job, 600, 150); round++) {
            // in halves: a rank that raises the flag of a round has checked the round before
            long place = 4_096 + 8_192L * (round & 1);
            Arrays.fill(data, (byte) round);
            rma.putNbi(peer, place, MemorySegment.ofArray(data), 0, data.length, LocalCompletion.GROUP);
            Opcode opcode = writing[round % writing.length];
            long operand = switch (opcode) {
                case ADD, FADD -> 1;
                case FCAS -> round - 1;
                default -> round;
            };
            updates.atomicNbi(MemorySegment.ofArray(new long[1]), 0, peer, 0, DataType.I64, opcode, operand, round,
                    false);
            if (round % 2 == 0) {
                Signals.await(job, 0, round);
            } else {
                int now = round;
                job.blockUntil(() -> updates.atomic(job.rank(), 0, DataType.I64, Opcode.GET, 0, 0) >= now);
            }
            rma.get(found, 0, job.rank(), place, found.length);
            assertEquals(-1, Arrays.mismatch(data, found), "round " + round);
        }
        job.nbi().await();
        job.world().barrier();
    }

    @RankTest(segment = "3m")
    void shouldAccumulateSizesAroundThePayloadOfAMessageAndFarBeyond(Job job) {
        int piece = (int) job.world().am().maxRequestMedium(1 - job.rank(), LocalCompletion.NOW, 0, 8) & -64;
        MemorySegment before = MemorySegment.ofArray(new int[(3 << 20) / 4]);
        MemorySegment source = MemorySegment.ofArray(new int[(3 << 20) / 4]);
        for (int i = 0; i < 3 << 20; i += 4) {
            before.set(ValueLayout.JAVA_INT, i, 3 * i);
            source.set(ValueLayout.JAVA_INT, i, 7 * i + 1);
        }
        byte[] back = new byte[3 << 20];
        Rma rma = job.world().rma();
        FarUpdates updates = TeamCore.of(job.world()).updates();
        for (int rank : new int[]{1 - job.rank(), job.rank()}) {
            job.world().barrier();
            int[] sizes = {4, 4092, 4096, 4100, piece - 4, piece, piece + 4, 3 * piece + 8, 2 << 20};
            for (int bytes : Arrays.copyOf(sizes, Repetitions.of(job, sizes.length, sizes.length - 1))) {
                // what lies within a message of the data is looked at, and once all
                int around = bytes == piece ? back.length : Math.min(back.length, bytes + 3 * piece);
                rma.put(rank, 0, before, 0, around);
                assertTrue(
                        updates.accumulate(rank, 36, new Scale(AccumulateType.INT, -5, 0), source, 8, bytes, false));
                rma.get(back, 0, rank, 0, around);
                MemorySegment wanted = MemorySegment.ofArray(before.asSlice(0, around).toArray(ValueLayout.JAVA_INT));
                ScaledSum.add(AccumulateType.INT, wanted, 36, source, 8, bytes / 4, -5, 0);
                assertEquals(-1, wanted.mismatch(MemorySegment.ofArray(back).asSlice(0, around)),
                        bytes + " bytes on rank " + rank);
            }
        }
        assertTrue(updates.accumulate(1 - job.rank(), 0, new Scale(AccumulateType.INT, 1, 0), source, 0, 0, false));
        assertSame(Event.DONE,
                updates.accumulateNb(1 - job.rank(), 0, new Scale(AccumulateType.INT, 1, 0), source, 0, 0, false));
        job.world().barrier();
    }

    /** Rank 0 runs the body while rank 1 does not poll, until {@link #attract}. */
    private static void whileTheOwnerDoesNotPoll(Job job, Runnable body) {
        Rma rma = job.world().rma();
        if (job.rank() == 0) {
            job.attach(4096);
            Signals.await(job, DIVERTED, 1);
            body.run();
        } else {
            job.attach(MemorySegment.ofArray(new byte[64 << 10]));
            // loads and stores, which never poll; nor does what is done to the own memory
            rma.putLongRelease(0, DIVERTED, 1);
            long deadline = System.nanoTime() + Patience.NANOS;
            while (rma.getLongAcquire(0, ATTRACTED) == 0) {
                assertTrue(System.nanoTime() < deadline, "rank 0 never said go");
                TeamCore.of(job.world()).updates().atomic(1, 256, DataType.I64, Opcode.INC, 0, 0);
            }
        }
        job.world().barrier();
    }

    private static void attract(Job job) {
        Signals.raise(job, 0, ATTRACTED, 1);
    }

    /** Between neighbourhoods the transport serves an owner that does not poll: {@link NeighbourhoodsTest}. */
    @RankTest(segment = "0", memories = Memory.MAPPED, neighbourhoods = 1)
    void shouldCompleteNothingWhileTheOwnerDoesNotPoll(Job job) {
        whileTheOwnerDoesNotPoll(job, () -> {
            FarUpdates updates = TeamCore.of(job.world()).updates();
            MemorySegment result = MemorySegment.ofArray(new long[4]);
            Event event = updates.atomicNb(result, 0, 1, 0, DataType.U64, Opcode.SWAP, 5, 0, false);
            Event sum = updates.accumulateNb(1, 8, new Scale(AccumulateType.LNG, 2, 0), result, 8, 16, false);
            updates.atomicNbi(result, 8, 1, 0, DataType.I64, Opcode.GET, 0, 0, false);
            var region = job.nbi().beginAccessRegion();
            updates.accumulateNbi(1, 8, new Scale(AccumulateType.LNG, 2, 0), result, 8, 16, false);
            Event regional = region.end();
            for (int i = 0; i < 1000; i++) {
                assertFalse(event.test() || sum.tryAwait() || regional.test());
                assertFalse(job.nbi().test(EventCategory.GET) || job.nbi().tryAwait());
                assertTrue(job.nbi().test(EventCategory.RMW, EventCategory.PUT, EventCategory.LC, EventCategory.AM));
            }
            updates.atomicNbi(null, 0, 1, 0, DataType.I64, Opcode.SET, 6, 0, false);
            updates.atomicNbi(result, 16, 1, 0, DataType.I64, Opcode.FADD, 1, 0, false);
            for (int i = 0; i < 1000; i++) {
                assertFalse(job.nbi().test(EventCategory.PUT) || job.nbi().test(EventCategory.RMW));
            }
            assertNotSame(Event.DONE, event);
            for (String part : new String[]{"SWAP of 8 bytes", "offset 0", "rank 1"}) {
                assertTrue(event.toString().contains(part), event::toString);
            }
            assertTrue(sum.toString().contains("accumulateNb of 16 bytes at offset 8"), sum::toString);
            attract(job);
            event.await();
            job.nbi().await(EventCategory.GET);
            assertEquals(5, result.get(ValueLayout.JAVA_LONG, 8));
            job.nbi().await(EventCategory.RMW);
            assertEquals(6, result.get(ValueLayout.JAVA_LONG, 16));
            assertTrue(sum.test() && regional.test() && job.nbi().test());
        });
    }

    /** Between neighbourhoods the transport serves an owner that does not poll: {@link NeighbourhoodsTest}. */
    @RankTest(segment = "0", memories = Memory.MAPPED, neighbourhoods = 1)
    void shouldWaitForSetsInAFenceAsForPuts(Job job) {
        whileTheOwnerDoesNotPoll(job, () -> {
            FarUpdates updates = TeamCore.of(job.world()).updates();
            updates.atomicNbi(null, 0, 1, 0, DataType.I64, Opcode.ADD, 5, 0, false);
            // there is no put to wait for, so this returns at once
            job.world().rma().fence();
            assertFalse(job.nbi().test());
            Event set = updates.atomicNb(null, 0, 1, 8, DataType.I64, Opcode.SET, 5, 0, false);
            assertFalse(set.test());
            attract(job);
            job.world().rma().fence();
            assertTrue(set.test(), "a fence waits for a set, in every form");
            job.nbi().await();
        });
    }

    /**
     * Between neighbourhoods an owner that does not poll is served; {@link SilentOwnerTest} fills the way to one in a
     * handler.
     */
    @RankTest(segment = "0", memories = Memory.MAPPED, neighbourhoods = 1)
    void shouldSayNotSentWhenTheWayIsFullAndDoNothing(Job job) {
        whileTheOwnerDoesNotPoll(job, () -> {
            FarUpdates updates = TeamCore.of(job.world()).updates();
            MemorySegment ones = MemorySegment.ofArray(new int[1024]).fill((byte) 1);
            MemorySegment result = MemorySegment.ofArray(new long[]{7});
            List<Event> sent = new ArrayList<>();
            for (Event next = null; next != Event.NOT_SENT;) {
                next = updates.accumulateNb(1, 0, new Scale(AccumulateType.INT, 0, 0), ones, 0, 4096, true);
                sent.add(next);
            }
            boolean full = false;
            for (int i = 0; i < 1_000_000 && !full; i++) {
                Event next = updates.atomicNb(null, 0, 1, 0, DataType.I32, Opcode.OR, 0, 0, true);
                full = next == Event.NOT_SENT;
                sent.add(next);
            }
            assertTrue(full, "the way never was full");
            sent.removeIf(event -> event == Event.NOT_SENT);
            assertFalse(updates.atomicNbi(result, 0, 1, 8192, DataType.I64, Opcode.SWAP, 9, 0, true));
            assertFalse(updates.accumulate(1, 8192, new Scale(AccumulateType.INT, 1, 0), ones, 0, 4096, true));
            assertFalse(updates.accumulateNbi(1, 8192, new Scale(AccumulateType.INT, 1, 0), ones, 0, 4096, true));
            assertTrue(job.nbi().test(), "what was not sent is not outstanding");
            attract(job);
            Event.awaitAll(sent.toArray(Event[]::new));
            assertEquals(0, updates.atomic(1, 8192, DataType.I64, Opcode.GET, 0, 0));
            assertEquals(7, result.get(ValueLayout.JAVA_LONG, 0));
            assertTrue(updates.accumulate(1, 8192, new Scale(AccumulateType.INT, 1, 0), ones, 0, 4096, true));
            assertTrue(updates.atomicNbi(result, 0, 1, 8192, DataType.I32, Opcode.SWAP, 9, 0, true));
            job.nbi().await();
            assertEquals(0x0101_0101, result.get(ValueLayout.JAVA_INT, 0));
        });
    }

    @RankTest
    void shouldBringResultsIntoMemoryConfinedToItsThreadWhoeverTakesThemIn(Job job) throws Exception {
        FarUpdates updates = TeamCore.of(job.world()).updates();
        int peer = 1 - job.rank();
        CountDownLatch stop = new CountDownLatch(1);
        CompletableFuture<Void> other = CompletableFuture.runAsync(() -> {
            while (stop.getCount() > 0) {
                job.poll();
            }
        }, task -> Thread.ofPlatform().start(task));
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment result = arena.allocate(32);
            for (int round = 0; round < Repetitions.of(job, 500, 100); round++) {
                Event first = updates.atomicNb(result, 0, peer, 0, DataType.I64, Opcode.FINC, 0, 0, false);
                updates.atomicNbi(result, 9, peer, 8, DataType.U32, Opcode.FADD, 3, 0, false);
                first.await();
                job.nbi().await();
                assertEquals(round, result.get(ValueLayout.JAVA_LONG, 0));
                assertEquals(3 * round, result.get(ValueLayout.JAVA_INT_UNALIGNED, 9));
                assertEquals(0, result.get(ValueLayout.JAVA_BYTE, 8) | result.get(ValueLayout.JAVA_BYTE, 13));
            }
        } finally {
            stop.countDown();
        }
        other.get();
        job.world().barrier();
    }

    @RankTest
    void shouldRefuseMemoryOfAnotherThreadBeforeAnythingChanges(Job job) throws Exception {
        FarUpdates updates = TeamCore.of(job.world()).updates();
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment foreign = arena.allocate(8);
            CompletableFuture.runAsync(() -> {
                for (int rank = 0; rank < job.size(); rank++) {
                    int target = rank;
                    assertThrows(WrongThreadException.class, () -> updates.atomicNb(foreign, 0, target, 0,
                            DataType.I64, Opcode.FINC, 0, 0, false));
                    assertThrows(WrongThreadException.class, () -> updates.accumulateNbi(target, 0,
                            new Scale(AccumulateType.LNG, bits(1), 0), foreign, 0, 8, false));
                }
            }, task -> Thread.ofPlatform().start(task)).get();
        }
        job.world().barrier();
        for (int rank = 0; rank < job.size(); rank++) {
            assertEquals(0, updates.atomic(rank, 0, DataType.I64, Opcode.GET, 0, 0));
        }
        job.world().barrier();
    }

    /** Between neighbourhoods the call that begins the operation may be refused already: {@link SilentOwnerTest}. */
    @RankTest(neighbourhoods = 1)
    void shouldReportAnOwnerThatHasLeft(Job job) {
        if (job.rank() == 1) {
            job.close();
            return;
        }
        // fails once the other has left: as long as it was in a barrier, it would carry out what is asked of it
        assertThrows(PeerLostException.class, () -> job.world().barrier());
        FarUpdates updates = TeamCore.of(job.world()).updates();
        PeerLostException thrown = assertThrows(PeerLostException.class,
                () -> updates.atomic(1, 16, DataType.I64, Opcode.FADD, 1, 0));
        for (String part : new String[]{"rank 0:", "FADD of 8 bytes", "offset 16", "rank 1"}) {
            assertTrue(thrown.getMessage().contains(part), thrown::getMessage);
        }
        MemorySegment memory = MemorySegment.ofArray(new long[1]);
        assertThrows(PeerLostException.class,
                () -> updates.accumulate(1, 0, new Scale(AccumulateType.LNG, 1, 0), memory, 0, 8, false));
        Event event = updates.atomicNb(memory, 0, 1, 0, DataType.I64, Opcode.SWAP, 1, 0, false);
        assertThrows(PeerLostException.class, event::await);
        updates.accumulateNbi(1, 0, new Scale(AccumulateType.LNG, 1, 0), memory, 0, 8, false);
        thrown = assertThrows(PeerLostException.class, () -> job.nbi().await());
        assertTrue(thrown.getMessage().contains("1 atomic operations or accumulates"), thrown::getMessage);
        // what was given up disturbs nothing that is begun later
        assertEquals(0, updates.atomic(0, 0, DataType.I64, Opcode.SET, 3, 0));
        assertEquals(3, updates.atomic(0, 0, DataType.I64, Opcode.GET, 0, 0));
    }

    @RankTest(modes = Mode.THREADS, segment = "0", memories = Memory.MAPPED)
    void shouldEndTheJobWhenAPeerUpdatesMemoryWhoseArenaWasClosed(Job job) {
        Arena arena = Arena.ofShared();
        job.attach(arena.allocate(64));
        if (job.rank() == 0) {
            arena.close();
        }
        boolean atomic = Seed.of("what finds it").nextBoolean();
        JobEndedException thrown = assertThrows(JobEndedException.class, () -> {
            // within, since the job may end before the owner has left this barrier
            job.world().barrier();
            FarUpdates updates = TeamCore.of(job.world()).updates();
            if (job.rank() == 0) {
                job.world().barrier();
            } else if (atomic) {
                updates.atomic(0, 8, DataType.I64, Opcode.INC, 0, 0);
            } else {
                updates.accumulate(0, 8, new Scale(AccumulateType.LNG, 1, 0), MemorySegment.ofArray(new long[2]), 0,
                        16, false);
            }
        });
        for (String part : new String[]{"rank 0:", "64 bytes", "closed while it was bound", "rank 1",
            atomic ? "a remote atomic operation" : "a remote accumulate"}) {
            assertTrue(thrown.getMessage().contains(part), thrown::getMessage);
        }
    }

    @RankTest(segment = "0", memories = Memory.MAPPED)
    void shouldReportAClosedArenaToItsOwner(Job job) {
        try (Arena arena = Arena.ofShared()) {
            job.attach(arena.allocate(64));
            job.world().barrier();
        }
        FarUpdates updates = TeamCore.of(job.world()).updates();
        int self = job.rank();
        Object[] parts = {"rank " + self + ":", "64 bytes", "closed while it was bound"};
        MemorySegment memory = MemorySegment.ofArray(new long[1]);
        assertIllegal("atomic", () -> updates.atomic(self, 0, DataType.I64, Opcode.GET, 0, 0), parts);
        assertIllegal("atomicNb", () -> updates.atomicNb(memory, 0, self, 0, DataType.I64, Opcode.FINC, 0, 0, false),
                parts);
        assertIllegal("accumulate",
                () -> updates.accumulate(self, 0, new Scale(AccumulateType.LNG, 1, 0), memory, 0, 8, false), parts);
        job.world().barrier();
    }
}
