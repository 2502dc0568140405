package org.pgas.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pgas.PgasException;

class TimelineTest {
    @TempDir
    Path directory;

    @Test
    void shouldRefuseAFileThatCannotBeWritten() {
        Path file = directory.resolve("missing").resolve("trace.json");
        assertEquals("the timeline cannot be written to " + file + ": no such file or directory",
                assertThrows(PgasException.class, () -> Timeline.prepare(file)).getMessage());
        assertThrows(PgasException.class, () -> Timeline.prepare(directory));
    }

    @Test
    void shouldLeaveTheFileAloneUntilTheEnd() throws IOException {
        Path old = Files.writeString(directory.resolve("old.json"), "precious");
        Timeline.prepare(old).close();
        assertEquals("precious", Files.readString(old));
        Path other = directory.resolve("new.json");
        Timeline.prepare(other).close();
        assertFalse(Files.exists(other));
    }

    @Test
    void shouldSayWhichRanksAreMissingAndWriteATraceWithoutThem() throws IOException {
        Path file = directory.resolve("trace.json");
        Path recordings;
        try (Timeline timeline = Timeline.prepare(file)) {
            recordings = timeline.directory();
            Files.writeString(recordings.resolve("rank-1.jfr"), "no recording at all");
            List<String> gaps = timeline.write(List.of(11L, 12L));
            assertEquals(2, gaps.size());
            assertTrue(gaps.get(0).startsWith("the timeline lacks rank 0 (pid 11), which left no recording"),
                    gaps::toString);
            assertTrue(
                    gaps.get(1)
                            .startsWith("the timeline lacks events of rank 1 (pid 12): its recording cannot be read"),
                    gaps::toString);
        }
        assertFalse(Files.exists(recordings));
        assertTrue(Files.readString(file).stripTrailing().endsWith("]}"));
    }
}
