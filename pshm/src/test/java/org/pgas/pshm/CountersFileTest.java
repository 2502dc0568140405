package org.pgas.pshm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.List;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pgas.Counter;
import org.pgas.JoinException;
import org.pgas.memory.SharedMemory;
import org.pgas.spi.CounterLayout;

class CountersFileTest {
    private static final int SIZE = 3;

    @TempDir
    Path base;

    private Path directory;
    private Path file;
    private byte[] good;

    @BeforeEach
    void makeAGoodFile() throws IOException {
        directory = JobDirectory.create(base, "j");
        CountersFile.create(directory, SIZE);
        file = directory.resolve(CountersFile.NAME);
        good = Files.readAllBytes(file);
    }

    private ByteBuffer copy() {
        return ByteBuffer.wrap(good.clone()).order(ByteOrder.nativeOrder());
    }

    /** A new file, since what was opened before stays mapped. */
    private void refused(byte[] content, String... words) throws IOException {
        Files.deleteIfExists(file);
        Files.write(file, content);
        refused(words);
    }

    private void refused(String... words) {
        try (Arena arena = Arena.ofConfined()) {
            Refused.with(JoinException.class, () -> CountersView.look(directory, SIZE, arena), words);
        }
        Refused.with(JoinException.class, () -> CountersFile.join(directory, 1, SIZE), words);
    }

    private long reservedBytes() throws IOException {
        Process stat = new ProcessBuilder("stat", "-c", "%b", file.toString()).start();
        return 512 * Long.parseLong(new String(stat.getInputStream().readAllBytes()).strip());
    }

    @Test
    void aNewFileIsTheOwnersAloneAndNothingElseIsLeft() throws IOException {
        assertEquals(CountersLayout.fileLength(SIZE), good.length);
        assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(file)));
        assertEquals(List.of(file), Contents.of(directory));
    }

    @Test
    void whoMakesItAgainFindsTheFirst() throws IOException {
        CountersFile.create(directory, SIZE);
        assertTrue(Arrays.equals(good, Files.readAllBytes(file)));
        assertEquals(List.of(file), Contents.of(directory));
    }

    @Test
    void shouldTakeRoomForThoseWhoHaveJoinedOnly() throws IOException {
        CountersFile.create(JobDirectory.create(base, "large"), 2048);
        file = JobDirectory.ofUser(base).resolve("large").resolve(CountersFile.NAME);
        long before = reservedBytes();
        assertTrue(before <= 4 * 4096, () -> before + " bytes reserved");
        CountersFile.join(file.getParent(), 2047, 2048).abandon();
        long after = reservedBytes();
        assertTrue(after >= before + CounterLayout.PART_BYTES && after <= before + 2 * CounterLayout.PART_BYTES,
                () -> after + " bytes reserved, " + before + " before");
    }

    @Test
    void everybodySeesWhatARankWritesInItsPart() throws IOException {
        long now = System.currentTimeMillis();
        CountersFile own = CountersFile.join(directory, 2, SIZE);
        try (Arena arena = Arena.ofConfined()) {
            CountersView tool = CountersView.look(directory, SIZE, arena);
            assertTrue(tool.begin() <= now && tool.begin() > now - 60_000, () -> tool.begin() + " at " + now);
            assertEquals(Counter.values().length, tool.counters(2).size());
            CountersFile peer = CountersFile.join(directory, 0, SIZE);
            SharedMemory.putLong(own.part(2) + CounterLayout.block(0) + CounterLayout.COUNTS, 7);
            assertEquals(7, SharedMemory.getLong(peer.part(2) + CounterLayout.block(0) + CounterLayout.COUNTS));
            assertEquals(7, tool.counters(2).get(Counter.PUTS));
            peer.abandon();
        }
        own.abandon();
    }

    @Test
    void abandonedReadsAsZerosAndChangesNothing() {
        CountersFile own = CountersFile.join(directory, 1, SIZE);
        CountersFile tool = CountersFile.join(directory, 0, SIZE);
        SharedMemory.putLong(own.part(1), 5);
        own.abandon();
        own.abandon();
        assertEquals(0, SharedMemory.getLong(own.part(1)));
        SharedMemory.putLong(own.part(1), 6);
        assertEquals(5, SharedMemory.getLong(tool.part(1)));
        tool.abandon();
    }

    @Test
    void truncatedExtendedAndMissingFilesAreRefused() throws IOException {
        refused(new byte[0], "0 bytes");
        refused(Arrays.copyOf(good, CountersLayout.HEADER_LENGTH - 1), "4095 bytes");
        refused(Arrays.copyOf(good, good.length - 1), good.length - 1 + " bytes", "truncated or extended");
        refused(Arrays.copyOf(good, good.length + 1), good.length + 1 + " bytes", "truncated or extended");
        Files.delete(file);
        refused("no file of counters");
    }

    @Test
    void whatIsNoFileOfCountersIsRefused() throws IOException {
        refused(copy().putLong(CountersLayout.MAGIC_OFFSET, 0).array(), "begins with 0x0", file.toString());
        refused(copy().putLong(CountersLayout.MAGIC_OFFSET, Long.reverseBytes(CountersLayout.MAGIC)).array(),
                "other byte order");
        refused(copy().putInt(CountersLayout.VERSION_OFFSET, 2 << 16 | 3).array(), "version 2.3", "reads 1.0");
        refused(copy().putInt(CountersLayout.SIZE, 4).array(), "4 ranks", "has 3");
        refused(copy().putInt(CountersLayout.PART_BYTES, 4096).array(), "parts of 4096 bytes");
        for (int counters : new int[]{0, -1, CounterLayout.COUNTERS_MAX + 1}) {
            refused(copy().putInt(CountersLayout.COUNTERS, counters).array(), counters + " counters");
        }
        Files.delete(file);
        Files.createSymbolicLink(file, directory.resolve("nowhere"));
        refused("regular file");
    }
}
