package org.pgas.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.util.function.Consumer;

import org.pgas.HandlerEntry;
import org.pgas.Job;
import org.pgas.JobEndedException;
import org.pgas.LocalCompletion;
import org.pgas.PreparedMessage;
import org.pgas.WaitMode;
import org.pgas.testkit.RankDefaults;
import org.pgas.testkit.RankTest;

/**
 * What ends a job: messages that their target cannot handle, when nobody has checked before, handlers that throw, and
 * exit from where only little else is legal. Rank 0 is the target, rank 1 sends, rank 2 waits.
 */
@RankDefaults(ranks = 3, segment = "4k", settings = "pgas.checks=off")
@AcrossNeighbourhoodsAsThreads
class MessageFailureTest {
    private static final MemorySegment DATA = MemorySegment.ofArray(new byte[16]);

    private int handled;

    private void register(Job job) {
        job.endpoint().handlers().register(
                HandlerEntry.ofShort(token -> handled++).index(200).name("shorty").request(),
                HandlerEntry.ofMedium((token, payload) -> handled++).index(201).name("medial").arguments(2),
                HandlerEntry.ofLong((token, destination, bytes) -> handled++).index(202),
                HandlerEntry.ofShort(token -> handled++).index(203).reply(),
                HandlerEntry.ofShort(token -> token.replyShort(token.argument(0))).index(204),
                HandlerEntry.ofShort(token -> {
                    throw new IllegalStateException("thrown by the handler");
                }).index(205).name("thrower"),
                HandlerEntry.ofShort(token -> job.exit(43)).index(206),
                HandlerEntry.ofShort(token -> {
                    throw new AssertionError("an error, not an exception");
                }).index(207),
                HandlerEntry.ofShort(token -> token.replyShort(206)).index(208),
                HandlerEntry.ofShort(token -> {
                    token.prepareReplyMedium(null, 8, 8, null, 0, 0);
                    job.exit(44);
                }).index(209),
                HandlerEntry.ofMedium((token, payload) -> {
                    token.replyShort(203);
                    payload.getLong(9);
                }).index(210));
        job.world().barrier();
    }

    /** Rank 1 does it; all ranks learn of the end, with the code and, in its message, the parts. */
    private void ends(Job job, int code, Consumer<Job> deed, Object... parts) {
        JobEndedException e = assertThrows(JobEndedException.class, () -> {
            // within, since the job may end before a slow rank has left the barrier of this
            register(job);
            if (job.rank() == 1) {
                deed.accept(job);
            }
            job.blockUntil(() -> false);
        });
        assertEquals(code, e.exitCode(), e.getMessage());
        for (Object part : parts) {
            assertTrue(e.getMessage().contains(part.toString()),
                    () -> "rank " + job.rank() + ": the message does not name '" + part + "': " + e.getMessage());
        }
    }

    @RankTest
    void shouldNameTheSenderOfAMessageToAnIndexThatIsNotRegistered(Job job) {
        ends(job, 1, each -> each.world().am().requestShort(0, 199), "rank 0", "from rank 1", "199", "short request",
                "not registered");
    }

    @RankTest
    void shouldNameTheSenderOfAMediumMessageToAnIndexThatIsNotRegistered(Job job) {
        ends(job, 1, each -> each.world().am().requestMedium(0, 198, DATA, 0, 8, 1), "rank 0", "from rank 1", "198",
                "medium request", "not registered");
    }

    @RankTest
    void shouldNameTheSenderOfALongMessageToAnIndexThatIsNotRegistered(Job job) {
        ends(job, 1, each -> each.world().am().requestLong(0, 197, null, 0, 0, 0), "rank 0", "from rank 1", "197",
                "long request", "not registered");
    }

    @RankTest
    void shouldNameTheSenderOfAMessageOfAnotherCategory(Job job) {
        ends(job, 1, each -> each.world().am().requestMedium(0, 200, DATA, 0, 8), "rank 0", "from rank 1",
                "200 'shorty'", "medium request", "takes short");
    }

    @RankTest
    void shouldNameTheSenderOfAMessageWithAnotherCount(Job job) {
        ends(job, 1, each -> each.world().am().requestMedium(0, 201, DATA, 0, 8, 5), "rank 0", "from rank 1",
                "201 'medial'", "takes 2 arguments, not 1");
    }

    @RankTest
    void shouldNameTheSenderOfARequestForAReplyHandler(Job job) {
        ends(job, 1, each -> each.world().am().requestShort(0, 203), "rank 0", "from rank 1", "203", "replies only");
    }

    @RankTest
    void shouldNameTheSenderOfAReplyThatIsNotTaken(Job job) {
        ends(job, 1, each -> each.world().am().requestShort(0, 204, 200), "rank 1", "from rank 0", "200 'shorty'",
                "short reply", "requests only");
    }

