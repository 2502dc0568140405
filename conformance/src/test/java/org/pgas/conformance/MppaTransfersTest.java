package org.pgas.conformance;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.pgas.conformance.Refusals.assertIllegal;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.SplittableRandom;

import org.pgas.Event;
import org.pgas.Job;
import org.pgas.LocalCompletion;
import org.pgas.testkit.Memory;
import org.pgas.testkit.RankDefaults;
import org.pgas.testkit.RankTest;
import org.pgas.testkit.Seed;
import org.pgas.vis.MppaShapes;
import org.pgas.vis.MppaShapes.Point2d;
import org.pgas.vis.MppaShapes.Point3d;
import org.pgas.vis.MppaTransfers;
import org.pgas.vis.Shape;
import org.pgas.vis.Vis;

/** The transfers of the MPPA interface do what the document's loops do, byte by byte. */
@RankDefaults(segment = "16k")
@AcrossNeighbourhoods
class MppaTransfersTest {
    private static final int ROUNDS = 300;

    /** A transfer at a place of local memory and one of a rank's; with an event, or done when it returns. */
    private interface Caller {
        Event call(long local, int rank, long remote);
    }

    /** One drawn call: by name, what its loop touches, and the call in its direction and form. */
    private record Drawn(String text, boolean isPut, Places local, Places remote, Caller caller) {}

    private static Event done(Runnable blocking) {
        blocking.run();
        return Event.DONE;
    }

    @RankTest(ranks = {1, 2, 4}, memories = {Memory.MAPPED, Memory.ARRAY})
    void shouldDoWhatTheDocumentsLoopsDo(Job job) {
        agree(job);
    }

    @RankTest(settings = "pgas.checks=off")
    void shouldDoWhatTheDocumentsLoopsDoWithoutChecks(Job job) {
        agree(job);
    }

    private static void agree(Job job) {
        SplittableRandom random = Seed.of("transfers of rank " + job.rank());
        try (Arena confined = Arena.ofConfined()) {
            TransferRig rig = new TransferRig(job, random, confined);
            MppaTransfers mppa = MppaTransfers.of(job.world());
            assertSame(job.world(), mppa.team());
            int moved = 0;
            for (int round = 0; round < ROUNDS; round++) {
                moved += attempt(rig, draw(rig, mppa));
            }
            assertTrue(moved > ROUNDS / 4, "only " + moved + " of " + ROUNDS + " transfers moved something");
        }
        job.world().barrier();
    }

    /**
     * Makes the call, and the same in the model; what overlaps at its target must be refused. Says whether something
     * was moved.
     */
    private static int attempt(TransferRig rig, Drawn drawn) {
        if (!drawn.local.fit(TransferRig.BYTES) || !drawn.remote.fit(TransferRig.BYTES)) {
            return 0;
        }
        int peer = rig.peer();
        long localBase = drawn.local.base(rig);
        long remoteBase = drawn.remote.base(rig);
        long[] local = drawn.local.at(TransferRig::here, localBase);
        long[] remote = drawn.remote.at(offset -> TransferRig.there(peer, offset), remoteBase);
        return rig.attempt(drawn.text, drawn.isPut ? remote : local, drawn.isPut ? local : remote,
                () -> drawn.caller.call(localBase, peer, rig.base() + remoteBase).await());
    }

    private static Drawn draw(TransferRig rig, MppaTransfers mppa) {
        return switch (rig.random().nextInt(8)) {
            case 0 -> spaced(rig, mppa);
            case 1 -> strided(rig, mppa);
            case 2 -> vectored(rig, mppa);
            case 3 -> indexed(rig, mppa);
            case 4 -> streamed(rig, mppa);
            case 5 -> sparse(rig, mppa);
            case 6 -> block2d(rig, mppa);
            default -> block3d(rig, mppa);
        };
    }

    /** One of four forms: get and put, blocking and with an event. */
    private static Drawn pick(TransferRig rig, String text, Places local, Places remote, Caller get, Caller getNb,
            Caller put, Caller putNb) {
        boolean isPut = rig.random().nextBoolean();
        boolean isNb = rig.random().nextBoolean();
        Caller caller = isPut ? isNb ? putNb : put : isNb ? getNb : get;
        return new Drawn((isPut ? "put " : "get ") + (isNb ? "with an event " : "") + text, isPut, local, remote,
                caller);
    }

