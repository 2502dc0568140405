package org.pgas.hosts;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pgas.hosts.wire.WireSettings;

/** What ranks leave in the job's directory for each other. */
class MeetingTest {
    @TempDir
    Path directory;

    /** It may come while keys are made, which takes long. */
    @Test
    void aThreadThatIsInterruptedMeetsOthersAndStaysInterrupted() {
        Meeting first = new Meeting(directory, 0);
        Meeting second = new Meeting(directory, 1);
        byte[] secret = second.secret();
        Thread.currentThread().interrupt();
        assertArrayEquals(secret, first.secret());
        first.tell(new byte[]{1, 2});
        assertArrayEquals(new byte[]{1, 2}, first.told(0));
        Board.create(directory, 0, 2);
        Board.open(directory, 0, 2);
        assertTrue(Thread.interrupted());
        assertEquals(WireSettings.JOB_BYTES, secret.length);
    }

    @Test
    void whatIsLeftIsForItsOwnerAlone() throws IOException {
        Meeting meeting = new Meeting(directory, 0);
        meeting.secret();
        meeting.tell(new byte[]{1});
        Board.create(directory, 0, 2);
        try (Stream<Path> files = Files.list(directory)) {
            List<Path> all = files.toList();
            assertEquals(3, all.size());
            for (Path each : all) {
                assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(each)),
                        each::toString);
            }
        }
    }
}
