package org.pgas;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Waits of messages that do not go: also where there is room, so that something else is in the way, such a wait looks at
 * deadlines as each does.
 */
class RoomWaitTest {
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
        PgasException e = thrown.get(60, TimeUnit.SECONDS);
        assertTrue(e instanceof WaitTimeoutException, e::toString);
    }
}
