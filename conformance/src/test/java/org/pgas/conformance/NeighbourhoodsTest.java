package org.pgas.conformance;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertThrowsExactly;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.pgas.conformance.Refusals.assertIllegal;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.FutureTask;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

import org.junit.jupiter.api.function.Executable;
import org.pgas.BoundSegment;
import org.pgas.Capabilities;
import org.pgas.Endpoint;
import org.pgas.EventCategory;
import org.pgas.HandlerEntry;
import org.pgas.HandlerSafeLock;
import org.pgas.Job;
import org.pgas.LocalCompletion;
import org.pgas.LocalWords;
import org.pgas.PeerLostException;
import org.pgas.PgasException;
import org.pgas.Position;
import org.pgas.Rma;
import org.pgas.Segment;
import org.pgas.SignalOperation;
import org.pgas.Team;
import org.pgas.WaitCondition;
import org.pgas.WaitMode;
import org.pgas.atomics.Accumulator;
import org.pgas.atomics.ByteFifo;
import org.pgas.atomics.FairMutex;
import org.pgas.atomics.FairReadWriteLock;
import org.pgas.atomics.LongAtomicDomain;
import org.pgas.atomics.MessageQueue;
import org.pgas.atomics.SequenceLock;
import org.pgas.atomics.WorkCounter;
import org.pgas.atomics.words.LockSteps;
import org.pgas.atomics.words.LockUse;
import org.pgas.atomics.words.StructureKind;
import org.pgas.atomics.words.StructureStep;
import org.pgas.bytes.SegmentBytes;
import org.pgas.far.FarSteps;
import org.pgas.far.OwnerSteps;
import org.pgas.heap.SharedHeap;
import org.pgas.heap.blocks.HeapLayout;
import org.pgas.heap.blocks.HeapStep;
import org.pgas.mpi.Window;
import org.pgas.team.TeamCore;
import org.pgas.testkit.RankDefaults;
import org.pgas.testkit.RankTest;
import org.pgas.testkit.Ranks;

/** Ranks of several neighbourhoods, which share no memory with each other, on one host or on several. */
@AcrossTheNetwork
@RankDefaults(ranks = 4, neighbourhoods = {2, 3}, segment = "256k")
class NeighbourhoodsTest {
    private static final int HANDLER = 200;
    private static final long COUNTER = 0;
    private static final long SUMS = 128;
    private static final long FLAG = 64;
    private static final long LOCK = 4096;
    private static final long NUMBERS = 8192;
    private static final long DATA = 16384;

    /** Words of the mutex and of a stream: the next ticket, and the tail. */
    private static final long ASKED = LOCK + 64;
    private static final long APPENDED = (64 << 10) + 136;

    private static final VarHandle WORD = ValueLayout.JAVA_LONG.varHandle();

    @RankTest(neighbourhoods = {2, 3, 4})
    void shouldTellWhoIsWhere(Job job) {
        int count = job.position().neighbourhoods();
        int own = job.rank() * count / job.size();
        boolean areHosts = job.position().hosts() > 1;
        assertEquals(new Position(count, own, areHosts ? count : 1, areHosts ? own : 0), job.position());
        assertArrayEquals(areHosts ? job.neighbourhood().toArray() : new int[]{0, 1, 2, 3}, job.host().toArray());
        for (int rank = 0; rank < job.size(); rank++) {
            int each = rank;
            boolean isNeighbour = rank * count / job.size() == own;
            assertEquals(isNeighbour,
                    IntStream.of(job.neighbourhood().toArray()).anyMatch(found -> found == each));
            BoundSegment bound = job.endpoint().boundSegment(job.world(), rank);
            assertEquals(isNeighbour, bound.mapped() != null, "rank " + rank);
            assertEquals(256 << 10, bound.size());
        }
    }

    /** The build names the wire in the environment too, which comes to ranks by another way than settings do. */
    @RankTest
    void shouldGoOverTheWireThatWasAskedFor(Job job, Ranks ranks) throws IOException {
        String wire = System.getenv().getOrDefault("CONFORMANCE_WIRE", "local");
        Path directory = ranks.jobDirectory();
        assertEquals(wire.equals("local"), Files.exists(directory.resolve("wire-" + job.rank())), wire);
        int ofAddressAndPort = 4 + 2;
        assertEquals(wire.equals("tcp"),
                Files.size(directory.resolve("wire-address-" + job.rank())) == ofAddressAndPort, wire);
        job.world().barrier();
    }

