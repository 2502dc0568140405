package org.pgas.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.pgas.conformance.Refusals.assertIllegal;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.stream.LongStream;

import org.pgas.InVain;
import org.pgas.Job;
import org.pgas.WaitCondition;
import org.pgas.mppa.Mppa;
import org.pgas.mppa.MppaEvent;
import org.pgas.mppa.MppaSegment;
import org.pgas.mppa.SegmentFlags;
import org.pgas.testkit.RankDefaults;
import org.pgas.testkit.RankTest;

/** Events: what their waits and tests answer, whatever they cover. */
@RankDefaults(ranks = 1)
@AcrossNeighbourhoods
class MppaEventTest {
    private static final WaitCondition EQ = WaitCondition.EQ;

    @RankTest
    void shouldHaveOccurredWhenTheyCoverNothing(Job job) {
        Mppa mppa = Mppa.init(job);
        MppaEvent idle = new MppaEvent();
        mppa.eventWait(null);
        mppa.eventWait(idle);
        assertEquals(0, mppa.eventTest(null));
        assertEquals(0, mppa.eventTest(idle));
        mppa.eventWaitAll(2, idle, null);
        assertEquals(0, mppa.eventTestAll(2, idle, null));
        assertEquals(0, mppa.eventWaitAny(2, idle, null));
        assertEquals(0, mppa.eventTestAny(1, new MppaEvent[]{null}));
        assertEquals(-1, mppa.eventWaitAny(0));
        assertEquals(-1, mppa.eventTestAny(0, idle));
        assertEquals(0, mppa.eventTestAll(0));
        mppa.finish();
    }

    @RankTest
    void shouldCountWhatHasNotOccurred(Job job) {
        Mppa mppa = Mppa.init(job);
        long[] words = new long[4];
        MemorySegment memory = MemorySegment.ofArray(words);
        MppaEvent[] events = new MppaEvent[4];
        for (int i = 0; i < 4; i++) {
            events[i] = new MppaEvent();
            for (int times = 0; times <= i; times++) {
                mppa.evalCond(memory, 8L * i, 1 + i, EQ, events[i]);
            }
        }
        assertEquals(-4, mppa.eventTestAll(4, events));
        assertEquals(-2, mppa.eventTestAll(2, events));
        assertEquals(-1, mppa.eventTestAny(4, events));
        words[2] = 3;
        assertEquals(2, mppa.eventTestAny(4, events));
        assertEquals(-3, mppa.eventTestAll(4, events));
        words[2] = 0;
        assertEquals(0, mppa.eventTest(events[2]), "it has been seen");
        words[0] = 1;
        words[3] = 4;
        assertEquals(0, mppa.eventWaitAny(4, events));
        assertEquals(-1, mppa.eventTestAll(4, events));
        words[1] = 2;
        mppa.eventWaitAll(4, events);
        assertEquals(0, mppa.eventTestAll(4, events));
        mppa.finish();
    }

    /** Rank 1 pokes words in an order of its own; rank 0 waits for any of the events until all have occurred. */
    @RankTest(ranks = 2, settings = "pgas.wait=block")
    void shouldWaitForWhicheverOccursFirst(Job job) {
        Mppa mppa = Mppa.init(job);
        int[] order = {3, 0, 4, 1, 2};
        if (job.rank() == 0) {
            MppaSegment own = mppa.segmentCreate(null, 64, SegmentFlags.NONE, 0, 1, null);
            MppaSegment back = mppa.segmentClone(2, null);
            MppaEvent[] events = new MppaEvent[5];
            for (int i = 0; i < 5; i++) {
                events[i] = new MppaEvent();
                mppa.evalCond(own.memory(), 8L * i, 9, EQ, events[i]);
                mppa.evalCond(own.memory(), 8L * i, 8, WaitCondition.GT, events[i]);
            }
            for (int next : order) {
                int done = mppa.eventWaitAny(5, events);
                assertEquals(next, done);
                events[done] = new MppaEvent();
                mppa.evalCond(own.memory(), 48, 1, EQ, events[done]);
                mppa.postAdd(back, 0, 1);
            }
            assertEquals(-5, mppa.eventTestAll(5, events));
            mppa.poke(own, 48, 1);
            mppa.eventWaitAll(5, events);
        } else {
            MemorySegment answers = MemorySegment.ofArray(new long[1]);
            mppa.segmentCreate(answers, 8, SegmentFlags.NONE, 0, 2, null);
            MppaSegment segment = mppa.segmentClone(1, null);
            for (int i = 0; i < 5; i++) {
                mppa.poke(segment, 8L * order[i], 9);
                mppa.evalCond(answers, 0, i + 1, EQ, null);
            }
        }
        mppa.finish();
    }

    @RankTest
    void shouldBelongToTheThreadWhoseCallsTheyCover(Job job) throws InterruptedException {
        Mppa mppa = Mppa.init(job);
        long[] words = new long[1];
        MppaEvent event = new MppaEvent();
        mppa.evalCond(MemorySegment.ofArray(words), 0, 1, EQ, event);
        AtomicReference<Throwable> seen = new AtomicReference<>();
        Thread other = new Thread(() -> {
            try {
                assertIllegal("wait", () -> mppa.eventWait(event), "Mppa.eventWait", "events of its own");
                assertIllegal("test", () -> mppa.eventTestAny(1, event), "Mppa.eventTestAny", "events of its own");
                assertIllegal("use", () -> mppa.evalCond(MemorySegment.ofArray(words), 0, 0, EQ, event),
                        "Mppa.evalCond", "events of its own");
            } catch (AssertionError e) {
                seen.set(e);
            }
        });
        other.start();
        other.join();
        assertSame(null, seen.get());
        words[0] = 1;
        mppa.eventWait(event);
        Thread later = new Thread(() -> mppa.evalCond(MemorySegment.ofArray(words), 0, 1, EQ, event));
        later.start();
        later.join();
        assertIllegal("theirs", () -> mppa.eventTest(event), "Mppa.eventTest", "events of its own");
        mppa.finish();
    }

