package org.pgas.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.pgas.conformance.Refusals.assertIllegal;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

import org.pgas.Job;
import org.pgas.mppa.Mppa;
import org.pgas.mppa.MppaEvent;
import org.pgas.mppa.MppaSegment;
import org.pgas.mppa.SegmentFlags;
import org.pgas.testkit.RankDefaults;
import org.pgas.testkit.RankTest;

/** Queue segments. */
@RankDefaults(ranks = 3, segment = "64k")
@AcrossNeighbourhoods
class MppaQueueTest {
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;
    private static final MppaBase[] MAPPED = {MppaBase.NONE, MppaBase.ATTACHED, MppaBase.OTHER};

    private static MppaSegment queue(Mppa mppa, Job job, MppaBase base, long bytes, int flags) {
        if (job.rank() == 0) {
            return mppa.segmentCreate(base.memory(job, bytes), bytes, flags, 0, base.ordinal(), null);
        }
        return mppa.segmentClone(base.ordinal(), null);
    }

    /** Everybody sends numbered records, its own process too; each sender's come whole, and in their order. */
    @RankTest(ranks = {1, 3}, settings = "pgas.wait=block")
    void shouldBringAtomicRecordsWholeAndInTheirOrder(Job job) {
        Mppa mppa = Mppa.init(job);
        int rounds = 300;
        for (MppaBase base : MAPPED) {
            MppaSegment queue = queue(mppa, job, base, Mppa.queueBytes(256), 1 << base.ordinal());
            assertEquals(256, queue.queueCapacity());
            assertEquals(1 << base.ordinal(), queue.flags());
            MppaSegment clone = mppa.segmentClone(base.ordinal(), null);
            long[] next = new long[job.size()];
            MppaEvent sent = new MppaEvent();
            int taken = 0;
            for (int i = 0; i < rounds; i++) {
                long[] record = {job.rank(), i, ~i};
                if (job.rank() == 0) {
                    // who would wait for room reads instead
                    mppa.enqueue(clone, MemorySegment.ofArray(record), 0, 24, true, sent);
                    while (mppa.eventTest(sent) != 0 || i == rounds - 1 && taken < rounds * job.size()) {
                        take(mppa, queue, next, taken++ % 2 == 0);
                    }
                } else {
                    mppa.enqueue(clone, MemorySegment.ofArray(record), 0, 24, true, i % 2 == 0 ? null : sent);
                    mppa.eventWait(sent);
                }
            }
            if (job.rank() == 0) {
                for (long each : next) {
                    assertEquals(rounds, each);
                }
            }
            job.world().barrier();
        }
        mppa.finish();
    }

    private static void take(Mppa mppa, MppaSegment queue, long[] next, boolean blocking) {
        MemorySegment[] view = new MemorySegment[1];
        if (blocking) {
            view[0] = mppa.dequeue(queue, 24);
        } else {
            MppaEvent there = new MppaEvent();
            mppa.dequeue(queue, 24, seen -> view[0] = seen, there);
            mppa.eventWait(there);
        }
        int from = (int) view[0].get(LONG, 0);
        assertEquals(24, view[0].byteSize());
        assertEquals(next[from]++, view[0].get(LONG, 8), "from rank " + from);
        assertEquals(~view[0].get(LONG, 8), view[0].get(LONG, 16), "from rank " + from);
        mppa.discard(queue, 24);
    }

    @RankTest(ranks = 2)
    void shouldTakeWhatIsLongerThanTheQueueInPieces(Job job) {
        Mppa mppa = Mppa.init(job);
        MppaSegment queue = queue(mppa, job, MppaBase.NONE, Mppa.queueBytes(64), SegmentFlags.QUEUE2);
        if (job.rank() == 1) {
            byte[] stream = new byte[1000];
            for (int i = 0; i < 1000; i++) {
                stream[i] = (byte) i;
            }
            mppa.enqueue(queue, MemorySegment.ofArray(stream), 0, 1000, false, null);
            assertIllegal("atomic", () -> mppa.enqueue(queue, MemorySegment.ofArray(stream), 0, 65, true, null),
                    "up to 64 bytes in one piece", "(Mppa.enqueue)");
        } else {
            for (int from = 0; from < 1000; from += 40) {
                MemorySegment view = mppa.dequeue(queue, 40);
                for (int i = 0; i < 40; i++) {
                    assertEquals((byte) (from + i), view.get(ValueLayout.JAVA_BYTE, i));
                }
                mppa.discard(queue, 40);
            }
        }
        mppa.finish();
    }

