package org.pgas.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.function.BooleanSupplier;

import org.pgas.ActiveMessages;
import org.pgas.EventCategory;
import org.pgas.HandlerEntry;
import org.pgas.Job;
import org.pgas.LocalCompletion;
import org.pgas.MessageFlags;
import org.pgas.PeerLostException;
import org.pgas.PreparedMessage;
import org.pgas.Token;
import org.pgas.testkit.RankDefaults;
import org.pgas.testkit.RankTest;
import org.pgas.testkit.Stamp;

/**
 * The try forms: against a rank that does not poll they say false in the end, and have done nothing then; what they
 * said true of arrives; and when the rank polls they say true again.
 */
@RankDefaults(segment = "8m", settings = "pgas.am.ring=64k")
@AcrossNeighbourhoods
class TryMessageTest {
    private static final long GO = 0;
    private static final long SENT = 8;
    private static final long REFUSED = 16;
    private static final long MET = 24;
    private static final long DATA = 4096;

    private int handled;
    private int answered;

    private interface Try {
        boolean send(int number);
    }

    @RankTest
    void shouldNotSendAShortRequestWhenTheRingIsFull(Job job) {
        int[] argument = new int[1];
        fill(job, number -> {
            argument[0] = number;
            return job.world().am().tryRequestShort(1, 200, argument, 1);
        });
    }

    @RankTest
    void shouldNotSendAMediumRequestWhenTheRingIsFull(Job job) {
        int[] argument = new int[1];
        MemorySegment data = MemorySegment.ofArray(new byte[1000]);
        fill(job, number -> {
            argument[0] = number;
            return job.world().am().tryRequestMedium(1, 201, data, 0, number % 1000, LocalCompletion.NOW, argument, 1);
        });
    }

    @RankTest
    void shouldNotSendALongRequestWhenTheRingIsFull(Job job) {
        int[] argument = new int[1];
        fill(job, number -> {
            argument[0] = number;
            MemorySegment data = MemorySegment.ofArray(new long[]{number + 1L});
            return job.world().am().tryRequestLong(1, 201, data, 0, 8, DATA + 8L * number, LocalCompletion.NOW,
                    argument,
                    1);
        });
    }

    /** Three times, so that the ring has wrapped: that it is full is recognised at any position. */
    private void fill(Job job, Try message) {
        job.endpoint().handlers().register(HandlerEntry.ofShort(token -> assertEquals(handled++, token.argument(0)))
                .index(200),
                HandlerEntry.ofMediumOrLong(
                        (token, payload) -> {
                            assertEquals(handled % 1000, payload.bytes());
                            assertEquals(handled++, token.argument(0));
                        }, (token, destination, bytes) -> {
                            assertEquals(DATA + 8L * handled, destination);
                            assertEquals(handled++, token.argument(0));
                        }).index(201));
        job.world().barrier();
        // one that is still in the barrier would make room again
        Words.meet(job, MET);
        int number = 0;
        for (int round = 1; round <= 3; round++) {
            if (job.rank() == 0) {
                int before = number;
                while (message.send(number)) {
                    number++;
                }
                assertTrue(number > before + 10, "sent " + (number - before));
                for (int i = 0; i < 100; i++) {
                    boolean isSent = message.send(number);
                    // what was on the wire may be at the peer by now, where nobody has taken it out of the ring
                    assertTrue(!isSent || job.position().neighbourhoods() > 1,
                            "a try after a failed one, with nobody polling");
                    number += isSent ? 1 : 0;
                }
                job.world().rma().putLong(1, SENT, number);
                Signals.raise(job, 1, GO, round);
                Mail.pollUntil(job, 0, GO, round);
            } else {
                Mail.compute(job, GO, round);
                int sent = (int) job.world().rma().getLong(1, SENT);
                checkNothingBehind(job, sent);
                job.blockUntil(() -> handled == sent);
                assertEquals(0, job.poll());
                Signals.raise(job, 0, GO, round);
            }
        }
        job.world().barrier();
        assertEquals(job.rank() == 0 ? 0 : (int) job.world().rma().getLong(1, SENT), handled);
    }

