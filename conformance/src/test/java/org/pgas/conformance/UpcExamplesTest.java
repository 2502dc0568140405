package org.pgas.conformance;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.function.IntToLongFunction;
import java.util.stream.IntStream;

import org.pgas.Job;
import org.pgas.testkit.RankDefaults;
import org.pgas.testkit.RankTest;
import org.pgas.upc.SharedArray;
import org.pgas.upc.SharedMemvec;
import org.pgas.upc.SharedPointer;
import org.pgas.upc.Upc;
import org.pgas.upc.UpcHandle;
import org.pgas.vis.Memvec;

/** The program texts of the proposal, as they are there but for its errata, and what they must have moved. */
@RankDefaults(ranks = 3, segment = "64k", settings = {"pgas.async=always", "pgas.async.bytes=256"})
@AcrossNeighbourhoods
class UpcExamplesTest {
    private static final int BLKSZ = 100;
    private static final int DOUBLE = Double.BYTES;

    /** {@code shared [BLKSZ] double A[elements]}, element i being i. */
    private static SharedArray array(Upc upc, int elements) {
        SharedArray array = upc.allArray(elements, DOUBLE, BLKSZ);
        for (int i = 0; i < array.localElements(); i++) {
            long index = array.globalIndex(i);
            array.putDouble(index, index);
        }
        upc.barrier();
        return array;
    }

    private static void assertBlock(boolean isThere, int first, double[] block) {
        double[] expected = new double[BLKSZ];
        Arrays.setAll(expected, i -> isThere ? first + i : 0);
        assertArrayEquals(expected, block);
    }

    private static void assertNeighbours(Upc upc, double[] left, double[] right) {
        assertBlock(upc.thread() > 0, BLKSZ * (upc.thread() - 1), left);
        assertBlock(upc.thread() < upc.threads() - 1, BLKSZ * (upc.thread() + 1), right);
    }

    @RankTest
    void shouldExchangeWithNeighboursByHandles(Job job) {
        Upc upc = Upc.init(job);
        SharedArray a = array(upc, BLKSZ * upc.threads());
        double[] leftdata = new double[BLKSZ];
        double[] rightdata = new double[BLKSZ];
        UpcHandle leftfetch = UpcHandle.COMPLETE;
        UpcHandle rightfetch = UpcHandle.COMPLETE;
        if (upc.thread() > 0) {
            leftfetch = upc.memgetAsync(MemorySegment.ofArray(leftdata), 0, a.address(BLKSZ * (upc.thread() - 1)),
                    BLKSZ * DOUBLE);
        }
        if (upc.thread() < upc.threads() - 1) {
            rightfetch = upc.memgetAsync(MemorySegment.ofArray(rightdata), 0, a.address(BLKSZ * (upc.thread() + 1)),
                    BLKSZ * DOUBLE);
        }
        upc.waitsync(leftfetch);
        upc.waitsync(rightfetch);
        assertNeighbours(upc, leftdata, rightdata);
        upc.finish();
    }

    private static void begin(Upc upc, SharedArray a, double[] leftdata, double[] rightdata) {
        if (upc.thread() > 0) {
            upc.memgetAsynci(MemorySegment.ofArray(leftdata), 0, a.address(BLKSZ * (upc.thread() - 1)),
                    BLKSZ * DOUBLE);
        }
        if (upc.thread() < upc.threads() - 1) {
            upc.memgetAsynci(MemorySegment.ofArray(rightdata), 0, a.address(BLKSZ * (upc.thread() + 1)),
                    BLKSZ * DOUBLE);
        }
    }

    @RankTest
    void shouldExchangeWithNeighboursImplicitly(Job job) {
        Upc upc = Upc.init(job);
        SharedArray a = array(upc, BLKSZ * upc.threads());
        double[] leftdata = new double[BLKSZ];
        double[] rightdata = new double[BLKSZ];
        begin(upc, a, leftdata, rightdata);
        upc.waitsynci();
        assertNeighbours(upc, leftdata, rightdata);
        upc.finish();
    }

    @RankTest
    void shouldExchangeWithNeighboursInAnAccessRegion(Job job) {
        Upc upc = Upc.init(job);
        SharedArray a = array(upc, BLKSZ * upc.threads());
        double[] leftdata = new double[BLKSZ];
        double[] rightdata = new double[BLKSZ];
        upc.beginAccessregion();
        begin(upc, a, leftdata, rightdata);
        UpcHandle handle = upc.endAccessregion();
        upc.waitsync(handle);
        assertNeighbours(upc, leftdata, rightdata);
        upc.finish();
    }

