package org.pgas.pshm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.pgas.AttachException;
import org.pgas.memory.AddressTable;
import org.pgas.memory.CuttableMemory;
import org.pgas.memory.SegmentTrailer;
import org.pgas.memory.SharedMemory;
import org.pgas.spi.Topology;

class SegmentFilesTest {
    private static final long MEBIBYTE = 1 << 20;

    /** Names go where files are memory. */
    private Path base;

    private Path directory;
    private ControlFile control;
    private SegmentFiles[] ranks;
    private AddressTable[] tables;

    @BeforeEach
    void makeAJobOfTwoWithRoomForThreeMebibytes() throws IOException {
        base = Files.createTempDirectory(Path.of("/dev/shm"), "segment-files-");
        directory = JobDirectory.create(base, "j");
        ControlFile.create(directory, 2, ProcessIdentity.current());
        control = ControlFile.open(directory, 2);
        ranks(true, true);
        tables = new AddressTable[]{new AddressTable(2), new AddressTable(2)};
    }

    @AfterEach
    void removeIt() throws IOException {
        control.abandon();
        JobDirectory.remove(directory, null);
        Files.deleteIfExists(base);
    }

    private void ranks(boolean... keepNames) {
        ranks = new SegmentFiles[2];
        for (int rank = 0; rank < 2; rank++) {
            ranks[rank] = new SegmentFiles(control, rank, 3 * MEBIBYTE, keepNames[rank], Topology.ofOneHost(2));
        }
    }

    private boolean mayBeCut(int rank, int owner) {
        return CuttableMemory.touches(tables[rank].base(owner), 1);
    }

    private void requestAndCreate(long first, long second) {
        ranks[0].request(first);
        ranks[1].request(second);
        ranks[0].create();
        ranks[1].create();
        ranks[0].map();
        ranks[1].map();
    }

    private void refusedEverywhere(String... words) {
        for (int rank = 0; rank < 2; rank++) {
            int own = rank;
            Refused.with(AttachException.class, () -> ranks[own].publish(tables[own]), words);
            assertEquals(0, tables[rank].size(0));
            assertEquals(0, tables[rank].size(1));
        }
        assertFalse(Files.exists(directory.resolve("seg-0-0")));
    }

    @Test
    void everyRankSeesEverySegment() {
        requestAndCreate(MEBIBYTE, 4096);
        ranks[0].publish(tables[0]);
        ranks[1].publish(tables[1]);
        assertEquals(MEBIBYTE, tables[1].size(0));
        assertEquals(4096, tables[0].size(1));
        for (int owner = 0; owner < 2; owner++) {
            assertEquals(0, SharedMemory.getLong(tables[0].base(owner)));
            SharedMemory.putLong(tables[0].base(owner) + 8, 40 + owner);
            assertEquals(40 + owner, SharedMemory.getLong(tables[1].base(owner) + 8));
        }
        ranks[0].abandon();
        assertEquals(0, SharedMemory.getLong(tables[0].base(1) + 8));
        assertEquals(41, SharedMemory.getLong(tables[1].base(1) + 8));
        ranks[1].abandon();
    }

    @Test
    void theTrailerBehindASegmentIsEmptyAndTheSameForAllRanks() throws IOException {
        requestAndCreate(8192, 4096);
        ranks[0].publish(tables[0]);
        ranks[1].publish(tables[1]);
        assertEquals(8192 + SegmentTrailer.BYTES, Files.size(directory.resolve("seg-0-0")));
        for (int at = 0; at < SegmentTrailer.BYTES; at += 8) {
            assertEquals(0, SharedMemory.getLong(tables[1].base(0) + 8192 + at));
            SharedMemory.putLong(tables[0].base(0) + 8192 + at, at + 1);
            assertEquals(at + 1, SharedMemory.getLong(tables[1].base(0) + 8192 + at));
        }
        ranks[0].abandon();
        ranks[1].abandon();
    }

