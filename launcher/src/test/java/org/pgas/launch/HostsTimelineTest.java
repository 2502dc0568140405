package org.pgas.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pgas.launch.agents.HostRanks;
import org.pgas.launch.agents.RecordingPart;

/** One trace of recordings that come in parts. */
class HostsTimelineTest {
    private static final List<HostRanks> HOSTS = List.of(new HostRanks("a", 0, 1), new HostRanks("b", 1, 2));

    @TempDir
    Path directory;

    private byte[] recording() throws IOException {
        Path file = directory.resolve("recording");
        TimelineTest.record(file);
        return Files.readAllBytes(file);
    }

    private static void send(HostsTimeline timeline, int rank, long pid, byte[] bytes) {
        int half = bytes.length / 2;
        timeline.keep(new RecordingPart(rank, pid, Arrays.copyOf(bytes, half)));
        timeline.keep(new RecordingPart(rank, pid, Arrays.copyOfRange(bytes, half, bytes.length)));
        timeline.keep(new RecordingPart(rank, pid, new byte[0]));
    }

    @Test
    void partsBecomeOneTraceAndWhatIsMissingIsNamedByItsHost() throws Exception {
        Path file = directory.resolve("trace.json");
        byte[] bytes = recording();
        try (HostsTimeline timeline = HostsTimeline.prepare(file)) {
            send(timeline, 0, 11, bytes);
            send(timeline, 1, 11, bytes);
            List<String> lacks = timeline.write(HOSTS,
                    host -> host.host().equals("a") ? Optional.of(time -> time - 5) : Optional.empty());
            assertEquals(List.of("times of host b are not compared with those of others: nothing is known of its clock",
                    "the timeline lacks rank 2 of neighbourhood 1, which left no recording: its process was killed, or "
                            + "had no time to write it"),
                    lacks);
            assertNull(timeline.failure());
        }
        String trace = Files.readString(file);
        assertTrue(trace.contains("\"rank 0 of neighbourhood 0 (pid 11)\""), trace);
        assertTrue(trace.contains("\"rank 1 of neighbourhood 1 (pid 11)\""), trace);
    }

    @Test
    void aRecordingThatCannotBeKeptIsAGapAndHoldsUpNothing() {
        HostsTimeline timeline = HostsTimeline.prepare(directory.resolve("trace.json"));
        // and with it the directory that recordings are kept in
        timeline.close();
        send(timeline, 0, 11, new byte[]{1, 2, 3});
        List<String> lacks = timeline.write(HOSTS, host -> Optional.of(time -> time));
        assertEquals("the timeline lacks events of rank 0: its recording could not be kept: no such file or directory",
                lacks.getFirst());
        assertNull(timeline.failure());
    }
}
