package org.pgas.pshm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pgas.ErrorCode;
import org.pgas.JoinException;
import org.pgas.PgasException;
import org.pgas.memory.SharedMemory;

class ControlFileTest {
    private static final int SIZE = 2;

    private final Seed seed = new Seed();

    @TempDir
    Path base;

    private Path directory;
    private Path file;
    private byte[] good;

    @BeforeEach
    void makeAGoodFile() throws IOException {
        directory = JobDirectory.create(base, "j");
        ControlFile.create(directory, SIZE, ProcessIdentity.current());
        file = directory.resolve(JobDirectory.CONTROL);
        good = Files.readAllBytes(file);
    }

    /** A new file, since what was opened before stays mapped. */
    private void write(byte[] content) throws IOException {
        Files.deleteIfExists(file);
        Files.write(file, content);
    }

    private ByteBuffer copy() {
        return ByteBuffer.wrap(good.clone()).order(ByteOrder.nativeOrder());
    }

    private void refused(byte[] content, String... words) throws IOException {
        write(content);
        Refused.with(JoinException.class, () -> ControlFile.open(directory, SIZE), words);
    }

    @Test
    void aNewFileIsOpenedByThoseWhoKnowItsSizeOrAskForIt() {
        assertEquals(ControlLayout.fileLength(SIZE), good.length);
        assertEquals(SIZE, ControlFile.open(directory, SIZE).size());
        ControlFile control = ControlFile.open(directory, 0);
        assertEquals(SIZE, control.size());
        assertEquals(ProcessIdentity.current(), control.launcher());
        assertEquals(RankView.State.FREE, control.state(0));
    }

    @Test
    void aMissingFileMeansThatThereIsNoJob() throws IOException {
        Files.delete(file);
        Refused.with(JoinException.class, () -> ControlFile.open(directory, SIZE), directory.toString(),
                "no control file");
    }

    @Test
    void emptyAndShortFilesAreRefused() throws IOException {
        refused(new byte[0], "0 bytes", "" + ControlLayout.HEADER_LENGTH);
        refused(Arrays.copyOf(good, 8), "8 bytes");
        refused(Arrays.copyOf(good, ControlLayout.HEADER_LENGTH - 1), ControlLayout.HEADER_LENGTH - 1 + " bytes");
    }

    @Test
    void truncatedAndExtendedFilesAreRefused() throws IOException {
        refused(Arrays.copyOf(good, ControlLayout.HEADER_LENGTH), "" + good.length, "truncated or extended");
        refused(Arrays.copyOf(good, good.length - 1), good.length - 1 + " bytes", "truncated or extended");
        refused(Arrays.copyOf(good, good.length + 1), good.length + 1 + " bytes", "truncated or extended");
    }

    @Test
    void garbageAndAnUnfinishedFileAreRefused() throws IOException {
        byte[] garbage = new byte[good.length];
        seed.random().nextBytes(garbage);
        refused(garbage, "begins with 0x", "instead of 0x" + Long.toHexString(ControlLayout.MAGIC));
        refused(copy().putLong(ControlLayout.MAGIC_OFFSET, 0).array(), "begins with 0x0");
        refused(copy().putLong(ControlLayout.MAGIC_OFFSET, ControlLayout.MAGIC ^ 1).array(), "begins with 0x");
    }

    @Test
    void theOtherByteOrderIsCalledSo() throws IOException {
        refused(copy().putLong(ControlLayout.MAGIC_OFFSET, Long.reverseBytes(ControlLayout.MAGIC)).array(),
                "other byte order");
    }

    @Test
    void anotherMajorVersionIsRefusedWithBothAndAnotherMinorIsNot() throws IOException {
        int other = ControlLayout.MAJOR + 1 << 16 | 7;
        refused(copy().putInt(ControlLayout.VERSION_OFFSET, other).array(),
                "version " + (ControlLayout.MAJOR + 1) + ".7",
                "reads " + ControlLayout.MAJOR + "." + ControlLayout.MINOR);
        refused(copy().putInt(ControlLayout.VERSION_OFFSET, 0).array(), "version 0.0");
        refused(copy().putInt(ControlLayout.VERSION_OFFSET, -1).array(), "version 65535.65535");
        write(copy().putInt(ControlLayout.VERSION_OFFSET, ControlLayout.VERSION + 1).array());
        ControlFile.open(directory, SIZE);
    }

    @Test
    void anotherSizeIsRefused() throws IOException {
        Refused.with(JoinException.class, () -> ControlFile.open(directory, 3), "2 ranks", "told 3");
        for (int size : new int[]{0, -1, Integer.MIN_VALUE, 2049, Integer.MAX_VALUE}) {
            write(copy().putInt(ControlLayout.SIZE, size).array());
            Refused.with(JoinException.class, () -> ControlFile.open(directory, 0), size + " ranks");
        }
        write(copy().putInt(ControlLayout.SIZE, 3).array());
        Refused.with(JoinException.class, () -> ControlFile.open(directory, 0), "truncated or extended");
    }

    @Test
    void whatIsNoFileIsRefused() throws IOException {
        Path real = Files.move(file, directory.resolve("real"));
        Files.createSymbolicLink(file, real);
        Refused.with(JoinException.class, () -> ControlFile.open(directory, SIZE), file.toString(), "regular file");
        Files.delete(file);
        Files.createSymbolicLink(file, directory.resolve("nowhere"));
        Refused.with(JoinException.class, () -> ControlFile.open(directory, SIZE), "regular file");
        Files.delete(file);
        Files.createDirectory(file);
        Refused.with(JoinException.class, () -> ControlFile.open(directory, SIZE), file.toString(), "regular file");
    }

