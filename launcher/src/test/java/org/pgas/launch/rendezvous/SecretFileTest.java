package org.pgas.launch.rendezvous;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.SplittableRandom;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pgas.PgasException;

class SecretFileTest {
    @TempDir
    Path directory;

    private Path file(int bytes, String mode) throws IOException {
        byte[] secret = new byte[bytes];
        new SplittableRandom(3).nextBytes(secret);
        Path file = Files.write(directory.resolve("secret"), secret);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(mode));
        return file;
    }

    private static void refused(Path file, String expected) {
        PgasException e = assertThrows(PgasException.class, () -> SecretFile.read(file));
        assertTrue(e.getMessage().startsWith("pgas.rendezvous.secret=" + file + " " + expected), e::getMessage);
    }

    @Test
    void allBytesOfItsUsersFileAreTheSecret() throws IOException {
        for (int bytes : new int[]{32, 33, 4096}) {
            Path file = file(bytes, "rw-------");
            assertArrayEquals(Files.readAllBytes(file), SecretFile.read(file));
        }
    }

    /** As Kubernetes mounts it. */
    @Test
    void aLinkToItServes() throws IOException {
        Path link = Files.createSymbolicLink(directory.resolve("link"), file(32, "r--------"));
        assertArrayEquals(Files.readAllBytes(link), SecretFile.read(link));
    }

    @Test
    void whatOthersMayUseIsRefusedWithItsMode() throws IOException {
        // root's files of a group are another matter to other users
        for (String mode : new String[]{"rw-r--r--", "rw----r--", "rw-rw----", "rw--w----", "rwx--x---"}) {
            refused(file(32, mode), "may be used by others (mode ");
        }
    }

    @Test
    void whatIsTooShortOrTooLongIsRefusedWithItsBytes() throws IOException {
        refused(file(31, "rw-------"), "has 31 bytes where 32..4096 are legal: make it by: head -c 32 /dev/urandom");
        refused(file(0, "rw-------"), "has 0 bytes");
        refused(file(4097, "rw-------"), "has more than 4096 bytes");
    }

    @Test
    void whatIsNoFileIsRefused() throws IOException {
        refused(directory.resolve("none"), "does not exist");
        refused(Files.createDirectory(directory.resolve("directory")), "is no file");
    }

    @Test
    void aFileOfAnotherUserIsRefused() throws IOException {
        assumeTrue((int) Files.getAttribute(Path.of("/proc/self"), "unix:uid") == 0, "only root can give a file away");
        Path file = file(32, "rw-------");
        Files.setAttribute(file, "unix:uid", 12_345);
        refused(file, "belongs to user 12345, and this is user 0");
    }
}