    @RankTest(ranks = 5)
    void shouldLetNobodyPassABarrierBeforeAllHaveComeHoweverTheyWait(Job job) {
        Rma rma = job.world().rma();
        long round = 0;
        for (WaitMode mode : WaitMode.values()) {
            job.waitMode(mode);
            for (int i = 0; i < 30; i++) {
                rma.putLong(job.rank(), FLAG, ++round);
                job.world().barrier();
                for (int peer = 0; peer < job.size(); peer++) {
                    long there = rma.getLong(peer, FLAG);
                    assertTrue(there == round || there == round + 1, there + " at rank " + peer + " in " + round);
                }
                job.world().barrier();
            }
        }
    }

    @RankTest
    void shouldLoseNoUpdateOfNeighboursAndOfRanksElsewhere(Job job) {
        int rounds = 200;
        LongAtomicDomain counter = LongAtomicDomain.create(job.world());
        Accumulator sums = Accumulator.of(job.world());
        Rma rma = job.world().rma();
        long[] ones = new long[16];
        Arrays.fill(ones, 1);
        job.world().barrier();
        for (int i = 0; i < rounds; i++) {
            for (int owner = 0; owner < job.size(); owner++) {
                counter.add(owner, COUNTER, 1);
                sums.accumulateLongs(owner, SUMS, ones, 0, ones.length, 1);
                rma.signal(owner, FLAG, 1, SignalOperation.ADD);
            }
        }
        job.world().barrier();
        for (int owner = 0; owner < job.size(); owner++) {
            assertEquals((long) rounds * job.size(), rma.getLong(owner, COUNTER), "counter of rank " + owner);
            assertEquals((long) rounds * job.size(), rma.getLong(owner, FLAG), "signals to rank " + owner);
            for (int i = 0; i < ones.length; i++) {
                assertEquals((long) rounds * job.size(), rma.getLong(owner, SUMS + 8L * i), "sums of rank " + owner);
            }
        }
        // a rank that has left answers no more
        job.world().barrier();
    }

    /**
     * Rank 0 makes an endpoint and tells its neighbour through memory, which sends a message to rank 3, elsewhere. That
     * one looks at its copy of the words of rank 0.
     */
    @RankTest
    void shouldShowAThirdRankWhatTheSecondHasSeen(Job job) {
        int rounds = 100;
        long[] seen = new long[1];
        job.endpoint().handlers().register(HandlerEntry.ofShort(token -> seen[0]++).index(HANDLER));
        job.world().barrier();
        Rma rma = job.world().rma();
        for (int round = 1; round <= rounds; round++) {
            Endpoint made = null;
            switch (job.rank()) {
                case 0 -> {
                    made = job.endpoints().create(Capabilities.ALL);
                    made.handlers().register(HandlerEntry.ofShort(token -> seen[0]++).index(HANDLER));
                    rma.putLongRelease(1, FLAG, round);
                    awaitSeen(job, seen, round);
                }
                case 1 -> {
                    Signals.await(job, FLAG, round);
                    job.world().am().requestShort(3, HANDLER);
                }
                case 3 -> {
                    awaitSeen(job, seen, round);
                    // refused, in checked mode, where rank 0 has no such endpoint
                    job.endpoint().pair(1).am().requestShort(0, HANDLER);
                }
                default -> {
                }
            }
            job.world().barrier();
            if (made != null) {
                made.destroy();
            }
            job.world().barrier();
        }
    }

    private static void awaitSeen(Job job, long[] seen, long round) {
        job.blockUntil(() -> seen[0] == round);
    }

    /** Each rank sends data to each, of several pieces, whose handler sends them back. */
    @RankTest(segment = "4m")
    void shouldHaveDataOfLongMessagesInPlaceBeforeTheirHandlersRun(Job job) {
        int words = 20_000;
        long bytes = 8L * words;
        long back = bytes * job.size();
        long[] seen = new long[2];
        long[] wrong = new long[1];
        MemorySegment own = job.endpoint().segment().local();
        job.endpoint().handlers().register(HandlerEntry.ofLong((token, offset, length) -> {
            int source = token.sourceRank();
            wrong[0] += length == bytes && offset == bytes * source ? differences(own, offset, words, source) : 1;
            token.replyLong(HANDLER + 1, own, offset, length, back + bytes * job.rank());
            seen[0]++;
        }).index(HANDLER));
        job.endpoint().handlers().register(HandlerEntry.ofLong((token, offset, length) -> {
            wrong[0] += length == bytes ? differences(own, offset, words, job.rank()) : 1;
            seen[1]++;
        }).index(HANDLER + 1));
        job.world().barrier();
        long[] data = new long[words];
        Arrays.setAll(data, i -> (long) job.rank() << 32 | i);
        for (int peer = 0; peer < job.size(); peer++) {
            job.world().am().requestLong(peer, HANDLER, MemorySegment.ofArray(data), 0, bytes, bytes * job.rank());
        }
        job.blockUntil(() -> seen[0] == job.size() && seen[1] == job.size());
        assertEquals(0, wrong[0]);
        job.world().barrier();
    }

