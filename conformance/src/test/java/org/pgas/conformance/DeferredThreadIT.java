package org.pgas.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Progress threads that programs start, between processes. */
class DeferredThreadIT {
    @TempDir
    private Path base;

    @Test
    void shouldHandleMessagesOfOtherProcessesWhileTheirRankComputes() throws Exception {
        Path output = base.resolve("output.txt");
        Process launcher = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "--enable-native-access=ALL-UNNAMED", "-cp",
                System.getProperty("java.class.path"), "org.pgas.launch.Pgas", "run", "-n", "2", "--heap", "64m",
                "--dir", base.toString(), DeferredThreadProgram.class.getName()).redirectErrorStream(true)
                .redirectOutput(output.toFile()).start();
        try {
            assertTrue(launcher.waitFor(Patience.SECONDS, TimeUnit.SECONDS), "the job did not end");
        } finally {
            launcher.destroyForcibly();
        }
        String text = Files.readString(output);
        assertEquals(0, launcher.exitValue(), text);
        assertTrue(text.contains("rank 0 was served by a platform thread"), text);
        assertTrue(text.contains("rank 1 was served by a virtual thread"), text);
        checkNothingIsLeft();
    }

    private void checkNothingIsLeft() throws IOException {
        try (Stream<Path> left = Files.list(base)) {
            assertEquals(List.of(base.resolve("output.txt")), left.toList());
        }
    }
}