    @Test
    void ofEightThatMakeTheFileAtOnceOneDoes() throws IOException {
        int threads = 8;
        for (int round = 0; round < 20; round++) {
            Path job = JobDirectory.create(base, "round-" + round);
            CyclicBarrier together = new CyclicBarrier(threads);
            List<CompletableFuture<ProcessIdentity>> makers = new ArrayList<>();
            for (int thread = 0; thread < threads; thread++) {
                ProcessIdentity own = new ProcessIdentity(1000 + thread, 1);
                makers.add(CompletableFuture.supplyAsync(() -> {
                    await(together);
                    ControlFile.create(job, SIZE, own);
                    return ControlFile.open(job, SIZE).launcher();
                }, task -> Thread.ofPlatform().daemon().start(task)));
            }
            List<ProcessIdentity> seen = makers.stream().map(CompletableFuture::join).distinct().toList();
            assertEquals(1, seen.size(), () -> "several files: " + seen);
            assertEquals(Set.of(job.resolve(JobDirectory.CONTROL), job.resolve(JobMark.NAME)),
                    Set.copyOf(JobDirectory.list(job)));
        }
    }

    private static void await(CyclicBarrier barrier) {
        try {
            barrier.await();
        } catch (InterruptedException | java.util.concurrent.BrokenBarrierException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Each byte of the file once with a random bit flipped, then several at random; what opens can be looked at. */
    @Test
    void flippedBitsNeverDoMoreThanRefuseTheFile() throws IOException {
        Random random = seed.random();
        int opened = 0;
        for (int round = 0; round < good.length + 300; round++) {
            byte[] bytes = good.clone();
            int flips = round < good.length ? 1 : 2 + random.nextInt(20);
            for (int flip = 0; flip < flips; flip++) {
                int place = round < good.length ? round : random.nextInt(ControlLayout.HEADER_LENGTH + 600);
                bytes[place] ^= (byte) (1 << random.nextInt(8));
            }
            write(bytes);
            opened += lookAt(round);
        }
        assertTrue(opened > good.length / 2, opened + " files were opened");
    }

    private int lookAt(int round) {
        ControlFile control;
        try {
            control = ControlFile.open(directory, SIZE);
        } catch (JoinException e) {
            return 0;
        } catch (RuntimeException e) {
            throw new AssertionError("round " + round + ", " + seed, e);
        }
        control.launcher().life();
        control.process(1).life();
        if (round % 128 == 0) {
            Ending.get(control);
        }
        control.text(control.slot(0, ControlLayout.NAME_BYTES), control.slot(0, ControlLayout.NAME),
                ControlLayout.NAME_MAX);
        return 1;
    }

    @Test
    void textsAreCutToTheirFieldAndReadBackWithinIt() {
        ControlFile control = ControlFile.open(directory, SIZE);
        long length = control.slot(0, ControlLayout.NAME_BYTES);
        long text = control.slot(0, ControlLayout.NAME);
        for (String name : new String[]{"", "A", "A".repeat(64), "A".repeat(65)}) {
            control.putText(length, text, name, ControlLayout.NAME_MAX);
            String expected = name.substring(0, Math.min(64, name.length()));
            assertEquals(expected, control.text(length, text, ControlLayout.NAME_MAX));
        }
        for (int damaged : new int[]{-1, 65, Integer.MAX_VALUE, Integer.MIN_VALUE}) {
            SharedMemory.putInt(length, damaged);
            assertTrue(control.text(length, text, ControlLayout.NAME_MAX).length() <= 64);
        }
    }

    @Test
    void textsThatRanksCompareDifferHoweverLongTheyAre() {
        ControlFile control = ControlFile.open(directory, SIZE);
        List<String> texts = List.of("", "A", "A".repeat(64), "A".repeat(65), "A".repeat(66), "A".repeat(66) + "B",
                "\u00e4".repeat(32), "\u00e4".repeat(33), "\u00e4".repeat(33) + "A", "A" + "\u00e4".repeat(33));
        Set<String> seen = new HashSet<>();
        for (String text : texts) {
            control.putText(0, ControlLayout.NAME_BYTES, ControlLayout.NAME, text, ControlLayout.NAME_MAX);
            String found = control.text(control.slot(0, ControlLayout.NAME_BYTES), control.slot(0, ControlLayout.NAME),
                    ControlLayout.NAME_MAX);
            boolean fits = text.getBytes(StandardCharsets.UTF_8).length <= ControlLayout.NAME_MAX;
            assertTrue(fits ? found.equals(text) : found.matches("[A\u00e4]{19,}\\.\\.\\. \\(checksum [0-9a-f]{8}\\)"),
                    found);
            assertTrue(seen.add(found), found);
        }
    }

    @Test
    void everyStateIsReadBackAndAnImpossibleOneIsAnErrorThatNamesFileAndValue() {
        ControlFile control = ControlFile.open(directory, SIZE);
        long word = control.slot(1, ControlLayout.STATE);
        RankView.State[] states = RankView.State.values();
        for (RankView.State state : states) {
            SharedMemory.putInt(word, state.ordinal());
            assertEquals(state, control.state(1));
        }
        for (int damaged : new int[]{-1, states.length, states.length + 1, 256, Integer.MAX_VALUE, Integer.MIN_VALUE}) {
            SharedMemory.putInt(word, damaged);
            PgasException refused = Refused.with(PgasException.class, () -> control.state(1),
                    "control file of " + directory, "rank 1", "state " + damaged);
            assertEquals(ErrorCode.RESOURCE, refused.code());
            assertEquals(RankView.State.FREE, control.state(0));
        }
    }

    @Test
    void creatingInAMissingDirectoryIsRefused() {
        Refused.with(JoinException.class, () -> ControlFile.create(base.resolve("no"), 1, ProcessIdentity.NONE), "no",
                "pgas.dir");
    }
}