    private static long differences(MemorySegment memory, long offset, int words, int source) {
        return IntStream.range(0, words)
                .filter(i -> memory.get(ValueLayout.JAVA_LONG_UNALIGNED, offset + 8L * i) != ((long) source << 32 | i))
                .count();
    }

    /** Rank 0 and all others by turns; and all at once, neighbours and others, to one word. */
    @RankTest
    void shouldShowTheDataToWhoeverSeesTheSignal(Job job) {
        int rounds = 50;
        Rma rma = job.world().rma();
        LocalWords words = job.endpoint().words();
        job.world().barrier();
        for (int round = 1; round <= rounds; round++) {
            if (job.rank() == 0) {
                for (int peer = 1; peer < job.size(); peer++) {
                    rma.putSignal(peer, SUMS, MemorySegment.ofArray(new long[]{round, peer}), 0, 16, FLAG, round,
                            SignalOperation.SET);
                }
                words.waitUntilLong(FLAG, WaitCondition.EQ, (job.size() - 1L) * round);
            } else {
                words.waitUntilLong(FLAG, WaitCondition.EQ, round);
                assertEquals(round, rma.getLong(job.rank(), SUMS));
                assertEquals(job.rank(), rma.getLong(job.rank(), SUMS + 8));
                rma.signal(0, FLAG, 1, SignalOperation.ADD);
            }
        }
        int peer = (job.rank() + job.size() / 2) % job.size();
        assertIllegal("misaligned", () -> rma.signal(peer, FLAG + 4, 1, SignalOperation.SET), "the signal");
        assertIllegal("outside", () -> rma.signal(peer, 256 << 10, 1, SignalOperation.SET), "the signal");
        job.world().barrier();
    }

    /** The owner of the words, its neighbour, and ranks elsewhere. */
    @RankTest
    void shouldHaveOneQueueForNeighboursAndRanksElsewhere(Job job) {
        int rounds = 50;
        FairMutex mutex = FairMutex.create(job.world(), 1, LOCK);
        WorkCounter numbers = WorkCounter.create(job.world(), 1, NUMBERS);
        Rma rma = job.world().rma();
        for (int round = 0; round < rounds; round++) {
            try (FairMutex.Held _ = mutex.hold()) {
                rma.putLong(2, COUNTER, rma.getLong(2, COUNTER) + 1);
            }
            numbers.next();
        }
        job.world().barrier();
        assertEquals((long) rounds * job.size(), rma.getLong(2, COUNTER));
        assertEquals((long) rounds * job.size(), numbers.get());
        assertEquals("nobody", mutex.holder());
        job.world().barrier();
    }

    @RankTest(ranks = 2, neighbourhoods = 2)
    void shouldRefuseToAskForHoldersWhereThatMayNotWait(Job job) {
        FairMutex mutex = FairMutex.create(job.world(), 0, LOCK);
        FairReadWriteLock lock = FairReadWriteLock.create(job.world(), 0, NUMBERS);
        if (job.rank() == 1) {
            HandlerSafeLock own = new HandlerSafeLock(job, "own");
            try (HandlerSafeLock.Held _ = own.hold()) {
                assertIllegal("under a lock", mutex::holder, "FairMutex.holder", "handler-safe lock 'own'");
                assertIllegal("under a lock", lock::holders, "FairReadWriteLock.holders", "handler-safe lock 'own'");
            }
            assertEquals("nobody", mutex.holder());
            assertEquals("nobody", lock.holders());
        }
        job.world().barrier();
        if (job.rank() == 1) {
            job.close();
            assertThrows(PgasException.class, mutex::holder);
            assertThrows(PgasException.class, lock::holders);
        }
    }

    /** Messages, records and pieces of a stream that are transferred beside the steps. */
    @RankTest(segment = "2m")
    void shouldTransferWhatIsTooMuchForAStep(Job job) {
        exchangeLargeData(job);
    }

    @RankTest(segment = "2m", settings = "pgas.am.ring=8k")
    void shouldTransferWhatIsTooMuchForAStepOfTheSmallestRings(Job job) {
        exchangeLargeData(job);
    }

