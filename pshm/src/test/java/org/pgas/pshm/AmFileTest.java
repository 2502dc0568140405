package org.pgas.pshm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pgas.JoinException;

class AmFileTest {
    private static final AmConfig CONFIG = MessageRanks.config(2, true, 8 << 10);

    private static final int PAGE = 4096;

    @TempDir
    Path base;

    private Path directory;
    private Path file;
    private byte[] good;

    @BeforeEach
    void makeAGoodFile() throws IOException {
        directory = JobDirectory.create(base, "j");
        MessageRanks.create(directory, CONFIG);
        file = directory.resolve(AmFile.NAME);
        good = Files.readAllBytes(file);
    }

    private ByteBuffer copy() {
        return ByteBuffer.wrap(good.clone()).order(ByteOrder.nativeOrder());
    }

    /** A new file, since what was opened before stays mapped. */
    private void refused(byte[] content, String... words) throws IOException {
        Files.deleteIfExists(file);
        Files.write(file, content);
        refused(CONFIG, words);
    }

    private void refused(AmConfig config, String... words) {
        Refused.with(JoinException.class, () -> AmFile.open(directory.resolve(AmFile.NAME), 1, config), words);
    }

    @Test
    void aNewFileIsOpenedAndNothingElseIsLeft() {
        AmFile.open(directory.resolve(AmFile.NAME), 1, CONFIG).abandon();
        assertEquals(AmLayout.fileLength(CONFIG), good.length);
        assertEquals(2, Contents.of(directory).size());
    }

    @Test
    void truncatedExtendedAndMissingFilesAreRefused() throws IOException {
        refused(new byte[0], "0 bytes");
        refused(Arrays.copyOf(good, AmLayout.HEADER_LENGTH - 1), "127 bytes");
        refused(Arrays.copyOf(good, good.length - 1), good.length - 1 + " bytes", "truncated or extended");
        refused(Arrays.copyOf(good, good.length + 1), good.length + 1 + " bytes", "truncated or extended");
        Files.delete(file);
        refused(CONFIG, "rank 1", "no file of messages");
    }

    @Test
    void slabsOfAnotherLengthAndMissingOnesAreRefused() throws IOException {
        Path slabs = directory.resolve(SlabFile.NAME);
        Files.write(slabs, new byte[]{1}, StandardOpenOption.APPEND);
        refused(CONFIG, "the file of slabs", slabs.toString(), "truncated or extended");
        Files.write(slabs, new byte[0]);
        refused(CONFIG, "0 bytes instead of " + AmLayout.slabsLength(CONFIG));
        Files.delete(slabs);
        refused(CONFIG, "cannot open the file of slabs");
        Files.createSymbolicLink(slabs, directory.resolve("nowhere"));
        refused(CONFIG, "regular file");
    }

    @Test
    void aJobOfOneRankHasNoSlabs() {
        Path alone = JobDirectory.create(base, "alone");
        AmConfig one = MessageRanks.config(1, true, 8 << 10);
        MessageRanks.create(alone, one);
        assertEquals(1, Contents.of(alone).size());
        AmFile.open(alone.resolve(AmFile.NAME), 0, one).abandon();
    }

    @Test
    void whatIsNoFileOfMessagesIsRefused() throws IOException {
        refused(copy().putLong(AmLayout.MAGIC_OFFSET, 0).array(), "begins with 0x0", file.toString());
        refused(copy().putLong(AmLayout.MAGIC_OFFSET, Long.reverseBytes(AmLayout.MAGIC)).array(), "other byte order");
        refused(copy().putInt(AmLayout.VERSION_OFFSET, 4 << 16 | 3).array(), "version 4.3", "reads 3.0");
        refused(copy().putInt(AmLayout.SIZE, 3).array(), "3 ranks", "told 2");
        for (int ring : new int[]{0, -1, 4096, 8193, Integer.MIN_VALUE}) {
            refused(copy().putInt(AmLayout.SLAB_BYTES, ring).array(), ring + " bytes, which is impossible");
        }
        refused(copy().putInt(AmLayout.PAIR, 2).array(), "kind 2");
        Files.delete(file);
        Files.createSymbolicLink(file, directory.resolve("nowhere"));
        refused(CONFIG, "regular file");
    }

    @Test
    void otherSettingsThanThoseOfRankZeroAreRefusedWithBoth() {
        refused(MessageRanks.config(2, true, 16 << 10), "rank 1", "pgas.am.ring", "rank 0 has 8192", "has 16384");
        refused(MessageRanks.config(2, false, 8 << 10), "rank 1", "pgas.am.rings", "rank 0 has pair", "has shared");
    }

    @Test
    void whatFindsNoRoomLeavesNothingAndNamesTheSettings() {
        Path other = JobDirectory.create(base, "other");
        Refused.with(JoinException.class,
                () -> MessageRanks.create(other, MessageRanks.config(2048, true, 1 << 30)),
                ": 2048 ranks", "1.0 GiB", "pgas.am.ring ", "pgas.am.rings", "pgas.dir", "limited by");
        assertEquals(List.of(), Contents.of(other));
        Refused.with(JoinException.class,
                () -> AmFile.create(other.resolve(AmFile.NAME), MessageRanks.config(2048, true, 1 << 30),
                        new int[]{3, 4}),
                ": 2 of the job's 2048 ranks");
    }

    /** A host pays for its own ranks, however large the job is. */
    @Test
    void ringsOfRanksElsewhereTakeNoRoom() {
        AmConfig config = MessageRanks.config(200, false, 64 << 10);
        int[] neighbours = {7, 8};
        Path path = JobDirectory.create(base, "sparse").resolve(AmFile.NAME);
        AmFile.create(path, config, neighbours);
        long used = AmLayout.used(config, neighbours).stream().mapToLong(AmLayout.Part::bytes).sum();
        assertTrue(used < AmLayout.fileLength(config) / 20, () -> used + " bytes");
        long taken = Posix.allocatedBytes(path.toString());
        assertTrue(taken >= used && taken <= used + 10 * PAGE, () -> taken + " bytes for " + used);
        String slabs = path.resolveSibling(SlabFile.NAME).toString();
        long usedSlabs = AmLayout.usedSlabs(config, neighbours).stream().mapToLong(AmLayout.Part::bytes).sum();
        assertTrue(usedSlabs < AmLayout.slabsLength(config) / 20, () -> usedSlabs + " bytes");
        assertEquals(usedSlabs, Posix.allocatedBytes(slabs));
        AmFile opened = AmFile.open(path, 8, config);
        opened.lane(AmLayout.Network.REPLY, 8, 7).tryClaim(1, 64);
        assertTrue(Posix.allocatedBytes(path.toString()) <= taken, "a lane in use is reserved");
        opened.abandon();
    }
}