    private static Drawn spaced(TransferRig rig, MppaTransfers mppa) {
        MemorySegment memory = rig.local();
        int size = rig.small(40);
        int count = rig.small(30);
        int space = rig.signed(60);
        Places local = new Places();
        Places remote = new Places();
        for (int i = 0; i < count; i++) {
            remote.add((long) i * space, size);
            local.add((long) i * size, size);
        }
        return pick(rig, "spaced " + size + ", " + count + ", " + space, local, remote,
                (at, rank, offset) -> done(() -> mppa.getSpaced(memory, at, rank, offset, size, count, space)),
                (at, rank, offset) -> mppa.getSpacedNb(memory, at, rank, offset, size, count, space),
                (at, rank, offset) -> done(() -> mppa.putSpaced(rank, offset, memory, at, size, count, space)),
                (at, rank, offset) -> mppa.putSpacedNb(rank, offset, memory, at, size, count, space));
    }

    private static Drawn strided(TransferRig rig, MppaTransfers mppa) {
        MemorySegment memory = rig.local();
        int size = rig.small(20);
        int count = rig.small(30);
        int stride = rig.signed(6);
        Places local = new Places();
        Places remote = new Places();
        for (int i = 0; i < count; i++) {
            remote.add((long) i * stride * size, size);
            local.add((long) i * size, size);
        }
        return pick(rig, "strided " + size + ", " + count + ", " + stride, local, remote,
                (at, rank, offset) -> done(() -> mppa.getStrided(memory, at, rank, offset, size, count, stride)),
                (at, rank, offset) -> mppa.getStridedNb(memory, at, rank, offset, size, count, stride),
                (at, rank, offset) -> done(() -> mppa.putStrided(rank, offset, memory, at, size, count, stride)),
                (at, rank, offset) -> mppa.putStridedNb(rank, offset, memory, at, size, count, stride));
    }

    private static Drawn vectored(TransferRig rig, MppaTransfers mppa) {
        MemorySegment memory = rig.local();
        int count = rig.small(12);
        long[] offsets = new long[count + rig.small(3)];
        long[] sizes = new long[count + rig.small(3)];
        Arrays.setAll(offsets, i -> rig.random().nextInt(1500));
        Arrays.setAll(sizes, i -> rig.small(60));
        Places local = new Places();
        Places remote = new Places();
        for (int i = 0; i < count; i++) {
            remote.add(offsets[i], sizes[i]);
            local.add(local.count(), sizes[i]);
        }
        return pick(rig, "vectored " + Arrays.toString(offsets) + ", " + Arrays.toString(sizes), local, remote,
                (at, rank, offset) -> done(
                        () -> unmodified(shifted(offsets, offset), sizes,
                                places -> mppa.getVectored(memory, at, rank, count, places, sizes))),
                (at, rank, offset) -> mppa.getVectoredNb(memory, at, rank, count, shifted(offsets, offset), sizes),
                (at, rank, offset) -> done(
                        () -> unmodified(shifted(offsets, offset), sizes,
                                places -> mppa.putVectored(rank, memory, at, count, places, sizes))),
                (at, rank, offset) -> mppa.putVectoredNb(rank, memory, at, count, shifted(offsets, offset), sizes));
    }

    private interface ListCall {
        void call(long[] offsets);
    }

    private static void unmodified(long[] offsets, long[] sizes, ListCall call) {
        long[] offsetsBefore = offsets.clone();
        long[] sizesBefore = sizes.clone();
        call.call(offsets);
        assertArrayEquals(offsetsBefore, offsets);
        assertArrayEquals(sizesBefore, sizes);
    }

    private static long[] shifted(long[] offsets, long base) {
        return Arrays.stream(offsets).map(offset -> offset + base).toArray();
    }

