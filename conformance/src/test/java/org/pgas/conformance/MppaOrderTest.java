package org.pgas.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;

import org.pgas.Job;
import org.pgas.WaitCondition;
import org.pgas.memory.SharedMemory;
import org.pgas.mppa.Mppa;
import org.pgas.mppa.MppaEvent;
import org.pgas.mppa.MppaSegment;
import org.pgas.mppa.SegmentFlags;
import org.pgas.testkit.RankDefaults;
import org.pgas.testkit.RankTest;

/**
 * The promises of the document's "Memory Consistency", between a process that writes, rank 1, and that of the segment,
 * rank 0.
 */
@RankDefaults(segment = "64k")
@Optimised
@AcrossNeighbourhoods
class MppaOrderTest {
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG;
    private static final int ROUNDS = 1500;

    /** Words of a block; transfers of so many bytes may be left to another thread where that is on. */
    private static final int BLOCK = 4096;

    private static final long BLOCK_BYTES = 8L * BLOCK;

    private static MppaSegment segment(Mppa mppa, Job job, MppaBase base, long size) {
        if (job.rank() == 0) {
            mppa.segmentCreate(base.memory(job, size), size, SegmentFlags.NONE, 0, base.ordinal(), null);
        }
        return mppa.segmentClone(base.ordinal(), null);
    }

    /** Whoever sees the later put sees the earlier one; both words grow. */
    @RankTest
    void shouldShowPutsInTheirOrder(Job job) {
        Mppa mppa = Mppa.init(job);
        int puts = Repetitions.of(job, 100 * ROUNDS, 2 * ROUNDS);
        for (MppaBase base : new MppaBase[]{MppaBase.NONE, MppaBase.ATTACHED}) {
            MppaSegment segment = segment(mppa, job, base, 1024);
            MppaEvent event = new MppaEvent();
            if (job.rank() == 1) {
                for (long round = 1; round <= puts; round++) {
                    MemorySegment value = MemorySegment.ofArray(new long[]{round});
                    mppa.put(value, 0, segment, 0, 8, event);
                    mppa.put(value, 0, segment, 512, 8, round % 2 == 0 ? event : null);
                }
                mppa.eventWait(event);
            } else {
                long address = mppa.address(segment, 0).address();
                for (long later = 0; later < puts;) {
                    later = SharedMemory.getLongAcquire(address + 512);
                    long earlier = SharedMemory.getLongAcquire(address);
                    assertTrue(earlier >= later, () -> "the put before that of a later value is not seen");
                }
            }
            job.world().barrier();
        }
        mppa.finish();
    }

    @RankTest
    void shouldShowPutsBeforeAPostWhateverTheirSize(Job job) {
        handOver(job, MppaBase.values());
    }

    @RankTest(settings = {"pgas.async=always", "pgas.async.bytes=4k"})
    void shouldShowLargePutsBeforeAPost(Job job) {
        handOver(job, MppaBase.NONE, MppaBase.ATTACHED);
    }

    @RankTest(settings = "pgas.wait=block")
    void shouldWakeWhoSleepsForAPost(Job job) {
        handOver(job, MppaBase.NONE, MppaBase.ARRAY);
    }

    /** Rank 1 fills a block, in various ways, and posts; rank 0 waits, looks, and says so in a segment of rank 1's. */
    private static void handOver(Job job, MppaBase... bases) {
        Mppa mppa = Mppa.init(job);
        MemorySegment answers = MemorySegment.ofArray(new long[1]);
        mppa.segmentCreate(answers, 8, SegmentFlags.NONE, 0, 100 + job.rank(), null);
        MppaSegment answer = mppa.segmentClone(101, null);
        for (MppaBase base : bases) {
            int from = base.ordinal() * 1000;
            if (job.rank() == 0) {
                MemorySegment given = base == MppaBase.ATTACHED || base == MppaBase.OTHER
                        ? base.memory(job, BLOCK_BYTES + 64)
                        : base == MppaBase.NONE ? null : base.memory(job, BLOCK_BYTES + 64);
                MppaSegment own = mppa.segmentCreate(given, BLOCK_BYTES + 64, SegmentFlags.NONE, 0, base.ordinal(),
                        null);
                take(mppa, answer, own.memory(), from);
            } else {
                give(mppa, mppa.segmentClone(base.ordinal(), null), answers, from);
            }
            job.world().barrier();
        }
        mppa.finish();
    }

