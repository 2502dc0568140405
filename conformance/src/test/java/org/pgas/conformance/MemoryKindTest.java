package org.pgas.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.pgas.conformance.Refusals.assertIllegal;
import static org.pgas.conformance.Refusals.assertRefused;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;

import org.pgas.ErrorCode;
import org.pgas.Job;
import org.pgas.MemoryKind;
import org.pgas.MemoryKind.FileUse;
import org.pgas.Segment;
import org.pgas.testkit.RankDefaults;
import org.pgas.testkit.RankTest;

/** Kinds of memory: what can be made, queried and destroyed, and the devices that cannot. */
@RankDefaults(ranks = 1, segment = "4k")
class MemoryKindTest {
    @RankTest
    void shouldHaveAKindForMemoryOfThisHost(Job job) {
        assertSame(MemoryKind.Class.HOST, MemoryKind.HOST.memoryClass());
        assertNull(MemoryKind.HOST.file());
        assertNull(MemoryKind.HOST.job());
        assertSame(MemoryKind.HOST, job.endpoint().segment().kind());
        assertSame(MemoryKind.HOST, job.segments().create(1).kind());
        assertSame(MemoryKind.HOST, job.segments().create(MemorySegment.ofArray(new byte[1])).kind());
        assertEquals("kind HOST", MemoryKind.HOST.toString());
        assertIllegal("destroy", MemoryKind.HOST::destroy, "MemoryKind.destroy", "HOST always exists", "of no rank");
    }

    @RankTest
    void shouldRefuseDevicesAndSayWhy(Job job) {
        assertRefused(ErrorCode.RESOURCE, "CUDA", () -> MemoryKind.create(job, new MemoryKind.CudaUva(3), 0),
                "rank 0: MemoryKind.create", "class CUDA_UVA", "device 3", "memory of the host only", "kind HOST");
        assertRefused(ErrorCode.RESOURCE, "HIP", () -> MemoryKind.create(job, new MemoryKind.Hip(1), 0),
                "class HIP", "device 1", "memory of the host only");
        assertRefused(ErrorCode.RESOURCE, "ZE", () -> MemoryKind.create(job, new MemoryKind.Ze(0, 0, 2), 0),
                "class ZE", "device 2", "memory of the host only");
        assertIllegal("no device", () -> MemoryKind.create(job, new MemoryKind.CudaUva(-1), 0), "class CUDA_UVA",
                "device -1");
        assertIllegal("null", () -> MemoryKind.create(job, null, 0), "MemoryKind.create", "null");
        assertIllegal("flags", () -> MemoryKind.create(job, new MemoryKind.Hip(0), 1), "flags 0x1", "legal is 0");
    }

    @RankTest
    void shouldDestroyAKindWhenNoneOfItsSegmentsIsLeft(Job job) throws Exception {
        Path directory = Files.createTempDirectory("kinds");
        try {
            Path path = directory.resolve("segment");
            MemoryKind kind = MemoryKind.create(job, new MemoryKind.File(path, FileUse.CREATE), 0);
            assertSame(MemoryKind.Class.FILE, kind.memoryClass());
            assertEquals(path.toAbsolutePath(), kind.file().path());
            assertSame(job, kind.job());
            assertEquals("kind FILE (" + path + ")", kind.toString());
            assertEquals(0, kind.segmentCount());
            Segment segment = job.segments().create(4096, kind);
            assertSame(kind, segment.kind());
            assertEquals(1, kind.segmentCount());
            assertIllegal("in use", kind::destroy, "1 segments of kind FILE", "Segment.destroy");
            // one that fails leaves nothing behind
            assertRefused(ErrorCode.RESOURCE, "exists", () -> job.segments().create(4096, kind), "exists already");
            assertEquals(1, kind.segmentCount());
            segment.destroy();
            kind.destroy();
            assertTrue(kind.isDestroyed());
            assertIllegal("twice", kind::destroy, "destroyed already");
            assertIllegal("use", () -> job.segments().create(4096, kind), "Segments.create", "was destroyed");
            MemoryKind other = MemoryKind.create(job, new MemoryKind.File(path, FileUse.OPEN), 0);
            HostedJobs.alone((foreign, _) -> assertIllegal("foreign", () -> foreign.segments().create(4096, other),
                    "another membership", job.name()));
        } finally {
            remove(directory);
        }
    }

    private static void remove(Path directory) throws IOException {
        Files.deleteIfExists(directory.resolve("segment"));
        Files.delete(directory);
    }
}
