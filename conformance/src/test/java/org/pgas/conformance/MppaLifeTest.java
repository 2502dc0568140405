package org.pgas.conformance;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.pgas.conformance.Refusals.assertIllegal;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

import org.pgas.Job;
import org.pgas.PeerLostException;
import org.pgas.mppa.Mppa;
import org.pgas.mppa.MppaEvent;
import org.pgas.mppa.MppaSegment;
import org.pgas.mppa.SegmentFlags;
import org.pgas.testkit.RankDefaults;
import org.pgas.testkit.RankTest;

/** Segments of the MPPA interface that end while others still wait for them, or use their memory. */
@RankDefaults(ranks = 2, segment = "64k")
@AcrossNeighbourhoods
class MppaLifeTest {
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;
    private static final int NONE = SegmentFlags.NONE;

    /** Who comes first often looks when the other has destroyed its part already. */
    @RankTest
    void shouldCompleteAMulticastSegmentForACreatorThatLooksLate(Job job) {
        Mppa mppa = Mppa.init(job);
        for (int round = 0; round < Repetitions.of(job, 500, 100); round++) {
            job.world().barrier();
            mppa.segmentDestroy(mppa.segmentCreate(null, 64, NONE, 2, 7, null));
        }
        mppa.finish();
    }

    @RankTest
    void shouldCompleteTheEventOfACreatorThatLooksLate(Job job) {
        Mppa mppa = Mppa.init(job);
        for (int round = 0; round < 10; round++) {
            MppaEvent event = new MppaEvent();
            if (job.rank() == 0) {
                MppaSegment own = mppa.segmentCreate(null, 64, NONE, 2, 7, event);
                assertEquals(-1, mppa.eventTest(event));
                job.world().barrier();
                job.world().barrier();
                mppa.eventWait(event);
                assertEquals(2, own.multi());
                assertEquals(64, own.size());
                assertIllegal("gone", () -> mppa.poke(own, 0, 1), "Mppa.poke", "destroyed by another of its creators");
                assertIllegal("gone", () -> mppa.peek(own, 0), "Mppa.peek", "destroyed by another of its creators");
                assertIllegal("taken", () -> mppa.segmentCreate(null, 64, NONE, 0, 7, null), "rank 0 has created");
                mppa.segmentDestroy(own);
            } else {
                job.world().barrier();
                mppa.segmentDestroy(mppa.segmentCreate(null, 64, NONE, 2, 7, event));
                job.world().barrier();
            }
            job.world().barrier();
        }
        mppa.finish();
    }

    /**
     * Looks take no lock: what stays is found, and what is found is whole, whatever is made and destroyed meanwhile.
     */
    @RankTest(ranks = 3)
    void shouldFindWhatIsThereWhileOthersComeAndGo(Job job) {
        Mppa mppa = Mppa.init(job);
        MppaSegment stays = job.rank() == 0 ? mppa.segmentCreate(null, 99, NONE, 0, 30, null) : null;
        if (job.rank() < 2) {
            MemorySegment memory = job.endpoint().segment().local();
            for (int round = 0; round < 200; round++) {
                int single = 10 + job.rank() + 2 * (round % 3);
                MppaSegment own = mppa.segmentCreate(memory, 100 + single, NONE, 0, single, null);
                // who comes to the next round finds no part of the last but one
                int multicast = 1 + round % 2;
                MppaSegment part = mppa.segmentCreate(memory, 64 + 8 * multicast, NONE, 2, multicast, null);
                mppa.segmentDestroy(round % 2 == 0 ? own : part);
                mppa.segmentDestroy(round % 2 == 0 ? part : own);
            }
            job.world().rma().putLongRelease(2, 8L * job.rank(), 1);
        } else {
            for (int look = 0; !isDone(job, 0) || !isDone(job, 1); look++) {
                look(mppa, look % 8 > 5 ? look % 8 - 5 : 10 + look % 8);
                MppaSegment clone = mppa.segmentClone(30, null);
                assertEquals(99, clone.size());
                mppa.segmentDestroy(clone);
            }
        }
        job.world().barrier();
        if (stays != null) {
            mppa.segmentDestroy(stays);
        }
        mppa.finish();
    }