    private static void give(Mppa mppa, MppaSegment segment, MemorySegment answers, int from) {
        MppaEvent event = new MppaEvent();
        long[] block = new long[BLOCK];
        MemorySegment source = MemorySegment.ofArray(block);
        for (int round = 1; round <= 200; round++) {
            int value = from + round;
            Arrays.fill(block, value);
            switch (round % 4) {
                case 0 -> mppa.put(source, 0, segment, 0, BLOCK_BYTES, event);
                case 1 -> mppa.putSpaced(source, 0, segment, 0, 64, BLOCK / 8, 64, event);
                case 2 -> mppa.sputSpaced(source, 0, segment, 0, 8, BLOCK, 8, 8, event);
                default -> {
                    mppa.put(source, 0, segment, 0, BLOCK_BYTES / 2, event);
                    mppa.put(source, 0, segment, BLOCK_BYTES / 2, BLOCK_BYTES / 2, event);
                }
            }
            if (round % 2 == 0) {
                mppa.postAdd(segment, BLOCK_BYTES, 1);
            } else if (round % 3 == 0) {
                mppa.poke(segment, BLOCK_BYTES, round);
            } else {
                assertEquals(round - 1, mppa.fetchAdd(segment, BLOCK_BYTES, 1));
            }
            mppa.evalCond(answers, 0, value, WaitCondition.EQ, null);
        }
        mppa.eventWait(event);
    }

    private static void take(Mppa mppa, MppaSegment answer, MemorySegment memory, int from) {
        for (int round = 1; round <= 200; round++) {
            mppa.evalCond(memory, BLOCK_BYTES, round, WaitCondition.EQ, null);
            for (int i = 0; i < BLOCK; i++) {
                assertEquals(from + round, memory.get(LONG, 8L * i), "word " + i);
            }
            mppa.poke(answer, 0, from + round);
        }
    }

    /** Rank 1 gets, and then says by an operation that the words may be used again. */
    @RankTest(settings = {"pgas.async=always", "pgas.async.bytes=4k"})
    void shouldEndGetsBeforeALaterOperation(Job job) {
        Mppa mppa = Mppa.init(job);
        for (MppaBase base : new MppaBase[]{MppaBase.NONE, MppaBase.NATIVE}) {
            MppaSegment segment = segment(mppa, job, base, BLOCK_BYTES + 64);
            if (job.rank() == 1) {
                long[] block = new long[BLOCK];
                MppaEvent event = new MppaEvent();
                for (int round = 1; round <= 200; round++) {
                    while (mppa.peek(segment, BLOCK_BYTES) != round) {
                        Thread.onSpinWait();
                    }
                    mppa.get(MemorySegment.ofArray(block), 0, segment, 0, BLOCK_BYTES, event);
                    mppa.fetchAdd(segment, BLOCK_BYTES + 8, 1);
                    mppa.eventWait(event);
                    for (long word : block) {
                        assertEquals(round, word);
                    }
                }
            } else {
                MppaSegment own = mppa.segmentClone(base.ordinal(), null);
                MemorySegment memory = mppa.address(own, 0);
                for (int round = 1; round <= 200; round++) {
                    for (int i = 0; i < BLOCK; i++) {
                        memory.set(LONG, 8L * i, round);
                    }
                    mppa.poke(own, BLOCK_BYTES, round);
                    mppa.evalCond(memory, BLOCK_BYTES + 8, round, WaitCondition.GE, null);
                }
            }
            job.world().barrier();
        }
        mppa.finish();
    }

    /** Each rank pokes its word and peeks the other's: at least one of them sees a poke. */
    @RankTest
    void shouldOrderAPokeWithALaterPeekOfAnotherWord(Job job) {
        Mppa mppa = Mppa.init(job);
        MppaSegment segment = segment(mppa, job, MppaBase.NONE, 1024);
        long own = 8L * job.rank();
        long other = 8L - own;
        for (int round = 1; round <= ROUNDS; round++) {
            job.world().barrier();
            mppa.poke(segment, own, round);
            long seen = mppa.peek(segment, other);
            mppa.poke(segment, 512 + own, seen);
            job.world().barrier();
            assertTrue(mppa.peek(segment, 512) == round || mppa.peek(segment, 520) == round,
                    "both peeks were before both pokes");
        }
        mppa.finish();
    }

    @RankTest
    void shouldCompletePostsAtAFence(Job job) {
        Mppa mppa = Mppa.init(job);
        for (MppaBase base : MppaBase.values()) {
            MppaSegment segment = segment(mppa, job, base, 64);
            MppaEvent event = new MppaEvent();
            for (int i = 0; i < 50; i++) {
                mppa.postAdd(segment, 0, job.rank() == 0 ? 2 : -5);
                mppa.poke(segment, 8 + 8L * job.rank(), i);
            }
            mppa.fence(segment, job.rank() == 0 ? event : null);
            mppa.eventWait(event);
            job.world().barrier();
            assertEquals(-150, mppa.peek(segment, 0));
            assertEquals(49, mppa.peek(segment, 8));
            assertEquals(49, mppa.peek(segment, 16));
            job.world().barrier();
        }
        mppa.finish();
    }

