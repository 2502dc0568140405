package org.pgas.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What {@code ./pgas} runs once for its caches: it ends well, leaves nothing, and loads what later starts need. What
 * later starts do needs nothing else.
 */
class RehearsalTest {
    private static final long LONGEST_MINUTES = 5;

    @TempDir
    private Path directory;

    @Test
    void ranksOfHostsLoadTheWireAndItsEncryption() throws Exception {
        List<String> loaded = loaded(RanksRehearsal.class, "rank.args", "2");
        assertTrue(loaded.contains("org.pgas.tcp.TlsLine"), "the wire");
        assertTrue(loaded.contains("sun.security.ssl.SSLEngineImpl"), "TLS of the JDK");
        assertTrue(loaded.contains("org.pgas.far.FarSender"), "transfers");
    }

    @Test
    void ranksLoadWhatTheyNeedWhenTheyLookAtEachOther() throws Exception {
        List<String> loaded = loaded(RanksRehearsal.class, "rank.args", "1");
        assertTrue(loaded.contains("org.pgas.pshm.Life"), "whether others live");
        for (String slow : List.of("java.lang.runtime.ObjectMethods", "java.util.Formatter",
                "java.lang.invoke.StringConcatFactory", "sun.security.provider.NativePRNG")) {
            assertFalse(loaded.contains(slow), slow + " takes long when it is first used");
        }
    }

    @Test
    void aLauncherLoadsWhatAgentsNeedToo() throws Exception {
        List<String> loaded = loaded(LauncherRehearsal.class, "launcher.args");
        assertTrue(loaded.contains(HostAgent.class.getName()), "the agent");
        assertTrue(loaded.contains("org.pgas.launch.agents.JobOrder"), "its orders");
        assertTrue(loaded.contains("org.pgas.launch.rendezvous.HostDoor"), "hosts that a scheduler starts");
    }

    @ParameterizedTest
    @ValueSource(strings = {"--version", "ps", "run -n 1 org.pgas.launch.Rehearsal"})
    void whatIsAskedForMostNeedsNoClassThatNoCacheCanHold(String words) throws Exception {
        List<String> loaded = loaded(Pgas.class, "launcher.args", words.split(" "));
        assertTrue(loaded.contains(QuickCommand.class.getName()), "the command");
        assertEquals(List.of(), loaded.stream().filter(each -> each.startsWith("picocli.")).toList());
    }

    /** The classes that a program has loaded by its end, from a jar in a directory of a name that is not plain. */
    private List<String> loaded(Class<?> program, String flags, String... words)
            throws IOException, InterruptedException {
        Path place = Files.createDirectory(directory.resolve("it's a + %20"));
        Path jar = jar(place);
        Path jobs = Files.createDirectory(directory.resolve("jobs"));
        Path loads = directory.resolve("loads");
        Path output = directory.resolve("output");
        String classPath = ThisJvm.classPath().stream().map(each -> isOurs(each) ? jar : each).map(Path::toString)
                .reduce((one, other) -> one + ":" + other).orElseThrow();
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "@" + ThisJvm.entryOf(Pgas.class).resolve("org/pgas/launch/" + flags),
                "-Xlog:class+load=info:file=" + loads + ":none", "-cp", classPath, program.getName()));
        command.addAll(List.of(words));
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile());
        builder.environment().put("PGAS_DIR", jobs.toString());
        Process process = builder.start();
        try {
            assertTrue(process.waitFor(LONGEST_MINUTES, TimeUnit.MINUTES), () -> program + " does not end");
        } finally {
            process.destroyForcibly().waitFor();
        }
        assertEquals(0, process.exitValue(), Files.readString(output));
        try (Stream<Path> left = Files.list(jobs)) {
            assertEquals(List.of(), left.toList());
        }
        return Files.readAllLines(loads).stream().map(line -> line.replaceFirst(" .*", "")).toList();
    }

    private static boolean isOurs(Path entry) {
        return entry.equals(ThisJvm.entryOf(Pgas.class));
    }

    private static Path jar(Path place) {
        Path jar = place.resolve("launcher.jar");
        ToolProvider tool = ToolProvider.findFirst("jar").orElseThrow();
        assertEquals(0, tool.run(System.out, System.err, "--create", "--file", jar.toString(), "-C",
                ThisJvm.entryOf(Pgas.class).toString(), "."));
        return jar;
    }
}
