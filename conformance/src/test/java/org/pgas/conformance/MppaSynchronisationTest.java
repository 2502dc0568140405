package org.pgas.conformance;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.pgas.conformance.Refusals.assertIllegal;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.SplittableRandom;

import org.pgas.Job;
import org.pgas.WaitCondition;
import org.pgas.mppa.Mppa;
import org.pgas.mppa.MppaEvent;
import org.pgas.mppa.MppaSegment;
import org.pgas.mppa.SegmentFlags;
import org.pgas.testkit.RankDefaults;
import org.pgas.testkit.RankTest;
import org.pgas.testkit.Seed;

/** Operations on words, and waits for them. */
@RankDefaults(segment = "64k")
@AcrossNeighbourhoods
class MppaSynchronisationTest {
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;

    private static MppaSegment segment(Mppa mppa, Job job, MppaBase base) {
        if (job.rank() == 0) {
            mppa.segmentCreate(base.memory(job, 256), 256, SegmentFlags.NONE, 0, base.ordinal(), null);
        }
        return mppa.segmentClone(base.ordinal(), null);
    }

    /** Random operations on words that this rank alone uses, with and without an event, do what they do to a long. */
    @RankTest
    void shouldDoTheirOperationsOnWords(Job job) {
        SplittableRandom random = Seed.of("operations of rank " + job.rank());
        Mppa mppa = Mppa.init(job);
        MppaEvent event = new MppaEvent();
        long[] result = new long[2];
        MemorySegment to = MemorySegment.ofArray(result);
        for (MppaBase base : MppaBase.values()) {
            MppaSegment segment = segment(mppa, job, base);
            long[] model = new long[4];
            for (int i = 0; i < 500; i++) {
                int word = random.nextInt(4);
                long offset = 8L * (4 * job.rank() + word);
                int addend = random.nextInt();
                long value = random.nextLong();
                long before = model[word];
                result[1] = before;
                switch (random.nextInt(8)) {
                    case 0 -> result[1] = mppa.peek(segment, offset);
                    case 1 -> mppa.peek(segment, offset, to, 8, event);
                    case 2 -> {
                        mppa.poke(segment, offset, value);
                        model[word] = value;
                    }
                    case 3 -> {
                        mppa.postAdd(segment, offset, addend);
                        model[word] += addend;
                    }
                    case 4 -> {
                        result[1] = mppa.fetchClear(segment, offset);
                        model[word] = 0;
                    }
                    case 5 -> {
                        mppa.fetchClear(segment, offset, to, 8, random.nextBoolean() ? event : null);
                        model[word] = 0;
                    }
                    case 6 -> {
                        result[1] = mppa.fetchAdd(segment, offset, addend);
                        model[word] += addend;
                    }
                    default -> {
                        mppa.fetchAdd(segment, offset, addend, to, 8, random.nextBoolean() ? event : null);
                        model[word] += addend;
                    }
                }
                mppa.eventWait(event);
                assertEquals(before, result[1], base + ": the value before");
            }
            for (int word = 0; word < 4; word++) {
                assertEquals(model[word], mppa.peek(segment, 8L * (4 * job.rank() + word)));
            }
        }
        job.world().barrier();
        mppa.finish();
    }

    @RankTest(ranks = 3)
    void shouldBeAtomicTowardsEachOther(Job job) {
        Mppa mppa = Mppa.init(job);
        for (MppaBase base : new MppaBase[]{MppaBase.NONE, MppaBase.ATTACHED, MppaBase.ARRAY}) {
            MppaSegment segment = segment(mppa, job, base);
            long cleared = 0;
            int rounds = base.isMapped() ? 5000 : 300;
            for (int i = 0; i < rounds; i++) {
                mppa.postAdd(segment, 0, -3);
                mppa.fetchAdd(segment, 0, 5);
                cleared += i % 3 == 0 ? mppa.fetchClear(segment, 0) : 0;
            }
            mppa.fence(segment, null);
            for (long left = cleared; left != 0;) {
                int part = Math.clamp(left, Integer.MIN_VALUE, Integer.MAX_VALUE);
                mppa.postAdd(segment, 8, part);
                left -= part;
            }
            job.world().barrier();
            assertEquals(3L * rounds * 2, mppa.peek(segment, 0) + mppa.peek(segment, 8));
            job.world().barrier();
        }
        mppa.finish();
    }

    @RankTest
    void shouldRefuseAResultThatTheyCannotWrite(Job job) {
        Mppa mppa = Mppa.init(job);
        MppaSegment segment = segment(mppa, job, MppaBase.NONE);
        MemorySegment result = MemorySegment.ofArray(new long[2]);
        job.world().barrier();
        assertIllegal("null", () -> mppa.fetchAdd(segment, 0, 1, null, 0, null), "the result is null");
        assertIllegal("range", () -> mppa.fetchAdd(segment, 0, 1, result, 12, null), "offset 12");
        assertIllegal("read-only", () -> mppa.fetchClear(segment, 0, result.asReadOnly(), 0, null), "read-only");
        assertIllegal("range", () -> mppa.peek(segment, 0, result, -1, null), "offset -1");
        job.world().barrier();
        assertEquals(0, mppa.peek(segment, 0), "nothing was changed");
        mppa.finish();
    }

