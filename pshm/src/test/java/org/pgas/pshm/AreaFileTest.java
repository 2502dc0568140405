package org.pgas.pshm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pgas.ErrorCode;
import org.pgas.JoinException;
import org.pgas.PgasException;
import org.pgas.memory.SharedMemory;
import org.pgas.spi.AreaParts;
import org.pgas.spi.Conduit;

class AreaFileTest {
    private static final int SIZE = 3;
    private static final long PAGE = 4096;
    private static final Runnable RUNNING = () -> {};
    private static final long FIRST = AreaParts.RESERVED_BYTES;

    @TempDir
    Path base;

    private Path directory;
    private Path file;
    private AreaFile first;
    private AreaFile second;

    @BeforeEach
    void makeTheAreaOfThreeRanks() {
        directory = JobDirectory.create(base, "j");
        file = directory.resolve(AreaFile.NAME);
        AreaFile.create(file, SIZE, Long.MAX_VALUE);
        first = AreaFile.open(file, 0, SIZE, Long.MAX_VALUE, RUNNING);
        second = AreaFile.open(file, 1, SIZE, Long.MAX_VALUE, RUNNING);
    }

    @AfterEach
    void abandonBoth() {
        first.abandon();
        second.abandon();
    }

    private long reservedBytes() throws IOException {
        Process du = new ProcessBuilder("stat", "-c", "%b", file.toString()).start();
        return 512 * Long.parseLong(new String(du.getInputStream().readAllBytes()).strip());
    }

    /** A file system may take or give a block for what it notes of the file. */
    private void assertReserved(long bytes) throws IOException {
        long reserved = reservedBytes();
        assertTrue(Math.abs(reserved - bytes) <= 2 * PAGE, () -> reserved + " bytes reserved, not " + bytes);
    }

    @Test
    void partsAreLargeForFewRanksAndNeverSmall() {
        assertEquals(256L << 20, AreaFile.partBytes(1));
        assertEquals(256L << 20, AreaFile.partBytes(32));
        assertEquals((8L << 30) / 33 / PAGE * PAGE, AreaFile.partBytes(33));
        assertEquals(32L << 20, AreaFile.partBytes(256));
        assertEquals(32L << 20, AreaFile.partBytes(2048));
        for (int size = 1; size <= 2048; size++) {
            assertTrue(AreaFile.partBytes(size) >= AreaFile.reservedBytes(0, size) + (4 << 20), size + " ranks");
        }
    }

    @Test
    void aNewFileTakesLittleRoomAndNothingElseIsLeft() throws IOException {
        assertEquals(SIZE * first.bytes(), Files.size(file));
        assertEquals("rw-------", PosixFilePermissions
                .toString(Files.getPosixFilePermissions(file)));
        // some file systems count blocks of their own
        long reserved = reservedBytes();
        assertTrue(reserved >= SIZE * FIRST && reserved < 2 * SIZE * FIRST, () -> reserved + " bytes reserved");
        assertEquals(List.of(file), Contents.of(directory));
    }

    @Test
    void everyRankSeesEveryPart() {
        for (int owner = 0; owner < SIZE; owner++) {
            assertEquals(0, SharedMemory.getLong(first.address(owner) + FIRST - 8));
            SharedMemory.putLong(first.address(owner) + FIRST - 8, 40 + owner);
        }
        for (int owner = 0; owner < SIZE; owner++) {
            assertEquals(40 + owner, SharedMemory.getLong(second.address(owner) + FIRST - 8));
        }
    }

    @Test
    void whatIsReservedTakesRoomAndKeepsWhatIsThere() throws IOException {
        long before = reservedBytes();
        second.reserve(FIRST, 16 * PAGE);
        assertReserved(before + 16 * PAGE);
        SharedMemory.putLong(first.address(1) + FIRST, 7);
        second.reserve(0, FIRST + 32 * PAGE);
        assertEquals(7, SharedMemory.getLong(second.address(1) + FIRST));
        assertReserved(before + 32 * PAGE);
        second.reserve(second.bytes() - PAGE, PAGE);
        assertEquals(0, SharedMemory.getLong(first.address(1) + second.bytes() - 8));
        assertEquals(SIZE * first.bytes(), Files.size(file));
    }

    @Test
    void whatIsNoWholePageOfTheOwnPartIsRefused() {
        long part = second.bytes();
        long[][] bad = {{-PAGE, PAGE}, {1, PAGE}, {0, 1}, {0, -PAGE}, {part, PAGE}, {0, part + PAGE},
            {PAGE, Long.MAX_VALUE / PAGE * PAGE}};
        for (long[] range : bad) {
            PgasException refused = Refused.with(PgasException.class, () -> second.reserve(range[0], range[1]),
                    "rank 1: AreaParts.reserve: " + range[1] + " bytes from " + range[0], "0.." + part);
            assertEquals(ErrorCode.BAD_ARGUMENT, refused.code());
        }
    }

    @Test
    void whatFindsNoRoomIsRefusedWithTheRemedyAndLeavesNothing() throws IOException {
        long before = reservedBytes();
        AreaFile tight = AreaFile.open(file, 2, SIZE, 4 * PAGE, RUNNING);
        tight.reserve(FIRST, 4 * PAGE);
        PgasException refused = Refused.with(PgasException.class, () -> tight.reserve(FIRST + 4 * PAGE, 5 * PAGE),
                "rank 2: no room for 20.0 KiB more of the library's own memory in " + directory, "16.0 KiB is free",
                "limited by setting", "set pgas.room higher");
        assertEquals(ErrorCode.RESOURCE, refused.code());
        assertReserved(before + 4 * PAGE);
        tight.abandon();
        Files.delete(file);
        Refused.with(JoinException.class,
                () -> AreaFile.create(file, SIZE, SIZE * (FIRST + AreaParts.MEMBER_BYTES) - 1),
                "3 ranks begin with 228.0 KiB", "768.0 MiB of addresses", "is free, limited by setting",
                "set pgas.room higher");
        assertEquals(List.of(), Contents.of(directory));
    }

    @Test
    void abandonedReadsAsZerosAndChangesNothing() {
        SharedMemory.putLong(first.address(1), 5);
        second.abandon();
        second.abandon();
        assertEquals(0, SharedMemory.getLong(second.address(1)));
        SharedMemory.putLong(second.address(1), 6);
        second.reserve(FIRST, PAGE);
        assertEquals(5, SharedMemory.getLong(first.address(1)));
    }

    @Test
    void whatIsNoAreaOfThisJobIsRefused() throws IOException {
        Refused.with(JoinException.class, () -> AreaFile.open(file, 1, 2, Long.MAX_VALUE, RUNNING),
                file.toString(),
                "instead of " + 2 * AreaFile.partBytes(2));
        Files.delete(file);
        Refused.with(JoinException.class, () -> AreaFile.open(file, 1, SIZE, Long.MAX_VALUE, RUNNING), "rank 1",
                "no file area");
        Files.createSymbolicLink(file, directory.resolve("nowhere"));
        Refused.with(JoinException.class, () -> AreaFile.open(file, 1, SIZE, Long.MAX_VALUE, RUNNING),
                "not a regular file");
        assertFalse(Files.exists(directory.resolve("area.new")));
    }
}