    /** Section 4.1, the more complicated one. */
    @RankTest
    void shouldLeaveExplicitOperationsOutOfAnAccessRegion(Job job) {
        Upc upc = Upc.init(job);
        SharedArray a = array(upc, BLKSZ * upc.threads());
        SharedArray b = upc.allArray(BLKSZ * upc.threads(), DOUBLE, BLKSZ);
        long mine = b.address(BLKSZ * upc.thread());
        double[] got = new double[BLKSZ];
        double[] other = new double[BLKSZ];
        double[] put = new double[BLKSZ];
        Arrays.setAll(put, i -> upc.thread() + i / 8.0);
        upc.beginAccessregion();
        upc.memputAsynci(mine, MemorySegment.ofArray(put), 0, BLKSZ * DOUBLE);
        for (int i = 0; i < 2; i++) {
            upc.memgetAsynci(MemorySegment.ofArray(got), 400L * i, a.address(50 * i), 400);
        }
        UpcHandle h2 = upc.memgetAsync(MemorySegment.ofArray(other), 0, a.address(0), BLKSZ * DOUBLE);
        upc.waitsync(h2);
        assertBlock(true, 0, other);
        UpcHandle handle = upc.endAccessregion();
        upc.memsetAsynci(a.address(BLKSZ * upc.thread()), 0, 0);
        upc.waitsynci();
        upc.waitsync(handle);
        assertBlock(true, 0, got);
        upc.memget(MemorySegment.ofArray(other), 0, mine, BLKSZ * DOUBLE);
        assertArrayEquals(put, other);
        upc.finish();
    }

    /** Section 5.2. */
    @RankTest(ranks = 3)
    void shouldGetAListOfRegionsOfAnyLength(Job job) {
        Upc upc = Upc.init(job);
        SharedArray a = array(upc, BLKSZ * upc.threads());
        SharedMemvec[] srclist = {new SharedMemvec(a.address(14), DOUBLE), new SharedMemvec(a.address(20), DOUBLE),
            new SharedMemvec(a.address(100), 50 * DOUBLE), new SharedMemvec(a.address(2 * BLKSZ), BLKSZ * DOUBLE)};
        double[] mybuf = new double[52 + BLKSZ];
        Memvec[] dstlist = {new Memvec(0, 8L * mybuf.length)};
        upc.memgetVlist(1, MemorySegment.ofArray(mybuf), dstlist, 4, srclist);
        double[] expected = new double[52 + BLKSZ];
        Arrays.setAll(expected, i -> i == 0 ? 14 : i == 1 ? 20 : i < 52 ? 100 + i - 2 : 200 + i - 52);
        assertArrayEquals(expected, mybuf);
        upc.finish();
    }

    /** Section 5.3. */
    @RankTest(ranks = 2)
    void shouldGetAListOfElements(Job job) {
        Upc upc = Upc.init(job);
        SharedArray a = array(upc, BLKSZ * upc.threads());
        long[] srclist = {a.address(14), a.address(15), a.address(16), a.address(100), a.address(110)};
        double[] mybuf = new double[5];
        long[] dstlist = {0};
        upc.memgetIlist(1, MemorySegment.ofArray(mybuf), dstlist, 5 * DOUBLE, 5, srclist, DOUBLE);
        assertArrayEquals(new double[]{14, 15, 16, 100, 110}, mybuf);
        upc.finish();
    }

    /** Figure 1: ten chunks of two become five of four, within an array of 12 times 8. */
    @RankTest
    void shouldCopyChunksOfOneLengthToChunksOfAnother(Job job) {
        Upc upc = Upc.init(job);
        SharedArray a = upc.allArray(12 * 8, DOUBLE, 0);
        double[] expected = new double[12 * 8];
        if (upc.thread() == upc.threads() - 1) {
            Arrays.setAll(expected, i -> i);
            upc.scatter(a, 0, MemorySegment.ofArray(expected), 0, 96);
            upc.memcpyFstrided(a.address(2 * 8 + 4), 4 * DOUBLE, 8 * DOUBLE, 5, a.address(8 + 1), 2 * DOUBLE,
                    8 * DOUBLE, 10);
            for (int i = 0; i < 20; i++) {
                expected[(2 + i / 4) * 8 + 4 + i % 4] = (1 + i / 2) * 8 + 1 + i % 2;
            }
            double[] found = new double[96];
            upc.gather(MemorySegment.ofArray(found), 0, a, 0, 96);
            assertArrayEquals(expected, found);
        }
        upc.finish();
    }

