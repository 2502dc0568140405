package org.pgas.pshm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pgas.AttachException;
import org.pgas.ErrorCode;
import org.pgas.GlobalPointer;
import org.pgas.PgasException;
import org.pgas.memory.SegmentTrailer;
import org.pgas.memory.SharedMemory;
import org.pgas.spi.MappedSegment;

/** Segments of kind HOST that come and go. */
class SegmentStorageTest {
    private static final long PAGE = 4096;
    private static final long MEBIBYTE = 1 << 20;

    @TempDir
    Path base;

    private final AtomicBoolean closed = new AtomicBoolean();
    private Path directory;
    private ControlFile control;
    private SegmentStorage first;
    private SegmentStorage second;

    @BeforeEach
    void makeAJobOfTwo() {
        directory = JobDirectory.create(base, "j");
        ControlFile.create(directory, 2, ProcessIdentity.current());
        control = ControlFile.open(directory, 2);
        first = store(0, Long.MAX_VALUE, RestingRanges.REST_BYTES);
        second = store(1, Long.MAX_VALUE, RestingRanges.REST_BYTES);
    }

    private SegmentStorage store(int rank, long room, long restBytes) {
        return new SegmentStorage(control, rank, room, () -> {
            if (closed.get()) {
                throw new PgasException(ErrorCode.NOT_INITIALIZED, "closed");
            }
        }, restBytes);
    }

    @AfterEach
    void leave() {
        first.leave();
        second.leave();
        control.abandon();
    }

    private Path file(int rank, int number) {
        return directory.resolve("seg-" + rank + "-" + number);
    }

    private static long blocks(Path file) throws IOException {
        Process stat = new ProcessBuilder("stat", "-L", "-c", "%b", file.toString()).start();
        return Long.parseLong(new String(stat.getInputStream().readAllBytes()).strip());
    }

    private static long count(String directory) throws IOException {
        try (var entries = Files.list(Path.of(directory))) {
            return entries.count();
        }
    }

    private static long mappings() throws IOException {
        try (var lines = Files.lines(Path.of("/proc/self/maps"))) {
            return lines.count();
        }
    }

    @Test
    void aSegmentIsZerosAndTheSameMemoryForAPeer() throws IOException {
        MappedSegment own = first.create(1, 2 * PAGE);
        MappedSegment seen = second.map(0, 1, 2 * PAGE);
        assertEquals(2 * PAGE, own.bytes());
        assertEquals(2 * PAGE, seen.bytes());
        assertEquals(2 * PAGE + SegmentTrailer.BYTES, Files.size(file(0, 1)));
        for (long at = 0; at < 2 * PAGE + SegmentTrailer.BYTES; at += 8) {
            assertEquals(0, SharedMemory.getLong(seen.address() + at));
            SharedMemory.putLong(own.address() + at, at + 1);
            assertEquals(at + 1, SharedMemory.getLong(seen.address() + at));
        }
        own.sync();
        seen.sync();
    }

    /** How many segments are open, own and peers'. */
    private static int open(SegmentStorage storage) {
        return storage.files(true).length + storage.files(false).length;
    }

    @Test
    void shouldGiveTheMemoryBackWhenTheOwnerClosesAlsoWhereAPeerHasItMapped() throws IOException {
        MappedSegment own = first.create(7, MEBIBYTE);
        MappedSegment seen = second.map(0, 7, MEBIBYTE);
        SharedMemory.fill(seen.address(), (byte) 5, MEBIBYTE);
        Path kept = Files.createLink(base.resolve("kept"), file(0, 7));
        assertTrue(blocks(kept) * 512 >= MEBIBYTE);
        own.close();
        assertFalse(Files.exists(file(0, 7)));
        assertTrue(blocks(kept) * 512 < PAGE * 16, "the peer's mapping keeps no memory");
        assertEquals(0, SharedMemory.getLong(own.address()));
        assertEquals(0, SharedMemory.getLong(seen.address()));
        SharedMemory.putLong(own.address(), 9);
        assertEquals(0, SharedMemory.getLong(seen.address()), "what is late is lost");
        seen.close();
        assertEquals(0, open(first) + open(second));
    }

    @Test
    void shouldEndOnlyItsOwnMappingWhenAPeerCloses() {
        MappedSegment own = first.create(1, PAGE);
        MappedSegment seen = second.map(0, 1, PAGE);
        SharedMemory.putLong(own.address(), 5);
        seen.close();
        seen.close();
        assertEquals(5, SharedMemory.getLong(own.address()));
        assertEquals(5, SharedMemory.getLong(second.map(0, 1, PAGE).address()));
        Refused.with(PgasException.class, seen::sync, "closed");
    }

    @Test
    void aNumberMayBeUsedAgainOnlyAfterClose() {
        MappedSegment own = first.create(3, PAGE);
        SharedMemory.putLong(own.address(), 5);
        PgasException refused = Refused.with(PgasException.class, () -> first.create(3, PAGE), "rank 0", "number 3",
                "another segment of this rank");
        assertEquals(ErrorCode.BAD_ARGUMENT, refused.code());
        assertEquals(5, SharedMemory.getLong(second.map(0, 3, PAGE).address()));
        own.close();
        assertEquals(0, SharedMemory.getLong(first.create(3, PAGE).address()));
    }

