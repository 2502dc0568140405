package org.pgas.compare.programs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;

class WorkshopTest {
    private static final Duration LONG = Duration.ofMinutes(2);

    private static Workshop workshop() throws IOException {
        return new Workshop(new Host(Path.of("."), "", Path.of("java"), List.of(0, 1)));
    }

    private static Start shell(String script) {
        return new Start(List.of("sh", "-c", script), Map.of("ROW", "put8"));
    }

    @Test
    void shouldHearAllProcessesAndLeaveNothing() throws Exception {
        Path directory;
        Path shared;
        try (Workshop workshop = workshop()) {
            directory = workshop.file("x").getParent();
            shared = Files.createFile(workshop.shared("job").resolve("left"));
            Outcome outcome = workshop.run(List.of(shell("echo noise; echo c,$ROW,8,1,1,2"), shell("exit 0")),
                    LONG);
            assertTrue(outcome.isGood(), outcome.problem());
            assertEquals(List.of(new Line("c", "put8", 8, 1, 1, 2)), outcome.lines());
        }
        assertFalse(Files.exists(directory));
        assertFalse(Files.exists(shared));
    }

    @Test
    void shouldKeepWhatWasPrintedBeforeAFailureAndTellItsEnd() throws Exception {
        try (Workshop workshop = workshop()) {
            Outcome outcome = workshop
                    .run(List.of(shell("echo c,$ROW,8,1,1,2; echo it is broken >&2; exit 3"), shell("exit 0")), LONG);
            assertFalse(outcome.isGood());
            assertEquals(1, outcome.lines().size());
            assertEquals("process 0 of 2 ended with exit code 3\n  it is broken", outcome.problem());
        }
    }

    @Test
    void shouldSayThatACommandIsMissing() throws Exception {
        try (Workshop workshop = workshop()) {
            Outcome outcome = workshop.run(List.of(new Start(List.of("/no/such/command"), Map.of())), LONG);
            assertFalse(outcome.isGood());
            assertTrue(outcome.problem().contains("/no/such/command"), outcome.problem());
        }
    }

    @Test
    void shouldEndWhatPrintsNothingForLong() throws Exception {
        Path directory = Files.createTempDirectory("execution");
        try {
            Outcome outcome = new Execution(directory).run(List.of(shell("read nothing </dev/zero")),
                    Duration.ofNanos(1), LONG);
            assertTrue(outcome.problem().contains("printed nothing"), outcome.problem());
        } finally {
            Files.deleteIfExists(directory.resolve("out0"));
            Files.deleteIfExists(directory.resolve("err0"));
            Files.delete(directory);
        }
    }

    @Test
    void shouldEndWhatRunsForTooLongWhateverItPrints() throws Exception {
        try (Workshop workshop = workshop()) {
            Outcome outcome = workshop.run(List.of(shell("while :; do echo noise; done")), Duration.ofNanos(1));
            assertEquals("did not end within 0 s", outcome.cause());
        }
    }

    @Test
    void shouldEndWhatHasLeftTheProcessThatStartedIt() throws Exception {
        try (Workshop workshop = workshop()) {
            Path said = workshop.file("said");
            Outcome outcome = workshop.run(List.of(shell("setsid sh -c 'echo $$ >" + said
                    + "; exec sleep 1000000' & until [ -s " + said + " ]; do :; done")), LONG);
            assertTrue(outcome.isGood(), outcome.problem());
            Path left = Path.of("/proc", Files.readString(said).strip(), "cmdline");
            // one that init has not waited for yet has no words
            assertTrue(!Files.exists(left) || Files.readAllBytes(left).length == 0, "it still runs");
        }
    }
}
