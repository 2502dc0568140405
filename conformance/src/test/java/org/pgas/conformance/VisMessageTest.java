package org.pgas.conformance;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.pgas.conformance.Refusals.assertIllegal;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;

import org.junit.jupiter.api.function.Executable;
import org.pgas.Job;
import org.pgas.LocalCompletion;
import org.pgas.testkit.Memory;
import org.pgas.testkit.RankDefaults;
import org.pgas.testkit.RankTest;
import org.pgas.vis.Shape;
import org.pgas.vis.Vis;

/**
 * What the refusals of shaped transfers say, word by word, with and without checked mode; and that nothing has changed
 * then.
 */
@RankDefaults(segment = "4k", memories = {Memory.MAPPED, Memory.ARRAY, Memory.NATIVE})
@AcrossNeighbourhoodsAsThreads
class VisMessageTest {
    private static final long SIZE = 4096;
    private static final Shape EIGHT = Shape.contiguous(8);

    /** The calls of one test, on the memory of the rank behind this one, and what this rank's memory must keep. */
    private static final class Calls {
        private final Job job;
        private final Vis vis;
        private final int peer;
        private final byte[] bytes = new byte[512];
        private final MemorySegment local = MemorySegment.ofArray(bytes);

        Calls(Job job) {
            this.job = job;
            this.vis = Vis.of(job.world());
            this.peer = (job.rank() + 1) % job.size();
            Arrays.fill(bytes, (byte) 7);
            MemorySegment own = job.endpoint().segment().local();
            own.fill((byte) 9);
            job.world().barrier();
        }

        void refusedPut(int rank, long offset, Shape target, long localOffset, Shape source, Object... parts) {
            refused("Vis.put", () -> vis.put(rank, offset, target, local, localOffset, source), parts);
            refused("Vis.putNb",
                    () -> vis.putNb(rank, offset, target, local, localOffset, source, LocalCompletion.NOW), parts);
            refused("Vis.putNbi",
                    () -> vis.putNbi(rank, offset, target, local, localOffset, source, LocalCompletion.NOW), parts);
        }

        void refusedGet(MemorySegment to, long localOffset, Shape target, int rank, long offset, Shape source,
                Object... parts) {
            refused("Vis.get", () -> vis.get(to, localOffset, target, rank, offset, source), parts);
            refused("Vis.getNb", () -> vis.getNb(to, localOffset, target, rank, offset, source), parts);
            refused("Vis.getNbi", () -> vis.getNbi(to, localOffset, target, rank, offset, source), parts);
        }

        private void refused(String call, Executable executable, Object... parts) {
            Object[] all = Arrays.copyOf(parts, parts.length + 2);
            all[parts.length] = call;
            all[parts.length + 1] = "rank " + job.rank() + ":";
            assertIllegal(call, executable, all);
        }

        /** Nobody has written anything anywhere. */
        void finish() {
            job.world().barrier();
            byte[] expected = new byte[(int) SIZE];
            Arrays.fill(expected, (byte) 9);
            assertArrayEquals(expected, job.endpoint().segment().local().toArray(ValueLayout.JAVA_BYTE));
            byte[] expectedLocal = new byte[bytes.length];
            Arrays.fill(expectedLocal, (byte) 7);
            assertArrayEquals(expectedLocal, bytes);
            job.world().barrier();
        }
    }

    @RankTest
    void shouldRefuseVolumesThatDiffer(Job job) {
        Calls calls = new Calls(job);
        Shape rows = Shape.chunked(16, 4, 64);
        Shape list = Shape.indexed(8, new long[]{0, 100, 50});
        Object[] parts = {"the volumes differ", "chunked(4 of 16 bytes, 64 apart), has 64 bytes",
            "indexed(3 of 8 bytes at [0, 100, 50]), has 24 bytes"};
        calls.refusedPut(calls.peer, 0, rows, 0, list, parts);
        calls.refusedGet(calls.local, 0, rows, calls.peer, 0, list, parts);
        calls.refusedPut(calls.peer, 0, Shape.contiguous(0), 0, EIGHT, "0 bytes", "has 8");
        calls.finish();
    }

    @RankTest
    void shouldRefuseTargetsThatOverlapAndTakeSourcesThatDo(Job job) {
        Calls calls = new Calls(job);
        Shape twice = Shape.indexed(8, new long[]{64, 0, 60});
        Shape packed = Shape.contiguous(24);
        calls.refusedPut(calls.peer, 0, twice, 0, packed,
                "entry 2 (8 bytes at offset 60) overlaps entry 0 (8 bytes at offset 64)");
        calls.refusedGet(calls.local, 0, Shape.chunked(8, 3, 0), calls.peer, 0, packed, "the chunks (stride 0)");
        calls.finish();
        calls.vis.put(calls.peer, 0, packed, calls.local, 0, twice);
        job.world().barrier();
        assertEquals(7, job.endpoint().segment().local().get(ValueLayout.JAVA_BYTE, 23));
    }