    private static void checkNothingBehind(Job job, int sent) {
        Stamp.checkUntouched("destination of a long message that was not sent",
                job.endpoint().segment().local().asSlice(DATA + 8L * sent, 64));
    }

    /** Rank 0 asks by tries, which take nothing in, until rank 1 has had a reply refused. */
    @RankTest
    void shouldNotReplyWhenTheRingIsFull(Job job) {
        MemorySegment data = MemorySegment.ofArray(new byte[512]);
        int[] refused = new int[1];
        job.endpoint().handlers().register(HandlerEntry.ofShort(token -> {
            int[] number = {handled++};
            boolean sent = switch (number[0] % 3) {
                case 0 -> token.tryReplyShort(201, number, 1);
                case 1 -> token.tryReplyMedium(202, data, 0, 512, LocalCompletion.NOW, number, 1);
                default -> token.tryReplyLong(202, data, 0, 8, DATA, LocalCompletion.NOW, number, 1);
            };
            if (!sent) {
                refused[0]++;
            }
        }).index(200).request(), HandlerEntry.ofShort(token -> answered++).index(201).reply(),
                HandlerEntry.ofMediumOrLong((token, payload) -> answered++, (token, destination, bytes) -> answered++)
                        .index(202).reply());
        job.world().barrier();
        if (job.rank() == 0) {
            int asked = 0;
            while (job.world().rma().getLongAcquire(0, REFUSED) == 0) {
                if (job.world().am().tryRequestShort(1, 200, Mail.NONE, 0)) {
                    asked++;
                } else {
                    Thread.yield();
                }
            }
            assertEquals(0, answered, "a try takes nothing in");
            job.world().rma().putLong(1, SENT, asked);
            Signals.raise(job, 1, GO, 1);
            Mail.pollUntil(job, 0, GO, 1);
            int replies = asked - (int) job.world().rma().getLong(0, SENT);
            job.blockUntil(() -> answered == replies);
        } else {
            job.blockUntil(() -> refused[0] >= 10);
            Signals.raise(job, 0, REFUSED, 1);
            Mail.poll(job, "told how many", () -> job.world().rma().getLongAcquire(1, GO) == 1);
            int asked = (int) job.world().rma().getLong(1, SENT);
            job.blockUntil(() -> handled == asked);
            job.world().rma().putLong(0, SENT, refused[0]);
            Signals.raise(job, 0, GO, 1);
        }
        job.world().barrier();
        assertEquals(0, job.poll());
    }

    /** As those that wait are told: there will be no room any more. */
    @RankTest
    void shouldTellThatThePeerHasLeftWhenTheRingIsFull(Job job) {
        job.endpoint().handlers().register(HandlerEntry.ofShort(token -> handled++).index(200).request(),
                HandlerEntry.ofMediumOrLong((token, payload) -> handled++, (token, to, bytes) -> handled++).index(201)
                        .request());
        job.world().barrier();
        if (job.rank() == 1) {
            job.close();
            return;
        }
        ActiveMessages am = job.world().am();
        MemorySegment data = MemorySegment.ofArray(new byte[1000]);
        assertToldThatThePeerHasLeft(() -> am.tryRequestShort(1, 200, Mail.NONE, 0));
        assertToldThatThePeerHasLeft(
                () -> am.tryRequestMedium(1, 201, data, 0, 1000, LocalCompletion.NOW, Mail.NONE, 0));
        assertToldThatThePeerHasLeft(
                () -> am.tryRequestLong(1, 201, data, 0, 0, DATA, LocalCompletion.NOW, Mail.NONE, 0));
        assertToldThatThePeerHasLeft(() -> {
            PreparedMessage message = am.prepareRequestMedium(1, null, 0, 1000, null, MessageFlags.IMMEDIATE, 0);
            if (message != null) {
                message.commit(201, 1000);
            }
            return message != null;
        });
        assertThrows(PeerLostException.class, () -> {
            while (true) {
                am.requestShort(1, 200);
            }
        });
    }