    private static Drawn indexed(TransferRig rig, MppaTransfers mppa) {
        MemorySegment memory = rig.local();
        int size = rig.small(24);
        int count = rig.small(20);
        int[] indices = new int[count + rig.small(3)];
        Arrays.setAll(indices, i -> rig.signed(60));
        int[] before = indices.clone();
        Places local = new Places();
        Places remote = new Places();
        for (int i = 0; i < count; i++) {
            remote.add((long) indices[i] * size, size);
            local.add((long) i * size, size);
        }
        return pick(rig, "indexed " + size + ", " + Arrays.toString(indices), local, remote, (at, rank, offset) -> {
            mppa.getIndexed(memory, at, rank, offset, size, count, indices);
            assertArrayEquals(before, indices);
            return Event.DONE;
        }, (at, rank, offset) -> mppa.getIndexedNb(memory, at, rank, offset, size, count, indices),
                (at, rank, offset) -> {
                    mppa.putIndexed(rank, offset, memory, at, size, count, indices);
                    assertArrayEquals(before, indices);
                    return Event.DONE;
                }, (at, rank, offset) -> mppa.putIndexedNb(rank, offset, memory, at, size, count, indices));
    }

    private static Drawn streamed(TransferRig rig, MppaTransfers mppa) {
        MemorySegment memory = rig.local();
        int size = rig.small(12);
        int count = rig.small(40);
        int stride = rig.random().nextInt(3) == 0 ? 1 : rig.signed(4);
        int span = rig.random().nextInt(10) == 0 ? -rig.small(3) : 1 + rig.small(12);
        int skip = rig.signed(10);
        Places local = new Places();
        Places remote = new Places();
        long offset = 0;
        int position = span;
        for (int i = 0; i < count; i++) {
            remote.add(offset, size);
            offset += (long) stride * size;
            local.add((long) i * size, size);
            if (i + 1 == position) {
                offset += (long) skip * size;
                position += span;
            }
        }
        return pick(rig, "streamed " + size + ", " + count + ", " + stride + ", " + span + ", " + skip, local, remote,
                (at, rank, from) -> done(
                        () -> mppa.getStreamed(memory, at, rank, from, size, count, stride, span, skip)),
                (at, rank, from) -> mppa.getStreamedNb(memory, at, rank, from, size, count, stride, span, skip),
                (at, rank, from) -> done(
                        () -> mppa.putStreamed(rank, from, memory, at, size, count, stride, span, skip)),
                (at, rank, from) -> mppa.putStreamedNb(rank, from, memory, at, size, count, stride, span, skip));
    }

    private static Drawn sparse(TransferRig rig, MppaTransfers mppa) {
        MemorySegment memory = rig.local();
        int size = rig.small(40);
        int count = rig.small(30);
        int skew = rig.signed(60);
        int space = rig.signed(60);
        Places local = new Places();
        Places remote = new Places();
        for (int i = 0; i < count; i++) {
            remote.add((long) i * space, size);
            local.add((long) i * skew, size);
        }
        return pick(rig, "sparse " + size + ", " + count + ", " + skew + ", " + space, local, remote,
                (at, rank, offset) -> done(() -> mppa.sgetSpaced(memory, at, rank, offset, size, count, skew, space)),
                (at, rank, offset) -> mppa.sgetSpacedNb(memory, at, rank, offset, size, count, skew, space),
                (at, rank, offset) -> done(() -> mppa.sputSpaced(rank, offset, memory, at, size, count, skew, space)),
                (at, rank, offset) -> mppa.sputSpacedNb(rank, offset, memory, at, size, count, skew, space));
    }

    private static Drawn block2d(TransferRig rig, MppaTransfers mppa) {
        MemorySegment memory = rig.local();
        int size = rig.small(12);
        int width = rig.small(10);
        int height = rig.small(10);
        Point2d here = point2d(rig, width, height);
        Point2d there = point2d(rig, width, height);
        Places local = new Places();
        Places remote = new Places();
        for (int y = 0; y < height; y++) {
            local.add((here.xpos() + (long) (here.ypos() + y) * here.xdim()) * size, (long) width * size);
            remote.add((there.xpos() + (long) (there.ypos() + y) * there.xdim()) * size, (long) width * size);
        }
        return pick(rig, "block " + size + ", " + width + ", " + height + ", " + here + ", " + there, local, remote,
                (at, rank, offset) -> done(
                        () -> mppa.sgetBlock2d(memory, at, rank, offset, size, width, height, here, there)),
                (at, rank, offset) -> mppa.sgetBlock2dNb(memory, at, rank, offset, size, width, height, here, there),
                (at, rank, offset) -> done(
                        () -> mppa.sputBlock2d(rank, offset, memory, at, size, width, height, here, there)),
                (at, rank, offset) -> mppa.sputBlock2dNb(rank, offset, memory, at, size, width, height, here, there));
    }

