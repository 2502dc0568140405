package org.pgas.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.pgas.Setting;
import org.pgas.launch.Launcher;
import org.pgas.launch.RankOutput;
import org.pgas.launch.RunningJob;

/** The timeline of a job of two JVMs. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TimelineIT {
    private static final Duration LIMIT = Duration.ofSeconds(Patience.SECONDS);
    private static final int RANKS = 2;

    /**
     * How far the times of two ranks may be apart: they come from the system's clock and what each rank has read of
     * both clocks, and it may lose its core between the two readings. Clocks with different origins are apart by the
     * age of a process, which is more.
     */
    private static final long CLOCKS_NANOS = 20_000_000;

    private final List<String> lines = new ArrayList<>();
    private final List<String> names = new ArrayList<>();
    private Trace trace;

    @BeforeAll
    void run(@TempDir Path directory) throws Exception {
        Path file = directory.resolve("trace.json");
        try (RunningJob job = Launcher.builder().ranks(RANKS).mainClass(TimelineProgram.class.getName())
                .setting(Setting.DIR, directory.toString()).heapBytes(128 << 20).timeline(file)
                .output(RankOutput.lines((rank, error, line) -> {
                    synchronized (lines) {
                        lines.add(line);
                    }
                })).build().start()) {
            List<Long> pids = job.pids();
            assertTrue(job.await(LIMIT), "the job does not end");
            assertEquals(0, job.exitCode(), job::message);
            assertEquals(List.of(), job.notes());
            for (int rank = 0; rank < RANKS; rank++) {
                names.add("rank " + rank + " (pid " + pids.get(rank) + ")");
            }
        }
        trace = Trace.read(file);
    }

    private List<Map<String, Object>> complete(int rank, String category) {
        return trace.events(names.get(rank), "X", category);
    }

    @Test
    void shouldFollowTheFormatAndNestOnEachThread() {
        trace.assertFollowsTheFormat();
    }

    @Test
    void shouldSayNothingOnTheRanksOutput() {
        assertEquals(List.of(), lines);
    }

    @Test
    void shouldShowWhatEachRankDid() {
        for (int rank = 0; rank < RANKS; rank++) {
            int peer = 1 - rank;
            assertEquals(TimelineProgram.ROUNDS, complete(rank, "transfer").stream()
                    .filter(event -> event.get("name").equals("put rank " + peer)
                            && Trace.integer(event, "bytes") == TimelineProgram.BYTES
                            && Trace.integer(event, "peer") == peer)
                    .count());
            assertEquals(TimelineProgram.ROUNDS, complete(rank, "handler").stream()
                    .filter(event -> event.get("name").equals("handler 200 'letter'")
                            && Trace.integer(event, "source") == peer)
                    .count());
            assertTrue(complete(rank, "collective").stream()
                    .filter(event -> event.get("name").equals("Collectives.broadcast")
                            && Trace.integer(event, "root") == 0)
                    .count() == TimelineProgram.ROUNDS);
            assertEquals(TimelineProgram.ROUNDS, trace.events(names.get(rank), "b", "barrier").size());
            assertEquals(List.of("join", "attach", "leave"),
                    trace.events(names.get(rank), "i", "job").stream().map(event -> event.get("name")).toList());
        }
    }

    @Test
    void shouldNameTheRankThatIsAwaited() {
        assertTrue(complete(0, "wait").stream().anyMatch(event -> event.get("name").equals("wait for rank 1")
                && Trace.integer(event, "awaited") == 1
                && Trace.argument(event, "activity").equals("WORLD_BARRIER")), () -> trace.events().toString());
    }

    /** Both clocks are one: what happens before something else of another rank is not shown behind it. */
    @Test
    void shouldShowNoBarrierOverBeforeAllHaveBegunIt() {
        Map<Long, Map<String, Object>> first = new HashMap<>();
        complete(0, "barrier").forEach(event -> first.put(Trace.integer(event, "phase"), event));
        int compared = 0;
        for (Map<String, Object> event : complete(1, "barrier")) {
            Map<String, Object> other = first.get(Trace.integer(event, "phase"));
            if (other != null) {
                compared++;
                assertTrue(Trace.end(event) > Trace.begin(other) - CLOCKS_NANOS
                        && Trace.end(other) > Trace.begin(event) - CLOCKS_NANOS, () -> event + " and " + other);
            }
        }
        assertTrue(compared > 0, () -> trace.events().toString());
    }
}