    private static void exchangeLargeData(Job job) {
        int bytes = 100_000;
        int far = job.size() - 1;
        MessageQueue there = MessageQueue.create(job.world(), 0, DATA, 2, bytes);
        MessageQueue back = MessageQueue.create(job.world(), 0, 256 << 10, 2, bytes);
        SequenceLock lock = SequenceLock.create(job.world(), 0, 512 << 10, bytes);
        ByteFifo stream = ByteFifo.create(job.world(), 0, 1 << 20, 128 << 10, 64 << 10);
        MemorySegment data = MemorySegment.ofArray(new byte[bytes]);
        for (byte round = 1; round <= 5; round++) {
            byte mark = round;
            if (job.rank() == far) {
                there.put(data.fill(mark), 0, bytes - round);
                assertEquals(bytes, back.take(data, 0));
                assertAll(data, 0, bytes, -mark);
                lock.write(data.fill(mark), 0);
                lock.update(record -> record.set(ValueLayout.JAVA_BYTE, mark, (byte) 0));
                stream.enqueue(data, 0, bytes, true);
                stream.enqueue(data, 0, bytes, false);
                stream.enqueueNb(data, 0, bytes, true).await();
            } else if (job.rank() == 0) {
                assertEquals(bytes - round, there.take(data, 0));
                assertAll(data, 0, bytes - round, mark);
                back.put(data.fill((byte) -mark), 0, bytes);
                for (int left = 3 * bytes; left > 0;) {
                    int piece = Math.min(left, 60_000);
                    MemorySegment view = stream.dequeue(piece);
                    assertAll(view, 0, piece, mark);
                    stream.discard(piece);
                    left -= piece;
                }
            }
            job.world().barrier();
            lock.read(data, 0);
            assertAll(data, 0, mark, mark);
            assertAll(data, mark, mark + 1, 0);
            assertAll(data, mark + 1, bytes, mark);
            assertTrue(lock.tryRead(data, 0));
            job.world().barrier();
        }
        assertEquals(0, there.size() + back.size());
        assertEquals(0, stream.available());
        job.world().barrier();
    }

    /** Each rank allocates where all do, and frees what another has allocated. */
    @RankTest
    void shouldAllocateInOneHeapFromAllNeighbourhoods(Job job) {
        allocateInOneHeap(job);
    }

    @RankTest(settings = "pgas.am.ring=8k")
    void shouldAllocateInOneHeapWithTheSmallestRings(Job job) {
        allocateInOneHeap(job);
    }

    private static void allocateInOneHeap(Job job) {
        Team team = job.world();
        SharedHeap heap = SharedHeap.create(team, 1, DATA, 224 << 10);
        Rma rma = team.rma();
        for (int round = 0; round < 10; round++) {
            long block = heap.malloc(round % 2 == 0 ? 48 : 3_000);
            rma.putLong(1, block, job.rank());
            rma.putLong(job.rank(), SUMS, block);
            team.barrier();
            int peer = (job.rank() + 1) % job.size();
            long other = rma.getLong(peer, SUMS);
            assertEquals(peer, rma.getLong(1, other));
            assertEquals(peer, rma.getLong(1, heap.realloc(other, 4_000)));
            team.barrier();
        }
        assertEquals(10L * job.size(), heap.blocks().length);
        team.barrier();
        if (job.rank() == job.size() - 1) {
            for (long block : heap.blocks()) {
                heap.free(block);
            }
            heap.trim();
            heap.verify();
            assertEquals(heap.statistics().bytes(), heap.statistics().bytesFree());
        }
        team.barrier();
    }

    /** The owner may see other processors: what the one has found large enough the other lays so, or not at all. */
    @RankTest
    void shouldLayHeapsWithTheCachesThatTheRankHasCountedWhichMakesThem(Job job) {
        Team team = job.world();
        if (job.rank() == job.size() - 1) {
            FarSteps steps = TeamCore.of(team).updates().steps(0, DATA);
            for (int stripes : new int[]{-1, 0, 3, 16}) {
                assertEquals(OwnerSteps.GONE, lay(steps, job.size(), stripes));
            }
            assertEquals(OwnerSteps.GONE, lay(steps, 0, 1));
            assertEquals(0, lay(steps, job.size(), 1));
            SharedHeap heap = SharedHeap.open(team, 0, DATA);
            heap.free(heap.malloc(48));
            heap.verify();
        }
        team.barrier();
        if (job.rank() == 0) {
            MemorySegment own = job.endpoint().segment().local();
            assertEquals(1, HeapLayout.read(own.address() + DATA).stripes());
        }
        team.barrier();
    }

