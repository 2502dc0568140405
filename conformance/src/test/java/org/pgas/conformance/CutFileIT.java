package org.pgas.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Real jobs of which a file is truncated: whoever meets that first, the rank says which file it was. */
class CutFileIT {
    @TempDir
    private Path base;

    @ParameterizedTest
    @CsvSource({"main, seg-, off", "handler, seg-, off", "progress, seg-, on", "ring, am, on", "collective, seg-, off",
        "operator, seg-, off", "close, seg-, off", "file, file, off", "control, control, off", "control, control, on"})
    void shouldNameTheFileThatWasCutWhereverItIsMet(String way, String file, String progressThread) throws Exception {
        Path directory = Files.createDirectory(base.resolve("jobs"));
        Path output = base.resolve("output.txt");
        Process launcher = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "--enable-native-access=ALL-UNNAMED", "-cp",
                System.getProperty("java.class.path"), "org.pgas.launch.Pgas", "run", "-n", "2", "--heap", "64m",
                "--dir", directory.toString(), "-Dpgas.progress.thread=" + progressThread,
                "-J-XX:ErrorFile=" + base.resolve("hs_err"), CutFileProgram.class.getName(), way,
                directory.toString()).redirectErrorStream(true).redirectOutput(output.toFile()).start();
        try {
            assertTrue(launcher.waitFor(Patience.SECONDS, TimeUnit.SECONDS),
                    () -> "the job did not end: " + read(output));
        } finally {
            launcher.destroyForcibly();
        }
        String text = Files.readString(output);
        assertEquals(1, launcher.exitValue(), text);
        assertTrue(Pattern.compile("rank [01]: .*the file \\S*/" + file
                + "\\S* was truncated by another process: it has (0|4096|8192) bytes instead of \\d+, .*start the job again")
                .matcher(text).find(), text);
        assertFalse(Files.exists(base.resolve("hs_err")), text);
        try (Stream<Path> left = Files.list(directory)) {
            assertEquals(List.of(), left.toList(), text);
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            return e.toString();
        }
    }
}
