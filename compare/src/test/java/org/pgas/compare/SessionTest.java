package org.pgas.compare;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import org.junit.jupiter.api.Test;
import org.pgas.compare.programs.Bounds;
import org.pgas.compare.programs.Host;
import org.pgas.compare.programs.Program;
import org.pgas.compare.programs.Selection;
import org.pgas.compare.programs.Start;
import org.pgas.compare.programs.Workshop;

class SessionTest {
    private static final Duration NO_TIME = Duration.ofNanos(1);

    /** Does nothing, for ever. */
    private static final class Sleeper implements Program {
        @Override
        public String title() {
            return "Sleeper";
        }

        @Override
        public List<String> libraries() {
            return List.of("sleeper");
        }

        @Override
        public Optional<String> prepare(Workshop workshop) {
            return Optional.empty();
        }

        @Override
        public String version() {
            return "";
        }

        @Override
        public List<Start> starts(int ranks, Selection selection) {
            return List.of(new Start(List.of("sleep", "1000000"), Map.of()));
        }

        @Override
        public List<Start> hello(int ranks, Selection selection) {
            return starts(ranks, selection);
        }
    }

    @Test
    void shouldTellOfAProgramThatDoesNotEndAndGoOn() throws Exception {
        RowSet rows = RowSet.read();
        Host host = new Host(Path.of("."), "", Path.of("java"), List.of(0, 0));
        try (Workshop workshop = new Workshop(host)) {
            Session session = new Session(workshop, new Selection(List.of(), 0, 0, 0, false), Set.of("sleeper"),
                    new PrintWriter(new StringWriter()), new Bounds(NO_TIME, NO_TIME, NO_TIME));
            session.prepare(List.of(new Sleeper()));
            session.measure(1, rows.ofRanks(List.of(2)));
            session.measureJobs(1, rows.only("start-hello4"));
            assertEquals(List.of("Sleeper with 2 ranks failed in round 1 (did not end within 0 s)",
                    "Sleeper, an empty job with 4 ranks failed in round 1 (did not end within 0 s)"),
                    session.failures());
        }
    }
}
