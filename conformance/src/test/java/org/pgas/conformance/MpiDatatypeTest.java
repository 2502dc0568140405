package org.pgas.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.pgas.conformance.Refusals.assertIllegal;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.function.IntFunction;

import org.pgas.Job;
import org.pgas.mpi.Datatype;
import org.pgas.mpi.Window;
import org.pgas.testkit.RankDefaults;
import org.pgas.testkit.RankTest;

/**
 * Transfers of derived datatypes, to parts that are mapped and to others: each side has its own type, and nothing else
 * is touched.
 */
@RankDefaults(segment = "4m")
@AcrossNeighbourhoods
class MpiDatatypeTest {
    private static final int BYTES = 1 << 18;
    private static final byte UNTOUCHED = 0x55;

    @RankTest(ranks = 3)
    void shouldTransferBetweenTheTypesOfMappedParts(Job job) {
        Window window = Window.allocate(job.world(), BYTES, 8);
        transferAll(job, window, window.memory());
        window.free();
    }

    @RankTest(ranks = 3)
    void shouldTransferBetweenTheTypesOfLocalParts(Job job) {
        MemorySegment memory = MemorySegment.ofArray(new byte[BYTES]);
        Window window = Window.create(job.world(), memory, 8);
        transferAll(job, window, memory);
        window.free();
    }

    private static void transferAll(Job job, Window window, MemorySegment own) {
        Datatype column = Datatype.resized(Datatype.vector(20, 1, 20, Datatype.DOUBLE), 0, 8).commit();
        transfer(job, window, own, Datatype.DOUBLE, 400, column, 20, i -> 8 * (i / 8 % 20 * 20 + i / 160) + i % 8);
        transfer(job, window, own, Datatype.contiguous(90, Datatype.DOUBLE).commit(), 2, column, 20,
                i -> 8 * (i / 8 % 20 * 20 + i / 160) + i % 8);
        Datatype struct = Datatype.struct(new int[]{1, 1}, new long[]{0, 8},
                new Datatype[]{Datatype.INT, Datatype.DOUBLE}).commit();
        Datatype reversed = Datatype.struct(new int[]{1, 1}, new long[]{8, 0},
                new Datatype[]{Datatype.INT, Datatype.DOUBLE}).commit();
        Datatype packed = Datatype.struct(new int[]{1, 1}, new long[]{0, 4},
                new Datatype[]{Datatype.INT, Datatype.DOUBLE}).commit();
        Datatype dense = Datatype.resized(packed, 0, 12).commit();
        IntFunction<Integer> place = i -> i / 12 * 16 + (i % 12 < 4 ? 8 + i % 12 : i % 12 - 4);
        for (int count : new int[]{1, 100, 10_000}) {
            transfer(job, window, own, dense, count, reversed, count, place);
        }
        Datatype box = Datatype.subarray(new int[]{6, 5, 7}, new int[]{2, 3, 4}, new int[]{3, 1, 2}, Datatype.SHORT)
                .commit();
        transfer(job, window, own, Datatype.SHORT, 24, box, 1,
                i -> 2 * ((3 + i / 24) * 35 + (1 + i / 8 % 3) * 7 + 2 + i / 2 % 4) + i % 2);
        Datatype backwards = Datatype.hindexed(new int[]{2, 1}, new long[]{40, 0}, Datatype.INT).commit();
        transfer(job, window, own, Datatype.INT, 3, backwards, 1, i -> i < 8 ? 40 + i : i - 8);
        assertEquals(struct.size(), dense.size());
    }

