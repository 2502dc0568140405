package org.pgas.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.pgas.conformance.Refusals.assertIllegal;
import static org.pgas.conformance.Refusals.assertRefused;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

import org.pgas.ErrorCode;
import org.pgas.Job;
import org.pgas.mppa.Mppa;
import org.pgas.mppa.MppaEvent;
import org.pgas.mppa.MppaSegment;
import org.pgas.mppa.SegmentFlags;
import org.pgas.testkit.RankDefaults;
import org.pgas.testkit.RankTest;
import org.pgas.testkit.Seed;

/** Allocation in segments, by any process. */
@RankDefaults(ranks = 3, segment = "1m")
@AcrossNeighbourhoods
class MppaHeapTest {
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;
    private static final long SIZE = 600_000;

    private static MppaSegment segment(Mppa mppa, Job job, MppaBase base) {
        if (job.rank() == 0) {
            mppa.segmentCreate(base.memory(job, SIZE), SIZE, SegmentFlags.NONE, 0, base.ordinal(), null);
        }
        return mppa.segmentClone(base.ordinal(), null);
    }

    private record Block(long offset, long bytes, long mark) {}

    /**
     * All allocate, write and free at once, in blocks that never overlap; the bytes beside the heap stay the program's.
     */
    @RankTest
    void shouldAllocateForAllProcessesAtOnce(Job job) {
        SplittableRandom random = Seed.of("blocks of rank " + job.rank());
        Mppa mppa = Mppa.init(job);
        for (MppaBase base : new MppaBase[]{MppaBase.NONE, MppaBase.ATTACHED}) {
            MppaSegment segment = segment(mppa, job, base);
            mppa.poke(segment, 8L * job.rank(), 1000 + job.rank());
            mppa.heapCreate(segment, 128, SIZE - 256);
            allocate(mppa, segment, random, job.rank());
            job.world().barrier();
            assertEquals(1000 + job.rank(), mppa.peek(segment, 8L * job.rank()));
            assertEquals(0, mppa.peek(segment, SIZE - 64));
            job.world().barrier();
        }
        mppa.finish();
    }

    private static void allocate(Mppa mppa, MppaSegment segment, SplittableRandom random, int rank) {
        List<Block> blocks = new ArrayList<>();
        MppaEvent event = new MppaEvent();
        long[] result = new long[2];
        MemorySegment to = MemorySegment.ofArray(result);
        for (int i = 0; i < 600; i++) {
            long bytes = 8 + random.nextLong(random.nextInt(20) == 0 ? 8000 : 200);
            switch (random.nextInt(8)) {
                case 0 -> result[1] = mppa.malloc(segment, bytes);
                case 1 -> mppa.malloc(segment, bytes, to, 8, event);
                case 2 -> result[1] = zeros(mppa, segment, mppa.calloc(segment, 1, bytes), bytes);
                case 3 -> {
                    mppa.calloc(segment, bytes, 1, to, 8, event);
                    zeros(mppa, segment, result[1], bytes);
                }
                case 4 -> {
                    result[1] = mppa.memalign(segment, 256, bytes);
                    assertTrue(!segment.isMapped() || mppa.address(segment, result[1]).address() % 256 == 0);
                }
                case 5 -> mppa.memalign(segment, 64, bytes, to, 8, event);
                default -> result[1] = -1;
            }
            mppa.eventWait(event);
            if (result[1] >= 0) {
                assertTrue(result[1] >= 128 && result[1] + bytes <= SIZE - 128, "in the heap");
                blocks.add(mark(mppa, segment, result[1], bytes, 1000L * rank + i));
            } else if (!blocks.isEmpty()) {
                Block block = blocks.remove(random.nextInt(blocks.size()));
                check(mppa, segment, block, block.bytes);
                if (random.nextBoolean()) {
                    mppa.free(segment, block.offset, random.nextBoolean() ? event : null);
                } else {
                    long moved = mppa.realloc(segment, block.offset, bytes);
                    check(mppa, segment, new Block(moved, bytes, block.mark), Math.min(bytes, block.bytes));
                    blocks.add(mark(mppa, segment, moved, bytes, block.mark));
                }
            }
        }
        for (Block block : blocks) {
            check(mppa, segment, block, block.bytes);
            mppa.free(segment, block.offset, null);
        }
    }

