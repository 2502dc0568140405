package org.pgas.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.pgas.conformance.Refusals.assertIllegal;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

import org.pgas.Event;
import org.pgas.GlobalPointer;
import org.pgas.Job;
import org.pgas.LocalCompletion;
import org.pgas.Rma;
import org.pgas.RmaFlags;
import org.pgas.testkit.Memory;
import org.pgas.testkit.RankDefaults;
import org.pgas.testkit.RankTest;
import org.pgas.testkit.Stamp;
import org.pgas.testkit.Stamp.Space;

/**
 * Promises made by flags: checked mode reports the untrue ones before anything moves, unchecked mode lets them pass.
 */
@RankDefaults(segment = "64k", memories = {Memory.MAPPED, Memory.ARRAY, Memory.NATIVE})
@AcrossNeighbourhoodsAsThreads
class FlagsTest {
    private static final int SELF = RmaFlags.PEER_NEVER_SELF;
    private static final int NEIGHBOURHOOD = RmaFlags.PEER_NEVER_NBRHD;

    private interface Transfer {
        void run(Rma rma, int rank, MemorySegment local, int flags);
    }

    /** Every form that takes flags. */
    private static final Transfer[] TRANSFERS = {
        (rma, rank, local, flags) -> assertTrue(rma.put(rank, 64, local, 0, 8, flags)),
        (rma, rank, local, flags) -> assertNotSame(Event.NOT_SENT,
                rma.putNb(rank, 64, local, 0, 8, LocalCompletion.NOW, flags)),
        (rma, rank, local, flags) -> assertTrue(rma.putNbi(rank, 64, local, 0, 8, LocalCompletion.NOW, flags)),
        (rma, rank, local, flags) -> assertTrue(rma.get(local, 0, rank, 64, 8, flags)),
        (rma, rank, local, flags) -> assertNotSame(Event.NOT_SENT, rma.getNb(local, 0, rank, 64, 8, flags)),
        (rma, rank, local, flags) -> assertTrue(rma.getNbi(local, 0, rank, 64, 8, flags))};

    /** Those without local memory, of which flags could promise something. */
    private static final Transfer[] VALUES = {
        (rma, rank, local, flags) -> assertTrue(rma.putValue(rank, 64, -1, 8, flags)),
        (rma, rank, local, flags) -> assertNotSame(Event.NOT_SENT, rma.putValueNb(rank, 64, -1, 3, flags)),
        (rma, rank, local, flags) -> assertTrue(rma.putValueNbi(rank, 64, -1, 1, flags)),
        (rma, rank, local, flags) -> assertTrue(rma.getValue(rank, 64, 5, flags) >= 0)};

    private static void refused(Job job, int rank, MemorySegment local, int flags, Object... parts) {
        refused(TRANSFERS, job, rank, local, flags, parts);
    }

    private static void refused(Transfer[] transfers, Job job, int rank, MemorySegment local, int flags,
            Object... parts) {
        for (Transfer each : transfers) {
            assertIllegal("flags 0x" + Integer.toHexString(flags),
                    () -> each.run(job.world().rma(), rank, local, flags),
                    parts);
        }
    }

    private static void accepted(Job job, int rank, MemorySegment local, int flags) {
        accepted(TRANSFERS, job, rank, local, flags);
    }

    private static void accepted(Transfer[] transfers, Job job, int rank, MemorySegment local, int flags) {
        for (Transfer each : transfers) {
            each.run(job.world().rma(), rank, local, flags);
        }
    }

    /** The promise that a peer is never a neighbour: untrue of neighbours, and true of all others. */
    private static void refusedOfNeighbours(Transfer[] transfers, Job job, int peer, MemorySegment local, int flags) {
        if (Views.isNeighbour(job, peer)) {
            refused(transfers, job, peer, local, flags, "rank " + job.rank() + ":", "PEER_NEVER_NBRHD", "rank " + peer);
        } else {
            accepted(transfers, job, peer, local, flags);
        }
    }

