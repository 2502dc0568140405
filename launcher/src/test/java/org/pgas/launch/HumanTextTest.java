package org.pgas.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;

import org.junit.jupiter.api.Test;

class HumanTextTest {
    private static void assertNames(String message, String... limits) {
        String text = HumanText.of(new IOException(message));
        for (String limit : limits) {
            assertTrue(text.contains(limit), text);
        }
    }

    @Test
    void whatASystemRefusesNamesTheLimitToRaise() {
        assertNames("Cannot run program \"java\": error=11, Resource temporarily unavailable", "ulimit -u",
                "--pids-limit");
        assertNames("Cannot run program \"java\": error=24, Too many open files", "ulimit -n");
        assertNames("Cannot run program \"java\": error=12, Cannot allocate memory", "ulimit -v");
        assertNames("File too large", "ulimit -f");
        assertNames("No space left on device", "df -i");
    }

    /** The JDK advises to install it again, which does not help. */
    @Test
    void aHelperOfTheJdkThatCannotStartIsALimitToo() {
        assertNames("Cannot run program \"java\": Failed to exec spawn helper: pid: 4711, exit value: 1. "
                + "Possible reasons: ... Re-install JDK", "ulimit -u", "--pids-limit", "ulimit -n");
    }

    @Test
    void aThreadThatCannotBeStartedIsALimitAndAHeapIsNot() {
        assertTrue(HumanText.of(new OutOfMemoryError("unable to create native thread: possibly out of memory or "
                + "process/resource limits reached")).contains("ulimit -u"));
        assertEquals("java.lang.OutOfMemoryError: Java heap space",
                HumanText.of(new OutOfMemoryError("Java heap space")));
    }

    @Test
    void nobodyReadsTheNamesOfExceptions() {
        assertEquals("permission denied", HumanText.of(new AccessDeniedException("/a")));
        assertEquals("why", HumanText.of(new FileSystemException("/a", null, "why")));
    }
}