    private static Point2d point2d(TransferRig rig, int width, int height) {
        int xpos = rig.small(4);
        int ypos = rig.small(4);
        return new Point2d(xpos, ypos, xpos + width + rig.small(4), ypos + height + rig.small(4));
    }

    private static Drawn block3d(TransferRig rig, MppaTransfers mppa) {
        MemorySegment memory = rig.local();
        int size = rig.small(6);
        int width = rig.small(6);
        int height = rig.small(6);
        int depth = rig.small(6);
        Point3d here = point3d(rig, width, height, depth);
        Point3d there = point3d(rig, width, height, depth);
        Places local = new Places();
        Places remote = new Places();
        for (int z = 0; z < depth; z++) {
            for (int y = 0; y < height; y++) {
                local.add(element(here, y, z) * size, (long) width * size);
                remote.add(element(there, y, z) * size, (long) width * size);
            }
        }
        return pick(rig, "block " + size + ", " + width + ", " + height + ", " + depth + ", " + here + ", " + there,
                local, remote,
                (at, rank, offset) -> done(
                        () -> mppa.sgetBlock3d(memory, at, rank, offset, size, width, height, depth, here, there)),
                (at, rank, offset) -> mppa.sgetBlock3dNb(memory, at, rank, offset, size, width, height, depth, here,
                        there),
                (at, rank, offset) -> done(
                        () -> mppa.sputBlock3d(rank, offset, memory, at, size, width, height, depth, here, there)),
                (at, rank, offset) -> mppa.sputBlock3dNb(rank, offset, memory, at, size, width, height, depth, here,
                        there));
    }

    private static Point3d point3d(TransferRig rig, int width, int height, int depth) {
        int xpos = rig.small(3);
        int ypos = rig.small(3);
        int zpos = rig.small(3);
        return new Point3d(xpos, ypos, zpos, xpos + width + rig.small(3), ypos + height + rig.small(3),
                zpos + depth + rig.small(3));
    }

    private static long element(Point3d point, int y, int z) {
        return point.xpos() + (long) (point.ypos() + y) * point.xdim()
                + (long) (point.zpos() + z) * point.xdim() * point.ydim();
    }

    @RankTest
    void shouldUseAShapeAgainAndAgain(Job job) {
        Vis vis = Vis.of(job.world());
        Shape streamed = MppaShapes.streamed(8, 10, 2, 3, 1);
        Shape dense = Shape.contiguous(streamed.bytes());
        long[] source = new long[10];
        long[] target = new long[10];
        long base = 4096L * job.rank();
        for (int round = 0; round < 1000; round++) {
            int first = round;
            Arrays.setAll(source, i -> first + i);
            vis.put(1 - job.rank(), base, streamed, MemorySegment.ofArray(source), 0, dense);
            vis.get(MemorySegment.ofArray(target), 0, dense, 1 - job.rank(), base, streamed);
            assertArrayEquals(source, target);
        }
        vis.putNb(1 - job.rank(), base, streamed, MemorySegment.ofArray(source), 0, dense, LocalCompletion.NOW).await();
        job.world().barrier();
    }

