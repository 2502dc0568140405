package org.pgas.conformance;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Real jobs that a message ends: with which code, with which words on the console, and that nothing stays;
 * between neighbours, and between ranks of two neighbourhoods.
 */
class MessageEndingIT {
    @TempDir
    private Path base;

    @ParameterizedTest
    @CsvSource({"unregistered, 1, a medium request from rank 1 is for handler 150;not registered",
        "wrong-category, 1, a short request from rank 1 is for handler 203;takes medium",
        "throw, 1, handler 201 'thrower';short request from rank 1;IllegalStateException: thrown by the handler",
        "exit, 21, ''", "exit-prepared-reply, 22, ''", "exit-prepared, 23, ''", "system-exit-prepared, 24, ''"})
    void shouldEndTheJobWithACodeAndTheReason(String way, int code, String words) throws Exception {
        for (int neighbourhoods = 1; neighbourhoods <= 2; neighbourhoods++) {
            Path own = Files.createDirectory(base.resolve("in-" + neighbourhoods));
            List<String> options = List.of("--neighbourhoods", Integer.toString(neighbourhoods));
            try (CommandJob job = CommandJob.start(own, 2, options, MessageEndingProgram.class, way)) {
                String text = job.assertEnds(code);
                for (String part : words.split(";")) {
                    assertTrue(text.contains(part), text);
                }
            }
        }
    }
}
