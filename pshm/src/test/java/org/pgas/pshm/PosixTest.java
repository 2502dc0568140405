package org.pgas.pshm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pgas.memory.SharedMemory;

/** Calls of the C library, and the mappings made with them. */
class PosixTest {
    private static final int ENOENT = 2;
    private static final int EBADF = 9;
    private static final int EEXIST = 17;
    private static final int EISDIR = 21;
    private static final int EINVAL = 22;
    private static final int ELOOP = 40;
    private static final long COPY_BYTES = 64L << 20;

    @TempDir
    Path directory;

    private int make(Path file) {
        return Posix.open(file.toString(), Posix.O_RDWR_CREAT_EXCL_NOFOLLOW_CLOEXEC, 0600);
    }

    private static int open(Path file) {
        return Posix.open(file.toString(), Posix.O_RDWR_NOFOLLOW_CLOEXEC, 0);
    }

    @Test
    void openAnswersADescriptorOrTheNegatedErrno() throws IOException {
        Path file = directory.resolve("file");
        assertEquals(-ENOENT, open(file));
        int fd = make(file);
        assertTrue(fd >= 0, () -> "errno " + -fd);
        assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(file)));
        assertEquals(-EEXIST, make(file));
        assertEquals(-EISDIR, open(directory));
        Path link = Files.createSymbolicLink(directory.resolve("link"), file);
        assertEquals(-ELOOP, open(link));
        assertEquals(-EEXIST, make(link));
        Posix.close(fd);
        assertEquals(EBADF, Posix.fallocate(fd, 0, 4096));
    }

    @Test
    void fallocateReservesOrAnswersTheErrno() throws IOException {
        Path file = directory.resolve("file");
        int fd = make(file);
        assertEquals(0, Posix.fallocate(fd, 0, 12_288));
        assertEquals(12_288, Files.size(file));
        assertEquals(EINVAL, Posix.fallocate(fd, 0, 0));
        Posix.close(fd);
    }

    @Test
    void whatIsWrittenInOneMappingIsInTheOther() throws IOException {
        Path file = directory.resolve("file");
        int fd = make(file);
        assertEquals(0, Posix.truncate(fd, 1 << 20));
        assertEquals(1 << 20, Files.size(file));
        assertEquals(0, Posix.fallocate(fd, 4096, 8192));
        assertEquals(1 << 20, Files.size(file));
        Mapping one = Mapping.sparse(fd, 1 << 20);
        Mapping other = Mapping.sparse(fd, 1 << 20);
        for (int page = 1; page < 3; page++) {
            SharedMemory.putLong(one.address() + page * 4096, page);
        }
        assertEquals(1, SharedMemory.getLong(other.address() + 4096));
        assertEquals(2, SharedMemory.getLong(other.address() + 8192));
        one.abandon();
        other.abandon();
        Posix.close(fd);
        assertEquals(EBADF, Posix.truncate(fd, 0));
    }

    @Test
    void aFailedMmapSaysWhy() throws IOException {
        int fd = make(directory.resolve("file"));
        IOException e = assertThrows(IOException.class, () -> Posix.mmap(0, 0, Posix.MAP_SHARED, fd));
        assertTrue(e.getMessage().contains("0 bytes") && e.getMessage().contains("errno " + EINVAL), e.getMessage());
        Posix.close(fd);
        e = assertThrows(IOException.class, () -> Posix.mmap(0, 4096, Posix.MAP_SHARED, fd));
        assertTrue(e.getMessage().contains("errno " + EBADF), e.getMessage());
    }

    private Mapping map(Path file, long bytes) throws IOException {
        int fd = make(file);
        assertEquals(0, Posix.fallocate(fd, 0, bytes));
        Mapping mapping = Mapping.of(fd, bytes);
        Posix.close(fd);
        return mapping;
    }

    @Test
    void twoMappingsOfAFileAreOneMemoryUntilOneIsAbandoned() throws IOException {
        Path file = directory.resolve("file");
        Mapping one = map(file, 8192);
        int fd = open(file);
        Mapping other = Mapping.of(fd, 8192);
        Posix.close(fd);
        SharedMemory.putLong(one.address() + 8184, 42);
        assertEquals(42, SharedMemory.getLong(other.address() + 8184));
        one.abandon();
        assertEquals(0, SharedMemory.getLong(one.address() + 8184));
        SharedMemory.putLong(one.address() + 8184, 7);
        assertEquals(42, SharedMemory.getLong(other.address() + 8184));
        one.abandon();
        assertEquals(7, SharedMemory.getLong(one.address() + 8184), "the second time does nothing");
        other.abandon();
    }

    @Test
    void abandoningUnderARunningCopyHarmsNobody() throws IOException {
        Mapping source = map(directory.resolve("source"), COPY_BYTES);
        Mapping target = map(directory.resolve("target"), COPY_BYTES);
        SharedMemory.fill(source.address(), (byte) 5, COPY_BYTES);
        AtomicLong copies = new AtomicLong();
        AtomicBoolean abandoned = new AtomicBoolean();
        CompletableFuture<Void> copier = CompletableFuture.runAsync(() -> {
            boolean last;
            do {
                last = abandoned.get();
                SharedMemory.copy(source.address(), target.address(), COPY_BYTES);
                copies.incrementAndGet();
            } while (!last);
        }, Ranks::start);
        while (copies.get() < 2 || SharedMemory.getByte(target.address() + COPY_BYTES / 2) != 5) {
            Thread.onSpinWait();
        }
        target.abandon();
        source.abandon();
        abandoned.set(true);
        copier.join();
        assertEquals(0, SharedMemory.getByte(source.address()));
        assertEquals(0, SharedMemory.getByte(target.address() + COPY_BYTES - 1));
    }

    @Test
    void killEndsAProcess() throws IOException {
        try (OtherProcess other = OtherProcess.sleeping()) {
            ProcessIdentity identity = other.identity();
            Posix.kill(identity.pid(), Posix.SIGKILL);
            while (identity.life() != Life.DEAD) {
                Thread.onSpinWait();
            }
            assertEquals(Life.DEAD, identity.life());
        }
    }
}
