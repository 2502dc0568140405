package org.pgas.faults.corruption;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;

import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pgas.faults.jobs.FileLayouts;
import org.pgas.faults.work.Workload;

/** Which damage excuses a wrong result. */
class ExcuseTest {
    private static final int RANKS = 2;
    private static final int SLAB_BYTES = 4 * 65_536;
    private static final int FIRST_RING = 128 + RANKS * 1024;

    @TempDir
    private Path directory;

    private boolean covers(String kind, boolean checks, Workload program, Blow blow, long from, long bytes)
            throws IOException {
        ByteBuffer header = ByteBuffer.allocate(1 << 20).order(ByteOrder.nativeOrder());
        header.putInt(FileLayouts.MESSAGES_RANKS, RANKS).putInt(FileLayouts.MESSAGES_SLAB_BYTES, SLAB_BYTES);
        try (SharedFile file = new SharedFile(Files.write(directory.resolve(kind), header.array()), kind)) {
            Excuse excuse = new Excuse(checks, program);
            excuse.learn(file);
            return excuse.covers(file, Dealt.bytes(blow, "", from, bytes));
        }
    }

    @ParameterizedTest
    @CsvSource({"seg, true, true", "FILE segment, true, true", "am, true, false", "slabs, true, false",
        "area, true, false",
        "board, true, false", "wire-secret, false, false",
        "control, false, false", "counters, false, false", "environment, false, false", "java.args, false, false",
        "job, false, false", "locks, false, false", "ways, false, false"})
    void dataIsExcusedWithoutChecks(String kind, boolean off, boolean on) throws IOException {
        long data = 8192;
        assertEquals(off, covers(kind, false, Workload.LOCKS, Blow.WORD, data, 8));
        assertEquals(on, covers(kind, true, Workload.LOCKS, Blow.WORD, data, 8));
        assertEquals(false, covers(kind, false, Workload.LOCKS, Blow.CUT, data, 8), "the length is watched");
        assertEquals(false, covers(kind, false, Workload.LOCKS, Blow.REPLACED, 0, 0));
    }

    @ParameterizedTest
    @CsvSource({"0, 8, false", "2048, 8, false", "2176, 8, true", "2100, 100, true", "67704, 8, true",
        "67712, 8, false", "68600, 8, false", "68608, 8, true", "68000, 2000, true",
        "68600, 16, true", "134136, 8, true", "134144, 8, false"})
    void ofTheFileOfMessagesOnlyTheRecordsAre(long from, long bytes, boolean excused) throws IOException {
        assertEquals(2176, FIRST_RING);
        assertEquals(excused, covers("am", false, Workload.MESSAGES, Blow.STRETCH, from, bytes));
    }

    @ParameterizedTest
    @CsvSource({"67832, 8, false", "67832, 16, true", "67840, 8, true", "68096, 8, true", "68104, 8, false",
        "0, 67840, false", "134264, 8, false", "134272, 8, true", "67000, 4096, true"})
    void positionsOfRingsAreInCheckedModeToo(long from, long bytes, boolean excused) throws IOException {
        assertEquals(excused, covers("am", true, Workload.MESSAGES, Blow.STRETCH, from, bytes));
    }

    @ParameterizedTest
    @CsvSource({"0, 8, false", "4088, 8, false", "4088, 16, true", "4096, 8, true"})
    void ofAFileSegmentTheHeaderIsNot(long from, long bytes, boolean excused) throws IOException {
        assertEquals(excused, covers(SharedFile.FILE_SEGMENT, true, Workload.JOURNAL, Blow.STRETCH, from, bytes));
    }

    @ParameterizedTest
    @CsvSource({"WINDOWS, true", "SEGMENTS, true", "COLLECTIVES, false"})
    void wordsThatAreOnlyComparedAreExcusedInCheckedModeToo(Workload program, boolean excused) throws IOException {
        assertEquals(excused, covers("area", true, program, Blow.WORD, 64, 8));
    }
}
