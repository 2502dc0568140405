package org.pgas.compare;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

import org.junit.jupiter.api.Test;
import org.pgas.compare.programs.Bounds;
import org.pgas.compare.programs.Host;
import org.pgas.compare.programs.JavaProgram;
import org.pgas.compare.programs.Line;
import org.pgas.compare.programs.Network;
import org.pgas.compare.programs.Outcome;
import org.pgas.compare.programs.Program;
import org.pgas.compare.programs.Selection;
import org.pgas.compare.programs.TcpFloorProgram;
import org.pgas.compare.programs.Workshop;

/** The floors of TCP, on the two hosts of this machine: they check what they move, and print every row. */
class HostsTest {
    private static final Set<String> ROWS = Set.of("msg-rtt:65536", "msg-rate:8", "put8-many:8", "put8-fence:8",
            "get8:8", "fetchadd:8", "put:1048576", "get:1048576", "barrier:0", "coll-allreduce:262144");

    private interface Maker {
        Program program(Network network);
    }

    private static Path root() {
        Path here = Path.of("").toAbsolutePath();
        return Files.exists(here.resolve("jmh/guard.csv")) ? here : here.getParent();
    }

    private static void shouldPrintEveryRow(String library, Maker maker) throws Exception {
        List<Integer> cores = Surroundings.allowedCores();
        assumeTrue(cores.size() > 1 && Surroundings.hasTaskset(), "ranks are bound to two cores");
        Host host = new Host(root(), "", Surroundings.java(), cores.subList(0, 2));
        try (Workshop workshop = new Workshop(host)) {
            Program program = maker.program(Network.make(workshop));
            Optional<String> problem = program.prepare(workshop);
            assumeTrue(problem.isEmpty() || !problem.get().startsWith("there is no C compiler"), problem::toString);
            assertEquals(Optional.empty(), problem);
            Selection rows = new Selection(List.copyOf(ROWS), 1, 1, 0, false);
            Outcome outcome = workshop.run(program.starts(2, rows), Bounds.USUAL.ofRows(rows, 2));
            assertTrue(outcome.isGood(), outcome::problem);
            assertEquals(ROWS, outcome.lines().stream().map(line -> line.row() + ":" + line.bytes())
                    .collect(Collectors.toSet()));
            assertEquals(Set.of(library), outcome.lines().stream().map(Line::library).collect(Collectors.toSet()));
        }
    }

    @Test
    void shouldPrintEveryRowOfTheFloorInC() throws Exception {
        shouldPrintEveryRow("tcp", TcpFloorProgram::new);
    }

    @Test
    void shouldPrintEveryRowOfTheFloorInJava() throws Exception {
        JavaProgram program = new JavaProgram("tcp-java", "TCP in Java", "Tcp", "tcp",
                System.getProperty("java.class.path"), true);
        shouldPrintEveryRow("tcp-java", program::on);
    }
}
