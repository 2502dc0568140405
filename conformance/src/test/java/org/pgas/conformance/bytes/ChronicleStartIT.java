package org.pgas.conformance.bytes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.tools.ToolProvider;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pgas.bytes.TypeRegistry;
import org.pgas.conformance.Patience;
import org.pgas.launch.Launcher;

/** Chronicle is loaded by who uses it, says nothing that was not asked for, and works on the module path. */
class ChronicleStartIT {
    private static final List<String> ON_THE_MODULE_PATH = List.of("--sun-misc-unsafe-memory-access=allow",
            "--add-opens=java.base/java.lang.reflect=chronicle.core",
            "--add-exports=java.base/jdk.internal.ref=chronicle.core",
            "--add-exports=java.base/sun.nio.ch=chronicle.core", "--enable-native-access=org.pgas");

    private static final String SAMPLE = """
            package sample;

            import net.openhft.chronicle.bytes.Bytes;
            import org.pgas.PgasException;
            import org.pgas.bytes.PayloadBytes;
            import org.pgas.bytes.TypeRegistry;

            public final class Main {
                record Reading(int sensor, String place) {}

                public static void main(String[] arguments) {
                    try {
                        TypeRegistry types = TypeRegistry.builder().record(Reading.class).build();
                        Bytes<byte[]> bytes = Bytes.allocateElasticOnHeap(10);
                        types.write(new Reading(1, "roof"), bytes);
                        System.out.println(types.read(bytes));
                        new PayloadBytes();
                    } catch (PgasException refused) {
                        System.out.println(refused.getMessage());
                    }
                }
            }
            """;

    @TempDir
    private Path directory;

    private static String output(List<String> command) throws Exception {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        try {
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertTrue(process.waitFor(Patience.SECONDS, TimeUnit.SECONDS), output);
            return output;
        } finally {
            process.destroyForcibly();
        }
    }

    private static List<String> java(String... arguments) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-XX:TieredStopAtLevel=1", "-Xmx64m", "-Dstdout.encoding=UTF-8"));
        command.addAll(List.of(arguments));
        return command;
    }

    /** The flags that the launcher passes to ranks, and a program of one rank. */
    private List<String> program(String... flags) throws IOException {
        Path launchers = directory.resolve("rank.args");
        try (var resource = Launcher.class.getResourceAsStream("rank.args")) {
            Files.write(launchers, resource.readAllBytes());
        }
        List<String> command = java("@" + launchers);
        command.addAll(List.of(flags));
        command.addAll(List.of("-Dpgas.dir=" + directory, "-cp", System.getProperty("java.class.path"),
                QuietProgram.class.getName()));
        return command;
    }

    @Test
    void shouldLoadNoClassOfChronicleForAProgramThatUsesNone() throws Exception {
        String output = output(program("-Xlog:class+load"));
        assertTrue(output.contains("org.pgas.Job "), output);
        assertTrue(output.contains("message\n"), output);
        assertEquals(List.of(),
                output.lines().filter(line -> line.contains("openhft") || line.contains("slf4j")).toList());
    }

    @Test
    void shouldSayNothingWithTheFlagsOfTheLauncher() throws Exception {
        List<String> command = program();
        command.add("chronicle");
        assertEquals("""
                message
                Reading[sensor=1, value=2.5, place=caf\u00e9]
                5 five
                1.5 7 text
                direct
                buffer
                """, output(command));
    }

    @Test
    void shouldNameTheFlagThatIsMissing() throws Exception {
        List<String> command = program("--sun-misc-unsafe-memory-access=deny");
        command.add("chronicle");
        String output = output(command);
        assertTrue(output.contains("start the JVM with --sun-misc-unsafe-memory-access=allow, as './pgas run' does"),
                output);
        assertTrue(!output.contains("ExceptionInInitializerError"), output);
    }

    /**
     * Where a class, or a jar, of each of these comes from; what surefire gives is directories of modules, and jars.
     */
    private static List<String> modulePath() throws URISyntaxException {
        List<String> path = new ArrayList<>();
        for (Class<?> type : List.of(org.pgas.Job.class, TypeRegistry.class)) {
            path.add(Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI()).toString());
        }
        Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(entry -> Path.of(entry).getFileName().toString()
                        .matches("(chronicle-|posix|jnr-constants|slf4j-api).*\\.jar"))
                .forEach(path::add);
        return path;
    }

    private String runModule(String descriptor) throws Exception {
        List<String> path = modulePath();
        assertTrue(path.subList(0, 2).stream().allMatch(entry -> entry.endsWith(".jar")
                || Files.exists(Path.of(entry, "module-info.class"))), () -> "compiled without their modules: " + path);
        Path source = directory.resolve("source");
        Files.createDirectories(source.resolve("sample"));
        Files.writeString(source.resolve("module-info.java"), descriptor);
        Files.writeString(source.resolve("sample/Main.java"), SAMPLE);
        Path classes = directory.resolve("classes");
        String modules = String.join(File.pathSeparator, path);
        assertEquals(0,
                ToolProvider.getSystemJavaCompiler().run(null, null, null, "-d", classes.toString(), "-p", modules,
                        source.resolve("module-info.java").toString(), source.resolve("sample/Main.java").toString()));
        List<String> command = java(ON_THE_MODULE_PATH.toArray(String[]::new));
        command.addAll(List.of("-p", modules + File.pathSeparator + classes, "-m", "sample/sample.Main"));
        return output(command);
    }

    @Test
    void shouldServeANamedModule() throws Exception {
        assertEquals("Reading[sensor=1, place=roof]\n",
                runModule("module sample { requires org.pgas.bytes; opens sample to org.pgas.bytes; }"));
    }

    @Test
    void shouldNameThePackageThatAModuleHasToOpen() throws Exception {
        assertEquals(
                "TypeRegistry.Builder.record: the components of sample.Main$Reading are not accessible: in the "
                        + "module-info of "
                        + "sample say 'opens sample to org.pgas.bytes'\n",
                runModule("module sample { requires org.pgas.bytes; }"));
    }
}
