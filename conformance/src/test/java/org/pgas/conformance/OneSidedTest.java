package org.pgas.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;

import org.pgas.Capabilities;
import org.pgas.Counter;
import org.pgas.Endpoint;
import org.pgas.Event;
import org.pgas.EventCategory;
import org.pgas.Job;
import org.pgas.LocalCompletion;
import org.pgas.MemoryKind;
import org.pgas.MemoryKind.FileUse;
import org.pgas.PgasException;
import org.pgas.Rma;
import org.pgas.Segment;
import org.pgas.Team;
import org.pgas.testkit.RankDefaults;
import org.pgas.testkit.RankTest;
import org.pgas.testkit.Seed;

/** Large transfers that go past messages: which do, what they bring, and what they overtake. */
@PastMessages
@RankDefaults(ranks = 2, neighbourhoods = 2, segment = "2m", settings = "pgas.checks=off")
class OneSidedTest {
    private static final int BYTES = 1 << 20;

    /** The least that go past messages. */
    private static final int LEAST = 16 << 10;

    private static long requests(Job job, Runnable work) {
        long before = job.counters().value(Counter.REQUESTS);
        work.run();
        return job.counters().value(Counter.REQUESTS) - before;
    }

    private static MemorySegment filled(SplittableRandom random, int bytes) {
        byte[] data = new byte[bytes];
        random.nextBytes(data);
        return MemorySegment.ofArray(data);
    }

    /** Puts until one goes past messages: its key is asked for by the first, and told some time later. */
    private static void learnKey(Job job, Rma rma) {
        MemorySegment source = MemorySegment.ofArray(new byte[LEAST]);
        while (requests(job, () -> rma.put(1, 0, source, 0, LEAST)) > 0) {
            Thread.onSpinWait();
        }
    }

    @RankTest
    void shouldSendNoMessageForALargeTransferAndMoveAllOfIt(Job job) {
        Rma rma = job.world().rma();
        job.world().barrier();
        if (job.rank() == 0) {
            learnKey(job, rma);
            SplittableRandom random = Seed.of("one-sided");
            try (Arena confined = Arena.ofConfined(); Arena shared = Arena.ofShared()) {
                MemorySegment[] targets = {confined.allocate(BYTES), shared.allocate(BYTES),
                    MemorySegment.ofArray(new byte[BYTES])};
                for (int round = 0; round < 60; round++) {
                    int bytes = random.nextInt(LEAST, BYTES);
                    long at = random.nextInt(BYTES - bytes + 1);
                    MemorySegment source = filled(random, bytes);
                    MemorySegment target = targets[round % targets.length];
                    assertEquals(0, requests(job, () -> rma.put(1, at, source, 0, bytes)), "put " + round);
                    assertEquals(0, requests(job, () -> rma.get(target, 0, 1, at, bytes)), "get " + round);
                    assertEquals(-1, target.asSlice(0, bytes).mismatch(source), "in round " + round);
                }
            }
        }
        job.world().barrier();
    }

    /** All that is counted and awaited as others are, with explicit and implicit events, from two threads. */
    @RankTest
    void shouldCompleteThoseThatAreNotAwaitedAtOnce(Job job) throws InterruptedException {
        Rma rma = job.world().rma();
        int peer = 1 - job.rank();
        job.world().barrier();
        Computing.onThreads(2, thread -> {
            SplittableRandom random = Seed.of("one-sided " + job.rank() + " " + thread);
            long from = (long) thread * BYTES;
            for (int round = 0; round < 30; round++) {
                MemorySegment source = filled(random, BYTES);
                MemorySegment target = Arena.ofAuto().allocate(BYTES, 8);
                int pieces = random.nextInt(1, 8);
                int piece = BYTES / pieces;
                Event[] events = new Event[pieces];
                for (int i = 0; i < pieces; i++) {
                    events[i] = rma.putNb(peer, from + (long) i * piece, source, (long) i * piece, piece,
                            LocalCompletion.DEFER);
                }
                Event.awaitAll(events);
                for (int i = 0; i < pieces; i++) {
                    rma.getNbi(target, (long) i * piece, peer, from + (long) i * piece, piece);
                }
                job.nbi().await(EventCategory.GET);
                assertEquals(-1, target.asSlice(0, (long) piece * pieces)
                        .mismatch(source.asSlice(0, (long) piece * pieces)), "in round " + round);
                rma.putNbi(peer, from, target, 0, BYTES, LocalCompletion.DEFER);
                rma.fence();
                job.nbi().await(EventCategory.PUT);
            }
        });
        job.world().barrier();
    }

    @RankTest
    void shouldSendMessagesForWhatIsSmallOrKeepsNoSource(Job job) {
        Rma rma = job.world().rma();
        job.world().barrier();
        if (job.rank() == 0) {
            learnKey(job, rma);
            MemorySegment source = MemorySegment.ofArray(new byte[BYTES]);
            assertTrue(requests(job, () -> rma.put(1, 0, source, 0, LEAST - 1)) > 0);
            assertTrue(requests(job,
                    () -> rma.putNb(1, 0, source, 0, BYTES, LocalCompletion.NOW).await()) > 0);
        }
        job.world().barrier();
    }