    @RankTest
    void shouldCheckTheFlagsOfValuesToo(Job job) {
        int peer = 1 - job.rank();
        String self = "rank " + job.rank() + ":";
        refused(VALUES, job, job.rank(), null, SELF, self, "PEER_NEVER_SELF");
        refusedOfNeighbours(VALUES, job, peer, null, NEIGHBOURHOOD);
        refused(VALUES, job, peer, null, RmaFlags.PEER_SEG_SOME | RmaFlags.PEER_SEG_BOUND, self, "PEER_SEG");
        refused(VALUES, job, peer, null, 1 << 10, self, "unknown", "0x400");
        for (int flags : new int[]{SELF, RmaFlags.SELF_SEG_BOUND, RmaFlags.PEER_SEG_BOUND, RmaFlags.NONE}) {
            accepted(VALUES, job, peer, null, flags);
        }
        finish(job);
    }

    /** The owner of client memory is needed until everything that was accepted is done. */
    private static void finish(Job job) {
        job.world().rma().fence();
        job.nbi().await();
        job.world().barrier();
    }

    @RankTest
    void shouldReportAnUntruePeerNever(Job job) {
        MemorySegment local = MemorySegment.ofArray(new byte[8]);
        int peer = 1 - job.rank();
        String self = "rank " + job.rank() + ":";
        refused(job, job.rank(), local, SELF, self, "PEER_NEVER_SELF");
        accepted(job, peer, local, SELF);
        refusedOfNeighbours(TRANSFERS, job, peer, local, NEIGHBOURHOOD);
        refused(job, job.rank(), local, NEIGHBOURHOOD, self, "PEER_NEVER_NBRHD");
        refusedOfNeighbours(TRANSFERS, job, peer, local, SELF | NEIGHBOURHOOD);
        finish(job);
    }

    @RankTest
    void shouldReportAnUntrueSegmentDisposition(Job job) {
        int peer = 1 - job.rank();
        MemorySegment own = job.endpoint().segment().local();
        MemorySegment theirs = job.endpoint().boundSegment(job.world(), peer).mapped();
        for (int flag : new int[]{RmaFlags.SELF_SEG_BOUND, RmaFlags.SELF_SEG_SOME}) {
            String name = flag == RmaFlags.SELF_SEG_BOUND ? "SELF_SEG_BOUND" : "SELF_SEG_SOME";
            accepted(job, peer, own.asSlice(128, 8), flag);
            accepted(job, peer, own.asSlice(own.byteSize() - 8, 8), flag);
            refused(job, peer, MemorySegment.ofArray(new byte[8]), flag, "rank " + job.rank() + ":", name);
            refused(job, peer, Arena.ofAuto().allocate(8), flag, name);
            if (theirs != null) {
                refused(job, job.rank(), theirs.asSlice(128, 8), flag, name);
            }
        }
        accepted(job, peer, MemorySegment.ofArray(new byte[8]), RmaFlags.SELF_SEG_UNKNOWN);
        accepted(job, peer, own.asSlice(128, 8), RmaFlags.SELF_SEG_UNKNOWN);
        accepted(job, peer, own.asSlice(128, 8), RmaFlags.PEER_SEG_BOUND);
        accepted(job, peer, own.asSlice(128, 8), RmaFlags.PEER_SEG_SOME | RmaFlags.SELF_SEG_BOUND | RmaFlags.IMMEDIATE);
        finish(job);
    }

    @RankTest
    void shouldReportContradictoryFlags(Job job) {
        MemorySegment own = job.endpoint().segment().local().asSlice(128, 8);
        int peer = 1 - job.rank();
        int unknown = RmaFlags.SELF_SEG_UNKNOWN;
        int some = RmaFlags.SELF_SEG_SOME;
        int bound = RmaFlags.SELF_SEG_BOUND;
        for (int flags : new int[]{unknown | some, unknown | bound, some | bound, unknown | some | bound,
            RmaFlags.PEER_SEG_SOME | RmaFlags.PEER_SEG_BOUND}) {
            refused(job, peer, own, flags, "rank " + job.rank() + ":", "SELF_SEG", "PEER_SEG");
        }
    }

    @RankTest
    void shouldReportUnknownBits(Job job) {
        refuseUnknownBits(job);
    }

    @RankTest(settings = "pgas.checks=off")
    void shouldReportUnknownBitsWithoutChecksToo(Job job) {
        refuseUnknownBits(job);
    }

