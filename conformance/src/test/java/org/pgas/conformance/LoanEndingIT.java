package org.pgas.conformance;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;

import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Real jobs in which a rank that has lent data is no more when its peer comes to take it: nobody hangs, and the true
 * reason is told.
 */
class LoanEndingIT {
    private static final int KILLED = 137;

    @TempDir
    private Path base;

    @ParameterizedTest
    @CsvSource({"kill, 137, rank 1", "leave, 1, before Job.close"})
    void shouldEndTheJobWithTheReasonWhenALenderIsGone(String way, int code, String words) throws Exception {
        try (CommandJob job = CommandJob.start(base, 2, List.of(), LoanEndingProgram.class, way)) {
            String text = job.assertEnds(code);
            assertTrue(text.contains(words), text);
            assertFalse(code == KILLED && text.contains("could not be read"), text);
        }
    }
}