    @Test
    void aNameGoesWhenAllHaveMappedTheFileAndThenItCannotBeCut() {
        ranks(false, false);
        requestAndCreate(MEBIBYTE, 4096);
        assertTrue(Files.exists(directory.resolve("seg-0-0")), "a rank may be about to map it");
        ranks[0].publish(tables[0]);
        assertFalse(Files.exists(directory.resolve("seg-0-0")));
        assertTrue(Files.exists(directory.resolve("seg-1-0")), "its rank alone removes it");
        assertEquals(MEBIBYTE + SegmentTrailer.BYTES, SegmentFiles.namelessBytes(control));
        assertTrue(mayBeCut(0, 0), "before a look");
        ranks[0].settle();
        assertFalse(mayBeCut(0, 0));
        assertTrue(mayBeCut(0, 1));
        assertEquals(0, ranks[0].files(true).length);
        ranks[1].publish(tables[1]);
        assertFalse(Files.exists(directory.resolve("seg-1-0")));
        for (int rank = 0; rank < 2; rank++) {
            ranks[rank].settle();
            assertFalse(mayBeCut(rank, 0));
            assertFalse(mayBeCut(rank, 1));
            assertEquals(0, ranks[rank].files(true).length + ranks[rank].files(false).length);
        }
        SharedMemory.putLong(tables[0].base(1), 7);
        assertEquals(7, SharedMemory.getLong(tables[1].base(1)));
        ranks[0].abandon();
        ranks[1].abandon();
    }

    @Test
    void aNameThatIsKeptStaysAndIsLookedAt() {
        ranks(false, true);
        requestAndCreate(MEBIBYTE, 4096);
        ranks[0].publish(tables[0]);
        ranks[1].publish(tables[1]);
        for (int rank = 0; rank < 2; rank++) {
            ranks[rank].settle();
            assertFalse(mayBeCut(rank, 0));
            assertTrue(mayBeCut(rank, 1));
        }
        assertTrue(Files.exists(directory.resolve("seg-1-0")));
        assertEquals(1, ranks[0].files(false).length);
        assertEquals(1, ranks[1].files(true).length);
        ranks[0].abandon();
        ranks[1].abandon();
        assertFalse(mayBeCut(0, 1), "other memory is there now");
    }

    @Test
    void whatHasNoNameCountsAsRoom() {
        ranks(false, false);
        requestAndCreate(2 * MEBIBYTE - SegmentTrailer.BYTES, 4096);
        ranks[0].publish(tables[0]);
        ranks[1].publish(tables[1]);
        long taken = 2 * MEBIBYTE + 4096 + SegmentTrailer.BYTES;
        assertEquals(3 * MEBIBYTE - taken, SegmentStorage.room(control, 3 * MEBIBYTE).bytes());
        ranks[0].abandon();
        ranks[1].abandon();
    }

    @Test
    void noBytesMeanNoFile() {
        requestAndCreate(0, 4096);
        ranks[0].publish(tables[0]);
        assertEquals(0, tables[0].size(0));
        assertFalse(Files.exists(directory.resolve("seg-0-0")));
        ranks[0].abandon();
    }

    @Test
    void exactlyTheRoomFits() {
        requestAndCreate(2 * MEBIBYTE - SegmentTrailer.BYTES, MEBIBYTE - SegmentTrailer.BYTES);
        ranks[0].publish(tables[0]);
        ranks[1].publish(tables[1]);
        ranks[0].abandon();
        ranks[1].abandon();
    }

    @Test
    void whatOtherSegmentsOfTheJobTakeIsNotThere() throws IOException {
        Path other = Files.write(directory.resolve("seg-1-7"), new byte[(int) MEBIBYTE]);
        assertEquals(MEBIBYTE - SegmentTrailer.BYTES, ranks[0].maxBytes());
        requestAndCreate(MEBIBYTE, MEBIBYTE);
        refusedEverywhere("2.0 MiB is free", "limited by setting pgas.room");
        Files.delete(other);
        assertEquals(3 * MEBIBYTE / 2 - SegmentTrailer.BYTES, ranks[0].maxBytes());
    }

