package org.pgas.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Real jobs in which a rank that has lent data is no more when its peer comes to take it: nobody hangs, and the true reason is told. */
class LoanEndingIT {
    private static final int KILLED = 137;

    @TempDir
    private Path base;

    @ParameterizedTest
    @CsvSource({"kill, 137, rank 1", "leave, 1, before Job.close"})
    void shouldEndTheJobWithTheReasonWhenALenderIsGone(String way, int code, String words) throws Exception {
        Path output = base.resolve("output.txt");
        Process launcher = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "--enable-native-access=ALL-UNNAMED", "-cp",
                System.getProperty("java.class.path"), "org.pgas.launch.Pgas", "run", "-n", "2", "--heap", "64m",
                "--dir", base.toString(), LoanEndingProgram.class.getName(), way).redirectErrorStream(true)
                .redirectOutput(output.toFile()).start();
        try {
            assertTrue(launcher.waitFor(Patience.SECONDS, TimeUnit.SECONDS),
                    () -> "the job did not end: " + read(output));
        } finally {
            launcher.destroyForcibly();
        }
        String text = read(output);
        assertEquals(code, launcher.exitValue(), text);
        assertTrue(text.contains(words), text);
        assertFalse(code == KILLED && text.contains("could not be read"), text);
        checkNothingIsLeft();
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void checkNothingIsLeft() throws IOException {
        try (Stream<Path> left = Files.list(base)) {
            assertEquals(List.of(base.resolve("output.txt")), left.toList());
        }
    }
}
