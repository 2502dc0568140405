package org.pgas.atomics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.pgas.ErrorCode;
import org.pgas.Job;
import org.pgas.PgasException;
import org.pgas.atomics.words.ByteRing;
import org.pgas.memory.SharedMemory;
import org.pgas.testkit.RankTest;

/** What a stream says of its sizes is believed only if it could be, and if such a stream has room where it lies. */
class DamagedFifoTest {
    private static final long FIFO = 128;
    private static final long CAPACITY = 256;
    private static final long LONGEST = 64;
    private static final long CAPACITY_AT = 8;
    private static final long LONGEST_AT = 16;

    private static PgasException refusal(Job job, long capacity, long longest) {
        long base = job.endpoint().segment().local().address() + FIFO;
        SharedMemory.putLong(base + CAPACITY_AT, capacity);
        SharedMemory.putLong(base + LONGEST_AT, longest);
        PgasException refused = assertThrows(PgasException.class, () -> ByteFifo.open(job.world(), 0, FIFO),
                "capacity " + capacity + ", dequeues of up to " + longest);
        SharedMemory.putLong(base + CAPACITY_AT, CAPACITY);
        SharedMemory.putLong(base + LONGEST_AT, LONGEST);
        return refused;
    }

    private static void assertDamaged(Job job, long capacity, long longest) {
        PgasException refused = refusal(job, capacity, longest);
        assertEquals(ErrorCode.BAD_ARGUMENT, refused.code());
        assertTrue(refused.getMessage().startsWith("rank 0: ByteFifo.open: ByteFifo at offset " + FIFO
                + " of rank 0 is damaged: it says that it has a capacity of " + capacity)
                && refused.getMessage().contains("dequeues of up to " + longest + ","), refused.getMessage());
    }

    @RankTest(ranks = 1, segment = "64k")
    void shouldNotOpenAStreamOfImpossibleSizes(Job job) {
        ByteFifo fifo = ByteFifo.create(job.world(), 0, FIFO, CAPACITY, LONGEST);
        for (long capacity : new long[]{0, -1, 3, CAPACITY - 1, CAPACITY + 1, ByteRing.MAX_CAPACITY * 2, 1L << 62,
            Long.MAX_VALUE, Long.MIN_VALUE}) {
            assertDamaged(job, capacity, 1);
            assertDamaged(job, capacity, LONGEST);
        }
        for (long longest : new long[]{0, -1, CAPACITY + 1, 1L << 46, Long.MAX_VALUE, Long.MIN_VALUE}) {
            assertDamaged(job, CAPACITY, longest);
        }
        assertEquals(CAPACITY, ByteFifo.open(job.world(), 0, FIFO).capacity());
        fifo.destroy();
    }

    @RankTest(ranks = 1, segment = "64k")
    void shouldNotOpenAStreamThatWouldReachBeyondTheSegment(Job job) {
        ByteFifo fifo = ByteFifo.create(job.world(), 0, FIFO, CAPACITY, LONGEST);
        for (long capacity = 64 << 10; capacity <= ByteRing.MAX_CAPACITY; capacity <<= 1) {
            for (long longest : new long[]{1, capacity}) {
                PgasException refused = refusal(job, capacity, longest);
                assertTrue(refused.getMessage().startsWith("rank 0: "), refused.getMessage());
                assertEquals(ErrorCode.BAD_ARGUMENT, refused.code());
            }
        }
        fifo.destroy();
    }
}