    @Test
    void shouldLeakNothingInThousandsOfCyclesOfManySizes() throws IOException {
        cycles(50);
        long files = JobDirectory.list(directory).size();
        long descriptors = count("/proc/self/fd");
        long maps = mappings();
        cycles(3000);
        assertEquals(files, JobDirectory.list(directory).size());
        assertEquals(0, open(first) + open(second));
        long moreDescriptors = count("/proc/self/fd") - descriptors;
        assertTrue(moreDescriptors < 20, () -> moreDescriptors + " more descriptors");
        long more = mappings() - maps;
        assertTrue(more < 100, () -> more + " more mappings");
    }

    private void cycles(int times) {
        for (int i = 0; i < times; i++) {
            long bytes = PAGE * (1 + i % 13);
            MappedSegment own = first.create(1 + i % 3, bytes);
            MappedSegment seen = second.map(0, 1 + i % 3, bytes);
            SharedMemory.putLong(seen.address() + bytes - 8, i);
            assertEquals(i, SharedMemory.getLong(own.address() + bytes - 8));
            own.close();
            seen.close();
        }
    }

    @Test
    void shouldUseAddressesAgainOnceEnoughHaveRested() throws IOException {
        long length = PAGE + SegmentTrailer.BYTES;
        SegmentStorage thrifty = store(0, Long.MAX_VALUE, 128 * length);
        Set<Long> addresses = new HashSet<>();
        long last = 0;
        for (int i = 0; i < 2000; i++) {
            MappedSegment own = thrifty.create(1, PAGE);
            assertNotEquals(last, own.address(), "never at once");
            last = own.address();
            addresses.add(last);
            assertEquals(0, SharedMemory.getLong(last), "what was there before");
            SharedMemory.putLong(last, i + 1);
            own.close();
            assertEquals(0, SharedMemory.getLong(last));
        }
        assertTrue(addresses.size() > 128 && addresses.size() < 140, () -> addresses.size() + " addresses");
        thrifty.leave();
    }

    @Test
    void whatFindsNoRoomIsRefusedWithTheRemedyAndLeavesNothing() {
        SegmentStorage tight = store(0, 3 * MEBIBYTE, RestingRanges.REST_BYTES);
        MappedSegment fits = tight.create(1, 2 * MEBIBYTE);
        Refused.with(AttachException.class, () -> tight.create(2, MEBIBYTE), "rank 0: no room for a segment of 1.0 MiB",
                "988.0 KiB is free", "limited by setting pgas.room", "at most 952k", "36k beside", "destroy segments",
                "set pgas.room higher");
        assertFalse(Files.exists(file(0, 2)));
        MappedSegment all = tight.create(2, 952 << 10);
        fits.close();
        all.close();
        Refused.with(AttachException.class, () -> first.create(1, GlobalPointer.MAX_SEGMENT_BYTES),
                "no room", "limited by");
        assertEquals(0, open(tight) + open(first));
        assertFalse(Files.exists(file(0, 1)));
    }

    @Test
    void illegalArgumentsAreRefusedByName() {
        for (long bytes : new long[]{0, -PAGE, 1, PAGE + 8, Long.MAX_VALUE, Long.MIN_VALUE}) {
            for (PgasException refused : List.of(
                    Refused.with(PgasException.class, () -> second.create(1, bytes), "rank 1", "create: " + bytes),
                    Refused.with(PgasException.class, () -> second.map(0, 1, bytes), "rank 1", "map: " + bytes))) {
                assertEquals(ErrorCode.BAD_ARGUMENT, refused.code());
            }
        }
        Refused.with(PgasException.class, () -> first.create(0, PAGE), "number 0", "above 0");
        Refused.with(PgasException.class, () -> first.map(1, -1, PAGE), "number -1", "above 0");
        Refused.with(PgasException.class, () -> first.map(2, 1, PAGE), "rank 2", "0..1");
        Refused.with(PgasException.class, () -> first.map(-1, 1, PAGE), "rank -1", "0..1");
    }

    @Test
    void aPeersFileThatIsNotAsSaidIsRefused() throws IOException {
        Refused.with(PgasException.class, () -> second.map(0, 1, PAGE), "rank 1", file(0, 1).toString(),
                "does not exist");
        first.create(1, PAGE);
        Refused.with(PgasException.class, () -> second.map(0, 1, 2 * PAGE),
                "has " + (PAGE + SegmentTrailer.BYTES) + " bytes, not " + (2 * PAGE + SegmentTrailer.BYTES));
        Files.createSymbolicLink(file(0, 2), file(0, 1));
        Refused.with(PgasException.class, () -> second.map(0, 2, PAGE), "not a regular file");
        assertEquals(0, open(second));
    }

    @Test
    void whatIsOpenIsGivenUpWhenTheRankLeaves() {
        MappedSegment own = first.create(1, PAGE);
        MappedSegment seen = second.map(0, 1, PAGE);
        SharedMemory.putLong(own.address(), 5);
        second.leave();
        assertEquals(0, SharedMemory.getLong(seen.address()));
        assertEquals(5, SharedMemory.getLong(own.address()));
        closed.set(true);
        first.leave();
        assertEquals(0, SharedMemory.getLong(own.address()));
        own.close();
        assertTrue(Files.exists(file(0, 1)), "it goes with the directory");
        assertThrows(PgasException.class, () -> first.create(2, PAGE));
        assertThrows(PgasException.class, () -> first.map(0, 1, PAGE));
        assertFalse(Files.exists(file(0, 2)));
    }
}
