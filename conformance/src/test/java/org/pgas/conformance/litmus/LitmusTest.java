package org.pgas.conformance.litmus;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;

import org.pgas.Job;
import org.pgas.Rma;
import org.pgas.conformance.OnHosts;
import org.pgas.conformance.Optimised;
import org.pgas.conformance.Patience;
import org.pgas.testkit.Mode;
import org.pgas.testkit.RankDefaults;
import org.pgas.testkit.RankTest;

/**
 * Every promise of order in the library's documentation, between ranks that are threads and ranks that are processes:
 * {@link HandOver} for each {@link Promise}. So long as nothing is wrong the time decides how many rounds there are,
 * {@code -Dlitmus.millis} for each promise; the weakened twins must be caught.
 */
@RankDefaults(segment = "128k", settings = "pgas.checks=off")
@Optimised
@OnHosts
class LitmusTest {
    private static final long NANOS = 1_000_000L * Integer.getInteger("litmus.millis", 60);

    /** Between neighbourhoods: {@link #shouldShowWhatWasWrittenBeforeBetweenNeighbourhoods}. */
    @RankTest(neighbourhoods = 1)
    void shouldShowWhatWasWrittenBeforeWhateverTells(Job job) {
        for (Promise promise : Promise.values()) {
            hold(job, promise, NANOS);
        }
    }

    @RankTest(neighbourhoods = 2)
    void shouldShowWhatWasWrittenBeforeBetweenNeighbourhoods(Job job) {
        for (Promise promise : Promise.values()) {
            hold(job, promise, NANOS / 6);
        }
    }

    /** Words and structures are in the memory of a third rank, too, which both reach by other ways than each other. */
    @RankTest(ranks = 3, neighbourhoods = 3, modes = Mode.THREADS)
    void shouldShowWhatWasWrittenBeforeInAThirdNeighbourhood(Job job) {
        for (Promise promise : Promise.values()) {
            hold(job, promise, NANOS / 6);
        }
    }

    /** Every check has another way through the code; its order is the same. */
    @RankTest(settings = "pgas.checks=on", modes = Mode.PROCESSES, neighbourhoods = {1, 2})
    void shouldShowWhatWasWrittenBeforeInCheckedMode(Job job) {
        for (Promise promise : Arrays.asList(Promise.EVENTS, Promise.SIGNAL, Promise.REQUEST, Promise.MUTEX,
                Promise.MPI_LOCK, Promise.ARMCI_NOTIFY)) {
            hold(job, promise, NANOS);
        }
    }

    private static void hold(Job job, Promise promise, long nanos) {
        job.world().rma().memset(job.rank(), 0, (byte) 0, 128 << 10);
        job.world().barrier();
        HandOver handOver = new HandOver(job, promise.name(), promise.of(job));
        long violations = handOver.run(nanos);
        assertEquals(0, violations, () -> promise + ": "
                + (handOver.first() == null ? "the other rank saw what may not be" : handOver.first()));
    }

    /** Tells before it has written: the reader must notice, or no promise above proves anything. */
    @RankTest(neighbourhoods = {1, 2})
    void shouldCatchAFlagThatComesBeforeTheWords(Job job) {
        assertAnEarlyFlagIsCaught(job);
    }

    @RankTest(ranks = 3, neighbourhoods = 3, modes = Mode.THREADS)
    void shouldCatchAFlagThatComesBeforeTheWordsInAThirdNeighbourhood(Job job) {
        assertAnEarlyFlagIsCaught(job);
    }

    private static void assertAnEarlyFlagIsCaught(Job job) {
        Rma rma = job.world().rma();
        Way early = new CoreWays.Spinning(job, _ -> {}, () -> rma.getLongAcquire(job.rank(), Way.OWN))
                .before(round -> {
                    rma.putLongRelease(Way.peer(job), Way.OWN, round);
                    dwell(round);
                });
        assertTrue(new HandOver(job, "EARLY_FLAG", early).run(Patience.NANOS) > 0, "the twin was not caught");
    }

    /** Reads before it has seen: what the compiler or a processor may make of accesses without order. */
    @RankTest(neighbourhoods = {1, 2})
    void shouldCatchWordsThatAreReadBeforeTheFlag(Job job) {
        Rma rma = job.world().rma();
        Way.Words plain = Way.plain(job);
        long[] early = new long[8];
        Way way = new Way(job, round -> rma.putLongRelease(Way.peer(job), Way.OWN, round), _ -> {}) {
            @Override
            void see(long round) {
                spin(() -> {
                    for (int place = 0; place < early.length; place++) {
                        early[place] = plain.read(place);
                    }
                    dwell(round);
                    return rma.getLongAcquire(job.rank(), Way.OWN) >= round;
                });
            }
        }.words(new Way.Words() {
            @Override
            public void write(int place, long value) {
                plain.write(place, value);
            }

            @Override
            public long read(int place) {
                return early[place];
            }
        });
        assertTrue(new HandOver(job, "EARLY_READ", way).run(Patience.NANOS) > 0, "the twin was not caught");
    }

    /** Now and then the processor goes to the other rank in the middle. */
    private static void dwell(long round) {
        if (round % 32 < 2) {
            Thread.yield();
        }
    }
}