    /** In checked mode data have checksums, which only messages have. */
    @RankTest(settings = "pgas.checks=on")
    void shouldSendMessagesInCheckedMode(Job job) {
        Rma rma = job.world().rma();
        job.world().barrier();
        if (job.rank() == 0) {
            MemorySegment source = MemorySegment.ofArray(new byte[LEAST]);
            for (int i = 0; i < 200; i++) {
                assertTrue(requests(job, () -> rma.put(1, 0, source, 0, LEAST)) > 0);
            }
        }
        job.world().barrier();
    }

    /** What is under way by messages is behind nothing that goes past them. */
    @RankTest
    void shouldNotOvertakeWhatItsThreadHasSentBefore(Job job) {
        Rma rma = job.world().rma();
        job.world().barrier();
        if (job.rank() == 0) {
            learnKey(job, rma);
            MemorySegment former = MemorySegment.ofArray(new byte[BYTES]);
            MemorySegment latter = MemorySegment.ofArray(new byte[LEAST]).fill((byte) 1);
            MemorySegment target = MemorySegment.ofArray(new byte[LEAST]);
            for (int round = 0; round < 100; round++) {
                rma.putNbi(1, 0, former, 0, BYTES, LocalCompletion.NOW);
                rma.put(1, BYTES - LEAST, latter, 0, LEAST);
                job.nbi().await(EventCategory.PUT);
                rma.get(target, 0, 1, BYTES - LEAST, LEAST);
                assertEquals(-1, target.mismatch(latter), "in round " + round);
            }
        }
        job.world().barrier();
    }

    @RankTest
    void shouldRefuseWhatIsOutsideBeforeAnythingMoves(Job job) {
        Rma rma = job.world().rma();
        job.world().barrier();
        if (job.rank() == 0) {
            learnKey(job, rma);
            MemorySegment source = MemorySegment.ofArray(new byte[BYTES]).fill((byte) 7);
            long size = 2L << 20;
            assertThrows(PgasException.class, () -> rma.put(1, size - BYTES + 1, source, 0, BYTES));
            assertThrows(PgasException.class, () -> rma.put(1, 0, source, 1, BYTES));
            assertThrows(PgasException.class, () -> rma.get(source, 0, 1, size - BYTES + 1, BYTES));
            MemorySegment target = MemorySegment.ofArray(new byte[BYTES]);
            rma.get(target, 0, 1, size - BYTES, BYTES);
            assertEquals(-1, target.mismatch(MemorySegment.ofArray(new byte[BYTES])));
        }
        job.world().barrier();
    }

    /** The system does not see what a device writes to a file's memory, and would not keep it in the file. */
    @RankTest
    void shouldSendMessagesForSegmentsOfFiles(Job job) throws IOException {
        Path path = Path.of(System.getProperty("java.io.tmpdir"), "pgas-one-sided-" + job.name() + "-" + job.rank());
        try {
            Endpoint endpoint = job.endpoints().create(Capabilities.ALL);
            MemoryKind kind = MemoryKind.create(job, new MemoryKind.File(path, FileUse.CREATE), 0);
            Segment segment = job.segments().create(BYTES, kind);
            endpoint.bind(segment);
            job.world().publish(endpoint);
            Team pair = job.endpoint().pair(1);
            job.world().barrier();
            if (job.rank() == 0) {
                learnKey(job, job.world().rma());
                MemorySegment source = MemorySegment.ofArray(new byte[LEAST]);
                for (int i = 0; i < 200; i++) {
                    assertTrue(requests(job, () -> pair.rma().put(1, 0, source, 0, LEAST)) > 0);
                }
            }
            job.world().barrier();
            endpoint.unbind().destroy();
            kind.destroy();
            job.world().barrier();
        } finally {
            Files.deleteIfExists(path);
        }
    }

    /** The key is on its way, or the connection that it is for, when this ends. */
    @RankTest(ranks = {2, 3, 4, 5, 6})
    void shouldLeaveAtOnceWhateverHasJustBegun(Job job) {
        Rma rma = job.world().rma();
        MemorySegment source = MemorySegment.ofArray(new byte[LEAST]);
        job.world().barrier();
        for (int peer = 0; peer < job.size(); peer++) {
            rma.put(peer, 0, source, 0, LEAST);
        }
        job.world().barrier();
    }

    /** The key of what was bound before is of no use for what is bound now. */
    @RankTest
    void shouldReachWhatIsBoundAnewAndNothingThatWasBoundBefore(Job job) {
        Endpoint endpoint = job.endpoints().create(Capabilities.ALL);
        job.world().publish(endpoint);
        Team pair = job.endpoint().pair(1);
        SplittableRandom random = Seed.of("one-sided, bound anew");
        for (int round = 0; round < 8; round++) {
            MemorySegment data = filled(random, BYTES);
            Segment segment = job.segments().create(BYTES);
            endpoint.bind(segment);
            job.world().publish(endpoint);
            if (job.rank() == 0) {
                learnKey(job, pair.rma());
                pair.rma().put(1, 0, data, 0, BYTES);
            }
            job.world().barrier();
            if (job.rank() == 1) {
                assertEquals(-1, segment.local().mismatch(data), "in round " + round);
            }
            job.world().barrier();
            endpoint.unbind().destroy();
            job.world().barrier();
        }
    }
}
