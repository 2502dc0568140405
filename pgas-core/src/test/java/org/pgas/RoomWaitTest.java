package org.pgas;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.pgas.spi.MessageInbox;

/**
 * Waits of messages that do not go: also where there is room, so that something else is in the way, such a wait looks
 * at deadlines as each does, but for waits of a thread of the transport's.
 */
class RoomWaitTest {
    private static final long PATIENCE_SECONDS = 60;

    /** When a wait has been asked so often, it has looked at its deadline many times. */
    private static final int MANY = 5_000;

    private final FakeWorld world = new FakeWorld(2);

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aMessageThatDoesNotGoEndsItsWaitByTheDeadline(boolean isThereRoom) throws Exception {
        assertEndsByTheDeadline(isThereRoom, job -> job.rooms().messenger.requestShort(1, 0, 0, 0));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aMessageThatCannotBePreparedEndsItsWaitByTheDeadline(boolean isThereRoom) throws Exception {
        assertEndsByTheDeadline(isThereRoom, job -> job.world().am().prepareRequestMedium(1, null, 64, 64, null, 0, 0));
    }

    private void assertEndsByTheDeadline(boolean isThereRoom, Consumer<Job> call) throws Exception {
        Job job = world.job(0, Map.of(Setting.WAIT_TIMEOUT, "1ms"));
        if (isThereRoom) {
            world.sayRoom();
        }
        CompletableFuture<PgasException> thrown = new CompletableFuture<>();
        Thread.ofPlatform().daemon().start(() -> {
            try {
                call.accept(job);
                thrown.completeExceptionally(new AssertionError("it was sent"));
            } catch (PgasException e) {
                thrown.complete(e);
            } catch (Throwable e) {
                thrown.completeExceptionally(e);
            }
        });
        PgasException e = thrown.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        assertTrue(e instanceof WaitTimeoutException, e::toString);
    }

    /** The program has asked for no such wait, and could not catch what ends it. */
    @Test
    void anAnswerOfTheTransportsThreadWaitsBeyondTheDeadline() throws Exception {
        AtomicInteger asked = new AtomicInteger();
        world.send(() -> asked.incrementAndGet() > MANY);
        assertEquals("sent", answer().get(PATIENCE_SECONDS, TimeUnit.SECONDS));
        assertEquals(MANY + 1, asked.get());
    }

    /** Replies that wait meanwhile are the program's, which cannot have the turn. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void anAnswerOfTheTransportsThreadIsDroppedWhenThePeerHasLeft(boolean doRepliesWait) throws Exception {
        if (doRepliesWait) {
            world.sayMessages();
        }
        AtomicInteger asked = new AtomicInteger();
        world.send(() -> {
            if (asked.incrementAndGet() == MANY) {
                world.leave(1);
            }
            return false;
        });
        assertEquals("sent", answer().get(PATIENCE_SECONDS, TimeUnit.SECONDS));
    }

    @Test
    void anAnswerOfTheTransportsThreadEndsWithTheJob() throws Exception {
        AtomicInteger asked = new AtomicInteger();
        world.send(() -> {
            if (asked.incrementAndGet() == MANY) {
                world.end();
            }
            return false;
        });
        assertEquals(JobEndedException.class.getName(), answer().get(PATIENCE_SECONDS, TimeUnit.SECONDS));
    }

    /** Once it has served, a later holder of the turn waits as the program does. */
    @Test
    void anAnswerOfTheProgramsThreadEndsItsWaitByTheDeadline() throws Exception {
        Job job = world.job(0, Map.of(Setting.WAIT_TIMEOUT, "1ms"));
        job.rooms().messenger.serve(served(() -> {}));
        world.sayRoom();
        assertEquals(WaitTimeoutException.class.getName(),
                outcome(() -> job.rooms().messenger.replyShort(1, 0, 0, 0)).get(PATIENCE_SECONDS, TimeUnit.SECONDS));
    }

    /** What is in the way then rings no bell when it has passed. */
    @Test
    void aSleeperLooksAgainSoonWhenRoomCameJustBeforeItSleeps() {
        Job job = world.job(0, Map.of(Setting.WAIT, "block"));
        world.sayRoom(world::hasSleepers);
        world.endDuringSleep(3);
        assertThrows(JobEndedException.class, () -> job.rooms().messenger.requestShort(1, 0, 0, 0));
        assertEquals(100_000, world.longestSleep());
    }

    /** The look behind which it would have slept sends, and the wait looks at least once more before it ends. */
    @Test
    void aMessageThatIsSentIsNotSentAgain() {
        Job job = world.job(0, Map.of(Setting.WAIT, "block"));
        AtomicInteger sent = new AtomicInteger();
        world.send(() -> (world.hasSleepers() || sent.get() > 0) && sent.incrementAndGet() > 0);
        job.rooms().messenger.requestShort(1, 0, 0, 0);
        assertEquals(1, sent.get());
    }

    /** How the transport's thread comes out of a handler that answers rank 1. */
    private CompletableFuture<String> answer() {
        Job job = world.job(0, Map.of(Setting.WAIT_TIMEOUT, "1ms"));
        return outcome(() -> job.rooms().messenger.serve(served(() -> job.rooms().messenger.replyShort(1, 0, 0, 0))));
    }

    private static CompletableFuture<String> outcome(Runnable call) {
        CompletableFuture<String> outcome = new CompletableFuture<>();
        Thread.ofPlatform().daemon().start(() -> {
            try {
                call.run();
                outcome.complete("sent");
            } catch (Throwable e) {
                outcome.complete(e.getClass().getName());
            }
        });
        return outcome;
    }

    private static MessageInbox served(Runnable handler) {
        return new MessageInbox() {
            @Override
            public boolean hasMessages() {
                return true;
            }

            @Override
            public int receive(Receiver receiver, int limit) {
                handler.run();
                return 1;
            }
        };
    }
}
