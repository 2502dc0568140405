package org.pgas.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

import org.pgas.HandlerEntry;
import org.pgas.Job;
import org.pgas.PreparedMessage;
import org.pgas.testkit.RankDefaults;
import org.pgas.testkit.RankTest;

/** What becomes of a message whose thread prepares it and does not get to commit it. */
@RankDefaults(segment = "4k")
@AcrossNeighbourhoodsAsThreads
class DeadThreadTest {
    private static final int SLOTS = 64;

    private int handled;

    private void register(Job job) {
        job.endpoint().handlers().register(HandlerEntry.ofShort(token -> handled++).index(200),
                HandlerEntry.ofMedium((token, data) -> handled++).index(201));
        job.world().barrier();
    }

    /** They die with a message to that rank prepared, which the program keeps or not. */
    private static List<PreparedMessage> prepareAndDie(Job job, int peer, Thread.Builder builder, int threads)
            throws InterruptedException {
        List<PreparedMessage> left = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            Thread thread = builder.start(() -> {
                PreparedMessage message = job.world().am().prepareRequestMedium(peer, null, 8, 64, null, 0, 0);
                message.payload().segment().fill((byte) 1);
                left.add(message);
            });
            thread.join();
        }
        assertEquals(threads, left.size());
        return left;
    }

    @RankTest(settings = "pgas.am.rings=pair")
    void shouldDeliverWhatIsBehindTheMessageOfADeadThread(Job job) throws InterruptedException {
        die(job, 3);
    }

    @RankTest(settings = {"pgas.am.rings=pair", "pgas.checks=off"})
    void shouldDeliverWhatIsBehindTheMessageOfADeadThreadWithoutChecksToo(Job job) throws InterruptedException {
        die(job, 3);
    }

    /** More than there are places to prepare messages in. */
    @RankTest(settings = "pgas.am.rings=shared")
    void shouldHaveRoomForMoreThanDeadThreadsHavePrepared(Job job) throws InterruptedException {
        die(job, SLOTS);
        die(job, SLOTS);
    }

    private void die(Job job, int threads) throws InterruptedException {
        if (handled == 0) {
            register(job);
        }
        int peer = 1 - job.rank();
        int expected = handled + 12;
        job.world().barrier();
        prepareAndDie(job, peer, Thread.ofPlatform(), threads / 2);
        List<PreparedMessage> left = prepareAndDie(job, peer, Thread.ofVirtual(), threads - threads / 2);
        for (int i = 0; i < 10; i++) {
            job.world().am().requestShort(peer, 200);
        }
        for (int i = 0; i < 2; i++) {
            job.world().am().prepareRequestMedium(peer, null, 8, 8, null, 0, 0).commit(201, 8);
        }
        job.blockUntil(() -> handled == expected);
        Refusals.assertIllegal("a dead thread's", () -> left.getFirst().commit(201, 8), "PreparedMessage.commit");
        job.world().barrier();
        assertEquals(expected, handled);
    }

    /**
     * A thread that lives and does not commit is not a dead one: its rank is named, and the job ends. A message to a
     * rank elsewhere is prepared in memory of its sender, and holds up nobody there.
     */
    @RankTest(settings = {"pgas.am.rings=pair", "pgas.am.deadline=1s", "pgas.checks=off"}, neighbourhoods = 1)
    void shouldNameTheRankOfAThreadThatDoesNotCommit(Job job) {
        AtomicBoolean ended = new AtomicBoolean();
        job.onExit(() -> ended.set(true));
        Endings.assertEnds(job, () -> {
            register(job);
            if (job.rank() == 0) {
                job.world().am().prepareRequestMedium(1, null, 8, 8, null, 0, 0);
                Computing.until("the deadline ends the job", ended::get);
            }
        }, "the request ring from rank 0", "rank 0 has begun and not finished", "pgas.am.deadline");
    }
}