    private static long lay(FarSteps steps, int ranks, int stripes) {
        return steps.call("a test", HeapStep.LAY.code(), 0, 0, 128 << 10, HeapStep.caches(ranks, stripes)).run();
    }

    /** Waits for what another thread elsewhere is to do end with the rank that keeps it, and so do later calls. */
    @RankTest
    void shouldEndWaitsForStructuresAndHeapsWithTheirOwner(Job job) throws Exception {
        Team team = job.world();
        FairMutex mutex = FairMutex.create(team, 0, LOCK);
        WorkCounter numbers = WorkCounter.create(team, 0, NUMBERS);
        MessageQueue queue = MessageQueue.create(team, 0, DATA, 2, 20_000);
        ByteFifo stream = ByteFifo.create(team, 0, 64 << 10, 16 << 10, 16);
        SequenceLock record = SequenceLock.create(team, 0, 96 << 10, 16);
        SharedHeap heap = SharedHeap.create(team, 0, 128 << 10, 128 << 10);
        MemorySegment data = MemorySegment.ofArray(new byte[20_000]);
        if (job.rank() == 0) {
            mutex.lock();
        }
        team.barrier(); // or who shall wait for the lock may have it
        if (job.rank() == 0) {
            Signals.await(job, ASKED, 2);
            Signals.await(job, APPENDED, 16 << 10);
            job.close();
        } else if (job.rank() == job.size() - 1) {
            RankThreads.run(() -> assertOwnerLost(mutex::lock), () -> assertOwnerLost(() -> queue.take(data, 0)),
                    () -> assertOwnerLost(() -> stream.enqueue(data, 0, 20_000, false)));
            assertOwnerLost(mutex::tryLock);
            assertOwnerLost(numbers::next);
            assertOwnerLost(() -> queue.put(data, 0, 20_000));
            assertOwnerLost(() -> stream.enqueueNb(data, 0, 20_000, false).await());
            assertOwnerLost(() -> record.read(data, 0));
            assertOwnerLost(() -> record.update(_ -> {}));
            assertOwnerLost(() -> heap.malloc(10));
            assertOwnerLost(heap::verify);
        }
    }

    private static void assertOwnerLost(Executable call) {
        assertEquals(0, assertThrows(PeerLostException.class, call).jobRank());
    }

    /** Calls that come late, and waits, find that the structure is gone, and the job goes on. */
    @RankTest
    void shouldRefuseLateCallsOnStructuresWhoseMemoryTheOwnerHasReplaced(Job job) throws Exception {
        callLate(job, null);
        callLate(job, () -> job.segments().create(MemorySegment.ofArray(new long[32 << 10])));
        callLate(job, () -> job.segments().create(MemorySegment.ofArray(new long[8])));
        callLate(job, () -> job.segments().create(4096));
    }

    /** {@code replacement}: what rank 0 binds in the place of what had the structures; null is nothing. */
    private static void callLate(Job job, Supplier<Segment> replacement) throws Exception {
        Endpoint endpoint = job.endpoints().create(Capabilities.ALL);
        Segment segment = job.segments().create(256 << 10);
        endpoint.bind(segment);
        job.world().publish(endpoint);
        Team pair = endpoint.pair(endpoint.index());
        if (job.rank() == 0) {
            FairMutex.initialise(pair, 0, LOCK).lock();
            WorkCounter.initialise(pair, 0, NUMBERS);
            FairReadWriteLock.initialise(pair, 0, NUMBERS + 1024);
            MessageQueue.initialise(pair, 0, DATA, 2, 20_000);
            ByteFifo.initialise(pair, 0, 64 << 10, 16 << 10, 16);
            SequenceLock.initialise(pair, 0, 96 << 10, 16);
            SharedHeap.initialise(pair, 0, 128 << 10, 128 << 10);
        }
        job.world().barrier();
        if (job.rank() == 0) {
            MemorySegment own = segment.local();
            Computing.until("a rank elsewhere waits for the mutex", () -> (long) WORD.getVolatile(own, ASKED) == 2);
            endpoint.unbind();
            segment.destroy();
            if (replacement != null) {
                endpoint.bind(replacement.get());
            }
            job.world().barrier();
        } else if (job.rank() == job.size() - 1) {
            assertAllLate(job, pair);
        } else {
            job.world().barrier();
        }
        job.world().barrier();
        if (job.rank() != 0 || replacement != null) {
            endpoint.unbind().destroy();
        }
        endpoint.destroy();
        job.world().barrier();
    }

