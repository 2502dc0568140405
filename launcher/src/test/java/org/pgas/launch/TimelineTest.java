package org.pgas.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import jdk.jfr.Label;
import jdk.jfr.Recording;
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

    /** Of which there are enough that what is written leaves the buffers. */
    @Label("Something")
    private static final class Something extends jdk.jfr.Event {}

    static void record(Path file) throws IOException {
        try (Recording recording = new Recording()) {
            recording.start();
            for (int i = 0; i < 1000; i++) {
                new Something().commit();
            }
            recording.stop();
            recording.dump(file);
        }
    }

    @Test
    void shouldSayThatThereIsNoRoomAndNotThatARecordingCannotBeRead() throws IOException {
        Path full = Path.of("/dev/full");
        assumeTrue(Files.isWritable(full));
        try (Timeline timeline = Timeline.prepare(full)) {
            record(timeline.directory().resolve("rank-0.jfr"));
            String failure = "the timeline could not be written to /dev/full: no space left on the file system (df, "
                    + "df -i)";
            assertEquals(List.of(failure), timeline.write(List.of(11L), List.of("rank 0")));
            assertEquals(failure, timeline.failure());
        }
    }

    @Test
    void shouldReplaceTheFileOnlyByAWholeTrace() throws IOException {
        Path file = Files.writeString(directory.resolve("old.json"), "precious");
        try (Timeline timeline = Timeline.prepare(file)) {
            record(timeline.directory().resolve("rank-0.jfr"));
            Path unfinished = Files.createDirectory(directory.resolve("old.json.new"));
            assertEquals(1, timeline.write(List.of(11L), List.of("rank 0")).size());
            assertEquals("precious", Files.readString(file));
            Files.deleteIfExists(unfinished);
            assertEquals(List.of(), timeline.write(List.of(11L), List.of("rank 0 of neighbourhood 0")));
        }
        assertTrue(Files.readString(file).contains("\"name\":\"Something\""), "what was recorded");
        assertTrue(Files.readString(file).contains("\"name\":\"rank 0 of neighbourhood 0 (pid 11)\""), "whose it is");
        try (var left = Files.list(directory)) {
            assertEquals(List.of(file), left.toList());
        }
    }

    @Test
    void shouldNameNoProcessOfWhichNothingIsKnown() throws IOException {
        try (Timeline timeline = Timeline.prepare(directory.resolve("trace.json"))) {
            assertEquals(List.of("the timeline lacks rank 0, which left no recording: its process was killed, or had "
                    + "no time to write it"), timeline.write(List.of(0L), List.of("rank 0")));
        }
    }

    @Test
    void shouldWriteThroughALink() throws IOException {
        Path file = Files.createFile(directory.resolve("trace.json"));
        Path link = Files.createSymbolicLink(directory.resolve("link"), file);
        try (Timeline timeline = Timeline.prepare(link)) {
            timeline.write(List.of(), List.of());
        }
        assertTrue(Files.isSymbolicLink(link) && Files.size(file) > 0);
    }

    @Test
    void shouldSayWhichRanksAreMissingAndWriteATraceWithoutThem() throws IOException {
        Path file = directory.resolve("trace.json");
        Path recordings;
        try (Timeline timeline = Timeline.prepare(file)) {
            recordings = timeline.directory();
            Files.writeString(recordings.resolve("rank-1.jfr"), "no recording at all");
            List<String> gaps = timeline.write(List.of(11L, 12L), List.of("rank 0", "rank 1"));
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