    private static void refuseUnknownBits(Job job) {
        MemorySegment local = MemorySegment.ofArray(new byte[8]);
        for (int bit = 10; bit < 32; bit++) {
            refused(job, 0, local, 1 << bit, "rank " + job.rank() + ":", "unknown",
                    "0x" + Integer.toHexString(1 << bit));
            refused(job, 0, local, 1 << bit | RmaFlags.IMMEDIATE, "0x" + Integer.toHexString(1 << bit));
        }
    }

    @RankTest(memories = Memory.MAPPED, settings = "pgas.checks=off")
    void shouldLetUntruePromisesPassWithoutChecks(Job job) {
        MemorySegment local = MemorySegment.ofArray(new byte[8]);
        int peer = 1 - job.rank();
        // the way to a rank elsewhere may be full
        int sure = Views.isNeighbour(job, peer) ? -1 : ~RmaFlags.IMMEDIATE;
        for (int flags = 0; flags < 512; flags++) {
            accepted(job, job.rank(), local, flags);
            accepted(job, peer, local, flags & sure);
        }
        finish(job);
    }

    @RankTest
    void shouldMoveNothingWhenAPromiseIsUntrue(Job job) {
        MemorySegment own = job.endpoint().segment().local();
        Stamp.fill(own, job.rank(), Space.SEGMENT, 0);
        byte[] local = {1, 2, 3, 4, 5, 6, 7, 8};
        refused(job, job.rank(), MemorySegment.ofArray(local), SELF, "PEER_NEVER_SELF");
        Stamp.check("segment", own, job.rank(), Space.SEGMENT, 0);
        assertEquals("[1, 2, 3, 4, 5, 6, 7, 8]", java.util.Arrays.toString(local));
    }

    @RankTest
    void shouldReportSourceAndTargetThatOverlap(Job job) {
        Rma rma = job.world().rma();
        for (int rank = 0; rank < job.size(); rank++) {
            int peer = rank;
            MemorySegment mapped = job.endpoint().boundSegment(job.world(), peer).mapped();
            if (mapped == null) {
                continue; // nobody but its owner can name it as local memory
            }
            long base = 1024L * (1 + job.rank());
            for (long[] apart : new long[][]{{0, 16}, {1, 15}, {15, 1}, {-1, 15}, {-15, 1}}) {
                long local = base + 64 + apart[0];
                Object[] parts = {"rank " + job.rank() + ":", "overlap by " + apart[1] + " of 16 bytes"};
                assertIllegal("put", () -> rma.put(peer, base + 64, mapped, local, 16), parts);
                assertIllegal("putNb", () -> rma.putNb(peer, base + 64, mapped, local, 16, LocalCompletion.NOW), parts);
                assertIllegal("putNbi", () -> rma.putNbi(peer, base + 64, mapped, local, 16, LocalCompletion.NOW),
                        parts);
                assertIllegal("get", () -> rma.get(mapped, local, peer, base + 64, 16), parts);
                assertIllegal("getNb", () -> rma.getNb(mapped, local, peer, base + 64, 16), parts);
                assertIllegal("getNbi", () -> rma.getNbi(mapped, local, peer, base + 64, 16), parts);
            }
            rma.put(peer, base + 64, mapped, base + 80, 16);
            rma.put(peer, base + 64, mapped, base + 48, 16);
            rma.get(mapped, base + 80, peer, base + 64, 16);
            rma.put(peer, base + 64, mapped, base + 64, 0);
        }
    }

    @RankTest(settings = "pgas.checks=off")
    void shouldLetOverlapPassWithoutChecks(Job job) {
        MemorySegment own = job.endpoint().segment().local();
        job.world().rma().put(job.rank(), 64, own, 65, 16);
        job.world().rma().get(own, 65, job.rank(), 64, 16);
    }

    @RankTest
    void shouldReportOverlapInPointerFormsToo(Job job) {
        Rma rma = job.world().rma();
        MemorySegment own = job.endpoint().segment().local();
        long pointer = GlobalPointer.of(job.rank(), 64);
        assertIllegal("put", () -> rma.put(pointer, own, 65, 16), "overlap by 15 of 16 bytes");
        assertIllegal("get", () -> rma.get(own, 65, pointer, 16), "overlap by 15 of 16 bytes");
    }
}
