package org.pgas.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Real jobs that a message ends: with which code, with which words on the console, and that nothing stays. */
class MessageEndingIT {
    @TempDir
    private Path base;

    @ParameterizedTest
    @CsvSource({"unregistered, 1, a medium request from rank 1 is for handler 150;not registered",
        "wrong-category, 1, a short request from rank 1 is for handler 203;takes medium",
        "throw, 1, handler 201 'thrower';short request from rank 1;IllegalStateException: thrown by the handler",
        "exit, 21, ''", "exit-prepared-reply, 22, ''", "exit-prepared, 23, ''", "system-exit-prepared, 24, ''"})
    void shouldEndTheJobWithACodeAndTheReason(String way, int code, String words) throws Exception {
        Path output = base.resolve("output.txt");
        Process launcher = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "--enable-native-access=ALL-UNNAMED", "-cp",
                System.getProperty("java.class.path"), "org.pgas.launch.Pgas", "run", "-n", "2", "--heap", "64m",
                "--dir",
                base.toString(), MessageEndingProgram.class.getName(), way).redirectErrorStream(true)
                .redirectOutput(output.toFile()).start();
        try {
            assertTrue(launcher.waitFor(Patience.SECONDS, TimeUnit.SECONDS), "the job did not end");
        } finally {
            launcher.destroyForcibly();
        }
        String text = Files.readString(output);
        assertEquals(code, launcher.exitValue(), text);
        for (String part : words.split(";")) {
            assertTrue(text.contains(part), text);
        }
        checkNothingIsLeft();
    }

    private void checkNothingIsLeft() throws IOException {
        try (Stream<Path> left = Files.list(base)) {
            assertEquals(List.of(base.resolve("output.txt")), left.toList());
        }
    }
}
