package org.pgas.conformance;

import java.lang.foreign.MemorySegment;

import org.pgas.Job;
import org.pgas.WaitCondition;
import org.pgas.mppa.Mppa;
import org.pgas.mppa.MppaEvent;
import org.pgas.mppa.MppaSegment;
import org.pgas.mppa.SegmentFlags;
import org.pgas.testkit.Mode;
import org.pgas.testkit.RankDefaults;
import org.pgas.testkit.RankTest;

/** Contiguous transfers and operations on words make no Java objects, once they are compiled. */
@RankDefaults(ownProcesses = true, ranks = 1, modes = Mode.PROCESSES, segment = "64k", settings = "pgas.checks=off")
@Optimised
class MppaAllocationTest {
    @RankTest
    void shouldMakeNoObjects(Job job) {
        Mppa mppa = Mppa.init(job);
        mppa.segmentCreate(null, 4096, SegmentFlags.NONE, 0, 1, null);
        MppaSegment segment = mppa.segmentClone(1, null);
        MppaSegment multicast = mppa.segmentCreate(null, 4096, SegmentFlags.NONE, 1, 2, null);
        MemorySegment local = MemorySegment.ofArray(new long[16]);
        MppaEvent event = new MppaEvent();
        StructureAllocationTest.assertAllocatesNothing(20_000, () -> {
            mppa.put(local, 0, segment, 128, 64, null);
            mppa.put(local, 0, multicast, 128, 64, event);
            mppa.get(local, 64, segment, 128, 64, event);
            mppa.poke(segment, 0, 5);
            mppa.postAdd(multicast, 8, 5);
            mppa.postAdd(segment, 8, 5);
            mppa.fetchAdd(segment, 8, -5);
            mppa.fetchAdd(segment, 8, -5, local, 0, event);
            mppa.fetchClear(segment, 16);
            mppa.peek(segment, 0, local, 8, event);
            mppa.peek(segment, 0);
            mppa.fence(segment, event);
            mppa.eventWait(event);
            mppa.eventTest(event);
        });
        mppa.evalCond(local, 8, 5, WaitCondition.EQ, null);
        mppa.finish();
    }
}
