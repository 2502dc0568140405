package org.pgas.pshm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;

import org.junit.jupiter.api.Test;

class ProcessIdentityTest {
    @Test
    void thisProcessIsAlive() {
        ProcessIdentity self = ProcessIdentity.current();
        assertEquals(ProcessHandle.current().pid(), self.pid());
        assertTrue(self.start() > 0);
        assertTrue(self.isAlive());
    }

    @Test
    void nobodyIsNotAlive() {
        assertFalse(ProcessIdentity.NONE.isAlive());
        assertFalse(new ProcessIdentity(-1, 5).isAlive());
    }

    @Test
    void aKilledProcessIsNotAlive() throws IOException {
        try (OtherProcess other = OtherProcess.sleeping()) {
            ProcessIdentity identity = other.identity();
            assertTrue(identity.isAlive());
            other.kill();
            assertFalse(identity.isAlive());
        }
    }

    @Test
    void aDeadProcessThatNobodyReapedIsNotAlive() throws IOException {
        try (OtherProcess parent = OtherProcess.withDeadChild()) {
            long zombie = parent.childPid();
            assertTrue(ProcessHandle.of(zombie).isPresent(), "the JDK counts it as alive");
            assertFalse(new ProcessIdentity(zombie, Long.parseLong(OtherProcess.stat(zombie)[19])).isAlive());
        }
    }

    @Test
    void aLaterProcessWithTheSameNumberIsAnother() {
        ProcessIdentity self = ProcessIdentity.current();
        assertFalse(new ProcessIdentity(self.pid(), self.start() - 1).isAlive());
        assertFalse(new ProcessIdentity(self.pid(), self.start() + 1).isAlive());
    }

    @Test
    void aProcessWhoseStartIsNotKnownIsNotAliveForEver() throws IOException {
        try (OtherProcess other = OtherProcess.sleeping()) {
            long pid = other.identity().pid();
            other.kill();
            assertFalse(new ProcessIdentity(pid, -1).isAlive());
            assertFalse(ProcessIdentity.of(pid).isAlive());
        }
    }
}
