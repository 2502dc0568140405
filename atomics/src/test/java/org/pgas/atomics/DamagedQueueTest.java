package org.pgas.atomics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.concurrent.atomic.AtomicBoolean;

import org.pgas.Job;
import org.pgas.PgasException;
import org.pgas.memory.SharedMemory;
import org.pgas.testkit.RankTest;

/** A length that changes between the look and the copy: no message leaves its slot, or the target. */
class DamagedQueueTest {
    private static final long QUEUE = 64;
    private static final int MAX = 256;
    private static final int ROOM = 16;
    private static final byte GUARD = 77;

    /** For as many hits between the look and the copy as make sure that there were some. */
    private static final long LONGEST_NANOS = 300_000_000_000L;

    /** In the layout of the queue, of its only slot. */
    private static final long LENGTH = QUEUE + 384 + 8;

    @RankTest(ranks = 1, segment = "64k")
    void shouldCopyNoMoreThanTheTargetHasRoomForWhileTheLengthIsOverwritten(Job job) throws InterruptedException {
        MessageQueue queue = MessageQueue.create(job.world(), 0, QUEUE, 1, MAX);
        long length = job.endpoint().segment().local().address() + LENGTH;
        AtomicBoolean over = new AtomicBoolean();
        int[] lengths = {8, 200, 8, Integer.MAX_VALUE, 8, -1, 8, Integer.MIN_VALUE};
        Thread writer = Thread.ofPlatform().start(() -> {
            for (int i = 0; !over.get(); i++) {
                SharedMemory.putIntOpaque(length, lengths[i % lengths.length]);
                Thread.onSpinWait();
            }
        });
        byte[] target = new byte[3 * ROOM];
        java.util.Arrays.fill(target, GUARD);
        MemorySegment middle = MemorySegment.ofArray(target).asSlice(ROOM, ROOM);
        MemorySegment message = MemorySegment.ofArray(new byte[8]);
        int longer = 0;
        int refused = 0;
        try {
            long end = System.nanoTime() + LONGEST_NANOS;
            while ((longer < 100 || refused < 100) && System.nanoTime() - end < 0) {
                if (queue.size() == 0) {
                    queue.put(message, 0, 8);
                }
                try {
                    long taken = queue.poll(middle, 0);
                    assertTrue(taken == MessageQueue.NO_MESSAGE || taken == 8 || taken == ROOM, taken + " bytes");
                    longer += taken == ROOM ? 1 : 0;
                } catch (PgasException e) {
                    assertTrue(e.getMessage().contains("room for " + ROOM), e.getMessage());
                    refused++;
                }
            }
        } finally {
            over.set(true);
            writer.join();
        }
        assertTrue(longer > 0 && refused > 0, longer + " cut, " + refused + " refused");
        for (int i = 0; i < ROOM; i++) {
            assertEquals(GUARD, target[i], "before the target");
            assertEquals(GUARD, MemorySegment.ofArray(target).get(ValueLayout.JAVA_BYTE, 2 * ROOM + i),
                    "behind the target");
        }
        queue.destroy();
    }
}
