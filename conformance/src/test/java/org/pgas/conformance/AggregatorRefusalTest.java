package org.pgas.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import org.pgas.Aggregator;
import org.pgas.ErrorCode;
import org.pgas.HandlerEntry;
import org.pgas.Job;
import org.pgas.JobEndedException;
import org.pgas.LocalCompletion;
import org.pgas.testkit.RankDefaults;
import org.pgas.testkit.RankTest;

/** What an aggregator refuses, in which words, and that a refused call has added nothing; and what ends the job. */
@RankDefaults(segment = "4k")
@AcrossNeighbourhoodsAsThreads
class AggregatorRefusalTest {
    private int handled;

    private int register(Job job) {
        int handler = job.endpoint().handlers().register(
                HandlerEntry.ofMedium((token, items) -> handled++).name("items").request().arguments(0));
        job.world().barrier();
        return handler;
    }

    @RankTest(ranks = {1, 2})
    void shouldRefuseItemsThatItCannotTake(Job job) {
        int handler = register(job);
        Aggregator eight = job.world().am().aggregator(handler, 8);
        Aggregator sixteen = job.world().am().aggregator(handler, 16);
        MemorySegment source = MemorySegment.ofArray(new byte[20]);
        String rank = "rank " + job.rank() + ": Aggregator.add: ";
        Refusals.assertIllegal("16 bytes for 8", () -> eight.add(0, 1, 2), rank, "16 bytes",
                "legal are the 8 of");
        Refusals.assertIllegal("8 bytes for 16", () -> sixteen.add(0, 1), rank, "8 bytes",
                "legal are the 16 of");
        for (long offset : new long[]{-1, 5, 20, Long.MAX_VALUE, Long.MIN_VALUE}) {
            Refusals.assertIllegal("source", () -> sixteen.add(0, source, offset), rank, "16 bytes", "offset " + offset,
                    "20 bytes");
        }
        for (int bad : new int[]{-1, job.size(), Integer.MAX_VALUE}) {
            Refusals.assertIllegal("rank", () -> eight.add(bad, 1), rank, "rank " + bad, "0.." + (job.size() - 1));
            Refusals.assertIllegal("rank", () -> sixteen.add(bad, 1, 2), rank, bad);
            Refusals.assertIllegal("rank", () -> sixteen.add(bad, source, 0), rank, bad);
            Refusals.assertIllegal("rank", () -> eight.flush(bad), "Aggregator.flush", bad);
        }
        eight.complete();
        sixteen.complete();
        job.world().barrier();
        assertEquals(0, handled, "refused items arrive nowhere");
        job.world().barrier();
    }

    @RankTest(ranks = {1, 2})
    void shouldRefuseToBeWhatCannotBe(Job job) {
        int handler = register(job);
        var am = job.world().am();
        String call = "rank " + job.rank() + ": ActiveMessages.aggregator: ";
        long most = am.maxRequestMedium(0, LocalCompletion.NOW, 0, 2);
        for (int bytes : new int[]{0, -1, (int) most + 1, Integer.MAX_VALUE}) {
            Refusals.assertIllegal("items", () -> am.aggregator(handler, bytes), call, bytes + " bytes", "1.." + most);
        }
        for (int index : new int[]{-1, 0, 1, 127, 256, Integer.MIN_VALUE}) {
            Refusals.assertIllegal("handler", () -> am.aggregator(index, 8), call, "index " + index, "128..255");
        }
        for (Duration delay : new Duration[]{Duration.ZERO, Duration.ofNanos(-1), Duration.ofDays(2),
            Duration.ofSeconds(Long.MAX_VALUE), Duration.ofSeconds(Long.MIN_VALUE)}) {
            Refusals.assertIllegal("delay", () -> am.aggregator(handler, 8, delay), call, delay, "above 0 up to PT24H");
        }
        assertThrows(NullPointerException.class, () -> am.aggregator(handler, 8, null));
        am.aggregator(handler, (int) most, Duration.ofDays(1)).close();
        am.aggregator(handler, 1, Duration.ofNanos(1)).close();
        job.world().barrier();
    }