    private static void assertAllLate(Job job, Team pair) throws Exception {
        FairMutex mutex = FairMutex.open(pair, 0, LOCK);
        WorkCounter numbers = WorkCounter.open(pair, 0, NUMBERS);
        FairReadWriteLock lock = FairReadWriteLock.open(pair, 0, NUMBERS + 1024);
        MessageQueue queue = MessageQueue.open(pair, 0, DATA);
        ByteFifo stream = ByteFifo.open(pair, 0, 64 << 10);
        SequenceLock record = SequenceLock.open(pair, 0, 96 << 10);
        SharedHeap heap = SharedHeap.open(pair, 0, 128 << 10);
        MemorySegment data = MemorySegment.ofArray(new byte[20_000]);
        FutureTask<?> takes = RankThreads.start(() -> assertLate(() -> queue.take(data, 0)));
        FutureTask<?> locks = RankThreads.start(() -> assertLate(mutex::lock));
        job.world().barrier();
        RankThreads.join(takes);
        RankThreads.join(locks);
        for (Executable call : new Executable[]{mutex::lock, mutex::tryLock, mutex::unlock, mutex::holder,
            numbers::next, numbers::get, lock::lockRead, lock::tryLockWrite, () -> queue.take(data, 0),
            () -> queue.poll(data, 0), () -> queue.offer(data, 0, 10), () -> queue.put(data, 0, 20_000), queue::size,
            () -> stream.enqueue(data, 0, 10, true), () -> stream.enqueue(data, 0, 20_000, false), stream::available,
            () -> record.read(data, 0), () -> record.tryRead(data, 0), () -> record.update(_ -> {}),
            record::beginRead, () -> heap.malloc(10), () -> heap.free((128 << 10) + 8192), heap::verify,
            heap::statistics}) {
            assertLate(call);
        }
        heap.close();
    }

    /** What was unbound and is not destroyed yet is so for a moment. */
    private static void assertLate(Executable call) {
        PgasException thrown = assertThrowsExactly(PgasException.class, call);
        String told = thrown.getMessage();
        assertTrue(told.contains("destroyed") || told.contains("was unbound"), told);
    }

    /** The owner binds the segment anew, so that the transfer is refused which the write needs beside its steps. */
    @RankTest
    void shouldLetNobodyReadARecordWhoseWriteHasFailed(Job job) {
        Endpoint endpoint = job.endpoints().create(Capabilities.ALL);
        Segment segment = job.segments().create(64 << 10);
        endpoint.bind(segment);
        job.world().publish(endpoint);
        Team pair = endpoint.pair(endpoint.index());
        if (job.rank() == 0) {
            SequenceLock.initialise(pair, 0, LOCK, 16);
        }
        job.world().barrier();
        SequenceLock record = SequenceLock.open(pair, 0, LOCK);
        job.world().barrier();
        if (job.rank() == job.size() - 1) {
            PgasException thrown = assertThrows(PgasException.class, () -> record.update(copy -> {
                job.world().barrier();
                job.world().barrier();
                copy.set(ValueLayout.JAVA_LONG, 0, 1);
            }));
            assertTrue(thrown.getMessage().contains("unbound"), thrown.getMessage());
        } else {
            job.world().barrier();
            if (job.rank() == 0) {
                endpoint.unbind();
                endpoint.bind(segment);
            }
            job.world().barrier();
        }
        job.world().barrier();
        if (job.rank() == 0) {
            assertFalse(record.tryRead(MemorySegment.ofArray(new long[2]), 0));
        }
        job.world().barrier();
        endpoint.unbind().destroy();
        endpoint.destroy();
        job.world().barrier();
    }

    /** A message that is no honest one's: the owner looks at what is there before it touches its words. */
    @RankTest
    void shouldCarryOutNoStepOfAnotherKindOfStructure(Job job) {
        Team team = job.world();
        int far = job.size() - 1;
        MessageQueue.create(team, 0, DATA, 2, 64);
        FairMutex.create(team, 0, LOCK);
        FairReadWriteLock.create(team, 0, NUMBERS);
        if (job.rank() == far) {
            StructureKind[] kinds = {StructureKind.MESSAGE_QUEUE, StructureKind.FAIR_MUTEX,
                StructureKind.FAIR_READ_WRITE_LOCK};
            long[] offsets = {DATA, LOCK, NUMBERS};
            for (int there = 0; there < kinds.length; there++) {
                FarSteps steps = TeamCore.of(team).updates().steps(0, offsets[there]);
                long word = ask(steps, StructureStep.OPEN, 0, 0);
                assertTrue(kinds[there].isIn(word));
                boolean isQueue = there == 0;
                boolean isMutex = there == 1;
                assertEquals(isQueue, ask(steps, StructureStep.QUEUE_SIZE, word, 0) != OwnerSteps.GONE);
                assertEquals(isMutex, tries(steps, word, LockUse.MUTEX));
                assertEquals(!isQueue && !isMutex, tries(steps, word, LockUse.READ));
                for (StructureStep step : new StructureStep[]{StructureStep.COUNTER_ADD, StructureStep.RECORD_END,
                    StructureStep.FIFO_AVAILABLE}) {
                    assertEquals(OwnerSteps.GONE, ask(steps, step, word, 0));
                }
            }
        }
        team.barrier();
    }

