package org.pgas.atomics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.pgas.atomics.locks.Holder;
import org.pgas.atomics.words.VersionedRecord;
import org.pgas.memory.SharedMemory;

/** The steps of the protocol, on words of this process. */
class VersionedRecordTest {
    private static final int WORDS = 16;
    private static final long SELF = 7;

    private final Arena arena = Arena.ofShared();
    private final Racers racers = new Racers();
    private final MemorySegment target = MemorySegment.ofArray(new long[WORDS]);
    private long base;

    @BeforeEach
    void lay() {
        base = arena.allocate(VersionedRecord.RECORD + 8 * WORDS, 64).address();
        VersionedRecord.reset(base);
    }

    @AfterEach
    void free() {
        racers.close();
        arena.close();
    }

    private void fill(long value) {
        for (int i = 0; i < WORDS; i++) {
            SharedMemory.putLong(VersionedRecord.record(base) + 8L * i, value + i);
        }
    }

    private boolean read() {
        return VersionedRecord.tryCopy(base, target, 0, 8 * WORDS);
    }

    @Test
    void shouldLetNobodyReadOrWriteWhileSomebodyWrites() {
        assertTrue(read());
        assertTrue(VersionedRecord.tryBeginWrite(base, SELF));
        assertEquals(SELF, VersionedRecord.writer(base));
        assertFalse(VersionedRecord.tryBeginWrite(base, SELF + 1));
        assertTrue(VersionedRecord.isOdd(VersionedRecord.beginRead(base)));
        assertFalse(read());
        VersionedRecord.endWrite(base);
        assertEquals(Holder.NOBODY, VersionedRecord.writer(base));
        assertTrue(read());
        assertTrue(VersionedRecord.tryBeginWrite(base, SELF));
    }

    @Test
    void shouldInvalidateWhatWasReadBeforeAWrite() {
        long stamp = VersionedRecord.beginRead(base);
        assertTrue(VersionedRecord.isValid(base, stamp));
        VersionedRecord.tryBeginWrite(base, SELF);
        assertFalse(VersionedRecord.isValid(base, stamp));
        VersionedRecord.endWrite(base);
        assertFalse(VersionedRecord.isValid(base, stamp));
        assertTrue(VersionedRecord.isValid(base, VersionedRecord.beginRead(base)));
    }

    @Test
    void shouldGoOnWhenTheVersionWrapsAround() {
        SharedMemory.putLong(base + 64, -2);
        for (int i = 0; i < 3; i++) {
            long stamp = VersionedRecord.beginRead(base);
            assertTrue(VersionedRecord.tryBeginWrite(base, SELF));
            VersionedRecord.endWrite(base);
            assertFalse(VersionedRecord.isValid(base, stamp));
        }
        assertEquals(4, VersionedRecord.beginRead(base));
    }

    @Test
    void shouldTearNoRecordBetweenThreads() throws InterruptedException {
        int writes = 100_000;
        fill(0);
        AtomicInteger running = new AtomicInteger(2);
        for (int t = 0; t < 2; t++) {
            int self = t;
            racers.start(() -> {
                for (int i = 0; i < writes; i++) {
                    while (!VersionedRecord.tryBeginWrite(base, SELF + self)) {
                        racers.goOn();
                    }
                    fill(SharedMemory.getLong(VersionedRecord.record(base)) + 1);
                    VersionedRecord.endWrite(base);
                }
                running.decrementAndGet();
            });
        }
        long reads = 0;
        long last = 0;
        while (running.get() > 0 || reads == 0) {
            assertFalse(Thread.currentThread().isInterrupted(), "the time is over");
            if (read()) {
                reads++;
                long first = target.get(ValueLayout.JAVA_LONG, 0);
                assertTrue(first >= last, "older than what was read before");
                last = first;
                for (int i = 1; i < WORDS; i++) {
                    assertEquals(first + i, target.getAtIndex(ValueLayout.JAVA_LONG, i), "word " + i);
                }
            }
        }
        racers.join();
        assertTrue(read());
        assertEquals(2L * writes, target.get(ValueLayout.JAVA_LONG, 0), "no update was lost");
    }
}