    /** Section 6.2, with strides and addresses where the prototype has them. */
    @RankTest
    void shouldPutABlockOfThreeDimensions(Job job) {
        Upc upc = Upc.init(job);
        SharedArray b = upc.allArray(14 * 15 * 16, DOUBLE, 0);
        double[] a = new double[11 * 12 * 13];
        Arrays.setAll(a, i -> i + 1);
        if (upc.thread() == upc.threads() - 1) {
            long srcaddr = DOUBLE * ((5L * 12 + 6) * 13 + 7);
            long[] srcstrides = {13 * DOUBLE, 12 * 13 * DOUBLE};
            long dstaddr = b.address((8L * 15 + 9) * 16 + 10);
            long[] dststrides = {16 * DOUBLE, 15 * 16 * DOUBLE};
            long[] count = {4 * DOUBLE, 3, 2};
            upc.memputStrided(dstaddr, dststrides, MemorySegment.ofArray(a), srcaddr, srcstrides, count, 2);
        }
        upc.barrier();
        for (int i = 0; i < 14 * 15 * 16; i++) {
            int x = i / 240 - 8;
            int y = i / 16 % 15 - 9;
            int z = i % 16 - 10;
            boolean isInside = x >= 0 && x < 2 && y >= 0 && y < 3 && z >= 0 && z < 4;
            assertEquals(isInside ? a[((5 + x) * 12 + 6 + y) * 13 + 7 + z] : 0, b.getDouble(i), "element " + i);
        }
        upc.barrier();
        upc.finish();
    }

    /** Open issue 1, the first loop: by threads. */
    @RankTest
    void shouldGatherByFormerThread(Job job) {
        Upc upc = Upc.init(job);
        int numelem = BLKSZ * upc.threads() - 30;
        SharedArray a = array(upc, numelem);
        double[] localA = new double[numelem];
        Memvec[] dst = {new Memvec(0, (long) numelem * DOUBLE)};
        SharedMemvec[] myvec = new SharedMemvec[upc.threads()];
        for (int i = 0; i < upc.threads(); i++) {
            myvec[i] = new SharedMemvec(a.address(BLKSZ * i),
                    upc.affinitySize((long) numelem * DOUBLE, BLKSZ * DOUBLE, i));
        }
        upc.memgetVlist(1, MemorySegment.ofArray(localA), dst, upc.threads(), myvec);
        assertElements(localA, i -> i);
        upc.finish();
    }

    /** As the first loop, of an array whose blocks wrap around: ordered by thread, and by block only within it. */
    @RankTest
    void shouldGatherByFormerThreadWhereBlocksWrap(Job job) {
        Upc upc = Upc.init(job);
        int numelem = 5 * BLKSZ * upc.threads() / 2 + 17;
        SharedArray a = array(upc, numelem);
        double[] localA = new double[numelem];
        SharedMemvec[] myvec = new SharedMemvec[upc.threads()];
        for (int i = 0; i < upc.threads(); i++) {
            myvec[i] = new SharedMemvec(a.address(BLKSZ * i),
                    upc.affinitySize((long) numelem * DOUBLE, BLKSZ * DOUBLE, i));
        }
        upc.memgetVlist(1, MemorySegment.ofArray(localA), new Memvec[]{new Memvec(0, (long) numelem * DOUBLE)},
                upc.threads(), myvec);
        long[] order = IntStream.range(0, upc.threads())
                .mapToObj(thread -> IntStream.range(0, (int) a.affinityElements(thread))
                        .mapToLong(i -> a.globalIndex(thread, i)))
                .flatMapToLong(all -> all).toArray();
        assertElements(localA, i -> order[i]);
        upc.finish();
    }

    /** Open issue 1, the second loop: by blocks, the last one shorter. */
    @RankTest
    void shouldGatherByBlock(Job job) {
        Upc upc = Upc.init(job);
        for (int numelem : new int[]{5 * BLKSZ + 17, 4 * BLKSZ, 17}) {
            SharedArray a = array(upc, numelem);
            double[] localA = new double[numelem];
            Memvec[] dst = {new Memvec(0, (long) numelem * DOUBLE)};
            SharedMemvec[] myvec = new SharedMemvec[numelem / BLKSZ + 1];
            SharedPointer p = a.pointer(0);
            int i;
            for (i = 0; i < numelem / BLKSZ; i++) {
                myvec[i] = new SharedMemvec(p.address(), BLKSZ * DOUBLE);
                p = p.add(BLKSZ);
            }
            long leftoverelems = a.pointer(numelem).distance(p);
            if (leftoverelems > 0) {
                myvec[i] = new SharedMemvec(p.address(), leftoverelems * DOUBLE);
                i++;
            }
            upc.memgetVlist(1, MemorySegment.ofArray(localA), dst, i, myvec);
            assertElements(localA, index -> index);
        }
        upc.finish();
    }

    private static void assertElements(double[] found, IntToLongFunction element) {
        for (int i = 0; i < found.length; i++) {
            assertEquals(element.applyAsLong(i), found[i], "place " + i);
        }
    }
}