    @RankTest
    void shouldRefuseCountsAndArraysThatAreNone(Job job) {
        Mppa mppa = Mppa.init(job);
        MppaEvent[] events = {new MppaEvent()};
        assertIllegal("count", () -> mppa.eventWaitAll(2, events), "Mppa.eventWaitAll", "count of 2", "1 events");
        assertIllegal("count", () -> mppa.eventTestAll(-1, events), "Mppa.eventTestAll", "count of -1");
        assertIllegal("null", () -> mppa.eventWaitAny(1, (MppaEvent[]) null), "Mppa.eventWaitAny", "null");
        mppa.finish();
    }

    @RankTest
    void shouldStillCoverWhatADeadlineHasInterrupted(Job job) {
        Mppa mppa = Mppa.init(job);
        long[] words = new long[2];
        MemorySegment memory = MemorySegment.ofArray(words);
        MppaEvent event = new MppaEvent();
        mppa.evalCond(memory, 0, 1, EQ, event);
        mppa.evalCond(memory, 8, 1, EQ, event);
        words[0] = 1;
        InVain.waits(job, () -> mppa.eventWait(event));
        words[0] = 0;
        InVain.waits(job, () -> mppa.eventWaitAny(1, event));
        assertEquals(-1, mppa.eventTest(event));
        words[1] = 1;
        mppa.eventWait(event);
        mppa.finish();
    }

    /** What goes wrong in one of several is thrown once, and the others are still covered. */
    @RankTest
    void shouldThrowWhatGoesWrongOnce(Job job) {
        Mppa mppa = Mppa.init(job);
        MppaSegment queue = mppa.segmentCreate(null, Mppa.queueBytes(64), SegmentFlags.QUEUE0, 0, 1, null);
        long[] words = new long[1];
        MppaEvent event = new MppaEvent();
        for (int way = 0; way < 3; way++) {
            words[0] = 0;
            mppa.dequeue(queue, 8, view -> {
                throw new IllegalStateException("the program's own");
            }, event);
            mppa.evalCond(MemorySegment.ofArray(words), 0, 1, EQ, event);
            mppa.enqueue(queue, MemorySegment.ofArray(new long[1]), 0, 8, true, null);
            int now = way;
            assertThrows(IllegalStateException.class, () -> {
                switch (now) {
                    case 0 -> mppa.eventWait(event);
                    case 1 -> mppa.eventTest(event);
                    default -> mppa.eventWaitAny(1, event);
                }
            });
            mppa.discard(queue, 8);
            assertEquals(-1, mppa.eventTest(event));
            words[0] = 1;
            assertEquals(0, mppa.eventTest(event));
        }
        mppa.finish();
    }

    /**
     * Rank 1 sends records one by one; the rank that is given one waits for the next one with the same event, which
     * stands twice in the array.
     */
    @RankTest(ranks = 2)
    void shouldBeGivenToCallsWhileTheyAreWaitedFor(Job job) {
        Mppa mppa = Mppa.init(job);
        int records = 300;
        if (job.rank() == 0) {
            MppaSegment queue = mppa.segmentCreate(null, Mppa.queueBytes(64), SegmentFlags.QUEUE0, 0, 1, null);
            MppaSegment turn = mppa.segmentClone(2, null);
            MppaEvent event = new MppaEvent();
            MppaEvent never = new MppaEvent();
            long[] words = new long[1];
            mppa.evalCond(MemorySegment.ofArray(words), 0, 1, EQ, never);
            List<Long> seen = new ArrayList<>();
            class Reader implements Consumer<MemorySegment> {
                @Override
                public void accept(MemorySegment view) {
                    seen.add(view.get(ValueLayout.JAVA_LONG_UNALIGNED, 0));
                    mppa.discard(queue, 8);
                    if (seen.size() < records) {
                        mppa.dequeue(queue, 8, this, event);
                        mppa.enqueue(queue, view, 0, 0, true, event);
                        mppa.poke(turn, 0, seen.size() + 1);
                    }
                }
            }
            mppa.dequeue(queue, 8, new Reader(), event);
            mppa.poke(turn, 0, 1);
            int done = mppa.eventWaitAny(4, never, event, event, never);
            assertTrue(done == 1 || done == 2, () -> "event " + done);
            assertEquals(LongStream.range(0, records).boxed().toList(), seen);
            assertEquals(-1, mppa.eventTest(never));
            words[0] = 1;
            mppa.eventWait(never);
        } else {
            MemorySegment turn = MemorySegment.ofArray(new long[1]);
            mppa.segmentCreate(turn, 8, SegmentFlags.NONE, 0, 2, null);
            MppaSegment queue = mppa.segmentClone(1, null);
            for (long i = 0; i < records; i++) {
                mppa.evalCond(turn, 0, i + 1, EQ, null);
                mppa.enqueue(queue, MemorySegment.ofArray(new long[]{i}), 0, 8, true, null);
            }
        }
        mppa.finish();
    }
}
