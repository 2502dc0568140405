package org.pgas.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.pgas.conformance.Refusals.assertIllegal;

import java.util.SplittableRandom;

import org.pgas.Job;
import org.pgas.PgasException;
import org.pgas.Rma;
import org.pgas.atomics.FairMutex;
import org.pgas.atomics.WorkCounter;
import org.pgas.testkit.Memory;
import org.pgas.testkit.RankDefaults;
import org.pgas.testkit.RankTest;
import org.pgas.testkit.Seed;

/** Each number is drawn once, and by each thread in ascending order. */
@RankDefaults(segment = "1m")
@Optimised
@AcrossNeighbourhoods
class WorkCounterTest {
    private static final long COUNTER = 192;

    /** One word for each number, raised by who has drawn it. */
    private static final long DRAWN = 4096;
    private static final int NUMBERS = 60_000;

    @RankTest(ranks = {2, 3})
    void shouldGiveEachNumberToOneThread(Job job) throws Exception {
        draw(job);
        job.world().barrier();
    }

    @RankTest(settings = "pgas.checks=off")
    void shouldGiveEachNumberToOneThreadOutsideCheckedMode(Job job) throws Exception {
        draw(job);
        job.world().barrier();
    }

    private static void draw(Job job) throws Exception {
        int home = job.size() - 1;
        int numbers = Repetitions.of(job, NUMBERS, 1_000);
        WorkCounter counter = WorkCounter.create(job.world(), home, COUNTER);
        Rma rma = job.world().rma();
        SplittableRandom random = Seed.of("chunks " + job.rank());
        Runnable body = () -> {
            SplittableRandom chunks;
            synchronized (random) {
                chunks = random.split();
            }
            long before = -1;
            while (true) {
                int chunk = chunks.nextInt(1, 4);
                long first = chunk == 1 ? counter.next() : counter.next(chunk);
                assertTrue(first > before, "drew " + first + " after " + before);
                before = first + chunk - 1;
                for (long number = first; number <= before && number < numbers; number++) {
                    rma.putLong(0, DRAWN + 8 * number, rma.getLong(0, DRAWN + 8 * number) + 1);
                }
                if (before >= numbers) {
                    break;
                }
            }
        };
        RankThreads.run(body, body);
        job.world().barrier();
        if (job.rank() == 0) {
            for (long number = 0; number < numbers; number++) {
                assertEquals(1, rma.getLong(0, DRAWN + 8 * number), "number " + number);
            }
        }
        assertTrue(counter.get() >= numbers);
        job.world().barrier();
    }

    @RankTest
    void shouldGoOnFromWhereItIsReset(Job job) {
        if (job.rank() == 0) {
            WorkCounter counter = WorkCounter.initialise(job.world(), 1, COUNTER);
            assertEquals(0, counter.next());
            assertEquals(1, counter.next(5));
            counter.reset(-2);
            assertEquals(-2, counter.next(3));
        }
        job.world().barrier();
        if (job.rank() == 1) {
            WorkCounter counter = WorkCounter.open(job.world(), 1, COUNTER);
            assertEquals(1, counter.get());
            counter.reset(Long.MAX_VALUE);
            assertEquals(Long.MAX_VALUE, counter.next());
        }
        job.world().barrier();
    }

    @RankTest
    void shouldRefuseMisuse(Job job) {
        String who = "rank " + job.rank() + ": WorkCounter.";
        assertIllegal("offset", () -> WorkCounter.create(job.world(), 0, 8), who + "create", "offset 8 ", "64");
        assertIllegal("place", () -> WorkCounter.initialise(job.world(), 0, (1 << 20) - 64), "rank " + job.rank() + ":",
                "128 bytes", "outside the segment of rank 0");
        assertIllegal("rank", () -> WorkCounter.open(job.world(), 2, 0), "rank " + job.rank() + ":",
                "rank 2 is outside");
        WorkCounter counter = WorkCounter.create(job.world(), 0, COUNTER);
        assertIllegal("other place", () -> WorkCounter.open(job.world(), 1, COUNTER), who + "open",
                "offset 192 of rank 1",
                "initialise");
        assertIllegal("other kind", () -> FairMutex.open(job.world(), 0, COUNTER), "FairMutex.open", "there is none");
        assertIllegal("a header at the end", () -> {
            job.world().rma().putLong(0, (1 << 20) - 64, job.world().rma().getLong(0, COUNTER));
            WorkCounter.open(job.world(), 0, (1 << 20) - 64);
        }, "128 bytes", "outside the segment of rank 0");
        assertIllegal("no chunk", () -> counter.next(0), who + "next", "chunk 0");
        assertEquals(0, counter.get());
        job.world().barrier();
        if (job.rank() == 1) {
            counter.destroy();
        }
        job.world().barrier();
        for (Runnable call : new Runnable[]{counter::next, () -> counter.next(2), counter::get, () -> counter.reset(1),
            counter::destroy}) {
            assertIllegal("destroyed", call::run, who, "WorkCounter at offset 192 of rank 0 has been destroyed");
        }
        job.world().barrier();
        assertEquals(0, WorkCounter.create(job.world(), 0, COUNTER).get());
        assertIllegal("made anew", counter::next, who + "next", "has been destroyed");
        job.world().barrier();
    }

    @RankTest
    void shouldNoticeThatTheMembersNameDifferentPlaces(Job job) {
        long offset = 64L * (1 + job.rank());
        assertIllegal("places", () -> WorkCounter.create(job.world(), 0, offset), "WorkCounter.create",
                "rank " + (1 - job.rank()) + " called WorkCounter.create", "offset " + offset);
        job.world().barrier();
    }

    @RankTest(memories = {Memory.ARRAY, Memory.NATIVE})
    void shouldSayThatItNeedsAMappedSegment(Job job) {
        assertIllegal("client memory", () -> WorkCounter.create(job.world(), 0, COUNTER), "WorkCounter.create",
                "client memory", "Job.attach(long)");
        job.world().barrier();
    }

    @RankTest(ranks = 1)
    void shouldRefuseCallsAfterTheClose(Job job) {
        WorkCounter counter = WorkCounter.create(job.world(), 0, COUNTER);
        job.close();
        assertThrows(PgasException.class, counter::next);
        assertThrows(PgasException.class, counter::get);
    }
}
