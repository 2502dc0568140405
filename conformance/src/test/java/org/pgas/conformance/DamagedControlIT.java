package org.pgas.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Real jobs of three ranks whose control file is truncated within its last page, so that no access fails and the counts of the barriers become zeros: they
 * end and say so, and never go on with what is wrong.
 */
@Timeout(90)
class DamagedControlIT {
    private static final int RANKS = 3;

    @TempDir
    private Path base;

    /** Bytes that are cut off: counts of some ranks, of all ranks, and a part of what a rank says of itself. */
    @ParameterizedTest
    @ValueSource(longs = {968, 1152, 1241})
    void shouldEndAndNameTheControlFileWhenThatIsCutWithinAPage(long cut) throws Exception {
        Path directory = Files.createDirectory(base.resolve("jobs"));
        Path output = base.resolve("output.txt");
        Process launcher = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "--enable-native-access=ALL-UNNAMED", "-cp",
                System.getProperty("java.class.path"), "org.pgas.launch.Pgas", "run", "-n", Integer.toString(RANKS),
                "--heap", "48m", "--dir", directory.toString(), DamagedControlProgram.class.getName())
                .redirectErrorStream(true).redirectOutput(output.toFile()).start();
        try {
            while (read(output).split("ready", -1).length <= RANKS) {
                assertTrue(launcher.isAlive() && !Thread.interrupted(), () -> "the job did not begin: " + read(output));
                LockSupport.parkNanos(10_000_000);
            }
            Path control;
            try (Stream<Path> all = Files.walk(directory)) {
                control = all.filter(file -> file.endsWith("control")).findFirst().orElseThrow();
            }
            try (RandomAccessFile file = new RandomAccessFile(control.toFile(), "rw")) {
                file.setLength(file.length() - cut);
            }
            assertTrue(launcher.waitFor(40, TimeUnit.SECONDS), () -> "the job did not end: " + read(output));
        } finally {
            launcher.destroyForcibly();
        }
        String text = read(output);
        assertFalse(text.contains("WRONG"), text);
        assertEquals(1, launcher.exitValue(), text);
        assertTrue(text.contains("/control was truncated by another process: it has "), text);
        try (Stream<Path> left = Files.list(directory)) {
            assertEquals(List.of(), left.toList(), text);
        }
    }

    private static String read(Path file) {
        try {
            return Files.exists(file) ? Files.readString(file) : "";
        } catch (IOException e) {
            return e.toString();
        }
    }
}