    private static boolean tries(FarSteps steps, long word, LockUse use) {
        return ask(steps, StructureStep.LOCK_TRY, word, LockSteps.first(use, false, false)) != OwnerSteps.GONE;
    }

    private static long ask(FarSteps steps, StructureStep step, long word, long first) {
        MemorySegment back = MemorySegment.ofArray(new long[LockSteps.STATE]);
        return steps.call("a test", step.code(), word, 1, first, 0).into(back, 0, back.byteSize()).run();
    }

    private static void assertAll(MemorySegment bytes, long from, long to, int mark) {
        for (long i = from; i < to; i++) {
            assertEquals((byte) mark, bytes.get(ValueLayout.JAVA_BYTE, i), "byte " + i);
        }
    }

    /** The last rank calls nothing of the library until it finds in its memory that the first has done all it wants. */
    @RankTest(neighbourhoods = 2)
    void shouldServeRanksElsewhereWhileTheProgramComputes(Job job) {
        int busy = job.size() - 1;
        LongAtomicDomain counter = LongAtomicDomain.create(job.world());
        Accumulator sums = Accumulator.of(job.world());
        FairMutex mutex = FairMutex.create(job.world(), busy, LOCK);
        WorkCounter numbers = WorkCounter.create(job.world(), busy, NUMBERS);
        Rma rma = job.world().rma();
        MemorySegment own = job.endpoint().segment().local();
        job.world().barrier();
        if (job.rank() == busy) {
            long deadline = System.nanoTime() + Patience.NANOS;
            while ((long) WORD.getVolatile(own, FLAG) == 0) {
                assertTrue(System.nanoTime() < deadline, "nobody has served rank 0");
            }
        } else if (job.rank() == 0) {
            MemorySegment there = MemorySegment.ofArray(new long[1000]);
            rma.put(busy, DATA, MemorySegment.ofArray(LongStream.range(0, 1000).toArray()), 0, 8000);
            rma.get(there, 0, busy, DATA, 8000);
            assertEquals(999, there.getAtIndex(ValueLayout.JAVA_LONG, 999));
            assertEquals(0, counter.fetchAdd(busy, COUNTER, 5));
            assertEquals(5, counter.fetchAdd(busy, COUNTER, 1));
            sums.accumulateLongs(busy, SUMS, new long[]{1, 2, 3}, 0, 3, 2);
            assertEquals(6, rma.getLong(busy, SUMS + 16));
            mutex.lock();
            assertEquals(0, numbers.next());
            mutex.unlock();
            rma.signal(busy, FLAG, 1, SignalOperation.SET);
        }
        job.world().barrier();
    }

    /**
     * Requests of the program's, which rank 1 does not take in, fill their room: what it is served has room of its own.
     */
    @RankTest(ranks = 2, neighbourhoods = 2)
    void shouldServeARankWhosePreviousRequestsHaveNoRoom(Job job) {
        int hit = job.endpoint().handlers().register(HandlerEntry.ofMedium((token, payload) -> {
        }).request().arguments(0));
        MemorySegment own = job.endpoint().segment().local();
        job.world().barrier();
        if (job.rank() == 1) {
            Computing.until("rank 0 has been served", () -> (long) WORD.getVolatile(own, FLAG) != 0);
        } else {
            MemorySegment data = MemorySegment.ofArray(new byte[100 << 10]);
            while (job.world().am().tryRequestMedium(1, hit, data, 0, 1000, LocalCompletion.NOW, Mail.NONE, 0)) {
                Thread.onSpinWait();
            }
            for (int i = 0; i < 20; i++) {
                job.world().rma().putNbi(1, DATA, data, 0, data.byteSize(), LocalCompletion.GROUP);
            }
            job.nbi().await(EventCategory.PUT);
            job.world().rma().signal(1, FLAG, 1, SignalOperation.SET);
        }
        job.world().barrier();
    }