    @Test
    void lackOfRoomIsRefusedOnAllRanksWithNumbersAndRemedies() throws IOException {
        requestAndCreate(2 * MEBIBYTE - SegmentTrailer.BYTES, MEBIBYTE - SegmentTrailer.BYTES + 4096);
        refusedEverywhere("ranks 0 1 got no segment", "2 ranks want 3.0 MiB in all (2.0 MiB, 992.0 KiB)",
                "3.0 MiB is free", "limited by setting pgas.room",
                "at most 1500k a rank", "pgas.segment", "set pgas.room higher");
        requestAndCreate(1500 << 10, 1500 << 10);
        ranks[0].publish(tables[0]);
        ranks[1].publish(tables[1]);
        ranks[0].abandon();
        ranks[1].abandon();
        Files.delete(directory.resolve("seg-0-0"));
        Files.delete(directory.resolve("seg-1-0"));
    }

    @Test
    void whatOneRankCannotMakeIsRefusedOnAllAndMayBeTriedAgain() throws IOException {
        Path inTheWay = Files.createFile(directory.resolve("seg-1-0"));
        requestAndCreate(4096, 4096);
        refusedEverywhere("ranks 1 got no segment: ");
        Files.deleteIfExists(inTheWay);
        requestAndCreate(4096, 8192);
        ranks[0].publish(tables[0]);
        ranks[1].publish(tables[1]);
        assertEquals(8192, tables[0].size(1));
        ranks[0].abandon();
        ranks[1].abandon();
    }

    @Test
    void theRankThatFailedSaysWhy() throws IOException {
        Files.createFile(directory.resolve("seg-1-0"));
        requestAndCreate(4096, 4096);
        Refused.with(AttachException.class, () -> ranks[1].publish(tables[1]), "rank 1", "on this rank open of",
                "errno 17, it exists already");
    }

    private void change(IoAction change, String... words) throws IOException {
        ranks[0].request(4096);
        ranks[1].request(8192);
        ranks[0].create();
        ranks[1].create();
        change.run();
        ranks[0].map();
        ranks[1].map();
        Refused.with(AttachException.class, () -> ranks[0].publish(tables[0]), words);
        Refused.with(AttachException.class, () -> ranks[1].publish(tables[1]), "got no segment");
        assertEquals(0, tables[1].size(0));
        assertFalse(Files.exists(directory.resolve("seg-1-0")));
    }

    private interface IoAction {
        void run() throws IOException;
    }

    @Test
    void aFileThatSomebodyChangedIsRefusedOnAllRanks() throws IOException {
        Path file = directory.resolve("seg-1-0");
        change(() -> Files.write(file, new byte[4096]), file.toString(), "rank 1", "4096 bytes",
                "not " + (8192 + SegmentTrailer.BYTES));
        change(() -> {
            Files.delete(file);
            Files.createSymbolicLink(file,
                    Files.write(directory.resolve("real"), new byte[8192 + SegmentTrailer.BYTES]));
        }, "cannot open", "errno 40");
        change(() -> Files.delete(file), "cannot open", "rank 1");
    }

    @Test
    void aRankThatGivesUpFailsTheAttachOfAll() {
        requestAndCreate(4096, -1);
        refusedEverywhere("rank 1 gave up");
        requestAndCreate(4096, 4096);
        ranks[0].publish(tables[0]);
        ranks[1].publish(tables[1]);
        ranks[0].abandon();
        ranks[1].abandon();
    }

    @Test
    void aRequestBeyondEverySumIsRefused() {
        requestAndCreate(1L << 40, 1L << 40);
        refusedEverywhere("2.0 TiB in all");
        requestAndCreate(Long.MAX_VALUE, Long.MAX_VALUE);
        refusedEverywhere("TiB in all");
        assertTrue(ranks[0].maxBytes() <= 3 * MEBIBYTE / 2 - SegmentTrailer.BYTES);
    }
}