    @RankTest(ranks = {1, 2})
    void shouldRefuseWhatComesAfterClose(Job job) {
        int handler = register(job);
        Aggregator aggregator = job.world().am().aggregator(handler, 16);
        aggregator.close();
        String closed = ": this aggregator was closed: make another";
        Refusals.assertIllegal("add", () -> aggregator.add(0, 1, 2), "Aggregator.add", closed);
        Refusals.assertIllegal("add", () -> aggregator.add(0, MemorySegment.ofArray(new byte[16]), 0), closed);
        Refusals.assertIllegal("flush", aggregator::flush, "Aggregator.flush", closed);
        Refusals.assertIllegal("flush", () -> aggregator.flush(0), "Aggregator.flush", closed);
        Refusals.assertIllegal("complete", aggregator::complete, "Aggregator.complete", closed);
        aggregator.close();
        Aggregator open = job.world().am().aggregator(handler, 8);
        job.world().barrier();
        job.close();
        for (Runnable call : new Runnable[]{() -> open.add(0, 1), open::flush, open::complete, open::close,
            () -> job.world().am().aggregator(handler, 8)}) {
            Refusals.assertRefused(ErrorCode.NOT_INITIALIZED, "after the job was closed", call::run, "is closed here");
        }
    }

    @RankTest(ranks = {1, 2})
    void shouldBeAsManyAsThereAreNumbers(Job job) {
        int handler = register(job);
        List<Aggregator> open = new ArrayList<>();
        for (int round = 0; round < 2; round++) {
            while (open.size() < 256) {
                open.add(job.world().am().aggregator(handler, 8, Duration.ofHours(1)));
            }
            Refusals.assertRefused(ErrorCode.RESOURCE, "one too many", () -> job.world().am().aggregator(handler, 8),
                    "rank " + job.rank() + ": ActiveMessages.aggregator", "256", "close");
            open.removeLast().close();
        }
        for (Aggregator aggregator : open) {
            aggregator.add((job.rank() + 1) % job.size(), 7);
            aggregator.close();
        }
        job.world().barrier();
        assertEquals(255, handled);
        job.world().barrier();
    }

    @RankTest(ranks = {1, 2})
    void shouldReportAHandlerThatReplies(Job job) {
        job.endpoint().handlers().register(
                HandlerEntry.ofMedium((token, items) -> token.replyShort(201)).index(200).name("answering"),
                HandlerEntry.ofShort(token -> {}).index(201));
        int target = job.size() - 1;
        Endings.assertEnds(job, () -> {
            job.world().barrier();
            if (job.rank() == 0) {
                Aggregator aggregator = job.world().am().aggregator(200, 8);
                aggregator.add(target, 1);
                aggregator.complete();
            }
        }, "rank " + target + ": handler 200 'answering'", "a batch from rank 0 has replied",
                "the library acknowledges batches");
    }

    @RankTest(ranks = {1, 2})
    void shouldReportAHandlerThatThrows(Job job) {
        job.endpoint().handlers().register(HandlerEntry.ofMedium((token, items) -> {
            assertEquals(200, token.entry().index());
            throw new IllegalStateException("on purpose");
        }).index(200).name("throwing"));
        Endings.assertEnds(job, () -> {
            job.world().barrier();
            if (job.rank() == 0) {
                Aggregator aggregator = job.world().am().aggregator(200, 8);
                aggregator.add(job.size() - 1, 1);
                aggregator.flush();
            }
        }, "handler 200 'throwing'", "from rank 0", "on purpose");
    }

    @RankTest
    void shouldReportABatchForAHandlerThatIsNotRegistered(Job job) {
        assertNoHandler(job, 199);
    }

    @RankTest
    void shouldReportABatchForAHandlerOfAnotherCategory(Job job) {
        assertNoHandler(job, 200);
    }

    @RankTest
    void shouldReportABatchForAHandlerOfReplies(Job job) {
        assertNoHandler(job, 201);
    }

    private void assertNoHandler(Job job, int index) {
        job.endpoint().handlers().register(HandlerEntry.ofShort(token -> handled++).index(200),
                HandlerEntry.ofMedium((token, items) -> handled++).index(201).reply());
        assertNull(job.endpoint().handlers().entry(199));
        Endings.assertEnds(job, () -> {
            job.world().barrier();
            if (job.rank() == 0) {
                Aggregator aggregator = job.world().am().aggregator(index, 8);
                aggregator.add(1, 1);
                assertThrows(JobEndedException.class, aggregator::complete);
            }
        }, "rank 1: a batch from rank 0 is for handler " + index, "not registered here for medium requests");
    }
}
