package org.pgas.launch.agents;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Test;

class CreditTest {
    private static final long LIMIT_SECONDS = 60;

    private final Credit credit = new Credit(10);

    private CompletableFuture<Long> taking(long bytes) {
        return CompletableFuture.supplyAsync(() -> credit.take(bytes));
    }

    @Test
    void nobodyTakesMoreThanThereIs() throws Exception {
        assertEquals(7, credit.take(7));
        CompletableFuture<Long> second = taking(4);
        assertFalse(second.isDone());
        credit.give(1);
        assertEquals(4, second.get(LIMIT_SECONDS, TimeUnit.SECONDS));
    }

    @Test
    void whatIsLongerThanAllTakesAll() throws Exception {
        assertEquals(10, credit.take(100));
        CompletableFuture<Long> second = taking(1);
        assertFalse(second.isDone());
        credit.give(10);
        assertEquals(1, second.get(LIMIT_SECONDS, TimeUnit.SECONDS));
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
        CompletableFuture<Long> second = taking(1);
        credit.abandon();
        assertEquals(0, second.get(LIMIT_SECONDS, TimeUnit.SECONDS));
        assertEquals(0, credit.take(1));
    }
}
