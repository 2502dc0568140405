package org.pgas.conformance;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Progress threads that programs start, between processes. */
class DeferredThreadIT {
    @TempDir
    private Path base;

    @Test
    void shouldHandleMessagesOfOtherProcessesWhileTheirRankComputes() throws Exception {
        try (CommandJob job = CommandJob.start(base, 2, List.of(), DeferredThreadProgram.class)) {
            String text = job.assertEnds(0);
            assertTrue(text.contains("rank 0 was served by a platform thread"), text);
            assertTrue(text.contains("rank 1 was served by a virtual thread"), text);
        }
    }
}