    @RankTest
    void shouldNameTheSenderOfAPreparedMessageThatIsNotTaken(Job job) {
        ends(job, 1, each -> {
            PreparedMessage message = each.world().am().prepareRequestMedium(0, null, 8, 8, null, 0, 0);
            message.commit(196, 8);
        }, "rank 0", "from rank 1", "196", "medium request");
    }

    @RankTest
    void shouldNameAHandlerThatThrows(Job job) {
        ends(job, 1, each -> each.world().am().requestShort(0, 205), "rank 0", "from rank 1", "205 'thrower'",
                "short request", "IllegalStateException", "thrown by the handler");
    }

    @RankTest
    void shouldNameAHandlerThatThrowsAnError(Job job) {
        ends(job, 1, each -> each.world().am().requestShort(0, 207), "rank 0", "from rank 1", "207", "AssertionError",
                "an error, not an exception");
    }

    @RankTest
    void shouldNameAHandlerThatReadsOutsideItsPayload(Job job) {
        ends(job, 1, each -> each.world().am().requestMedium(0, 210, DATA, 0, 16), "rank 0", "210",
                "8 bytes at offset 9", "16 bytes");
    }

    @RankTest
    void shouldNameAHandlerThatThrowsForAMessageToItself(Job job) {
        ends(job, 1, each -> each.world().am().requestShort(1, 205), "rank 1", "from rank 1", "205 'thrower'");
    }

    @RankTest
    void shouldEndTheJobWhenAHandlerExits(Job job) {
        ends(job, 43, each -> each.world().am().requestShort(0, 206));
    }

    @RankTest(settings = "pgas.checks=on")
    void shouldEndTheJobWhenAHandlerExitsInCheckedMode(Job job) {
        ends(job, 43, each -> each.world().am().requestShort(0, 206));
    }

    @RankTest(settings = "pgas.checks=on")
    void shouldEndTheJobWhenAReplyHandlerExits(Job job) {
        ends(job, 43, each -> each.world().am().requestShort(0, 208));
    }

    @RankTest(settings = "pgas.checks=on")
    void shouldEndTheJobWhenAHandlerExitsForAMessageToItself(Job job) {
        ends(job, 43, each -> each.world().am().requestShort(1, 206));
    }

    @RankTest(settings = "pgas.checks=on")
    void shouldEndTheJobWhenARankExitsBetweenPrepareAndCommit(Job job) {
        ends(job, 45, each -> {
            each.world().am().prepareRequestMedium(0, null, 8, 8, null, 0, 0);
            each.exit(45);
        });
    }

    @RankTest(settings = "pgas.checks=on")
    void shouldEndTheJobWhenAHandlerExitsBetweenPrepareAndCommit(Job job) {
        ends(job, 44, each -> each.world().am().requestShort(0, 209));
    }

    /**
     * Those that sleep, wait for room, or hold a prepared message learn of it too. Rank 2 tells rank 0 by a word when
     * the job has ended: a rank elsewhere cannot.
     */
    @RankTest(settings = {"pgas.checks=on", "pgas.am.ring=8k"}, neighbourhoods = 1)
    void shouldEndEveryWaitOfAMessageWhenAHandlerExits(Job job) {
        JobEndedException e = assertThrows(JobEndedException.class, () -> {
            register(job);
            switch (job.rank()) {
                case 0 -> {
                    // takes nothing in, neither in the barrier, until rank 2 has seen the end, so that rank 2 waits for
                    // room
                    Signals.raise(job, 2, 0, 1);
                    Mail.compute(job, 0, 1);
                    job.poll();
                }
                case 1 -> {
                    job.waitMode(WaitMode.BLOCK);
                    Mail.pollUntil(job, 1, 0, 1);
                    job.world().am().requestShort(2, 206);
                    job.blockUntil(() -> false);
                }
                default -> fillAndWait(job);
            }
        });
        assertEquals(43, e.exitCode());
    }

    private static void fillAndWait(Job job) {
        var am = job.world().am();
        job.waitMode(WaitMode.BLOCK);
        int[] two = {1, 2};
        Signals.await(job, 0, 1);
        while (am.tryRequestMedium(0, 201, DATA, 0, 16, LocalCompletion.NOW, two, 2)) {
            Thread.onSpinWait();
        }
        Signals.raise(job, 1, 0, 1);
        try {
            // full: this waits, and handles the message that ends it all
            am.requestMedium(0, 201, DATA, 0, 16, 1, 2);
        } finally {
            Signals.raise(job, 0, 0, 1);
        }
    }
}