    /** {@code origin} is without gaps; {@code place} says where the i-th byte of {@code target} is. */
    private static void transfer(Job job, Window window, MemorySegment own, Datatype origin, int originCount,
            Datatype target, int targetCount, IntFunction<Integer> place) {
        int bytes = (int) origin.size() * originCount;
        int next = (job.rank() + 1) % job.size();
        int previous = (job.rank() + job.size() - 1) % job.size();
        own.fill(UNTOUCHED);
        window.fence(0);
        window.put(MemorySegment.ofArray(data(job.rank(), bytes)), originCount, origin, next, 2, targetCount, target);
        window.fence(0);
        byte[] expected = new byte[(int) own.byteSize()];
        java.util.Arrays.fill(expected, UNTOUCHED);
        byte[] sent = data(previous, bytes);
        for (int i = 0; i < bytes; i++) {
            expected[16 + place.apply(i)] = sent[i];
        }
        String what = originCount + " of " + origin + " to " + targetCount + " of " + target;
        assertEquals(-1, own.mismatch(MemorySegment.ofArray(expected)), what);
        byte[] back = new byte[bytes];
        int received = bytes / (int) target.size();
        window.fence(0);
        window.get(MemorySegment.ofArray(back), originCount, origin, next, 2, received, target);
        window.fence(0);
        assertEquals(-1, MemorySegment.ofArray(back).mismatch(MemorySegment.ofArray(data(job.rank(), bytes))), what);
    }

    private static byte[] data(int rank, int bytes) {
        byte[] data = new byte[bytes];
        for (int i = 0; i < bytes; i++) {
            data[i] = (byte) (i * 31 + i / 251 + rank * 7 & 0x3F);
        }
        return data;
    }

    @RankTest(ranks = 2)
    void shouldRefuseTypesThatDoNotFitBeforeAnythingChanges(Job job) {
        MemorySegment data = MemorySegment.ofArray(new byte[256]);
        Datatype raw = Datatype.vector(2, 1, 2, Datatype.INT);
        Datatype freed = Datatype.vector(2, 1, 2, Datatype.INT).commit();
        freed.free();
        Datatype meeting = Datatype.hvector(2, 1, 2, Datatype.INT).commit();
        Datatype below = Datatype.hindexed(new int[]{1}, new long[]{-4}, Datatype.INT).commit();
        Window window = Window.allocate(job.world(), 256, 4);
        window.memory().fill(UNTOUCHED);
        window.fence(0);
        int peer = 1 - job.rank();
        assertIllegal("not committed", () -> window.put(data, 1, raw, peer, 0, 2, Datatype.INT), "Window.put",
                "origin", "vector(2, 1, 2) of INT", "commit");
        assertIllegal("freed", () -> window.get(data, 2, Datatype.INT, peer, 0, 1, freed), "Window.get", "target",
                "was freed");
        assertIllegal("null", () -> window.put(data, 1, null, peer, 0, 1, Datatype.INT), "Window.put", "origin",
                "null");
        assertIllegal("kinds", () -> window.put(data, 2, Datatype.INT, peer, 0, 2, Datatype.FLOAT), "element 0",
                "INT", "FLOAT");
        assertIllegal("too many", () -> window.put(data, 3, Datatype.INT, peer, 0, 2, Datatype.INT), "3 elements",
                "only 2");
        assertIllegal("overlap", () -> window.put(data, 2, Datatype.INT, peer, 0, 1, meeting), "target",
                "more than once");
        assertIllegal("overlap", () -> window.get(data, 1, meeting, peer, 0, 2, Datatype.INT), "origin",
                "more than once");
        assertIllegal("below", () -> window.put(data, 1, Datatype.INT, peer, 0, 1, below), "Window.put");
        assertIllegal("beyond", () -> window.put(data, 2, Datatype.INT, peer, 63, 2, Datatype.INT), "Window.put");
        assertIllegal("count", () -> window.put(data, -1, Datatype.INT, peer, 0, 2, Datatype.INT), "origin",
                "count is -1");
        // a source may read a place twice
        data.set(ValueLayout.JAVA_INT_UNALIGNED, 0, 0x01020304);
        window.fence(0);
        for (byte each : window.memory().toArray(ValueLayout.JAVA_BYTE)) {
            assertEquals(UNTOUCHED, each);
        }
        window.fence(0);
        window.put(data, 1, meeting, peer, 1, 1, Datatype.vector(2, 1, 2, Datatype.INT).commit());
        window.fence(0);
        assertEquals(0x01020304, window.memory().get(ValueLayout.JAVA_INT_UNALIGNED, 4));
        window.free();
    }
}
