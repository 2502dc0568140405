package org.pgas.conformance;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.stream.Collectors;

import jdk.jfr.EventType;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Recording;
import org.pgas.Job;
import org.pgas.testkit.Mode;
import org.pgas.testkit.RankDefaults;
import org.pgas.testkit.RankTest;

/** What a recording knows of events that did not happen, in a JVM in which nothing else has recorded. */
@RankDefaults(ranks = 1, modes = Mode.PROCESSES, segment = "0")
class EventKindsTest {
    private static final List<String> NAMES = List.of("pgas.Transfer", "pgas.Handler", "pgas.Barrier",
            "pgas.Collective", "pgas.Wait", "pgas.Job");

    @RankTest
    void shouldKnowEveryKindFromTheFirstStepOn(Job job) {
        try (Recording recording = new Recording()) {
            recording.start();
            job.attach(4096);

            var known = FlightRecorder.getFlightRecorder().getEventTypes().stream().map(EventType::getName)
                    .collect(Collectors.toSet());

            assertTrue(known.containsAll(NAMES), () -> NAMES + " are to be among " + known);
        }
    }
}