    private static long zeros(Mppa mppa, MppaSegment segment, long offset, long bytes) {
        byte[] seen = new byte[(int) bytes];
        mppa.get(MemorySegment.ofArray(seen), 0, segment, offset, bytes, null);
        assertEquals(-1, MemorySegment.ofArray(seen).mismatch(MemorySegment.ofArray(new byte[seen.length])));
        return offset;
    }

    /** In its first and last bytes. */
    private static Block mark(Mppa mppa, MppaSegment segment, long offset, long bytes, long mark) {
        mppa.putStrided(MemorySegment.ofArray(new long[]{mark, mark}), 0, segment, offset, 4, 2, (bytes - 4) / 4,
                null);
        return new Block(offset, bytes, mark);
    }

    private static void check(Mppa mppa, MppaSegment segment, Block block, long bytes) {
        int[] seen = new int[1];
        mppa.get(MemorySegment.ofArray(seen), 0, segment, block.offset, 4, null);
        assertEquals((int) block.mark, seen[0], "of " + block + ", " + bytes + " bytes");
    }

    @RankTest
    void shouldMakeOneHeapForAllWhoSayTheSame(Job job) {
        Mppa mppa = Mppa.init(job);
        MppaSegment[] both = {segment(mppa, job, MppaBase.NONE), mppa.defaultSegment(2)};
        for (MppaSegment segment : both) {
            assertIllegal("no heap", () -> mppa.malloc(segment, 8), "Mppa.malloc", "has no heap", "Mppa.heapCreate");
            job.world().barrier();
            if (mppa.heapCreate(segment, 4096, 65536)) {
                mppa.postAdd(segment, 0, 1);
            }
            assertFalse(mppa.heapCreate(segment, 4096, 65536));
            assertIllegal("another", () -> mppa.heapCreate(segment, 4096, 65536 + 64), "Mppa.heapCreate",
                    "has a heap already, of 65536 bytes at offset 4096");
            job.world().barrier();
            assertEquals(1, mppa.peek(segment, 0), "one of them has made it");
            long mine = mppa.malloc(segment, 100);
            mppa.poke(segment, 8 + 8L * job.rank(), mine);
            job.world().barrier();
            long theirs = mppa.peek(segment, 8 + 8L * ((job.rank() + 1) % 3));
            mppa.free(segment, theirs, null);
            job.world().barrier();
            assertIllegal("freed", () -> mppa.free(segment, mine, null), "SharedHeap.free");
            mppa.free(segment, -1, null);
            job.world().barrier();
        }
        mppa.finish();
    }

    /** Handles of a heap that others still have do not touch the memory that was its segment's. */
    @RankTest
    void shouldLeaveTheMemoryAloneWhenTheirSegmentIsDestroyed(Job job) {
        Mppa mppa = Mppa.init(job);
        MppaSegment own = job.rank() == 0
                ? mppa.segmentCreate(MppaBase.ATTACHED.memory(job, SIZE), SIZE, SegmentFlags.NONE, 0, 1, null)
                : null;
        MppaSegment clone = mppa.segmentClone(1, null);
        mppa.heapCreate(clone, 0, SIZE / 64 * 64);
        mppa.free(clone, mppa.malloc(clone, 40), null);
        job.world().barrier();
        byte[] before = {};
        MemorySegment memory = job.endpoint().segment().local();
        if (job.rank() == 0) {
            mppa.segmentDestroy(own);
            before = memory.toArray(ValueLayout.JAVA_BYTE);
        }
        job.world().barrier();
        assertIllegal("destroyed", () -> mppa.malloc(clone, 40), "was destroyed by its creator");
        mppa.segmentDestroy(clone);
        job.world().barrier();
        assertTrue(job.rank() != 0 || memory.mismatch(MemorySegment.ofArray(before)) == -1);
        mppa.finish();
    }

