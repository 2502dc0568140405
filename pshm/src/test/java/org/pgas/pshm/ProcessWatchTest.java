package org.pgas.pshm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.junit.jupiter.api.Test;

/** Looks at a process with a descriptor of it say what looks by its number say. */
class ProcessWatchTest {
    /** Linux has them from 5.3 on. */
    private static void assumeDescriptors() {
        assumeTrue(Runtime.Version.parse(version()).compareTo(Runtime.Version.parse("5.3")) >= 0,
                "this system has descriptors of processes");
    }

    private static String version() {
        Matcher number = Pattern.compile("[1-9]\\d*(\\.[1-9]\\d*)?").matcher(System.getProperty("os.version"));
        assertTrue(number.lookingAt());
        return number.group();
    }

    @Test
    void aProcessIsAliveUntilItIsKilled() throws IOException {
        try (OtherProcess other = OtherProcess.sleeping(); ProcessWatch watch = new ProcessWatch(other.identity())) {
            assertEquals(Life.ALIVE, watch.life());
            assumeDescriptors();
            assertTrue(watch.hasDescriptor());
            assertEquals(Life.ALIVE, watch.life());
            other.kill();
            assertEquals(Life.DEAD, watch.life());
            assertEquals(Life.DEAD, watch.life());
        }
    }

    @Test
    void aDeadProcessThatNobodyReapedIsNotAlive() throws IOException {
        try (OtherProcess parent = OtherProcess.withDeadChild()) {
            long zombie = parent.childPid();
            try (ProcessWatch watch = new ProcessWatch(
                    new ProcessIdentity(zombie, Long.parseLong(OtherProcess.stat(zombie)[19])))) {
                assertEquals(Life.DEAD, watch.life());
            }
        }
    }

    @Test
    void aDescriptorSaysThatAProcessHasEndedWhichNobodyReaped() throws IOException {
        try (OtherProcess parent = OtherProcess.withDeadChild();
                Posix.ProcessDescriptor zombie = Posix.ProcessDescriptor.open(parent.childPid())) {
            assumeDescriptors();
            assertNotNull(zombie);
            assertEquals(Life.DEAD, zombie.life());
        }
    }

    @Test
    void aDescriptorSaysThatAProcessHasEndedWhichWasReaped() throws IOException {
        try (OtherProcess other = OtherProcess.sleeping();
                Posix.ProcessDescriptor process = Posix.ProcessDescriptor.open(other.identity().pid())) {
            assumeDescriptors();
            assertNotNull(process);
            assertEquals(Life.ALIVE, process.life());
            other.kill();
            assertEquals(Life.DEAD, process.life());
        }
    }

    @Test
    void aLaterProcessWithTheSameNumberIsAnother() {
        ProcessIdentity self = ProcessIdentity.current();
        try (ProcessWatch watch = new ProcessWatch(new ProcessIdentity(self.pid(), self.start() - 1))) {
            assertEquals(Life.DEAD, watch.life());
            assertFalse(watch.hasDescriptor());
        }
    }

    @Test
    void ofAProcessOfAnotherContainerNothingIsKnown() {
        Namespaces elsewhere = new Namespaces(1, 2, 3);
        try (ProcessWatch watch = new ProcessWatch(new ProcessIdentity(1, 5, elsewhere))) {
            assertEquals(Life.UNKNOWN, watch.life());
            assertFalse(watch.hasDescriptor());
        }
    }

    @Test
    void nobodyIsNotAlive() {
        try (ProcessWatch watch = new ProcessWatch(ProcessIdentity.NONE)) {
            assertEquals(Life.DEAD, watch.life());
        }
    }

    /** Whatever the descriptor says, which may be that of something else meanwhile. */
    @Test
    void nowAndThenALookIsByTheNumber() throws IOException {
        assumeDescriptors();
        try (OtherProcess other = OtherProcess.sleeping(); OtherProcess dead = OtherProcess.sleeping()) {
            ProcessIdentity identity = dead.identity();
            dead.kill();
            try (ProcessWatch watch = new ProcessWatch(identity,
                    Posix.ProcessDescriptor.open(other.identity().pid()))) {
                assertEquals(Life.ALIVE, watch.life(), "by the descriptor");
                int looks = 1;
                while (watch.life() == Life.ALIVE) {
                    assertTrue(++looks < 10, "none of ten");
                }
            }
        }
    }

    @Test
    void looksGoOnWithoutADescriptor() {
        ProcessWatch watch = new ProcessWatch(ProcessIdentity.current());
        assertEquals(Life.ALIVE, watch.life());
        watch.close();
        watch.close();
        assertFalse(watch.hasDescriptor());
        assertEquals(Life.ALIVE, watch.life());
    }
}