    @RankTest
    void shouldRefuseBlocksThatDoNotLieInTheirMatrices(Job job) {
        MppaTransfers mppa = MppaTransfers.of(job.world());
        MemorySegment local = MemorySegment.ofArray(new byte[4096]);
        Point2d good = new Point2d(1, 1, 8, 8);
        String who = "rank " + job.rank() + ": MppaTransfers.sputBlock2d: ";
        refuse2d(mppa, local, 8, 2, good, new Point2d(0, 0, 8, 8),
                who + "local point: xpos 1 and width 8 exceed xdim 8");
        refuse2d(mppa, local, 2, 9, new Point2d(0, 0, 8, 9), good,
                who + "remote point: ypos 1 and height 9 exceed ydim 8");
        refuse2d(mppa, local, 1, 1, good, new Point2d(-1, 0, 8, 8), who + "remote point: xpos is -1");
        refuse2d(mppa, local, 1, 1, new Point2d(0, -2, 8, 8), good, who + "local point: ypos is -2");
        refuse2d(mppa, local, 1, 1, good, new Point2d(0, 0, 8, -8), who + "remote point: ydim is -8");
        refuse2d(mppa, local, -1, 1, good, good, who + "width is -1");
        refuse2d(mppa, local, 0, 1, good, new Point2d(9, 0, 8, 8), who + "remote point: xpos 9 and width 0");
        refuse2d(mppa, local, 1, 1, good, new Point2d(Integer.MAX_VALUE, 0, 8, 8), "exceed xdim 8");
        Point3d body = new Point3d(0, 0, 1, 4, 4, 4);
        assertIllegal("depth", () -> mppa.sgetBlock3d(local, 0, 0, 0, 1, 1, 1, 4, new Point3d(0, 0, 0, 4, 4, 4), body),
                "MppaTransfers.sgetBlock3d", "remote point: zpos 1 and depth 4 exceed zdim 4");
        assertIllegal("depth",
                () -> mppa.sgetBlock3dNb(local, 0, 0, 0, 1, 1, 1, 4, body, new Point3d(0, 0, 0, 4, 4, 4)),
                "MppaTransfers.sgetBlock3dNb", "local point: zpos 1");
        job.world().barrier();
    }

    private static void refuse2d(MppaTransfers mppa, MemorySegment memory, int width, int height, Point2d local,
            Point2d remote, String part) {
        assertIllegal(part, () -> mppa.sputBlock2d(0, 0, memory, 0, 4, width, height, local, remote), part);
    }

    @RankTest
    void shouldRefuseWhatNoLoopCouldDo(Job job) {
        MppaTransfers mppa = MppaTransfers.of(job.world());
        MemorySegment local = MemorySegment.ofArray(new byte[64]);
        int far = Integer.MAX_VALUE;
        assertIllegal("size", () -> mppa.getSpaced(local, 0, 0, 0, -1, 2, 8), "MppaTransfers.getSpaced: size is -1");
        assertIllegal("count", () -> mppa.putSpacedNb(0, 0, local, 0, 1, -2, 8), "putSpacedNb: count is -2");
        assertIllegal("sizes", () -> mppa.getVectored(local, 0, 0, 2, new long[2], new long[]{1, -1}),
                "sizes[1] is -1");
        assertIllegal("short", () -> mppa.getVectored(local, 0, 0, 3, new long[2], new long[3]), "offsets has 2");
        assertIllegal("short", () -> mppa.getIndexed(local, 0, 0, 0, 1, 3, new int[2]), "indices has 2 entries");
        assertIllegal("far", () -> mppa.getStrided(local, 0, 0, 0, 1L << 40, 1, 1L << 40), "2^61");
        assertIllegal("far", () -> mppa.getStreamed(local, 0, 0, 0, 1L << 40, 3, far, 2, far), "2^61");
        assertIllegal("rank", () -> mppa.getSpaced(local, 0, 7, 0, 1, 2, 8), "rank 7");
        assertIllegal("range", () -> mppa.getSpaced(local, 0, 0, 0, 1, 2, 1 << 14), "16384");
        assertIllegal("range", () -> mppa.getSpaced(local, 0, 0, 0, 1, 2, -1), "-1");
        mppa.getSpaced(local, 99, 7, -1, 0, 5, 1);
        mppa.putIndexed(9, -1, local, 99, 4, 0, new int[0]);
        mppa.putVectored(9, local, 99, 0, new long[0], new long[0]);
        mppa.putStreamed(9, 0, local, 99, 4, 0, 1, 1, 1);
        job.world().barrier();
    }
}
