package org.pgas.conformance;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.SplittableRandom;

import org.pgas.Job;
import org.pgas.mppa.Mppa;
import org.pgas.mppa.MppaEvent;
import org.pgas.mppa.MppaSegment;
import org.pgas.mppa.SegmentFlags;
import org.pgas.testkit.RankDefaults;
import org.pgas.testkit.RankTest;
import org.pgas.testkit.Seed;
import org.pgas.vis.MppaShapes.Point2d;
import org.pgas.vis.MppaShapes.Point3d;

/**
 * The transfers of the MPPA interface do what the document's loops do, which stand here as the document has them, on
 * arrays of bytes, one below the other: all end in {@code get} or {@code put}.
 */
@RankDefaults(segment = "64k")
@AcrossNeighbourhoods
class MppaCallsTest {
    private static final int BYTES = 3000;
    private static final int ROUNDS = 400;

    /** Two arrays of bytes, and the loops between them. */
    private static final class Loops {
        private final byte[] local;
        private final byte[] segment;
        private final boolean puts;

        Loops(byte[] local, byte[] segment, boolean puts) {
            this.local = local;
            this.segment = segment;
            this.puts = puts;
        }

        private void move(long local_address, long offset, long bytes) {
            if (puts) {
                System.arraycopy(local, (int) local_address, segment, (int) offset, (int) bytes);
            } else {
                System.arraycopy(segment, (int) offset, local, (int) local_address, (int) bytes);
            }
        }

        void spaced(long local, long offset, long size, int count, long space) {
            long remote_offset = offset;
            long local_address = local;
            for (int i = 0; i < count; i++) {
                move(local_address, remote_offset, size);
                remote_offset += space;
                local_address += size;
            }
        }

        void vectored(long local, int count, long[] offsets, long[] sizes) {
            long local_address = local;
            for (int i = 0; i < count; i++) {
                long size = sizes[i];
                move(local_address, offsets[i], size);
                local_address += size;
            }
        }

        void indexed(long local, long offset, long size, int count, int[] indices) {
            long local_address = local;
            for (int i = 0; i < count; i++) {
                move(local_address, offset + indices[i] * size, size);
                local_address += size;
            }
        }

        void streamed(long local, long offset, long size, int count, int stride, int span, int skip) {
            long remote_offset = offset;
            long local_address = local;
            int position = span;
            for (int i = 0; i < count; i++) {
                move(local_address, remote_offset, size);
                remote_offset += stride * size;
                local_address += size;
                if (i + 1 == position) {
                    remote_offset += skip * size;
                    position += span;
                }
            }
        }

        void sparse(long local, long offset, long size, int count, long skew, long space) {
            long remote_offset = offset;
            long local_address = local;
            for (int i = 0; i < count; i++) {
                move(local_address, remote_offset, size);
                remote_offset += space;
                local_address += skew;
            }
        }

        void block2d(long local, long offset, long size, int width, int height, Point2d local_point,
                Point2d remote_point) {
            long remote_offset = offset
                    + (remote_point.xpos() + (remote_point.ypos() * remote_point.xdim())) * size;
            long local_address = local + (local_point.xpos() + (local_point.ypos() * local_point.xdim())) * size;
            sparse(local_address, remote_offset, width * size, height, local_point.xdim() * size,
                    remote_point.xdim() * size);
        }

        void block3d(long local, long offset, long size, int width, int height, int depth, Point3d local_point,
                Point3d remote_point) {
            long remote_offset = offset + (remote_point.xpos() + (remote_point.ypos() * remote_point.xdim())
                    + (remote_point.zpos() * remote_point.xdim() * remote_point.ydim())) * size;
            long local_address = local + (local_point.xpos() + (local_point.ypos() * local_point.xdim())
                    + (local_point.zpos() * local_point.xdim() * local_point.ydim())) * size;
            for (int i = 0; i < depth; i++) {
                sparse(local_address, remote_offset, width * size, height, local_point.xdim() * size,
                        remote_point.xdim() * size);
                remote_offset += remote_point.xdim() * remote_point.ydim() * size;
                local_address += local_point.xdim() * local_point.ydim() * size;
            }
        }
    }

    /**
     * The memories of one rank: what it transfers with, the segment that it alone transfers with, and the models of
     * both.
     */
    private static final class Rig {
        private final Mppa mppa;
        private final SplittableRandom random;
        private final MemorySegment memory;
        private final MppaSegment segment;
        private final byte[] local = new byte[BYTES];
        private final byte[] remote = new byte[BYTES];

        Rig(Mppa mppa, SplittableRandom random, MemorySegment memory, MppaSegment segment) {
            this.mppa = mppa;
            this.random = random;
            this.memory = memory;
            this.segment = segment;
        }

        int small(int bound) {
            return random.nextInt(bound);
        }

        long place() {
            return small(100);
        }