    private static boolean isDone(Job job, int rank) {
        return job.world().rma().getLongAcquire(2, 8L * rank) != 0;
    }

    private static void look(Mppa mppa, int identifier) {
        MppaEvent event = new MppaEvent();
        MppaSegment clone = mppa.segmentClone(identifier, event);
        boolean isFound = false;
        for (int i = 0; i < 20 && !isFound; i++) {
            isFound = mppa.eventTest(event) == 0;
        }
        if (!isFound) {
            mppa.segmentDestroy(clone);
            assertIllegal("abandoned", () -> mppa.eventWait(event), "was destroyed before it was complete");
            return;
        }
        if (identifier < 10) {
            assertArrayEquals(new int[]{0, 1}, clone.servers());
            assertEquals(64 + 8 * identifier, clone.size());
        } else {
            assertArrayEquals(new int[]{identifier % 2}, clone.servers());
            assertEquals(100 + identifier, clone.size());
        }
        mppa.segmentDestroy(clone);
    }

    @RankTest
    void shouldKeepTheMemoryThatAnotherSegmentLiesIn(Job job) {
        Mppa mppa = Mppa.init(job);
        Mppa other = Mppa.init(job);
        int right = 1 - job.rank();
        MppaSegment whole = mppa.segmentCreate(null, 4096, NONE, 0, job.rank(), null);
        MppaSegment part = mppa.segmentCreate(whole.memory().asSlice(128, 256), 256, NONE, 0, 10 + job.rank(), null);
        MppaSegment theirs = other.segmentCreate(whole.memory().asSlice(512), 256, NONE, 0, job.rank(), null);
        MppaSegment clone = mppa.segmentClone(10 + right, null);
        MppaSegment foreign = other.segmentClone(right, null);
        MppaSegment ended = mppa.segmentClone(right, null);
        job.world().barrier();
        mppa.segmentDestroy(whole);
        job.world().barrier();
        mppa.poke(clone, 8, 70 + right);
        other.poke(foreign, 8, 90 + right);
        assertIllegal("ended", () -> mppa.poke(ended, 0, 1), "was destroyed by its creator");
        job.world().barrier();
        assertEquals(70 + job.rank(), part.memory().get(LONG, 8));
        assertEquals(90 + job.rank(), theirs.memory().get(LONG, 8));
        mppa.finish();
        assertEquals(1, job.segments().list().size());
        assertEquals(90 + job.rank(), theirs.memory().get(LONG, 8));
        other.segmentDestroy(theirs);
        assertEquals(0, job.segments().list().size());
        other.finish();
    }

    @RankTest
    void shouldFinishWithSegmentsThatLieInOneAnother(Job job) {
        for (int round = 0; round < 3; round++) {
            Mppa mppa = Mppa.init(job);
            for (int i = 0; i < 8; i++) {
                MppaSegment whole = mppa.segmentCreate(null, 8192, NONE, 0, 100 * i + job.rank(), null);
                for (int part = 1; part < 3; part++) {
                    MemorySegment memory = whole.memory().asSlice(2048 * part, 2048);
                    mppa.segmentCreate(memory, 2048, part == 1 ? NONE : SegmentFlags.QUEUE0, 0,
                            100 * i + 10 * part + job.rank(), null);
                }
            }
            mppa.finish();
            assertEquals(0, job.segments().list().size());
            assertEquals(1, job.endpoints().list().size());
        }
    }

    @RankTest
    void shouldNotWaitForWhoHasLeft(Job job) {
        Mppa mppa = Mppa.init(job);
        job.world().barrier();
        if (job.rank() == 1) {
            job.close();
            return;
        }
        assertThrows(PeerLostException.class, () -> mppa.segmentClone(1, null));
        assertThrows(PeerLostException.class, () -> mppa.segmentCreate(null, 64, NONE, 2, 2, null));
        MppaEvent event = new MppaEvent();
        mppa.segmentCreate(null, 64, NONE, 2, 3, event);
        assertThrows(PeerLostException.class, () -> mppa.eventWait(event));
        assertEquals(0, mppa.eventTest(event), "covered no more");
        assertEquals(64, mppa.segmentCreate(null, 64, NONE, 1, 4, null).size(), "needs nobody else");
    }
}
