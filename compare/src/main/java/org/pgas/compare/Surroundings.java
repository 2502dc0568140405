package org.pgas.compare;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.pgas.bench.page.Machine;
import org.pgas.compare.programs.ArmciProgram;
import org.pgas.compare.programs.FloorProgram;
import org.pgas.compare.programs.GasnetOnHosts;
import org.pgas.compare.programs.GasnetProgram;
import org.pgas.compare.programs.Host;
import org.pgas.compare.programs.JavaProgram;
import org.pgas.compare.programs.MpiOnHosts;
import org.pgas.compare.programs.MpiProgram;
import org.pgas.compare.programs.Network;
import org.pgas.compare.programs.OneHostJob;
import org.pgas.compare.programs.OwnOnHosts;
import org.pgas.compare.programs.OwnProgram;
import org.pgas.compare.programs.Program;
import org.pgas.compare.programs.Selection;
import org.pgas.compare.programs.TcpFloorProgram;

/** What this process and its host are, and what can be measured here. */
final class Surroundings {
    private static final String ALLOWED = "Cpus_allowed_list:";

    private Surroundings() {}

    /** In the order of their turns: C and the library are neighbours, since their ratio is looked at most. */
    static List<Program> programs(Path gasnet) {
        String classPath = ManagementFactory.getRuntimeMXBean().getClassPath();
        return List.of(new FloorProgram(), new OwnProgram(false), new OwnProgram(true),
                new MpiProgram(MpiProgram.Kind.OPEN),
                new MpiProgram(MpiProgram.Kind.OPEN_RDMA),
                new MpiProgram(MpiProgram.Kind.OPEN_LOCAL), new MpiProgram(MpiProgram.Kind.MPICH),
                new GasnetProgram(gasnet), new ArmciProgram(true), new ArmciProgram(false),
                new JavaProgram("aeron", "Aeron IPC", "AeronIpc", "aeron-driver", classPath, false),
                new JavaProgram("queue", "Chronicle Queue", "ChronicleQueueIpc", "chronicle-queue", classPath, false),
                new JavaProgram("pcj", "PCJ", "Pcj", "pcj", classPath, true));
    }

    /** The same for ranks on two hosts. */
    static List<Program> programs(Path gasnet, Network network) {
        String classPath = ManagementFactory.getRuntimeMXBean().getClassPath();
        return List.of(new TcpFloorProgram(network), new OwnOnHosts(network, OwnOnHosts.Way.PLAIN),
                new OwnOnHosts(network, OwnOnHosts.Way.TLS), new OwnOnHosts(network, OwnOnHosts.Way.UCX),
                new OneHostJob(),
                new JavaProgram("tcp-java", "TCP in Java", "Tcp", "tcp", classPath, true).on(network),
                new MpiOnHosts(MpiOnHosts.Kind.OPEN, network), new MpiOnHosts(MpiOnHosts.Kind.MPICH, network),
                new GasnetOnHosts(gasnet, network),
                new JavaProgram("pcj", "PCJ", "Pcj", "pcj", classPath, true).on(network));
    }

    /** The java command of this process. */
    static Path java() {
        return Path.of(System.getProperty("java.home"), "bin", "java");
    }

    static boolean hasTaskset() {
        return Stream.of("/usr/bin/taskset", "/bin/taskset", "/usr/local/bin/taskset").map(Path::of)
                .anyMatch(Files::isExecutable);
    }

    /** Those that this process may use. */
    static List<Integer> allowedCores() {
        try {
            return Files.readAllLines(Path.of("/proc/self/status")).stream().filter(line -> line.startsWith(ALLOWED))
                    .flatMap(line -> expand(line.substring(ALLOWED.length()).strip()).stream()).toList();
        } catch (IOException e) {
            return List.of();
        }
    }

    /** "0-2,5" becomes 0, 1, 2, 5. */
    static List<Integer> expand(String list) {
        return Arrays.stream(list.split(",")).map(part -> part.split("-"))
                .flatMap(ends -> IntStream
                        .rangeClosed(Integer.parseInt(ends[0]), Integer.parseInt(ends[ends.length - 1])).boxed())
                .toList();
    }

    static List<Head.Fact> facts(Host host, List<String> command, String rounds, Selection selection,
            Map<String, String> versions) {
        List<Head.Fact> facts = new ArrayList<>();
        facts.add(new Head.Fact("date", LocalDate.now(ZoneOffset.UTC).toString()));
        facts.add(new Head.Fact(Head.KIND, Processor.ofThisHost().title()));
        Machine.ofThisHost().describe().forEach((title, value) -> facts.add(new Head.Fact(title, value)));
        facts.add(new Head.Fact("measured on",
                "cores " + host.cores().getFirst() + " and " + host.cores().getLast() + ", " + rounds + " of "
                        + selection.repetitions()
                        + " repetitions of " + selection.runMillis() + " ms, after a warm-up of at least "
                        + selection.warmMillis() + " ms"));
        versions.forEach((title, value) -> {
            if (!title.equals("pgas") && !value.isEmpty()) {
                facts.add(new Head.Fact(title, value));
            }
        });
        for (String variable : List.of("JAVA_FLAGS", "ROUNDS")) {
            String value = System.getenv(variable);
            if (value != null && !value.isBlank()) {
                facts.add(new Head.Fact("variable " + variable, Published.words(value.strip())));
            }
        }
        facts.add(new Head.Fact("command", ("./pgas bench compare " + String.join(" ", command)).strip()));
        return facts;
    }
}
