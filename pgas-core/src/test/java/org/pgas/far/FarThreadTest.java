package org.pgas.far;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.pgas.EventCategory;

/** Which operations of a thread devices must not overtake. */
class FarThreadTest {
    private static final int PEER = 1;
    private static final int ROUNDS = 200_000;

    private final FarThread thread = new FarThread(2, true);
    private final FarOperations operations = new FarOperations();
    private final FarSink sink = _ -> {};

    private FarOperation begin(EventCategory category, boolean direct) {
        FarOperation operation = operations.begin(thread, sink, category, PEER);
        if (direct) {
            operation.direct(1);
        }
        FarOperations.sent(thread, sink, category, PEER, direct);
        return operation;
    }

    @Test
    void messagesAreUnderWayUntilTheyAreComplete() {
        assertFalse(thread.hasMessagesUnderWay(PEER));
        FarOperation device = begin(EventCategory.GET, true);
        assertFalse(thread.hasMessagesUnderWay(PEER));
        for (EventCategory category : new EventCategory[]{EventCategory.PUT, EventCategory.GET, EventCategory.RMW}) {
            FarOperation message = begin(category, false);
            assertTrue(thread.hasMessagesUnderWay(PEER));
            assertFalse(thread.hasMessagesUnderWay(0));
            message.complete();
            assertFalse(thread.hasMessagesUnderWay(PEER));
        }
        device.complete();
        assertFalse(thread.hasMessagesUnderWay(PEER));
    }

    /** Handlers of replies run in any thread of the rank, while this one asks. */
    @Test
    @Timeout(value = 10, unit = TimeUnit.MINUTES)
    void noMessageIsTakenForATransferOfADeviceThatJustEnds() throws InterruptedException {
        FarOperation message = begin(EventCategory.PUT, false);
        AtomicReference<FarOperation> toEnd = new AtomicReference<>();
        Thread other = Thread.ofPlatform().daemon().start(() -> {
            for (int i = 0; i < ROUNDS;) {
                FarOperation next = toEnd.get();
                if (next != null) {
                    next.complete();
                    toEnd.set(null);
                    i++;
                } else {
                    Thread.yield();
                }
            }
        });
        for (int i = 0; i < ROUNDS; i++) {
            FarOperation device = begin(EventCategory.PUT, true);
            toEnd.set(device);
            for (int looks = 1; toEnd.get() != null; looks++) {
                assertTrue(thread.hasMessagesUnderWay(PEER), "the message is under way");
                if (looks % 1_000 == 0) {
                    Thread.yield(); // where there is one processor
                }
            }
            operations.giveBack(device);
        }
        other.join();
        message.complete();
        assertFalse(thread.hasMessagesUnderWay(PEER));
    }
}
