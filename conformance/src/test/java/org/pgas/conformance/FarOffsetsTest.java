package org.pgas.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;

import org.pgas.Job;
import org.pgas.testkit.Memory;
import org.pgas.testkit.RankDefaults;
import org.pgas.testkit.RankTest;
import org.pgas.testkit.Stamp;
import org.pgas.testkit.Stamp.Space;
import org.pgas.vis.Shape;
import org.pgas.vis.Vis;

/** Where a shape's offsets and the transfer's place are each far outside a segment, and only their sums lie in it. */
@RankDefaults(segment = "64k", memories = {Memory.MAPPED, Memory.ARRAY, Memory.NATIVE})
@AcrossNeighbourhoodsAsThreads
class FarOffsetsTest {
    private static final int BYTES = 8192;
    private static final int PLACE = 512;

    /** Of what a rank uses itself; the peer writes below it. */
    private static final int OWN = 32 << 10;

    /** Enough for all loops that there are. */
    private static final int COUNT = 40;

    private static final long[] FAR = {1L << 50, -(1L << 50), 1L << 60, -(1L << 60)};
    private static final int[] RUNS = {1, 2, 4, 8, 12, 16, 64, 100};

    @RankTest
    void shouldPutAsNearShapesDo(Job job) {
        try (Arena arena = Arena.ofConfined()) {
            for (MemorySegment local : locals(job, arena)) {
                Stamp.fill(local, job.rank(), Space.HEAP, 0);
                for (int run : RUNS) {
                    for (Shape shape : shapes(run)) {
                        put(job, local, shape, shape);
                        put(job, local, shape, Shape.contiguous(shape.bytes()));
                    }
                }
            }
        }
        job.world().barrier();
    }

    @RankTest
    void shouldGetAsNearShapesDo(Job job) {
        int peer = 1 - job.rank();
        byte[] stamp = new byte[BYTES];
        Stamp.fill(stamp, job.rank(), Space.SEGMENT, 0);
        Views.write(job, peer, 0, MemorySegment.ofArray(stamp));
        try (Arena arena = Arena.ofConfined()) {
            for (MemorySegment local : locals(job, arena)) {
                for (int run : RUNS) {
                    for (Shape shape : shapes(run)) {
                        get(job, local, shape, shape);
                        get(job, local, shape, Shape.contiguous(shape.bytes()));
                    }
                }
            }
        }
        job.world().barrier();
    }

    /** An array, native memory, and the own segment. */
    private static List<MemorySegment> locals(Job job, Arena arena) {
        return List.of(MemorySegment.ofArray(new byte[BYTES]), arena.allocate(BYTES),
                job.endpoint().segment().local().asSlice(OWN, BYTES));
    }

    private static List<Shape> shapes(int run) {
        long pitch = run + 3L;
        long[] offsets = new long[COUNT];
        long[] lengths = new long[COUNT];
        for (int i = 0; i < COUNT; i++) {
            offsets[i] = i * 7 % COUNT * pitch;
            lengths[i] = run + i % 3;
        }
        return List.of(Shape.chunked(run, COUNT, pitch), Shape.strided(run, new long[]{COUNT}, new long[]{-pitch}).at(
                COUNT * pitch), Shape.strided(run, new long[]{5, 8}, new long[]{8 * pitch, pitch}),
                Shape.strided(run, new long[]{5, 8}, new long[]{pitch, 6 * pitch}), Shape.indexed(run, offsets),
                Shape.vector(offsets, lengths));
    }

    private static void put(Job job, MemorySegment local, Shape remote, Shape own) {
        byte[] near = afterPut(job, local, PLACE, remote, PLACE, own);
        for (long far : FAR) {
            same(near, afterPut(job, local, PLACE - far, remote.at(far), PLACE, own), remote, far, "the target");
            same(near, afterPut(job, local, PLACE, remote, PLACE - far, own.at(far)), remote, far, "the source");
            same(near, afterPut(job, local, PLACE - far, remote.at(far), PLACE + far, own.at(-far)), remote, far,
                    "both");
        }
    }

    private static byte[] afterPut(Job job, MemorySegment local, long place, Shape remote, long localPlace, Shape own) {
        int peer = 1 - job.rank();
        Views.write(job, peer, 0, MemorySegment.ofArray(new byte[BYTES]));
        Vis.of(job.world()).put(peer, place, remote, local, localPlace, own);
        return Views.read(job, peer, 0, BYTES).toArray(ValueLayout.JAVA_BYTE);
    }

    private static void get(Job job, MemorySegment local, Shape remote, Shape own) {
        byte[] near = afterGet(job, local, PLACE, remote, PLACE, own);
        for (long far : FAR) {
            same(near, afterGet(job, local, PLACE - far, remote.at(far), PLACE, own), remote, far, "the source");
            same(near, afterGet(job, local, PLACE, remote, PLACE - far, own.at(far)), remote, far, "the target");
            same(near, afterGet(job, local, PLACE - far, remote.at(far), PLACE + far, own.at(-far)), remote, far,
                    "both");
        }
    }

    private static byte[] afterGet(Job job, MemorySegment local, long place, Shape remote, long localPlace, Shape own) {
        local.fill((byte) 0);
        Vis.of(job.world()).get(local, localPlace, own, 1 - job.rank(), place, remote);
        return local.toArray(ValueLayout.JAVA_BYTE);
    }

    private static void same(byte[] near, byte[] found, Shape shape, long far, String moved) {
        assertEquals(-1, MemorySegment.ofArray(near).mismatch(MemorySegment.ofArray(found)),
                () -> shape + ", " + moved + " moved by " + far);
    }
}