    /**
     * The document's "size: bytes to discard", as programs use it: dequeue nothing to be shown what is there, find out
     * how long the record is, and discard that.
     */
    @RankTest(ranks = 3)
    void shouldShowWhatIsThereWhenNothingIsDequeued(Job job) {
        Mppa mppa = Mppa.init(job);
        MppaSegment queue = queue(mppa, job, MppaBase.NONE, Mppa.queueBytes(256), SegmentFlags.QUEUE0);
        int rounds = 400;
        if (job.rank() > 0) {
            for (int i = 0; i < rounds; i++) {
                mppa.enqueue(queue, MemorySegment.ofArray(record(job.rank(), i)), 0, 8L * (3 + i % 5), true, null);
            }
        } else {
            long[] next = new long[job.size()];
            MppaEvent there = new MppaEvent();
            MemorySegment[] shown = new MemorySegment[1];
            for (int taken = 0; taken < 2 * rounds; taken++) {
                if (taken % 2 == 0) {
                    shown[0] = mppa.dequeue(queue, 0);
                } else {
                    mppa.dequeue(queue, 0, view -> shown[0] = view, there);
                    while (mppa.eventTest(there) != 0) {
                        Thread.onSpinWait();
                    }
                }
                long words = shown[0].get(LONG, 0);
                assertTrue(8 * words <= shown[0].byteSize(), "records come whole");
                int from = (int) shown[0].get(LONG, 8);
                MemorySegment record = taken % 3 == 0 ? mppa.dequeue(queue, 8 * words) : shown[0].asSlice(0, 8 * words);
                assertEquals(-1, record.mismatch(MemorySegment.ofArray(record(from, next[from]++))), "from " + from);
                mppa.discard(queue, 8 * words);
            }
        }
        job.world().barrier();
        if (job.rank() == 0) {
            MppaEvent nothing = new MppaEvent();
            boolean[] called = new boolean[1];
            mppa.dequeue(queue, 0, _ -> called[0] = true, nothing);
            assertEquals(-1, mppa.eventTest(nothing));
            mppa.enqueue(queue, MemorySegment.ofArray(new long[]{1, 2, 3}), 0, 24, true, null);
            mppa.eventWait(nothing);
            assertTrue(called[0]);
            MemorySegment taken = mppa.dequeue(queue, 8);
            assertEquals(16, mppa.dequeue(queue, 0).byteSize(), "what is dequeued is not shown");
            assertEquals(1, taken.get(LONG, 0));
            assertIllegal("more than is there", () -> mppa.discard(queue, 25), "24 bytes", "(Mppa.discard)");
            mppa.discard(queue, 16);
            assertEquals(3, mppa.dequeue(queue, 0).get(LONG, 0), "what is discarded is not shown");
            assertEquals(3, mppa.dequeue(queue, 8).get(LONG, 0));
            mppa.discard(queue, 8);
        }
        mppa.finish();
    }

    /** Its length in words, the rank that sends it, its number, and the number again to the end. */
    private static long[] record(int rank, long number) {
        long[] record = new long[3 + (int) (number % 5)];
        record[0] = record.length;
        record[1] = rank;
        for (int i = 2; i < record.length; i++) {
            record[i] = number;
        }
        return record;
    }

