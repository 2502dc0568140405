package org.pgas.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.platform.engine.TestExecutionResult.Status;

/** Neighbourhoods that are hosts, each with a network of its own where the system makes some. */
@ExtendWith(Remains.class)
class RanksOnHostsTest {
    static final Map<String, String> ON = Map.of("org.pgas.testkit.hosts", "on", "org.pgas.testkit.neighbourhoods", "2",
            "org.pgas.testkit.modes", "processes");

    @Test
    void neighbourhoodsOfProcessesAreHosts() {
        SampleRun run = SampleRun.of(ON, Samples.OnHosts.class).assertAllPassed(5);
        for (String name : List.of("aPutReachesTheOtherHost() 3 ranks, processes, 2 hosts",
                "aPutReachesTheOtherHost() 3 ranks, processes, 3 hosts", "eachHasFilesOfItsOwn() 2 ranks, processes, "
                        + "2 hosts",
                "threadsAreOnOne() 2 ranks, threads, 2 neighbourhoods",
                "oneNeighbourhoodIsOnOne() 2 ranks, processes")) {
            run.result(name);
        }
    }

    @Test
    void whatFailsOnOneEndsTheOther() {
        SampleRun run = SampleRun.of(ON, Samples.Failing.class, Samples.EndedByItself.class);
        String assertion = run.message("assertion() 2 ranks, processes, 2 hosts");
        assertTrue(assertion.startsWith("rank 1 of 2 (processes) failed: expected: <one> but was: <two>"), assertion);
        Throwable other = run.failure("assertion() 2 ranks, processes, 2 hosts").getSuppressed()[0];
        assertTrue(other.getMessage().startsWith("rank 0 of 2 (processes) failed: org.pgas."),
                other::getMessage);
        assertEquals(Status.SUCCESSFUL, run.result("exitIsSeenByAll() 2 ranks, processes, 2 hosts").getStatus());
    }

    @Test
    void aProcessThatDiesIsNamedAndReplaced() {
        SampleRun run = SampleRun.of(ON, Samples.Dying.class);
        String halt = run.message("aHalt() 2 ranks, processes, 2 hosts");
        assertTrue(halt.matches("(?s)rank 1 of 2 \\(processes\\) failed: its process \\d+ ended before the body did: "
                + "exit status 3\n.*"), halt);
        assertEquals(Status.SUCCESSFUL, run.result("cNextTest() 2 ranks, processes, 2 hosts").getStatus());
    }

    @Test
    void theParameterIsOnOrOff() {
        SampleRun run = SampleRun.of(Map.of("org.pgas.testkit.hosts", "2"), Samples.ChecksAreOn.class);
        String message = run.message(run.names().getFirst());
        assertTrue(message.contains("@RankTest byDefault: org.pgas.testkit.hosts = 2: legal are on and off"), message);
    }
}
