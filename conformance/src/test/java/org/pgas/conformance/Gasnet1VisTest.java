package org.pgas.conformance;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.pgas.conformance.Refusals.assertIllegal;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.SplittableRandom;

import org.pgas.EventCategory;
import org.pgas.Job;
import org.pgas.testkit.Memory;
import org.pgas.testkit.RankDefaults;
import org.pgas.testkit.RankTest;
import org.pgas.testkit.Seed;
import org.pgas.vis.Gasnet1Vis;
import org.pgas.vis.Memvec;

/** The non-contiguous calls of GASNet-1, in every form, against a model; and the rules for strides. */
@RankDefaults(segment = "16k")
@AcrossNeighbourhoodsAsThreads
class Gasnet1VisTest {
    private static final int ROUNDS = 300;

    private enum Form {
        BLOCKING,
        NB,
        NBI
    }

    @RankTest(ranks = {1, 2, 4}, memories = {Memory.MAPPED, Memory.ARRAY})
    void shouldMoveWhatListsAndStridesSay(Job job) {
        agree(job);
    }

    @RankTest(settings = "pgas.checks=off")
    void shouldMoveWhatListsAndStridesSayWithoutChecks(Job job) {
        agree(job);
    }

    private static void agree(Job job) {
        SplittableRandom random = Seed.of("transfers of rank " + job.rank());
        try (Arena confined = Arena.ofConfined()) {
            TransferRig rig = new TransferRig(job, random, confined);
            Gasnet1Vis vis = Gasnet1Vis.of(job.world());
            assertSame(job.world(), vis.team());
            int moved = 0;
            for (int round = 0; round < ROUNDS; round++) {
                boolean isPut = random.nextBoolean();
                Form form = Form.values()[random.nextInt(3)];
                moved += switch (random.nextInt(3)) {
                    case 0 -> vector(job, rig, vis, isPut, form);
                    case 1 -> indexed(job, rig, vis, isPut, form);
                    default -> strided(job, rig, vis, isPut, form);
                };
            }
            assertTrue(moved > ROUNDS / 4, "only " + moved + " of " + ROUNDS + " transfers moved something");
        }
        job.world().barrier();
    }

    /** Moves in the model what the call has moved, or sees that it is refused. */
    private static int attempt(TransferRig rig, String text, int peer, boolean isPut, Places local, Places remote,
            Runnable call) {
        long[] here = local.at(TransferRig::here, 0);
        long[] there = remote.at(offset -> TransferRig.there(peer, offset), 0);
        return rig.attempt(text, isPut ? there : here, isPut ? here : there, call);
    }

    /** So many bytes in pieces, some of them empty. */
    private static Memvec[] pieces(TransferRig rig, int total, long base) {
        Memvec[] list = new Memvec[40];
        int count = 0;
        int rest = total;
        while (rest > 0 && count < list.length - 1 || rig.random().nextInt(4) == 0 && count < list.length - 1) {
            int length = Math.min(rest, rig.small(50));
            list[count++] = new Memvec(base + rig.random().nextInt(TransferRig.BYTES - length + 1), length);
            rest -= length;
        }
        if (rest > 0) {
            list[count++] = new Memvec(base + rig.random().nextInt(TransferRig.BYTES - rest + 1), rest);
        }
        return Arrays.copyOf(list, count);
    }

    private static Places places(Memvec[] list, long base) {
        Places places = new Places();
        for (Memvec entry : list) {
            places.add(entry.offset() - base, entry.length());
        }
        return places;
    }

