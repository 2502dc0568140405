package org.pgas;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Waits of messages that do not go. */
class RoomWaitTest {
    private final FakeWorld world = new FakeWorld(2);

    /** Also where there is room, so that something else is in the way: such a wait looks at deadlines as each does. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aMessageThatDoesNotGoEndsItsWaitByTheDeadline(boolean isThereRoom) throws Exception {
        Job job = world.job(0, Map.of(Setting.WAIT_TIMEOUT, "1ms"));
        if (isThereRoom) {
            world.sayRoom();
        }
        CompletableFuture<PgasException> thrown = new CompletableFuture<>();
        Thread.ofPlatform().daemon().start(() -> {
            try {
                job.rooms().messenger.requestShort(1, 0, 0, 0);
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