    /** Each rank puts its word and peeks the other's: at least one of them sees a put. */
    @RankTest
    void shouldOrderAPutWithALaterPeekOfAnotherWord(Job job) {
        dekker(job, true);
    }

    /** Each rank pokes its word and gets the other's: at least one of them sees a poke. */
    @RankTest
    void shouldOrderAPokeWithALaterGetOfAnotherWord(Job job) {
        dekker(job, false);
    }

    private static void dekker(Job job, boolean puts) {
        Mppa mppa = Mppa.init(job);
        MppaSegment segment = segment(mppa, job, MppaBase.NONE, 1024);
        MemorySegment local = MemorySegment.ofArray(new long[1]);
        long own = 64L * job.rank();
        long other = 64 - own;
        for (int round = 1; round <= ROUNDS; round++) {
            local.set(LONG, 0, round);
            meet(mppa, segment, job.rank(), 2 * round - 1);
            long seen;
            if (puts) {
                mppa.put(local, 0, segment, own, 8, null);
                seen = mppa.peek(segment, other);
            } else {
                mppa.poke(segment, own, round);
                mppa.get(local, 0, segment, other, 8, null);
                seen = local.get(LONG, 0);
            }
            mppa.poke(segment, 256 + own, seen);
            meet(mppa, segment, job.rank(), 2 * round);
            assertTrue(mppa.peek(segment, 256) == round || mppa.peek(segment, 320) == round,
                    "both reads were before both writes");
        }
        job.world().barrier();
        mppa.finish();
    }

    /** A barrier that is left by both ranks at nearly the same time. */
    private static void meet(Mppa mppa, MppaSegment segment, int rank, int times) {
        mppa.poke(segment, 512 + 64L * rank, times);
        for (int spins = 0; mppa.peek(segment, 576 - 64L * rank) < times; spins++) {
            if (spins > 1000) {
                Thread.yield();
            }
        }
    }

    /** As with mapped memory; the process of the segment looks between messages, and another one asks with a get. */
    @RankTest(settings = "pgas.progress.thread=on")
    void shouldShowPutsInTheirOrderInMemoryReachedByMessages(Job job) {
        Mppa mppa = Mppa.init(job);
        for (MppaBase base : new MppaBase[]{MppaBase.ARRAY, MppaBase.NATIVE}) {
            MppaSegment segment = segment(mppa, job, base, 1024);
            if (job.rank() == 1) {
                putBoth(mppa, segment, ROUNDS);
            } else {
                long[] both = new long[1];
                MemorySegment local = MemorySegment.ofArray(both);
                for (long later = 0; later < ROUNDS;) {
                    mppa.get(local, 0, segment, 512, 8, null);
                    later = both[0];
                    mppa.get(local, 0, segment, 0, 8, null);
                    assertTrue(both[0] >= later, "the put before that of a later value is not seen");
                }
            }
            job.world().barrier();
        }
        mppa.finish();
    }

    private static void putBoth(Mppa mppa, MppaSegment segment, long rounds) {
        MppaEvent event = new MppaEvent();
        for (long round = 1; round <= rounds; round++) {
            MemorySegment value = MemorySegment.ofArray(new long[]{round});
            mppa.put(value, 0, segment, 0, 8, event);
            mppa.put(value, 0, segment, 512, 8, round % 2 == 0 ? event : null);
        }
        mppa.eventWait(event);
    }

    @RankTest
    void shouldShowPutsInTheirOrderInEachPartOfAMulticastSegment(Job job) {
        Mppa mppa = Mppa.init(job);
        int puts = Repetitions.of(job, 100 * ROUNDS, 2 * ROUNDS);
        MppaSegment segment = mppa.segmentCreate(null, 1024, SegmentFlags.NONE, 2, 1, null);
        if (job.rank() == 1) {
            putBoth(mppa, segment, puts);
        } else {
            long address = segment.memory().address();
            for (long later = 0; later < puts;) {
                later = SharedMemory.getLongAcquire(address + 512);
                long earlier = SharedMemory.getLongAcquire(address);
                assertTrue(earlier >= later, () -> "the put before that of a later value is not seen");
            }
        }
        job.world().barrier();
        assertEquals(puts, segment.memory().get(LONG, 512));
        mppa.finish();
    }
}