    @RankTest
    void shouldNameWhatIsOutsideTheSegment(Job job) {
        Calls calls = new Calls(job);
        Shape list = Shape.vector(new long[]{0, -100, 77, 40}, new long[]{8, 8, 0, 8});
        Shape packed = Shape.contiguous(24);
        String segment = "outside the segment of rank " + calls.peer + " (4096 bytes)";
        calls.refusedPut(calls.peer, 99, list, 0, packed,
                "entry 1 of the target, 8 bytes at offset 99 - 100, is " + segment);
        calls.refusedGet(calls.local, 0, packed, calls.peer, 4050, list,
                "entry 3 of the source, 8 bytes at offset 4050 + 40, is outside the segment");
        Shape nest = Shape.strided(8, new long[]{4, 3}, new long[]{16, -256});
        calls.refusedPut(calls.peer, 500, nest, 0, Shape.contiguous(96),
                "level 1 of the target, 3 rounds -256 bytes apart,",
                "leads to 8 bytes at offset 500 - 512, which is " + segment);
        calls.refusedPut(calls.peer, 4060, nest, 0, Shape.contiguous(96), "level 0 of the target", "4060 + 48");
        calls.refusedPut(calls.peer, 4090, EIGHT, 0, EIGHT, "the target, 8 bytes at offset 4090, is " + segment);
        for (long offset : new long[]{Long.MAX_VALUE, Long.MAX_VALUE - 8, Long.MIN_VALUE, -1, -9, SIZE}) {
            calls.refusedPut(calls.peer, offset, EIGHT, 0, EIGHT, "" + offset, segment);
            calls.refusedPut(calls.peer, offset, list, 0, packed, "" + offset, segment);
            calls.refusedGet(calls.local, 0, Shape.contiguous(96), calls.peer, offset, nest, "" + offset, segment);
        }
        calls.refusedPut(job.size(), 0, EIGHT, 0, EIGHT, "rank " + job.size() + " is outside 0.." + (job.size() - 1));
        calls.refusedGet(calls.local, 0, EIGHT, -1, 0, EIGHT, "rank -1 is outside");
        calls.finish();
    }

    @RankTest
    void shouldNameWhatIsOutsideTheLocalMemory(Job job) {
        Calls calls = new Calls(job);
        Shape list = Shape.indexed(8, new long[]{0, 300, -16});
        Shape packed = Shape.contiguous(24);
        calls.refusedPut(calls.peer, 0, packed, 15, list,
                "entry 2 of the source, 8 bytes at offset 15 - 16, is outside the local memory of 512 bytes");
        calls.refusedGet(calls.local, 300, list, calls.peer, 0, packed, "entry 1 of the target", "300 + 300");
        for (long offset : new long[]{Long.MAX_VALUE, Long.MIN_VALUE, -1, 512}) {
            calls.refusedPut(calls.peer, 0, packed, offset, packed, "" + offset, "512 bytes");
        }
        calls.refusedGet(calls.local.asReadOnly(), 0, EIGHT, calls.peer, 0, EIGHT, "read-only");
        calls.finish();
    }

    @RankTest(settings = "pgas.checks=off")
    void shouldSayTheSameWithoutCheckedMode(Job job) {
        shouldRefuseVolumesThatDiffer(job);
        shouldNameWhatIsOutsideTheSegment(job);
        shouldNameWhatIsOutsideTheLocalMemory(job);
        shouldRefuseTargetsThatOverlapAndTakeSourcesThatDo(job);
    }

    @RankTest
    void shouldRefuseSourceAndTargetThatOverlap(Job job) {
        Calls calls = new Calls(job);
        MemorySegment own = job.endpoint().segment().local();
        Shape even = Shape.chunked(8, 10, 16);
        Vis vis = calls.vis;
        assertIllegal("put", () -> vis.put(job.rank(), 0, even, own, 12, even), "Vis.put", "overlap", "8 bytes");
        assertIllegal("get", () -> vis.get(own, 4, even, job.rank(), 0, even), "Vis.get", "overlap");
        assertIllegal("put", () -> vis.put(job.rank(), 64, EIGHT, own, 60, EIGHT), "overlap");
        calls.finish();
        // the ones lie in the gaps of the others
        vis.put(job.rank(), 0, even, own, 8, even);
        vis.get(own, 0, even, job.rank(), 8, even);
        calls.finish();
    }
}
