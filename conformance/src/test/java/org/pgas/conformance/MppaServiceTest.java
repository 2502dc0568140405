package org.pgas.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.util.LinkedHashMap;
import java.util.Map;

import org.pgas.HandlerEntry;
import org.pgas.Job;
import org.pgas.mppa.Mppa;
import org.pgas.mppa.MppaEvent;
import org.pgas.mppa.MppaSegment;
import org.pgas.mppa.SegmentFlags;
import org.pgas.testkit.RankDefaults;
import org.pgas.testkit.RankTest;

/**
 * Every call takes in what has come while a process has memory that is reached by messages, those on mapped memory that
 * do not wait too: a program may repeat a peek until a peer has gone on. In one neighbourhood: a signal to another one
 * waits, and takes in messages itself.
 */
@RankDefaults(ranks = 2, segment = "64k", neighbourhoods = 1)
class MppaServiceTest {
    private static final VarHandle WORDS = ValueLayout.JAVA_LONG.varHandle();

    /** In the attached segments. */
    private static final long READY = 64;
    private static final long SENT = 128;

    private static Map<String, Runnable> calls(Mppa mppa, MppaSegment mapped, MppaSegment queue) {
        MemorySegment word = MemorySegment.ofArray(new long[1]);
        MppaEvent event = new MppaEvent();
        Map<String, Runnable> calls = new LinkedHashMap<>();
        calls.put("peek", () -> mppa.peek(mapped, 0));
        calls.put("peek with an event", () -> mppa.peek(mapped, 0, word, 0, event));
        calls.put("poke", () -> mppa.poke(mapped, 0, 1));
        calls.put("postAdd", () -> mppa.postAdd(mapped, 0, 1));
        calls.put("fetchAdd", () -> mppa.fetchAdd(mapped, 0, 1));
        calls.put("fetchClear", () -> mppa.fetchClear(mapped, 0));
        calls.put("get", () -> mppa.get(word, 0, mapped, 0, 8, null));
        calls.put("put", () -> mppa.put(word, 0, mapped, 0, 8, null));
        calls.put("getSpaced", () -> mppa.getSpaced(word, 0, mapped, 0, 4, 2, 8, null));
        calls.put("putSpaced", () -> mppa.putSpaced(word, 0, mapped, 0, 4, 2, 8, null));
        calls.put("fence", () -> mppa.fence(mapped, null));
        calls.put("eventTest", () -> mppa.eventTest(event));
        calls.put("eventWait", () -> mppa.eventWait(event));
        calls.put("enqueue", () -> mppa.enqueue(queue, word, 0, 8, true, null));
        calls.put("dequeue", () -> mppa.dequeue(queue, 8));
        calls.put("discard", () -> mppa.discard(queue, 8));
        return calls;
    }

    @RankTest
    void shouldTakeInWhatPeersHaveSentInEveryCall(Job job) {
        long[] handled = new long[1];
        int handler = job.endpoint().handlers()
                .register(HandlerEntry.ofShort(_ -> handled[0]++).request().arguments(0));
        Mppa mppa = Mppa.init(job);
        long[] data = new long[1];
        if (job.rank() == 0) {
            mppa.segmentCreate(MemorySegment.ofArray(data), 8, SegmentFlags.NONE, 0, 1, null);
            mppa.segmentCreate(null, 64, SegmentFlags.NONE, 0, 2, null);
            mppa.segmentCreate(null, Mppa.queueBytes(64), SegmentFlags.QUEUE0, 0, 3, null);
        }
        MppaSegment local = mppa.segmentClone(1, null);
        Map<String, Runnable> calls = calls(mppa, mppa.segmentClone(2, null), mppa.segmentClone(3, null));
        job.world().barrier();
        long sent = 0;
        for (Map.Entry<String, Runnable> each : calls.entrySet()) {
            sent++;
            if (job.rank() == 1) {
                Signals.await(job, READY, sent);
                job.world().am().requestShort(0, handler);
                Signals.raise(job, 0, SENT, sent);
            } else {
                Signals.raise(job, 1, READY, sent);
                await(job, sent);
                assertEquals(sent - 1, handled[0], "before " + each.getKey());
                each.getValue().run();
                assertEquals(sent, handled[0], each.getKey() + " has not taken in what has come");
            }
        }
        repeat(job, mppa, local, data);
        job.world().barrier();
        mppa.finish();
    }

    /** A put, which waits for its process, ends while that process does nothing but look at a word of its own. */
    private static void repeat(Job job, Mppa mppa, MppaSegment local, long[] data) {
        if (job.rank() == 1) {
            mppa.put(MemorySegment.ofArray(new long[]{42}), 0, local, 0, 8, null);
        } else {
            while (mppa.peek(local, 0) != 42) {
                Thread.yield();
            }
            assertEquals(42, data[0]);
        }
    }

    /** Without a call of the library, which might take something in. */
    private static void await(Job job, long number) {
        MemorySegment words = job.endpoint().segment().local();
        while ((long) WORDS.getVolatile(words, SENT) < number) {
            Thread.onSpinWait();
        }
    }
}