    /** For each of the conditions and kinds of local memory: blocking, and by an event. */
    @RankTest(settings = "pgas.wait=block")
    void shouldWaitForEveryConditionOnLocalMemory(Job job) {
        Mppa mppa = Mppa.init(job);
        for (MppaBase base : MppaBase.values()) {
            MppaSegment peer = everyOnesSegment(mppa, job, base);
            MemorySegment own = mppa.segmentClone(1000 + 10L * job.rank() + base.ordinal(), null).memory();
            MemorySegment memory = own != null ? own : mppa.address(mine(mppa, job, base), 0);
            for (WaitCondition condition : WaitCondition.values()) {
                long[] change = change(condition);
                MppaEvent event = new MppaEvent();
                memory.set(LONG, 8, change[0]);
                memory.set(LONG, 16, change[0]);
                mppa.evalCond(memory, 16, change[2], condition, event);
                mppa.evalCond(memory, 16, change[0], WaitCondition.EQ, null);
                assertEquals(-1, mppa.eventTest(event), () -> base + " " + condition);
                job.world().barrier();
                mppa.poke(peer, 8, change[1]);
                mppa.poke(peer, 16, change[1]);
                mppa.evalCond(memory, 8, change[2], condition, null);
                assertTrue(condition.holds(memory.get(LONG, 8), change[2]), () -> base + " " + condition);
                mppa.eventWait(event);
                job.world().barrier();
            }
        }
        mppa.finish();
    }

    private static MppaSegment everyOnesSegment(Mppa mppa, Job job, MppaBase base) {
        mppa.segmentCreate(base.memory(job, 64), 64, SegmentFlags.NONE, 0, 1000 + 10L * job.rank() + base.ordinal(),
                null);
        return mppa.segmentClone(1000 + 10L * (1 - job.rank()) + base.ordinal(), null);
    }

    private static MppaSegment mine(Mppa mppa, Job job, MppaBase base) {
        return mppa.segmentClone(1000 + 10L * job.rank() + base.ordinal(), null);
    }

    /** A datum for which the condition does not hold, one for which it does, and the value to compare with. */
    private static long[] change(WaitCondition condition) {
        return switch (condition) {
            case NE -> new long[]{7, 8, 7};
            case EQ -> new long[]{8, 7, 7};
            case LT -> new long[]{7, -1, 7};
            case GE -> new long[]{-1, 7, 7};
            case LE -> new long[]{8, 7, 7};
            case GT -> new long[]{-1, 8, 7};
            case LTU -> new long[]{-1, 6, 7};
            case GEU -> new long[]{6, -1, 7};
            case LEU -> new long[]{-1, 7, 7};
            case GTU -> new long[]{7, -1, 7};
            case ALL -> new long[]{0b0101, 0b1111, 0b0111};
            case NALL -> new long[]{0b1111, 0b0101, 0b0111};
            case ANY -> new long[]{0b1000, 0b0100, 0b0111};
            case NONE -> new long[]{0b0100, 0b1000, 0b0111};
        };
    }

    /** What an event defers is looked at when it is tested, and at no other time. */
    @RankTest(ranks = 1)
    void shouldLookAtAConditionWhenItsEventIsTested(Job job) {
        Mppa mppa = Mppa.init(job);
        long[] words = new long[3];
        MemorySegment array = MemorySegment.ofArray(words);
        MemorySegment mapped = job.endpoint().segment().local();
        MppaEvent event = new MppaEvent();
        mppa.evalCond(array, 16, 5, WaitCondition.EQ, event);
        mppa.evalCond(mapped, 16, 6, WaitCondition.EQ, event);
        words[2] = 5;
        words[2] = 4;
        assertEquals(-1, mppa.eventTest(event));
        mapped.set(LONG, 16, 6);
        assertEquals(-1, mppa.eventTest(event), "the one is seen, the other is missing");
        mapped.set(LONG, 16, 0);
        words[2] = 5;
        assertEquals(0, mppa.eventTest(event));
        mppa.evalCond(array, 16, 5, WaitCondition.LE, null);
        assertArrayEquals(new long[]{0, 0, 5}, words);
        mppa.finish();
    }

    @RankTest(ranks = 1)
    void shouldRefuseWordsThatAreNone(Job job) {
        Mppa mppa = Mppa.init(job);
        MemorySegment array = MemorySegment.ofArray(new long[2]);
        MemorySegment mapped = job.endpoint().segment().local();
        MppaEvent event = new MppaEvent();
        assertIllegal("null", () -> mppa.evalCond(null, 0, 0, WaitCondition.EQ, null), "Mppa.evalCond", "is null");
        assertIllegal("null", () -> mppa.evalCond(array, 0, 0, null, event), "Mppa.evalCond", "condition is null");
        assertIllegal("range", () -> mppa.evalCond(array, 9, 0, WaitCondition.EQ, null), "Mppa.evalCond", "offset 9");
        assertIllegal("range", () -> mppa.evalCond(mapped, -8, 0, WaitCondition.EQ, event), "offset -8");
        assertIllegal("aligned", () -> mppa.evalCond(mapped, 12, 0, WaitCondition.EQ, event), "misaligned");
        assertEquals(0, mppa.eventTest(event), "it covers nothing");
        mppa.finish();
    }
}