    /** Rank 1 comes when rank 0 has been warned, and has taken in nothing until then. */
    @RankTest(ranks = 2, neighbourhoods = 2, settings = {"pgas.warn.wait.after=50ms", "pgas.checks=off"})
    void shouldSayWhatIsOnTheWayToARankThatIsWaitedFor(Job job) {
        int hit = job.endpoint().handlers()
                .register(HandlerEntry.ofShort(token -> {
                }).request().arguments(0));
        MemorySegment own = job.endpoint().segment().local();
        job.world().barrier();
        if (job.rank() == 1) {
            // not awaited: a wait takes in what comes
            job.world().rma().putValueNbi(0, COUNTER, 1, Long.BYTES);
            Computing.until("rank 0 has been warned", () -> (long) WORD.getVolatile(own, FLAG) != 0);
            job.world().barrier();
        } else {
            // until rank 1 has left the barrier
            Words.compute(job, COUNTER, 1);
            job.world().am().requestShort(1, hit);
            String told = firstWarningOfABarrier(job);
            String where = job.position().hosts() > 1 ? " on host 1" : "";
            assertTrue(told.contains("waiting for [rank 1 of neighbourhood 1, joined" + where + ", "), told);
            // the request, and the answer to its put unless its thread for the wire has taken that
            assertTrue(told.matches("(?s).*, it has not taken (96|192) bytes of messages from here].*"), told);
        }
    }

    private static String firstWarningOfABarrier(Job job) {
        CompletableFuture<String> first = new CompletableFuture<>();
        Thread release = new Thread(() -> {
            first.join();
            job.world().rma().signal(1, FLAG, 1, SignalOperation.SET);
        });
        release.start();
        LoggedWarnings.during(() -> job.world().barrier(), text -> {
            // ranks that are threads share the logger
            if (text.startsWith("rank 0: barrier")) {
                first.complete(text);
            }
        });
        return first.join();
    }

    /** Also when the way to it has been lost long since. */
    @RankTest(neighbourhoods = 2)
    void shouldTellWhoeverAsksARankThatHasLeft(Job job) {
        int leaver = job.size() - 1;
        job.world().barrier();
        if (job.rank() == leaver) {
            job.close();
        } else if (job.rank() == 0) {
            boolean isGone = false;
            for (int told = 0; told < 100; told += isGone ? 1 : 0) {
                try {
                    job.world().rma().getLong(leaver, FLAG);
                    assertFalse(isGone, "it has answered after it had left");
                } catch (PeerLostException e) {
                    isGone = true;
                }
            }
        }
    }

    @RankTest
    void shouldRefuseByNameWhatDoesNotGoThere(Job job) {
        Team world = job.world();
        int peer = (job.rank() + job.size() / 2) % job.size();
        String crossing = "different neighbourhoods";
        assertIllegal("window", () -> Window.allocateShared(world, 64, 1), "Window.allocateShared", crossing);
        String elsewhere = "another neighbourhood";
        assertIllegal("bytes", () -> SegmentBytes.of(world, peer, 0, 64), elsewhere);
        world.barrier();
    }

    @RankTest
    void shouldMakeTeamsThatCrossAndThatDoNot(Job job) {
        for (int round = 0; round < 10; round++) {
            for (int colour : new int[]{job.rank() % 2, job.position().neighbourhood()}) {
                Team team = job.world().split(colour, job.rank());
                for (int i = 0; i < 5; i++) {
                    team.barrier();
                }
                team.destroy();
            }
        }
    }

    @RankTest
    void shouldReachSegmentsThatComeAndGo(Job job) {
        for (int round = 1; round <= 5; round++) {
            Endpoint endpoint = job.endpoints().create(Capabilities.ALL);
            var segment = job.segments().create(64 << 10);
            endpoint.bind(segment);
            job.world().publish(endpoint);
            Rma rma = endpoint.pair(endpoint.index()).rma();
            MemorySegment numbers = MemorySegment.ofArray(new long[]{job.rank(), round});
            int peer = (job.rank() + 1) % job.size();
            rma.put(peer, 8L * job.rank(), numbers, 0, 16);
            job.world().barrier();
            int writer = (job.rank() + job.size() - 1) % job.size();
            assertEquals(writer, rma.getLong(job.rank(), 8L * writer));
            job.world().barrier();
            endpoint.unbind();
            segment.destroy();
            endpoint.destroy();
            job.world().barrier();
        }
    }
}