    private static void assertToldThatThePeerHasLeft(BooleanSupplier message) {
        assertEquals(1, assertThrows(PeerLostException.class, () -> {
            while (true) {
                if (!message.getAsBoolean()) {
                    Thread.yield();
                }
            }
        }).jobRank());
    }

    /**
     * It wants no answer any more, and the handler that gives one has done nothing wrong, whether it waits for room or
     * not.
     */
    @RankTest
    void shouldDropRepliesToARankThatHasLeft(Job job) {
        MemorySegment data = MemorySegment.ofArray(new byte[512]);
        boolean[] isLeaving = new boolean[1];
        int[] refused = new int[1];
        job.endpoint().handlers().register(HandlerEntry.ofShort(token -> {
            int kind = handled++ % 5;
            while (!isReplied(token, kind, data, isLeaving[0])) {
                if (!isLeaving[0]) {
                    refused[0]++;
                    return;
                }
                Thread.yield();
            }
        }).index(200).request(), HandlerEntry.ofShort(token -> answered++).index(201).reply(),
                HandlerEntry.ofMediumOrLong((token, payload) -> answered++, (token, destination, bytes) -> answered++)
                        .index(202).reply());
        job.world().barrier();
        if (job.rank() == 0) {
            int asked = 0;
            boolean isFullForGood = false;
            while (!isFullForGood) {
                boolean polls = job.world().rma().getLongAcquire(1, REFUSED) == 0;
                while (job.world().am().tryRequestShort(1, 200, Mail.NONE, 0)) {
                    asked++;
                }
                isFullForGood = !polls;
            }
            job.world().rma().putLong(1, SENT, asked);
            Signals.raise(job, 1, GO, 1);
            job.close();
        } else {
            job.blockUntil(() -> refused[0] > 0);
            // to itself: this rank polls no more until it leaves
            job.world().rma().putLongRelease(1, REFUSED, 1);
            Mail.compute(job, GO, 1);
            isLeaving[0] = true;
            MemorySegment own = job.endpoint().segment().local();
            long asked = own.get(ValueLayout.JAVA_LONG, SENT);
            assertTrue(asked > handled, "nothing is left to answer");
            job.blockUntil(() -> handled == asked);
        }
    }

    private static boolean isReplied(Token token, int kind, MemorySegment data, boolean isWaiting) {
        return switch (kind) {
            case 0 -> token.tryReplyShort(201, Mail.NONE, 0);
            case 1 -> token.tryReplyMedium(202, data, 0, 512, LocalCompletion.NOW, Mail.NONE, 0);
            case 2 -> token.tryReplyLong(202, data, 0, 8, DATA, LocalCompletion.NOW, Mail.NONE, 0);
            default -> {
                int flags = kind == 3 || !isWaiting ? MessageFlags.IMMEDIATE : MessageFlags.NONE;
                PreparedMessage message = token.prepareReplyMedium(null, 0, 512, null, flags, 0);
                if (message != null) {
                    message.commit(202, 512);
                }
                yield message != null;
            }
        };
    }

    @RankTest(ranks = {1, 2})
    void shouldSendWhenThereIsRoom(Job job) {
        job.endpoint().handlers().register(HandlerEntry.ofShort(token -> handled++).index(200),
                HandlerEntry.ofMediumOrLong((token, payload) -> handled++, (token, to, bytes) -> handled++).index(201));
        job.world().barrier();
        var am = job.world().am();
        int peer = (job.rank() + 1) % job.size();
        MemorySegment data = MemorySegment.ofArray(new byte[8]);
        LocalCompletion event = LocalCompletion.event();
        assertTrue(am.tryRequestShort(peer, 200, Mail.NONE, 0));
        assertTrue(am.tryRequestMedium(peer, 201, data, 0, 8, event, Mail.NONE, 0));
        event.leaf().await();
        assertTrue(am.tryRequestLong(peer, 201, data, 0, 8, DATA, LocalCompletion.GROUP, Mail.NONE, 0));
        job.nbi().await(EventCategory.AM);
        job.blockUntil(() -> handled == 3);
        job.world().barrier();
    }
}
