package org.pgas.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Jobs that another launcher starts: processes with the variables that mpirun and srun set, which find each other, and
 * which nobody but they themselves cleans up after.
 */
class ForeignLauncherIT {
    @TempDir
    private Path base;

    private final List<Process> processes = new ArrayList<>();

    @AfterEach
    void endProcesses() {
        processes.forEach(Process::destroyForcibly);
    }

    private Process start(Map<String, String> variables, List<String> flags, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(flags);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), EndingProgram.class.getName()));
        command.addAll(List.of(arguments));
        return startJava(variables, command);
    }

    private Process startJava(Map<String, String> variables, List<String> arguments) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xmx64m", "-Dpgas.dir=" + base));
        command.addAll(arguments);
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true)
                .redirectOutput(base.resolve("output-" + processes.size()).toFile());
        builder.environment().putAll(variables);
        Process process = builder.start();
        processes.add(process);
        return process;
    }

    private static final List<String> NATIVE = List.of("--enable-native-access=ALL-UNNAMED",
            "--add-exports=java.base/jdk.internal.misc=ALL-UNNAMED");

    private void startRanks(int size, String... arguments) throws IOException {
        startRanks(size, NATIVE, arguments);
    }

    private void startRanks(int size, List<String> flags, String... arguments) throws IOException {
        String namespace = "test-" + System.nanoTime();
        for (int rank = 0; rank < size; rank++) {
            start(Map.of("OMPI_COMM_WORLD_RANK", Integer.toString(rank), "OMPI_COMM_WORLD_SIZE", Integer.toString(size),
                    "OMPI_COMM_WORLD_LOCAL_SIZE", Integer.toString(size), "PMIX_NAMESPACE", namespace), flags,
                    arguments);
        }
    }

    private List<Integer> codes() throws InterruptedException {
        List<Integer> codes = new ArrayList<>();
        for (Process process : processes) {
            assertTrue(process.waitFor(Patience.SECONDS, TimeUnit.SECONDS), "a rank did not end");
            codes.add(process.exitValue());
        }
        return codes;
    }

    private String output(int rank) throws IOException {
        return Files.readString(base.resolve("output-" + rank));
    }

    private String outputs() throws IOException {
        StringBuilder all = new StringBuilder();
        for (int rank = 0; rank < processes.size(); rank++) {
            all.append("--- ").append(rank).append('\n').append(output(rank));
        }
        return all.toString();
    }

    private void checkNothingIsLeft() throws IOException {
        try (Stream<Path> entries = Files.list(base)) {
            assertEquals(List.of(),
                    entries.filter(path -> !path.getFileName().toString().startsWith("output-")).toList());
        }
    }

    private void check(List<Integer> expected, String... arguments) throws Exception {
        startRanks(expected.size(), arguments);
        assertEquals(expected, codes(), outputs());
        checkNothingIsLeft();
    }

    @Test
    void shouldEndAllRanksWithTheCodeOfExit() throws Exception {
        check(List.of(7, 7, 7), "exit7", "spin");
        assertTrue(output(1).contains("hook of rank 1") && output(2).contains("hook of rank 2"), outputs());
    }

    @Test
    void shouldEndAllRanksWhenAnyThreadCallsExit() throws Exception {
        check(List.of(7, 7), "exit7-from-thread", "barrier");
    }

    /** What a process cannot return becomes what it can, and never success. */
    @ParameterizedTest
    @CsvSource({"exit-1,255", "exit256,255", "exit-min,255", "exit-max-from-thread,255", "exit1000,232"})
    void shouldEndAllRanksWhateverTheCode(String way, int code) throws Exception {
        check(List.of(code, code), way, "barrier");
    }

    @ParameterizedTest
    @ValueSource(strings = {"throw-in-thread", "throw-in-virtual-thread"})
    void shouldGoOnWhenAThreadThatDidNotJoinThrows(String way) throws Exception {
        check(List.of(0, 0), way, "barrier");
        assertTrue(output(0).contains("thrown by a worker"), outputs());
    }

    @ParameterizedTest
    @ValueSource(strings = {"throw-in-thread", "throw-in-virtual-thread"})
    void shouldEndAllRanksWhenAnyThreadThrowsIfThatIsWanted(String way) throws Exception {
        List<String> flags = new ArrayList<>(NATIVE);
        flags.add("-Dpgas.uncaught.all=on");
        startRanks(2, flags, way, "spin");
        assertEquals(List.of(1, 1), codes(), outputs());
        assertTrue(output(0).contains("IllegalStateException: thrown by a worker"), outputs());
        assertTrue(output(0).contains("hook of rank 0") && output(1).contains("hook of rank 1"), outputs());
        checkNothingIsLeft();
    }

    @Test
    void shouldEndAllRanksWithZeroWhenOneExitsWithZero() throws Exception {
        check(List.of(0, 0), "exit0", "spin");
    }

    @Test
    void shouldFlushOutputBeforeItEnds() throws Exception {
        check(List.of(3, 3), "print-and-exit", "spin");
        assertTrue(output(0).contains("unfinished line"), outputs());
    }

    @Test
    void shouldEndTheJobWhenMainThrows() throws Exception {
        check(List.of(1, 1), "throw", "spin");
        assertTrue(output(0).contains("thrown by rank 0"), outputs());
    }

    @Test
    void shouldEndTheJobWhenMainThrowsOutOfTheTryThatClosesTheJob() throws Exception {
        check(List.of(1, 1), "throw-in-try", "spin");
        assertTrue(output(0).contains("thrown by rank 0"), outputs());
    }

    @Test
    void shouldHaltARankWhoseShutdownHooksDoNotEnd() throws Exception {
        check(List.of(1, 1), "system-exit5-slow-hook", "spin");
    }

    @Test
    void shouldEndTheJobWhenARankCallsSystemExit() throws Exception {
        check(List.of(5, 1), "system-exit5", "spin");
    }

    @Test
    void shouldEndWithZeroWhenMainReturnsEverywhere() throws Exception {
        check(List.of(0, 0, 0), "return", "return");
    }

    @Test
    void shouldEndWithZeroWhenEveryRankCloses() throws Exception {
        check(List.of(0, 0), "close", "close");
    }

    @Test
    void shouldFailTheBarrierOfOthersWhenARankLeavesEarly() throws Exception {
        check(List.of(0, 1), "close", "barrier");
        assertTrue(output(1).contains("rank 0 is gone"), outputs());
    }

    @Test
    void shouldEndTheSurvivorsWhenARankIsKilled() throws Exception {
        startRanks(3, "spin", "spin");
        awaitJoined(3);
        long pid = processes.get(1).pid();
        Processes.signal("KILL", pid);
        assertEquals(List.of(1, 137, 1), codes(), outputs());
        assertTrue(outputs().contains("rank 1 (pid " + pid + ") died"), outputs());
        checkNothingIsLeft();
    }

    @Test
    void shouldKillSurvivorsThatAreStopped() throws Exception {
        startRanks(3, "spin", "spin");
        awaitJoined(3);
        Processes.signal("STOP", processes.get(2).pid());
        Processes.signal("KILL", processes.get(1).pid());
        assertEquals(List.of(1, 137, 137), codes(), outputs());
        checkNothingIsLeft();
    }

    @Test
    void shouldEndAllRanksWhenOneReceivesSigterm() throws Exception {
        startRanks(2, "spin", "spin");
        awaitJoined(2);
        Processes.signal("TERM", processes.get(0).pid());
        assertEquals(List.of(143, 143), codes(), outputs());
        assertTrue(output(0).contains("hook of rank 0") && output(1).contains("hook of rank 1"), outputs());
        checkNothingIsLeft();
    }

    @Test
    void shouldFindEachOtherByTheVariablesOfPmiAndSlurm() throws Exception {
        for (int rank = 0; rank < 2; rank++) {
            start(Map.of("PMI_RANK", Integer.toString(rank), "PMI_SIZE", "2", "MPI_LOCALNRANKS", "2"), NATIVE, "close",
                    "close");
        }
        assertEquals(List.of(0, 0), codes(), outputs());
        assertTrue(output(1).contains("joined as 1 of 2"), outputs());
        processes.clear();
        for (int rank = 0; rank < 2; rank++) {
            start(Map.of("SLURM_JOB_ID", "77", "SLURM_STEP_ID", "0", "SLURM_PROCID", Integer.toString(rank),
                    "SLURM_STEP_NUM_TASKS",
                    "2", "SLURM_STEP_NUM_NODES", "1"), NATIVE, "close", "close");
        }
        assertEquals(List.of(0, 0), codes(), outputs());
        checkNothingIsLeft();
    }

    @Test
    void shouldRefuseRanksOnSeveralHosts() throws Exception {
        start(Map.of("OMPI_COMM_WORLD_RANK", "0", "OMPI_COMM_WORLD_SIZE", "4", "OMPI_COMM_WORLD_LOCAL_SIZE", "2"),
                NATIVE, "close",
                "close");
        assertEquals(List.of(1), codes());
        assertTrue(output(0).contains("several hosts"), outputs());
        checkNothingIsLeft();
    }

    @Test
    void shouldRefuseSeveralNeighbourhoods() throws Exception {
        List<String> flags = new ArrayList<>(NATIVE);
        flags.add("-Dpgas.neighbourhoods=2");
        startRanks(2, flags, "close", "close");
        assertEquals(List.of(1, 1), codes(), outputs());
        for (int rank = 0; rank < 2; rank++) {
            assertTrue(output(rank).contains("rank " + rank + ": 2 neighbourhoods need a job that pgas run has made: "
                    + "other launchers start one neighbourhood"), outputs());
        }
        checkNothingIsLeft();
    }

    @Test
    void shouldAnswerTheEnvironmentOfRankZeroWithoutOurLauncher() throws Exception {
        check(List.of(0, 0, 0), "close", "close");
        for (int rank = 0; rank < 3; rank++) {
            assertTrue(output(rank).contains("environment of rank 0"), outputs());
        }
    }

    @Test
    void shouldBeAJobOfOneRankWhenStartedAlone() throws Exception {
        start(Map.of(), NATIVE, "close", "close");
        assertEquals(List.of(0), codes(), outputs());
        assertTrue(output(0).contains("joined as 0 of 1"), outputs());
        checkNothingIsLeft();
    }

    @Test
    void shouldNameTheFlagsWhenTheJvmLacksThem() throws Exception {
        start(Map.of(), List.of(), "close", "close");
        assertEquals(List.of(1), codes());
        assertTrue(output(0).contains("add " + String.join(" ", NATIVE) + " to"), outputs());
        start(Map.of(), List.of(NATIVE.getFirst()), "close", "close");
        assertEquals(List.of(1, 1), codes());
        assertTrue(output(1).contains("--add-exports=java.base/jdk.internal.misc=ALL-UNNAMED"), outputs());
        checkNothingIsLeft();
    }

    @Test
    void shouldNeedNoFlagInAJarWhoseManifestGivesThem() throws Exception {
        Manifest manifest = new Manifest();
        Attributes attributes = manifest.getMainAttributes();
        attributes.put(Attributes.Name.MANIFEST_VERSION, "1.0");
        attributes.put(Attributes.Name.MAIN_CLASS, EndingProgram.class.getName());
        attributes.put(Attributes.Name.CLASS_PATH,
                Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                        .map(entry -> Path.of(entry).toUri().toString()).collect(Collectors.joining(" ")));
        attributes.putValue("Enable-Native-Access", "ALL-UNNAMED");
        attributes.putValue("Add-Exports", "java.base/jdk.internal.misc");
        Path jar = Files.createTempFile("program", ".jar");
        try {
            new JarOutputStream(Files.newOutputStream(jar), manifest).close();
            startJava(Map.of(), List.of("-jar", jar.toString(), "close", "close"));
            assertEquals(List.of(0), codes(), outputs());
            assertTrue(output(0).contains("joined as 0 of 1"), outputs());
        } finally {
            Files.delete(jar);
        }
        checkNothingIsLeft();
    }

    @Test
    void shouldRefuseASettingItDoesNotKnowAndNameTheNearest() throws Exception {
        start(Map.of(), List.of(NATIVE.getFirst(), NATIVE.getLast(), "-Dpgas.segmnt=1m"), "close", "close");
        assertEquals(List.of(1), codes());
        assertTrue(output(0).contains("pgas.segmnt") && output(0).contains("pgas.segment"), outputs());
    }

    @Test
    void shouldSweepWhatAJobLeftWhoseProcessesAllDiedAtOnce() throws Exception {
        startRanks(2, "spin", "spin");
        awaitJoined(2);
        for (Process process : processes) {
            Processes.signal("STOP", process.pid());
        }
        processes.forEach(Process::destroyForcibly);
        codes();
        processes.clear();
        start(Map.of(), NATIVE, "close", "close");
        assertEquals(List.of(0), codes(), outputs());
        checkNothingIsLeft();
    }

    private void awaitJoined(int size) throws IOException {
        long deadline = System.nanoTime() + Patience.NANOS;
        for (int rank = 0; rank < size; rank++) {
            while (!output(rank).contains("joined as")) {
                assertTrue(System.nanoTime() < deadline, outputs());
                Thread.onSpinWait();
            }
        }
    }
}
