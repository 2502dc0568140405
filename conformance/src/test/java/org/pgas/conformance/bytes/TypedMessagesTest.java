package org.pgas.conformance.bytes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

import org.pgas.ErrorCode;
import org.pgas.HandlerEntry;
import org.pgas.Job;
import org.pgas.PgasException;
import org.pgas.bytes.TypeRegistry;
import org.pgas.bytes.TypedMessages;
import org.pgas.conformance.AcrossNeighbourhoodsAsThreads;
import org.pgas.conformance.Optimised;
import org.pgas.testkit.RankDefaults;
import org.pgas.testkit.RankTest;
import org.pgas.testkit.Seed;

/**
 * A value that was sent is the value that a handler receives, in order, whatever its size; what cannot be sent is
 * refused.
 */
@RankDefaults(segment = "4k")
class TypedMessagesTest {
    record Question(int number, String text, List<Integer> numbers) {}

    record Answer(int number, int length, long sum) {}

    record Sample(long a, long b, double c, double d, int e, int f, String g) {}

    private static final TypeRegistry TYPES = TypeRegistry.builder().record(Question.class).record(Answer.class)
            .record(Sample.class).build();

    private final List<Answer> answers = new ArrayList<>();
    private long received;

    @AcrossNeighbourhoodsAsThreads
    @RankTest(ranks = {1, 3})
    void shouldAnswerEachValueInOrder(Job job) {
        exchange(job, 20_000);
    }

    @AcrossNeighbourhoodsAsThreads
    @RankTest(ranks = 2, settings = {"pgas.am.ring=16k", "pgas.checks=off"})
    void shouldAnswerEachValueThroughSmallRings(Job job) {
        exchange(job, 1200);
    }

    @AcrossNeighbourhoodsAsThreads
    @RankTest(ranks = 2, settings = "pgas.am.rings=shared")
    void shouldAnswerEachValueThroughSharedRings(Job job) {
        exchange(job, 20_000);
    }

    private void exchange(Job job, int longest) {
        TypedMessages messages = TypedMessages.of(job.world(), TYPES);
        int answer = messages.onReply(Answer.class, (token, value) -> answers.add(value));
        int ask = messages.onRequest(Question.class,
                (token, question) -> messages.reply(token, answer, new Answer(question.number(),
                        question.text().length(), question.numbers().stream().mapToLong(Integer::longValue).sum())));
        job.world().barrier();
        SplittableRandom random = Seed.of("of rank " + job.rank());
        int peer = (job.rank() + 1) % job.size();
        List<Answer> expected = new ArrayList<>();
        for (int round = 0; round < 200; round++) {
            String text = "x".repeat(random.nextInt(10) == 0 ? random.nextInt(longest) : random.nextInt(50));
            List<Integer> numbers = List.of(round, random.nextInt(), 7);
            messages.request(peer, ask, new Question(round, text, numbers));
            expected.add(new Answer(round, text.length(), (long) numbers.get(0) + numbers.get(1) + 7));
        }
        job.blockUntil(() -> answers.size() == 200);
        assertEquals(expected, answers);
        job.world().barrier();
    }

    @AcrossNeighbourhoodsAsThreads
    @RankTest(ranks = {1, 2})
    void shouldNameTheSizeAndTheLimitOfAValueThatIsTooLarge(Job job) {
        TypedMessages messages = TypedMessages.of(job.world(), TYPES);
        int ask = messages.onRequest(Question.class, (token, question) -> received++);
        job.world().barrier();
        int peer = (job.rank() + 1) % job.size();
        PgasException refused = assertThrows(PgasException.class,
                () -> messages.request(peer, ask, new Question(1, "x".repeat(1_000_000), List.of())));
        assertEquals(ErrorCode.RESOURCE, refused.code());
        assertTrue(refused.getMessage()
                .matches("rank \\d: TypedMessages: a value of .*Question takes 10000\\d\\d bytes, and a medium "
                        + "message has room for \\d+: send it in parts.*"),
                refused.getMessage());
        assertThrows(PgasException.class, () -> messages.request(peer, ask, new Object()));
        messages.request(peer, ask, new Question(1, "still works", List.of()));
        job.blockUntil(() -> received == 1);
        job.world().barrier();
    }

    @Optimised
    @RankTest(ranks = 1, settings = "pgas.checks=off")
    void shouldAllocateNothingToSend(Job job) {
        com.sun.management.ThreadMXBean threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        TypedMessages messages = TypedMessages.of(job.world(), TYPES);
        int take = job.endpoint().handlers().register(HandlerEntry.ofMedium((token, payload) -> received++).request());
        Sample sample = new Sample(1, 1L << 50, 2.5, 3.5, 4, -5, "of some length");
        long before = 0;
        for (int round = 0; round < 40_000; round++) {
            if (round == 20_000) {
                before = threads.getCurrentThreadAllocatedBytes();
            }
            messages.request(0, take, sample);
        }
        assertEquals(0, (threads.getCurrentThreadAllocatedBytes() - before) / 20_000,
                "bytes allocated for each message");
        assertEquals(40_000, received);
    }
}