    private static int vector(Job job, TransferRig rig, Gasnet1Vis vis, boolean isPut, Form form) {
        int total = rig.small(300);
        int peer = rig.peer();
        Memvec[] local = pieces(rig, total, 0);
        Memvec[] remote = pieces(rig, total, rig.base());
        Memvec[] localBefore = local.clone();
        Memvec[] remoteBefore = remote.clone();
        MemorySegment memory = rig.local();
        Runnable call = () -> {
            switch (form) {
                case BLOCKING -> {
                    if (isPut) {
                        vis.putv(peer, remote, memory, local);
                    } else {
                        vis.getv(memory, local, peer, remote);
                    }
                }
                case NB -> (isPut ? vis.putvNb(peer, remote, memory, local) : vis.getvNb(memory, local, peer, remote))
                        .await();
                default -> {
                    if (isPut) {
                        vis.putvNbi(peer, remote, memory, local);
                    } else {
                        vis.getvNbi(memory, local, peer, remote);
                    }
                    job.nbi().await(isPut ? EventCategory.PUT : EventCategory.GET);
                }
            }
            assertArrayEquals(localBefore, local);
            assertArrayEquals(remoteBefore, remote);
        };
        return attempt(rig, (isPut ? "putv " : "getv ") + form + " of " + Arrays.toString(local) + " and "
                + Arrays.toString(remote), peer, isPut, places(local, 0), places(remote, rig.base()), call);
    }

    private static long[] offsets(TransferRig rig, int count, int length, long base) {
        long[] offsets = new long[count];
        Arrays.setAll(offsets, i -> base + rig.random().nextInt(TransferRig.BYTES - length + 1));
        return offsets;
    }

    private static Places places(long[] offsets, int length, long base) {
        Places places = new Places();
        for (long offset : offsets) {
            places.add(offset - base, length);
        }
        return places;
    }

    private static int indexed(Job job, TransferRig rig, Gasnet1Vis vis, boolean isPut, Form form) {
        int unit = 1 + rig.small(9);
        int one = rig.small(5);
        int other = rig.small(5);
        int peer = rig.peer();
        // one regions of (other * unit) bytes here, other regions of (one * unit) bytes there
        long[] local = offsets(rig, one, other * unit, 0);
        long[] remote = offsets(rig, other, one * unit, rig.base());
        long[] localBefore = local.clone();
        long[] remoteBefore = remote.clone();
        long localBytes = (long) other * unit;
        long remoteBytes = (long) one * unit;
        MemorySegment memory = rig.local();
        Runnable call = () -> {
            switch (form) {
                case BLOCKING -> {
                    if (isPut) {
                        vis.puti(peer, remote, remoteBytes, memory, local, localBytes);
                    } else {
                        vis.geti(memory, local, localBytes, peer, remote, remoteBytes);
                    }
                }
                case NB -> (isPut ? vis.putiNb(peer, remote, remoteBytes, memory, local, localBytes)
                        : vis.getiNb(memory, local, localBytes, peer, remote, remoteBytes)).await();
                default -> {
                    if (isPut) {
                        vis.putiNbi(peer, remote, remoteBytes, memory, local, localBytes);
                    } else {
                        vis.getiNbi(memory, local, localBytes, peer, remote, remoteBytes);
                    }
                    job.nbi().await(isPut ? EventCategory.PUT : EventCategory.GET);
                }
            }
            assertArrayEquals(localBefore, local);
            assertArrayEquals(remoteBefore, remote);
        };
        return attempt(rig, (isPut ? "puti " : "geti ") + form + " of " + Arrays.toString(local) + " and "
                + Arrays.toString(remote), peer, isPut, places(local, other * unit, 0),
                places(remote, one * unit, rig.base()), call);
    }

    /** Strides that keep the rule. */
    private static long[] strides(TransferRig rig, long[] count) {
        long[] strides = new long[count.length - 1];
        for (int level = 0; level < strides.length; level++) {
            long least = level == 0 ? count[0] : count[level] * strides[level - 1];
            strides[level] = least + rig.small(6);
        }
        return strides;
    }

    private static Places places(long[] strides, long[] count) {
        Places places = new Places();
        for (int offset : ModelNest.offsets(count, strides)) {
            places.add(offset, count[0]);
        }
        return places;
    }

