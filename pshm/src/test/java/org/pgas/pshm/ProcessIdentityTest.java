package org.pgas.pshm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.FileInputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;

class ProcessIdentityTest {
    @Test
    void thisProcessIsAlive() {
        ProcessIdentity self = ProcessIdentity.current();
        assertEquals(ProcessHandle.current().pid(), self.pid());
        assertTrue(self.start() > 0);
        assertEquals(Life.ALIVE, self.life());
    }

    @Test
    void nobodyIsNotAlive() {
        assertEquals(Life.DEAD, ProcessIdentity.NONE.life());
        assertEquals(Life.DEAD, new ProcessIdentity(-1, 5).life());
    }

    @Test
    void aKilledProcessIsNotAlive() throws IOException {
        try (OtherProcess other = OtherProcess.sleeping()) {
            ProcessIdentity identity = other.identity();
            assertEquals(Life.ALIVE, identity.life());
            other.kill();
            assertEquals(Life.DEAD, identity.life());
        }
    }

    @Test
    void aDeadProcessThatNobodyReapedIsNotAlive() throws IOException {
        try (OtherProcess parent = OtherProcess.withDeadChild()) {
            long zombie = parent.childPid();
            assertTrue(ProcessHandle.of(zombie).isPresent(), "the JDK counts it as alive");
            assertEquals(Life.DEAD, new ProcessIdentity(zombie, Long.parseLong(OtherProcess.stat(zombie)[19])).life());
        }
    }

    @Test
    void aLaterProcessWithTheSameNumberIsAnother() {
        ProcessIdentity self = ProcessIdentity.current();
        assertEquals(Life.DEAD, new ProcessIdentity(self.pid(), self.start() - 1).life());
        assertEquals(Life.DEAD, new ProcessIdentity(self.pid(), self.start() + 1).life());
    }

    @Test
    void aProcessWhoseStartIsNotKnownIsNotAliveForEver() throws IOException {
        try (OtherProcess other = OtherProcess.sleeping()) {
            long pid = other.identity().pid();
            other.kill();
            assertEquals(Life.DEAD, new ProcessIdentity(pid, -1).life());
            assertEquals(Life.DEAD, ProcessIdentity.of(pid).life());
        }
    }

    /** It may live: to take it for dead would end a job. */
    @Test
    void nothingIsKnownOfAProcessWithoutADescriptorToLookWith() throws IOException {
        Process looking = new ProcessBuilder("sh", "-c", "ulimit -n 64 && exec \"$@\"", "-",
                Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-XX:TieredStopAtLevel=1",
                "-Xmx64m", "-cp", System.getProperty("java.class.path"), Looker.class.getName())
                .redirectError(ProcessBuilder.Redirect.INHERIT).start();
        try {
            assertEquals("ALIVE UNKNOWN - DEAD", new String(looking.getInputStream().readAllBytes()).strip());
        } finally {
            looking.destroyForcibly();
        }
    }

    /** Looks at itself, with descriptors and without any, and then at a process that is not there. */
    static final class Looker {
        private Looker() {}

        public static void main(String[] arguments) {
            ProcessIdentity self = ProcessIdentity.current();
            ProcessIdentity nobody = new ProcessIdentity(Integer.MAX_VALUE, 5);
            // what these need is loaded then
            Life before = nobody.life() == Life.DEAD ? self.life() : Life.UNKNOWN;
            List<FileInputStream> open = new ArrayList<>();
            try {
                while (true) {
                    open.add(new FileInputStream("/dev/null"));
                }
            } catch (IOException e) {
                System.out.println(before + " " + self.life() + " " + self.kernelState() + " " + nobody.life());
            }
        }
    }
}
