package org.pgas.rpc;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;

import org.junit.jupiter.api.Test;

class CallQueueTest {
    private static final int NUMBERS = 64;
    private static final int ROUNDS = 200_000;

    /** One thread puts numbers that nobody has at that moment, three take them and give them back. */
    @Test
    void shouldGiveEveryNumberToExactlyOneOfManyThatTake() throws InterruptedException {
        CallQueue queue = new CallQueue(NUMBERS);
        AtomicIntegerArray queued = new AtomicIntegerArray(NUMBERS);
        AtomicInteger taken = new AtomicInteger();
        AtomicInteger wrong = new AtomicInteger();
        Thread[] takers = new Thread[3];
        for (int i = 0; i < takers.length; i++) {
            takers[i] = Thread.ofPlatform().start(() -> {
                while (taken.get() < ROUNDS) {
                    int number = queue.take();
                    if (number == CallQueue.EMPTY) {
                        Thread.yield();
                    } else {
                        taken.incrementAndGet();
                        if (!queued.compareAndSet(number, 1, 0)) {
                            wrong.incrementAndGet();
                        }
                    }
                }
            });
        }
        for (int i = 0, number = 0; i < ROUNDS; number = (number + 1) % NUMBERS) {
            if (queued.compareAndSet(number, 0, 1)) {
                queue.put(number);
                i++;
            } else {
                Thread.onSpinWait();
            }
        }
        for (Thread each : takers) {
            each.join();
        }
        assertEquals(0, wrong.get());
        assertEquals(ROUNDS, taken.get());
        assertEquals(CallQueue.EMPTY, queue.take());
    }

    @Test
    void shouldGiveNumbersInTheirOrder() {
        CallQueue queue = new CallQueue(3);
        assertEquals(CallQueue.EMPTY, queue.take());
        for (int round = 0; round < 10; round++) {
            for (int number = 2; number >= 0; number--) {
                queue.put(number);
            }
            for (int number = 2; number >= 0; number--) {
                assertEquals(number, queue.take());
            }
        }
        assertEquals(CallQueue.EMPTY, queue.take());
    }
}