    private static int strided(Job job, TransferRig rig, Gasnet1Vis vis, boolean isPut, Form form) {
        long[] count = new long[1 + rig.small(5)];
        Arrays.setAll(count, i -> rig.random().nextInt(40) == 0 ? 0 : 1 + rig.small(i == 0 ? 20 : 4));
        long[] localStrides = strides(rig, count);
        long[] remoteStrides = strides(rig, count);
        Places local = places(localStrides, count);
        Places remote = places(remoteStrides, count);
        if (!local.fit(TransferRig.BYTES) || !remote.fit(TransferRig.BYTES)) {
            return 0;
        }
        int peer = rig.peer();
        long at = local.base(rig);
        long shift = remote.base(rig);
        long offset = rig.base() + shift;
        long[][] arguments = {localStrides, remoteStrides, count};
        long[][] before = {localStrides.clone(), remoteStrides.clone(), count.clone()};
        MemorySegment memory = rig.local();
        long[] here = local.at(TransferRig::here, at);
        long[] there = remote.at(place -> TransferRig.there(peer, place), shift);
        String text = (isPut ? "puts " : "gets ") + form + " of " + Arrays.toString(count) + " with "
                + Arrays.toString(localStrides) + " and " + Arrays.toString(remoteStrides);
        return rig.attempt(text, isPut ? there : here, isPut ? here : there, () -> {
            switch (form) {
                case BLOCKING -> {
                    if (isPut) {
                        vis.puts(peer, offset, remoteStrides, memory, at, localStrides, count);
                    } else {
                        vis.gets(memory, at, localStrides, peer, offset, remoteStrides, count);
                    }
                }
                case NB -> (isPut ? vis.putsNb(peer, offset, remoteStrides, memory, at, localStrides, count)
                        : vis.getsNb(memory, at, localStrides, peer, offset, remoteStrides, count)).await();
                default -> {
                    if (isPut) {
                        vis.putsNbi(peer, offset, remoteStrides, memory, at, localStrides, count);
                    } else {
                        vis.getsNbi(memory, at, localStrides, peer, offset, remoteStrides, count);
                    }
                    job.nbi().await(isPut ? EventCategory.PUT : EventCategory.GET);
                }
            }
            assertArrayEquals(before, arguments);
        });
    }

    /** The example of section 6.2, whose call in the document has source and destination the wrong way round. */
    @RankTest(segment = "64k")
    void shouldPutTheBlockOfTheDocumentsExample(Job job) {
        double[] array = new double[11 * 12 * 13];
        Arrays.setAll(array, i -> i + 1);
        long[] sourceStrides = {13 * 8, 12 * 13 * 8};
        long[] targetStrides = {16 * 8, 15 * 16 * 8};
        long[] count = {4 * 8, 3, 2};
        long base = 32768L * job.rank();
        int peer = (job.rank() + 1) % job.size();
        Gasnet1Vis.of(job.world()).puts(peer, base + 8 * (10 + 16 * (9 + 15 * 8)), targetStrides,
                MemorySegment.ofArray(array), 8 * (7 + 13 * (6 + 12 * 5)), sourceStrides, count);
        double[] there = new double[14 * 15 * 16];
        job.world().rma().get(there, 0, peer, base, there.length);
        for (int i = 0; i < 14; i++) {
            for (int j = 0; j < 15; j++) {
                for (int k = 0; k < 16; k++) {
                    boolean isInside = i >= 8 && i < 10 && j >= 9 && j < 12 && k >= 10 && k < 14;
                    double expected = isInside ? array[(i - 3) * 12 * 13 + (j - 3) * 13 + k - 3] : 0;
                    assertEquals(expected, there[(i * 15 + j) * 16 + k], "B[" + i + "][" + j + "][" + k + "]");
                }
            }
        }
        job.world().barrier();
    }