        void agree(String text) {
            byte[] there = new byte[BYTES];
            mppa.get(MemorySegment.ofArray(there), 0, segment, 0, BYTES, null);
            assertArrayEquals(remote, there, () -> text + ": the segment");
            assertArrayEquals(local, memory.toArray(ValueLayout.JAVA_BYTE), () -> text + ": local memory");
        }
    }

    @RankTest(ranks = {1, 2})
    void shouldDoWhatTheDocumentsLoopsDo(Job job) {
        run(job);
    }

    @RankTest(settings = "pgas.checks=off")
    void shouldDoWhatTheDocumentsLoopsDoWithoutChecks(Job job) {
        run(job);
    }

    /** Each rank with a segment of its neighbour's that nobody else uses. */
    private static void run(Job job) {
        SplittableRandom random = Seed.of("transfers of rank " + job.rank());
        Mppa mppa = Mppa.init(job);
        int right = (job.rank() + 1) % job.size();
        for (MppaBase base : MppaBase.values()) {
            MemorySegment own = base.memory(job, BYTES);
            long kind = 10L * base.ordinal();
            mppa.segmentCreate(own, BYTES, SegmentFlags.NONE, 0, kind + job.rank(), null);
            MppaSegment segment = mppa.segmentClone(kind + right, null);
            try (Arena confined = Arena.ofConfined()) {
                MemorySegment memory = random.nextBoolean() ? confined.allocate(BYTES, 8)
                        : MemorySegment.ofArray(new byte[BYTES]);
                transfer(new Rig(mppa, random, memory, segment), base);
            }
            job.world().barrier();
        }
        mppa.finish();
    }

    private static void transfer(Rig rig, MppaBase base) {
        rig.random.nextBytes(rig.local);
        rig.random.nextBytes(rig.remote);
        MemorySegment.copy(rig.local, 0, rig.memory, ValueLayout.JAVA_BYTE, 0, BYTES);
        rig.mppa.put(MemorySegment.ofArray(rig.remote), 0, rig.segment, 0, BYTES, null);
        MppaEvent event = new MppaEvent();
        for (int round = 0; round < ROUNDS; round++) {
            boolean puts = rig.random.nextBoolean();
            MppaEvent covering = rig.random.nextBoolean() ? event : null;
            Loops loops = new Loops(rig.local, rig.remote, puts);
            String text = base + ", round " + round + ", " + (puts ? "put " : "get ");
            switch (rig.small(8)) {
                case 0 -> spaced(rig, loops, puts, covering);
                case 1 -> strided(rig, loops, puts, covering);
                case 2 -> vectored(rig, loops, puts, covering);
                case 3 -> indexed(rig, loops, puts, covering);
                case 4 -> streamed(rig, loops, puts, covering);
                case 5 -> sparse(rig, loops, puts, covering);
                case 6 -> block2d(rig, loops, puts, covering);
                default -> block3d(rig, loops, puts, covering);
            }
            if (covering == null || rig.small(4) == 0) {
                rig.mppa.eventWait(event);
                assertEquals(0, rig.mppa.eventTest(event));
                rig.agree(text);
            }
        }
        rig.mppa.eventWait(event);
        rig.agree(base + ", the end");
    }

    private static void spaced(Rig rig, Loops loops, boolean puts, MppaEvent event) {
        int size = rig.small(30);
        int count = rig.small(30);
        long space = size + rig.small(30);
        long local = rig.place();
        long offset = rig.place();
        loops.spaced(local, offset, size, count, space);
        if (puts) {
            rig.mppa.putSpaced(rig.memory, local, rig.segment, offset, size, count, space, event);
        } else {
            rig.mppa.getSpaced(rig.memory, local, rig.segment, offset, size, count, space, event);
        }
    }

    private static void strided(Rig rig, Loops loops, boolean puts, MppaEvent event) {
        int size = rig.small(20);
        int count = rig.small(30);
        int stride = 1 + rig.small(4);
        long local = rig.place();
        long offset = rig.place();
        loops.spaced(local, offset, size, count, (long) stride * size);
        if (puts) {
            rig.mppa.putStrided(rig.memory, local, rig.segment, offset, size, count, stride, event);
        } else {
            rig.mppa.getStrided(rig.memory, local, rig.segment, offset, size, count, stride, event);
        }
    }

    private static void vectored(Rig rig, Loops loops, boolean puts, MppaEvent event) {
        int count = rig.small(12);
        long[] offsets = new long[count + rig.small(3)];
        long[] sizes = new long[count + rig.small(3)];
        Arrays.setAll(offsets, i -> 200L * i + rig.small(100));
        Arrays.setAll(sizes, i -> rig.small(100));
        for (int i = 0; i < count; i++) {
            int other = rig.small(count);
            long offset = offsets[i];
            offsets[i] = offsets[other];
            offsets[other] = offset;
        }
        long local = rig.place();
        loops.vectored(local, count, offsets, sizes);
        if (puts) {
            rig.mppa.putVectored(rig.memory, local, rig.segment, count, offsets, sizes, event);
        } else {
            rig.mppa.getVectored(rig.memory, local, rig.segment, count, offsets, sizes, event);
        }
    }

