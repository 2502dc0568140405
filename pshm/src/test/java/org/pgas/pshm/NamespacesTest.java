package org.pgas.pshm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NamespacesTest {
    private static final String BOOT = "0123456789abcdef";

    @TempDir
    Path proc;

    private void fill(String self, String pid, String time) throws IOException {
        Files.createDirectories(proc.resolve("7/ns"));
        Files.createSymbolicLink(proc.resolve("self"), Path.of(self));
        Files.createSymbolicLink(proc.resolve("7/ns/pid"), Path.of(pid));
        if (time != null) {
            Files.createSymbolicLink(proc.resolve("7/ns/time"), Path.of(time));
        }
        Files.createDirectories(proc.resolve("sys/kernel/random"));
        Files.writeString(proc.resolve("sys/kernel/random/boot_id"), "01234567-89ab-cdef-0123-456789abcdef\n");
    }

    @Test
    void shouldBeThoseThatTheKernelTells() throws IOException {
        fill("7", "pid:[4026531836]", "time:[4026531834]");
        assertEquals(new Namespaces(Long.parseLong(BOOT, 16), 4026531836L, 4026531834L), Namespaces.of(proc, 7));
    }

    @Test
    void shouldBeUnknownWhereTheFilesSpeakOfOtherNumbersThanTheProcess() throws IOException {
        fill("7", "pid:[4026531836]", null);
        assertEquals(new Namespaces(Long.parseLong(BOOT, 16), 0, 0), Namespaces.of(proc, 1));
        assertFalse(Namespaces.of(proc, 1).isHere());
    }

    @Test
    void shouldBeUnknownWhereThereAreNoSuchFiles() {
        assertEquals(Namespaces.UNKNOWN, Namespaces.of(proc, 7));
        assertFalse(Namespaces.UNKNOWN.isHere());
        assertFalse(Namespaces.UNKNOWN.isThisBoot());
    }

    @Test
    void shouldBeHereOnlyWhereAllAreThoseOfThisProcess() {
        Namespaces here = Namespaces.current();
        assertTrue(here.isHere() && here.isThisBoot());
        assertNotEquals(0, here.pid());
        assertFalse(new Namespaces(here.boot() + 1, here.pid(), here.time()).isHere());
        assertFalse(new Namespaces(here.boot(), here.pid() + 1, here.time()).isHere());
        assertFalse(new Namespaces(here.boot(), here.pid(), here.time() + 1).isHere());
    }

    @Test
    void shouldComeBackFromTheNameOfAFile() {
        for (ProcessIdentity process : new ProcessIdentity[]{ProcessIdentity.current(), ProcessIdentity.NONE,
            new ProcessIdentity(4_194_303, Long.MAX_VALUE / 100, new Namespaces(-1, 1, 0))}) {
            assertTrue(process.name().matches(ProcessIdentity.NAME), process.name());
            assertEquals(process, ProcessIdentity.ofName(process.name()));
        }
    }
}