    @RankTest
    void shouldRefuseStridesThatTheDocumentForbids(Job job) {
        Gasnet1Vis vis = Gasnet1Vis.of(job.world());
        MemorySegment local = MemorySegment.ofArray(new byte[512]);
        long[] good = {8, 32};
        long[] count = {8, 3, 2};
        assertIllegal("level 0", () -> vis.puts(0, 0, new long[]{7, 32}, local, 0, good, count),
                "rank " + job.rank() + ": Gasnet1Vis.puts: targetStrides[0] is 7, less than count[0], 8");
        assertIllegal("level 0", () -> vis.gets(local, 0, good, 0, 0, new long[]{-8, 32}, count),
                "Gasnet1Vis.gets: sourceStrides[0] is -8");
        assertIllegal("level 1", () -> vis.putsNb(0, 0, good, local, 0, new long[]{8, 23}, count),
                "Gasnet1Vis.putsNb: sourceStrides[1] is 23, less than count[1] * sourceStrides[0], 3 * 8");
        assertIllegal("permuted", () -> vis.getsNbi(local, 0, new long[]{32, 8}, 0, 0, good, count),
                "targetStrides[1] is 8");
        long huge = 1L << 62;
        assertIllegal("product", () -> vis.puts(0, 0, new long[]{huge, huge, huge}, local, 0, new long[]{8, 64, 512},
                new long[]{8, 8, 2, 2}), "targetStrides[1]");
        assertIllegal("levels", () -> vis.puts(0, 0, new long[]{8}, local, 0, good, count),
                "targetStrides has 1 entries", "asks for 2");
        assertIllegal("negative", () -> vis.puts(0, 0, good, local, 0, good, new long[]{8, -3, 0}), "count[1] is -3");
        assertIllegal("no count", () -> vis.puts(0, 0, good, local, 0, good, new long[0]), "count[0]");
        assertIllegal("length", () -> vis.putv(0, new Memvec[]{new Memvec(0, 1), new Memvec(0, -1)}, local,
                new Memvec[0]), "Gasnet1Vis.putv: targets[1] has a length of -1");
        assertIllegal("null", () -> vis.getv(local, new Memvec[1], 0, new Memvec[0]), "targets[0] is null");
        assertIllegal("null", () -> vis.putv(0, null, local, new Memvec[0]), "Gasnet1Vis.putv: targets is null");
        assertIllegal("null", () -> vis.puti(0, new long[1], 8, local, null, 8), "Gasnet1Vis.puti: sources is null");
        assertIllegal("null", () -> vis.puts(0, 0, good, local, 0, good, null), "Gasnet1Vis.puts: count is null");
        assertIllegal("null", () -> vis.puts(0, 0, good, local, 0, null, count), "puts: sourceStrides is null");
        assertIllegal("far", () -> vis.getvNb(local, new Memvec[]{new Memvec(0, 1), new Memvec(Long.MAX_VALUE, 1)}, 0,
                new Memvec[]{new Memvec(0, 2)}),
                "rank " + job.rank() + ": Gasnet1Vis.getvNb: entry 1 (1 bytes at offset");
        assertIllegal("length", () -> vis.puti(0, new long[1], -8, local, new long[1], 8), "targetBytes is -8");
        assertIllegal("totals", () -> vis.puti(0, new long[1], 8, local, new long[2], 8), "8", "16");
        job.world().barrier();
    }

    @RankTest
    void shouldIgnoreTheRestWhenThereIsNothingToMove(Job job) {
        Gasnet1Vis vis = Gasnet1Vis.of(job.world());
        MemorySegment local = MemorySegment.ofArray(new byte[64]);
        vis.puts(99, -1, null, local, 99, new long[]{-1}, new long[]{8, 0, 3});
        vis.gets(local, 99, new long[]{1, 2, 3}, 99, -1, null, new long[]{0});
        vis.putv(99, new Memvec[0], local, new Memvec[]{new Memvec(-7, 0)});
        vis.geti(local, new long[0], 8, 99, new long[]{-1, -2}, 0);
        // one count: contiguous, whatever the strides
        local.set(ValueLayout.JAVA_BYTE, 3, (byte) 5);
        vis.puts(job.rank(), 11, null, local, 3, new long[]{-1, 5}, new long[]{1});
        assertEquals(5, job.world().rma().getByte(job.rank(), 11));
        job.world().barrier();
    }
}