    @RankTest(ranks = 2)
    void shouldRefuseWhatQueuesAndOthersCannotDo(Job job) {
        Mppa mppa = Mppa.init(job);
        MppaSegment queue = queue(mppa, job, MppaBase.NONE, 5000, SegmentFlags.QUEUE0 | SegmentFlags.QUEUE1);
        assertEquals(2048, queue.queueCapacity(), "what there is room for");
        assertTrue(Mppa.queueBytes(2048) <= 5000 && Mppa.queueBytes(4096) > 5000);
        MemorySegment local = MemorySegment.ofArray(new long[1]);
        assertIllegal("put", () -> mppa.put(local, 0, queue, 0, 8, null), "Mppa.put", "is a queue");
        assertIllegal("get", () -> mppa.get(local, 0, queue, 0, 8, null), "Mppa.get", "is a queue");
        assertIllegal("poke", () -> mppa.poke(queue, 0, 1), "Mppa.poke", "is a queue");
        assertIllegal("peek", () -> mppa.peek(queue, 0), "Mppa.peek", "is a queue");
        assertIllegal("malloc", () -> mppa.malloc(queue, 1), "Mppa.malloc", "is a queue");
        assertIllegal("address", () -> mppa.address(queue, 0), "Mppa.address", "is a queue");
        assertIllegal("local", () -> mppa.enqueue(queue, local, 1, 8, true, null), "local source");
        MppaSegment plain = mppa.segmentCreate(null, 64, SegmentFlags.NONE, 0, 100 + job.rank(), null);
        assertEquals(0, plain.queueCapacity());
        assertIllegal("enqueue", () -> mppa.enqueue(plain, local, 0, 8, true, null), "Mppa.enqueue", "is no queue");
        assertIllegal("dequeue", () -> mppa.dequeue(plain, 8), "Mppa.dequeue", "is no queue");
        assertIllegal("discard", () -> mppa.discard(plain, 8), "Mppa.discard", "is no queue");
        if (job.rank() == 1) {
            String why = "is read by the process that created it, rank 0";
            assertIllegal("dequeue", () -> mppa.dequeue(queue, 8), "Mppa.dequeue", why);
            assertIllegal("dequeue", () -> mppa.dequeue(queue, 8, view -> {
            }, new MppaEvent()), "Mppa.dequeue", why);
            assertIllegal("discard", () -> mppa.discard(queue, 8), "Mppa.discard", why);
        } else {
            assertIllegal("where", () -> mppa.dequeue(queue, 8, null, null), "Mppa.dequeue", "where is null");
            assertIllegal("discard", () -> mppa.discard(queue, 1), "0 bytes that are dequeued or shown",
                    "(Mppa.discard)");
            assertIllegal("dequeue", () -> mppa.dequeue(queue, 2049), "views of 0..2048 bytes", "(Mppa.dequeue)");
        }
        assertIllegal("capacity", () -> Mppa.queueBytes(100), "100 is not a power of two");
        mppa.finish();
    }

    @RankTest(ranks = 2)
    void shouldEndTheWaitsOfAQueueThatIsDestroyed(Job job) {
        Mppa mppa = Mppa.init(job);
        MppaSegment queue = queue(mppa, job, MppaBase.ATTACHED, Mppa.queueBytes(64), SegmentFlags.QUEUE0);
        MemorySegment local = MemorySegment.ofArray(new byte[64]);
        if (job.rank() == 1) {
            mppa.enqueue(queue, local, 0, 64, true, null);
            MppaEvent full = new MppaEvent();
            mppa.enqueue(queue, local, 0, 64, true, full);
            assertEquals(-1, mppa.eventTest(full));
            job.world().barrier();
            assertIllegal("waiting", () -> mppa.eventWait(full), "destroyed");
            assertIllegal("later", () -> mppa.enqueue(queue, local, 0, 1, true, null), "was destroyed by its creator");
        } else {
            job.world().barrier();
            mppa.segmentDestroy(queue);
        }
        mppa.finish();
    }

    @RankTest(ranks = 1)
    void shouldKeepTheirBytesWhenAnotherCreationIsRefused(Job job) {
        Mppa mppa = Mppa.init(job);
        long bytes = Mppa.queueBytes(64);
        MemorySegment base = MppaBase.ATTACHED.memory(job, bytes);
        MppaSegment queue = mppa.segmentCreate(base, bytes, SegmentFlags.QUEUE0, 0, 1, null);
        mppa.enqueue(queue, MemorySegment.ofArray(new long[]{77}), 0, 8, true, null);
        assertIllegal("taken", () -> mppa.segmentCreate(base, bytes, SegmentFlags.QUEUE0, 0, 1, null),
                "identifier 0x1");
        MppaEvent there = new MppaEvent();
        long[] seen = new long[1];
        mppa.dequeue(queue, 8, view -> seen[0] = view.get(LONG, 0), there);
        assertEquals(0, mppa.eventTest(there));
        assertEquals(77, seen[0]);
        mppa.finish();
    }
}
