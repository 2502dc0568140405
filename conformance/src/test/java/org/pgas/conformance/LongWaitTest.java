package org.pgas.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import org.pgas.DataType;
import org.pgas.Job;
import org.pgas.JobEndedException;
import org.pgas.Opcode;
import org.pgas.coll.Collectives;
import org.pgas.coll.Reduction;
import org.pgas.testkit.Mode;
import org.pgas.testkit.RankTest;

/** Waits that take longer than they should: row O8. */
@AcrossNeighbourhoods
class LongWaitTest {
    /** Rank 1 comes to the barrier when rank 0 has been warned of its wait: however long that takes. */
    private static List<String> warningsOfABarrierThatRank1JoinsLate(Job job) {
        List<String> told = List.of();
        if (job.rank() == 0) {
            CountDownLatch warned = new CountDownLatch(1);
            told = LoggedWarnings.during(() -> {
                Thread release = new Thread(() -> {
                    try {
                        warned.await(Patience.SECONDS, TimeUnit.SECONDS);
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                    job.world().rma().putLongRelease(1, 0, 1);
                });
                release.start();
                job.world().barrier();
            }, text -> {
                if (text.startsWith("rank 0: barrier")) {
                    warned.countDown();
                }
            });
        } else {
            job.blockUntil(() -> job.world().rma().getLongAcquire(1, 0) == 1);
            job.world().barrier();
        }
        return told;
    }

    @RankTest(ranks = 2, segment = "4k", settings = {"pgas.warn.wait.after=50ms", "pgas.checks=off"})
    void shouldSayForWhomAndInWhatItWaits(Job job) {
        List<String> told = warningsOfABarrierThatRank1JoinsLate(job);
        if (job.rank() == 0) {
            // ranks that are threads share the logger
            List<String> own = told.stream().filter(text -> text.startsWith("rank 0: barrier")).toList();
            assertFalse(own.isEmpty(), told::toString);
            for (String part : new String[]{"barrier", "1 of 2 ranks arrived", "has waited ",
                "waiting for [" + name(job, 1) + ", ", "[pgas.warn.wait]"}) {
                assertTrue(own.getFirst().contains(part), told::toString);
            }
        }
    }

    @RankTest(ranks = 2, segment = "4k", modes = Mode.THREADS, settings = {"pgas.warn.wait=panic",
        "pgas.warn.wait.after=50ms", "pgas.checks=off"})
    void shouldEndTheJobWhenAPanicIsWanted(Job job) {
        JobEndedException thrown = assertThrows(JobEndedException.class, () -> {
            if (job.rank() == 0) {
                job.world().barrier();
            } else {
                job.blockUntil(() -> false);
            }
        });
        assertTrue(thrown.getMessage().contains("pgas.warn.wait=panic"), thrown::getMessage);
    }

    /** As messages name it. */
    private static String name(Job job, int rank) {
        int count = job.position().neighbourhoods();
        return "rank " + rank + (count == 1 ? "" : " of neighbourhood " + rank * count / job.size());
    }

    /** The wait of rank 1 may be told of as well, so only what rank 0 says of the circle counts. */
    @RankTest(ranks = 2, segment = "4k", modes = Mode.THREADS, settings = {"pgas.warn.collectives=panic",
        "pgas.checks=off"})
    void shouldFindRanksThatWaitForEachOtherInDifferentCalls(Job job) {
        JobEndedException thrown = assertThrows(JobEndedException.class, () -> {
            if (job.rank() == 0) {
                job.world().barrier();
            } else {
                Collectives.of(job.world()).reduceToAll(1.0, Reduction.of(DataType.DBL, Opcode.ADD));
            }
        });
        String message = thrown.getMessage();
        String first = name(job, 0);
        String second = name(job, 1);
        for (String part : new String[]{"ranks wait for each other", first + " for " + second + " in ",
            second + " for " + first + " in ", "barrier", "reduceToAll", "pgas.warn.collectives=panic"}) {
            assertTrue(message.contains(part), thrown::getMessage);
        }
    }

    /** Rank 1 waits for 20 ms, and so does rank 0 for it: both would be told of at their first look. */
    @RankTest(ranks = 2, segment = "4k", settings = {"pgas.warn.wait=off", "pgas.warn.wait.after=0ms"})
    void shouldBeSilentWhenItIsOff(Job job) {
        int rank = job.rank();
        List<String> told = LoggedWarnings.during(() -> {
            if (rank == 1) {
                long end = System.nanoTime() + 20_000_000;
                job.blockUntil(() -> System.nanoTime() - end > 0);
            }
            job.world().barrier();
        });
        assertEquals(List.of(), told.stream().filter(text -> text.startsWith("rank " + rank + ":")).toList());
    }

    /** Ranks wait for each other for longer than it takes to find that, until the limit of their waits. */
    @RankTest(ranks = 2, segment = "4k", modes = Mode.THREADS, settings = {"pgas.warn.collectives=off",
        "pgas.wait.timeout=3s", "pgas.checks=off"})
    void shouldNotLookForCirclesWhenThatIsOff(Job job) {
        List<String> told = LoggedWarnings.during(() -> assertThrows(RuntimeException.class, () -> {
            if (job.rank() == 0) {
                job.world().barrier();
            } else {
                Collectives.of(job.world()).reduceToAll(1.0, Reduction.of(DataType.DBL, Opcode.ADD));
            }
        }));
        assertFalse(told.stream().anyMatch(text -> text.contains("ranks wait for each other")), told::toString);
    }

    /**
     * Ranks 0 and 1 have parts for each other, which they cannot take before rank 2 has come; it comes when both have
     * looked several times.
     */
    @RankTest(ranks = 3, segment = "4k", settings = {"pgas.warn.collectives=panic", "pgas.warn.wait.after=10ms",
        "pgas.checks=off"})
    void shouldNotAccuseRanksThatWaitTogetherForAThird(Job job) {
        int count = 1 << 16;
        long[] ones = new long[count];
        Arrays.fill(ones, 1);
        long[] sums = new long[count];
        Runnable collective = () -> Collectives.of(job.world()).reduceToAll(MemorySegment.ofArray(sums),
                MemorySegment.ofArray(ones), Reduction.of(DataType.I64, Opcode.ADD));
        if (job.rank() < 2) {
            AtomicInteger tales = new AtomicInteger();
            String own = "rank " + job.rank() + ": Collectives.reduceToAll";
            LoggedWarnings.during(collective, text -> {
                if (text.startsWith(own) && tales.incrementAndGet() == 6) {
                    job.world().rma().putLongRelease(2, 8L * job.rank(), 1);
                }
            });
        } else {
            job.blockUntil(() -> job.world().rma().getLongAcquire(2, 0) == 1
                    && job.world().rma().getLongAcquire(2, 8) == 1);
            collective.run();
        }
        assertTrue(Arrays.stream(sums).allMatch(sum -> sum == 3));
        job.world().barrier();
    }

    /** In place in the segments, each rank folds while the other waits, and both are in the same wait all the while. */
    @RankTest(ranks = 2, segment = "64m", settings = {"pgas.warn.collectives=panic", "pgas.warn.wait.after=1ms",
        "pgas.warn.wait=off", "pgas.checks=off"})
    void shouldNotAccuseRanksThatFoldForLong(Job job) {
        MemorySegment all = job.endpoint().segment().local();
        for (long i = 0; i < all.byteSize(); i += Long.BYTES) {
            all.set(ValueLayout.JAVA_LONG, i, i + job.rank());
        }
        Collectives.of(job.world()).reduceToAll(all, all, Reduction.of(DataType.I64, Opcode.ADD));
        for (long i = 0; i < all.byteSize(); i += Long.BYTES) {
            assertEquals(2 * i + 1, all.get(ValueLayout.JAVA_LONG, i));
        }
        job.world().barrier();
    }
}