    private static void indexed(Rig rig, Loops loops, boolean puts, MppaEvent event) {
        int size = rig.small(20);
        int count = rig.small(30);
        int[] indices = new int[count];
        Arrays.setAll(indices, i -> 2 * i + rig.small(2) - 4);
        long local = rig.place();
        long offset = 80 + rig.place();
        loops.indexed(local, offset, size, count, indices);
        if (puts) {
            rig.mppa.putIndexed(rig.memory, local, rig.segment, offset, size, count, indices, event);
        } else {
            rig.mppa.getIndexed(rig.memory, local, rig.segment, offset, size, count, indices, event);
        }
    }

    private static void streamed(Rig rig, Loops loops, boolean puts, MppaEvent event) {
        int size = rig.small(16);
        int count = rig.small(30);
        int stride = 1 + rig.small(3);
        int span = rig.small(8);
        int skip = rig.small(4);
        long local = rig.place();
        long offset = rig.place();
        loops.streamed(local, offset, size, count, stride, span, skip);
        if (puts) {
            rig.mppa.putStreamed(rig.memory, local, rig.segment, offset, size, count, stride, span, skip, event);
        } else {
            rig.mppa.getStreamed(rig.memory, local, rig.segment, offset, size, count, stride, span, skip, event);
        }
    }

    private static void sparse(Rig rig, Loops loops, boolean puts, MppaEvent event) {
        int size = rig.small(30);
        int count = rig.small(30);
        long skew = size + rig.small(20);
        long space = size + rig.small(20);
        long local = rig.place();
        long offset = rig.place();
        loops.sparse(local, offset, size, count, skew, space);
        if (puts) {
            rig.mppa.sputSpaced(rig.memory, local, rig.segment, offset, size, count, skew, space, event);
        } else {
            rig.mppa.sgetSpaced(rig.memory, local, rig.segment, offset, size, count, skew, space, event);
        }
    }

    private static void block2d(Rig rig, Loops loops, boolean puts, MppaEvent event) {
        int size = rig.small(8);
        int width = rig.small(10);
        int height = rig.small(10);
        Point2d here = point2d(rig, width, height);
        Point2d there = point2d(rig, width, height);
        long local = rig.place();
        long offset = rig.place();
        loops.block2d(local, offset, size, width, height, here, there);
        if (puts) {
            rig.mppa.sputBlock2d(rig.memory, local, rig.segment, offset, size, width, height, here, there, event);
        } else {
            rig.mppa.sgetBlock2d(rig.memory, local, rig.segment, offset, size, width, height, here, there, event);
        }
    }

    private static Point2d point2d(Rig rig, int width, int height) {
        int xpos = rig.small(4);
        int ypos = rig.small(4);
        return new Point2d(xpos, ypos, xpos + width + rig.small(4), ypos + height + rig.small(4));
    }

    private static void block3d(Rig rig, Loops loops, boolean puts, MppaEvent event) {
        int size = rig.small(5);
        int width = rig.small(5);
        int height = rig.small(5);
        int depth = rig.small(5);
        Point3d here = point3d(rig, width, height, depth);
        Point3d there = point3d(rig, width, height, depth);
        long local = rig.place();
        long offset = rig.place();
        loops.block3d(local, offset, size, width, height, depth, here, there);
        if (puts) {
            rig.mppa.sputBlock3d(rig.memory, local, rig.segment, offset, size, width, height, depth, here, there,
                    event);
        } else {
            rig.mppa.sgetBlock3d(rig.memory, local, rig.segment, offset, size, width, height, depth, here, there,
                    event);
        }
    }

    private static Point3d point3d(Rig rig, int width, int height, int depth) {
        int xpos = rig.small(3);
        int ypos = rig.small(3);
        int zpos = rig.small(3);
        return new Point3d(xpos, ypos, zpos, xpos + width + rig.small(3), ypos + height + rig.small(3),
                zpos + depth + rig.small(3));
    }

    @RankTest
    void shouldCoverALoopOfCallsByOneEvent(Job job) {
        Mppa mppa = Mppa.init(job);
        mppa.segmentCreate(MemorySegment.ofArray(new byte[800]), 800, SegmentFlags.NONE, 0, job.rank(), null);
        MppaSegment segment = mppa.segmentClone(1 - job.rank(), null);
        MppaEvent event = new MppaEvent();
        for (int i = 0; i < 100; i++) {
            mppa.put(MemorySegment.ofArray(new long[]{i}), 0, segment, 8L * i, 8, event);
        }
        mppa.eventWait(event);
        long[] back = new long[100];
        for (int i = 0; i < 100; i++) {
            mppa.get(MemorySegment.ofArray(back), 8L * i, segment, 8L * i, 8, event);
        }
        mppa.eventWait(event);
        for (int i = 0; i < 100; i++) {
            assertEquals(i, back[i]);
        }
        assertTrue(mppa.eventTest(event) == 0);
        mppa.finish();
    }
}
