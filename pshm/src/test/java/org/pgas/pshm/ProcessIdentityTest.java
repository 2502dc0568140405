package org.pgas.pshm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;

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
}
