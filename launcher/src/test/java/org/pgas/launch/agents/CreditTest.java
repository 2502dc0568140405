package org.pgas.launch.agents;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Test;

class CreditTest {
    private static final long LIMIT_SECONDS = 60;

    private final Credit credit = new Credit(10);

    /** A thread that takes credit: what it took. */
    private final class Taking {
        private final CompletableFuture<Long> taken = new CompletableFuture<>();
        private final Thread thread;

        Taking(long bytes) {
            thread = Thread.ofPlatform().daemon().start(() -> taken.complete(credit.take(bytes)));
        }

        /** Returns when it waits for credit, and has taken none. */
        void awaitWaiting() throws InterruptedException {
            long start = System.nanoTime();
            while (thread.getState() != Thread.State.WAITING) {
                assertFalse(taken.isDone(), "it has taken what there was not");
                assertTrue(System.nanoTime() - start < TimeUnit.SECONDS.toNanos(LIMIT_SECONDS), "it does not wait");
                Thread.sleep(1);
            }
            assertFalse(taken.isDone(), "it has taken what there was not");
        }

        long get() throws Exception {
            return taken.get(LIMIT_SECONDS, TimeUnit.SECONDS);
        }
    }

    @Test
    void nobodyTakesMoreThanThereIs() throws Exception {
        assertEquals(7, credit.take(7));
        Taking second = new Taking(5);
        second.awaitWaiting();
        credit.give(1);
        second.awaitWaiting();
        credit.give(1);
        assertEquals(5, second.get());
    }

    @Test
    void whatIsLongerThanAllTakesAll() throws Exception {
        assertEquals(10, credit.take(100));
        Taking second = new Taking(1);
        second.awaitWaiting();
        credit.give(10);
        assertEquals(1, second.get());
    }

    @Test
    void whatWasNotTakenIsNotGivenBack() {
        credit.give(1000);
        credit.give(-1000);
        assertEquals(10, credit.take(1000));
    }

    @Test
    void whenItIsAbandonedNobodyWaits() throws Exception {
        credit.take(10);
        Taking second = new Taking(1);
        second.awaitWaiting();
        credit.abandon();
        assertEquals(0, second.get());
        assertEquals(0, credit.take(1));
    }
}
