package org.pgas.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.reflect.Constructor;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.pgas.Setting;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/**
 * What a program refuses it refuses in one line, and before it computes: every program of the list that the jar brings.
 */
class RefusalsIT {
    @TempDir
    private Path directory;

    static List<String> programs() throws IOException {
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(
                RefusalsIT.class.getResourceAsStream("/META-INF/pgas/programs"), StandardCharsets.UTF_8))) {
            return lines.lines().filter(line -> !line.startsWith("#")).map(line -> line.split("\\s+")[0]).toList();
        }
    }

    static Class<?> main(String program) throws Exception {
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(
                RefusalsIT.class.getResourceAsStream("/META-INF/pgas/programs"), StandardCharsets.UTF_8))) {
            String line = lines.lines().filter(each -> each.startsWith(program + " ")).findFirst().orElseThrow();
            return Class.forName(line.split("\\s+")[1]);
        }
    }

    private static List<OptionSpec> options(String program) throws Exception {
        Constructor<?> constructor = main(program).getDeclaredConstructor();
        constructor.setAccessible(true);
        return new CommandLine(constructor.newInstance()).getCommandSpec().options();
    }

    /** What a program cannot do without; little work for programs that attach nothing, which run to their end. */
    private List<String> given(String program) {
        return switch (program) {
            case "kv" -> List.of("--file", directory.resolve("table").toString(), "check");
            case "pingpong" -> List.of("--iterations", "10", "--warmup", "0");
            case "uts" -> List.of("--depth", "3");
            default -> List.of();
        };
    }

    private static ProgramRun run(String program, int ranks, Map<Setting, String> settings, List<String> arguments)
            throws Exception {
        return ProgramRun.of(main(program), ranks, settings, arguments.toArray(String[]::new));
    }

    private static void assertNoTrace(ProgramRun run) {
        assertFalse(run.all().stream().anyMatch(line -> line.contains("\tat ") || line.contains("Exception")),
                "class names are not for users: " + run);
    }

    private static String line(ProgramRun run) {
        assertNoTrace(run);
        assertEquals(Outcome.USAGE_ERROR, run.code(), run.toString());
        assertEquals(1, run.all().size(), run.toString());
        return run.all().getFirst();
    }

    /** There is less than a page. A program that attaches nothing runs. */
    @ParameterizedTest
    @MethodSource("programs")
    void aLackOfRoomIsOneLine(String program) throws Exception {
        ProgramRun run = run(program, 2, Map.of(Setting.ROOM, "1k"), given(program));
        if (run.code() != 0) {
            List<String> lines = run.all().stream().filter(line -> line.contains("is free")).toList();
            assertEquals(1, lines.size(), run.toString());
            assertTrue(lines.getFirst().startsWith("[0] " + program + ": "), run.toString());
            // the benchmark finds it when it has measured something
            assertEquals(program.equals("mpi-exchange") ? Outcome.FAILURE : Outcome.USAGE_ERROR, run.code());
            assertNoTrace(run);
        }
    }

    /** Each rank says it, as nobody can speak for others before they have joined. */
    @ParameterizedTest
    @ValueSource(strings = {"hello", "kv"})
    void aJobThatCannotBeJoinedIsOneLineOfEachRank(String program) throws Exception {
        ProgramRun run = run(program, 1, Map.of(Setting.CONDUIT, "none"), given(program));
        assertNoTrace(run);
        assertEquals(1, run.code(), run.toString());
        assertEquals(
                List.of("[0] " + program
                        + ": no conduit named 'none'; known: pshm hosts: put pgas-pshm, and pgas-hosts for several "
                        + "neighbourhoods, on the class path or module path"),
                run.all());
    }

    @ParameterizedTest
    @MethodSource("programs")
    void filesThatCannotBeReadOrWrittenAreOneLineBeforeAnythingIsComputed(String program) throws Exception {
        for (OptionSpec option : options(program)) {
            if (option.type() == Path.class && !List.of("--svg", "--b").contains(option.longestName())) {
                Path file = directory.resolve("none").resolve("file");
                List<String> arguments = new ArrayList<>(List.of(option.longestName(), file.toString()));
                if (option.longestName().equals("--a")) {
                    arguments.addAll(List.of("--b", file.toString()));
                }
                if (program.equals("kv")) {
                    arguments.add("check");
                }
                String line = line(run(program, 1, Map.of(), arguments));
                assertTrue(line.startsWith("[0] " + program + ": " + option.longestName() + " " + file + ": "), line);
                assertFalse(Files.exists(file.getParent()));
            }
        }
    }

    @Test
    void aDirectoryThatCannotBeMadeIsOneLineBeforeAnythingIsComputed() throws Exception {
        Path file = Files.createFile(directory.resolve("file"));
        String begin = "[0] mpi-exchange: --svg ";
        assertEquals(begin + file + ": it is no directory",
                line(run("mpi-exchange", 1, Map.of(), List.of("--svg", file.toString()))));
        Path below = file.resolve("more/charts");
        assertEquals(begin + below + ": " + file + " is no directory",
                line(run("mpi-exchange", 1, Map.of(), List.of("--svg", below.toString()))));
    }

    @ParameterizedTest
    @ValueSource(strings = {"hello", "heat2d", "matmul"})
    void wordsThatMeanNothingAreOneLine(String program) throws Exception {
        assertTrue(line(run(program, 2, Map.of(), List.of("--nonsense"))).contains("--nonsense"));
        assertTrue(line(run(program, 2, Map.of(), List.of("surplus"))).contains("surplus"));
        ProgramRun help = run(program, 2, Map.of(), List.of("--help"));
        assertEquals(0, help.code(), help.toString());
        assertTrue(help.out().getFirst().startsWith("Usage: " + program), help.toString());
    }

    @ParameterizedTest
    @ValueSource(strings = {"gups", "lj", "pingpong"})
    void numbersThatAreNoneAreOneLine(String program) throws Exception {
        OptionSpec option = options(program).stream().filter(each -> each.type() != boolean.class).findFirst()
                .orElseThrow();
        String line = line(run(program, 2, Map.of(), List.of(option.longestName(), "many")));
        assertTrue(line.contains("'" + option.longestName() + "'") && line.contains("many"), line);
    }
}