    /** Clones give back what they have cached while the segment's creator gives its memory back. */
    @RankTest
    void shouldEndWhileTheirSegmentsEnd(Job job) {
        for (int round = 0; round < 25; round++) {
            Mppa mppa = Mppa.init(job);
            MppaSegment segment = segment(mppa, job, MppaBase.NONE);
            mppa.heapCreate(segment, 0, 65536);
            for (int size = 0; size < 1000; size += 16) {
                mppa.free(segment, mppa.malloc(segment, size), null);
            }
            mppa.finish();
        }
    }

    @RankTest
    void shouldRefuseWhatCannotBeAllocated(Job job) {
        Mppa mppa = Mppa.init(job);
        MppaSegment segment = segment(mppa, job, MppaBase.NONE);
        MppaSegment array = segment(mppa, job, MppaBase.ARRAY);
        assertIllegal("array", () -> mppa.heapCreate(array, 0, 65536), "Mppa.heapCreate", "is not mapped");
        assertIllegal("offset", () -> mppa.heapCreate(segment, 8, 65536), "Mppa.heapCreate", "no multiple of 128");
        assertIllegal("range", () -> mppa.heapCreate(segment, 0, SIZE + 64), "Mppa.heapCreate", "are not all in");
        assertIllegal("small", () -> mppa.heapCreate(segment, 0, mppa.leastHeapBytes() - 64), "Mppa.heapCreate",
                "legal are " + mppa.leastHeapBytes());
        mppa.heapCreate(segment, 0, 65536);
        assertRefused(ErrorCode.RESOURCE, "no room", () -> mppa.malloc(segment, 100_000), "100000",
                "(Mppa.malloc)");
        assertIllegal("bytes", () -> mppa.malloc(segment, -1), "-1 bytes", "(Mppa.malloc)");
        assertIllegal("alignment", () -> mppa.memalign(segment, 3, 8), "alignment 3", "(Mppa.memalign)");
        assertIllegal("block", () -> mppa.realloc(segment, 7, 8), "SharedHeap.realloc");
        MemorySegment result = MemorySegment.ofArray(new long[1]);
        assertIllegal("result", () -> mppa.malloc(segment, 8, null, 0, null), "Mppa.malloc", "the result is null");
        assertIllegal("result", () -> mppa.calloc(segment, 1, 8, result, 1, null), "Mppa.calloc", "offset 1");
        assertIllegal("result", () -> mppa.memalign(segment, 8, 8, result.asReadOnly(), 0, null), "read-only");
        long block = mppa.realloc(segment, -1, 8);
        mppa.realloc(segment, block, 24, result, 0, null);
        mppa.free(segment, result.get(LONG, 0), null);
        job.world().barrier();
        mppa.finish();
    }

    /** Places are the program's, in the segment, and never those of the memory that it is a part of. */
    @RankTest(ranks = 1)
    void shouldRefuseBlocksOutsideTheSegment(Job job) {
        Mppa mppa = Mppa.init(job);
        MppaSegment segment = segment(mppa, job, MppaBase.ATTACHED);
        mppa.heapCreate(segment, 0, 65536);
        long before = -MppaBase.OFFSET - 1;
        assertIllegal("free", () -> mppa.free(segment, before, null), "Mppa.free", "offset " + before);
        assertIllegal("realloc", () -> mppa.realloc(segment, before, 8), "Mppa.realloc", "offset " + before);
        assertIllegal("free", () -> mppa.free(segment, SIZE + 1, null), "Mppa.free", "offset " + (SIZE + 1));
        assertIllegal("free", () -> mppa.free(segment, 9, null), "SharedHeap.free",
                "(Mppa.free: offset 9 in the segment)");
        mppa.free(segment, -1, null);
        mppa.finish();
    }
}
