package org.pgas.pshm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicBoolean;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pgas.AttachException;
import org.pgas.ErrorCode;
import org.pgas.PeerLostException;
import org.pgas.PgasException;
import org.pgas.memory.SegmentTrailer;
import org.pgas.memory.SharedMemory;
import org.pgas.spi.MappedSegment;

/** Segments of kind FILE: what they keep, and what is refused. */
class FileSegmentsTest {
    private static final long BYTES = FileHolder.BYTES;

    @TempDir
    Path directory;

    /** What the job says of the rank of an owner. */
    private int holderRank = -1;

    private final AtomicBoolean failed = new AtomicBoolean();
    private final Set<StoredSegment> open = ConcurrentHashMap.newKeySet();
    private final FileSegments files = new FileSegments(3, open, new SegmentMappings(1L << 40), () -> !failed.get(),
            _ -> holderRank);

    private Path file() {
        return directory.resolve("data");
    }

    @AfterEach
    void giveUpWhatIsOpen() {
        open.forEach(StoredSegment::leave);
    }

    private void make(long value) {
        MappedSegment made = files.create(file(), BYTES);
        SharedMemory.putLong(made.address() + BYTES - 8, value);
        made.close();
    }

    private PgasException refused(String... words) {
        PgasException refused = Refused.with(PgasException.class, () -> files.open(file(), BYTES, false), words);
        Refused.with(PgasException.class, () -> files.open(file(), BYTES, false), "rank 3: segment file " + file());
        assertTrue(open.isEmpty());
        return refused;
    }

    @Test
    void shouldKeepWhatItHoldsFromOneOpeningToTheNext() throws IOException {
        MappedSegment made = files.create(file(), BYTES);
        assertEquals(BYTES, made.bytes());
        assertEquals(0, made.address() % 4096);
        assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(file())));
        assertEquals(4096 + BYTES + SegmentTrailer.BYTES, Files.size(file()));
        for (long at = 0; at < BYTES + SegmentTrailer.BYTES; at += 8) {
            assertEquals(0, SharedMemory.getLong(made.address() + at));
            SharedMemory.putLong(made.address() + at, at + 1);
        }
        made.sync();
        made.close();
        assertEquals(0, SharedMemory.getLong(made.address()));
        MappedSegment again = files.open(file(), 0, false);
        assertEquals(BYTES, again.bytes());
        for (long at = 0; at < BYTES; at += 8) {
            assertEquals(at + 1, SharedMemory.getLong(again.address() + at));
        }
        for (long at = 0; at < SegmentTrailer.BYTES; at += 8) {
            assertEquals(0, SharedMemory.getLong(again.address() + BYTES + at), "the trailer is the new owner's");
        }
        again.close();
        files.open(file(), BYTES, false).close();
        assertEquals(List.of(file()), JobDirectory.list(directory));
    }

    @Test
    void aPeerMapsTheFileOnlyWhileItsOwnerHasItOpen() {
        MappedSegment own = files.create(file(), BYTES);
        MappedSegment seen = files.map(file(), BYTES);
        SharedMemory.putLong(seen.address(), 7);
        seen.sync();
        assertEquals(7, SharedMemory.getLong(own.address()));
        seen.close();
        assertEquals(7, SharedMemory.getLong(own.address()));
        own.close();
        Refused.with(PgasException.class, () -> files.map(file(), BYTES), "rank 3", "is not open", "closed it");
        Refused.with(PgasException.class, own::sync, "rank 3: Segment.sync", "closed");
        assertTrue(open.isEmpty());
    }

    /** Who still has it mapped may still write. */
    @Test
    void shouldNotBeMarkedAsClosedWhileAPeerHasItMapped() {
        MappedSegment own = files.create(file(), BYTES);
        MappedSegment seen = files.map(file(), BYTES);
        MappedSegment other = files.map(file(), BYTES);
        other.close();
        own.close();
        SharedMemory.putLong(seen.address(), 9);
        PgasException refused = Refused.with(PgasException.class, () -> files.open(file(), BYTES, false),
                "was not closed", "peers have kept it mapped", "by force");
        assertEquals(ErrorCode.NOT_CLOSED, refused.code());
        MappedSegment forced = files.open(file(), BYTES, true);
        assertEquals(9, SharedMemory.getLong(forced.address()));
        MappedSegment next = files.map(file(), BYTES);
        // of the opening before: it does not count for this one
        seen.close();
        SharedMemory.putLong(next.address(), 10);
        next.close();
        forced.close();
        MappedSegment again = files.open(file(), BYTES, false);
        assertEquals(10, SharedMemory.getLong(again.address()));
        again.close();
    }

    @Test
    void shouldBeMarkedAsClosedWhenTheLastPeerLetsGo() throws InterruptedException {
        for (int round = 0; round < 20; round++) {
            MappedSegment own = round == 0 ? files.create(file(), BYTES) : files.open(file(), BYTES, false);
            List<MappedSegment> seen = List.of(files.map(file(), BYTES), files.map(file(), BYTES));
            Thread closing = Thread.ofPlatform().start(own::close);
            SharedMemory.putLong(seen.getLast().address(), round);
            seen.forEach(MappedSegment::close);
            closing.join();
            Refused.with(PgasException.class, () -> files.map(file(), BYTES), "is not open");
        }
        MappedSegment again = files.open(file(), BYTES, false);
        assertEquals(19, SharedMemory.getLong(again.address()));
        again.close();
    }

    @Test
    void shouldNotWaitForPeersWhenTheJobHasFailed() {
        MappedSegment own = files.create(file(), BYTES);
        MappedSegment seen = files.map(file(), BYTES);
        failed.set(true);
        own.close();
        seen.close();
        failed.set(false);
        assertEquals(ErrorCode.NOT_CLOSED, refused("was not closed").code());
    }

    @Test
    void aNameThatIsTakenIsNotTakenAgain() throws IOException {
        make(5);
        Refused.with(PgasException.class, () -> files.create(file(), BYTES), "rank 3", file().toString(),
                "exists already");
        Files.delete(file());
        Files.createSymbolicLink(file(), directory.resolve("nowhere"));
        Refused.with(PgasException.class, () -> files.create(file(), BYTES), "exists already");
        assertEquals(List.of(file()), JobDirectory.list(directory));
        Refused.with(PgasException.class, () -> files.create(directory.resolve("no/file"), BYTES), "no",
                "is not a directory");
        Refused.with(PgasException.class, () -> files.create(Path.of("/"), BYTES), "is not a directory");
    }

    @Test
    void whatFindsNoRoomIsRefusedWithTheRemedyAndLeavesNothing() {
        Refused.with(AttachException.class, () -> files.create(file(), 1L << 46), "rank 3: segment file " + file(),
                "64.0 TiB", "limited by " + directory, "free some room there");
        assertEquals(List.of(), JobDirectory.list(directory));
    }

    @Test
    void whatIsNoFileOfASegmentIsRefused() throws IOException {
        refused("does not exist");
        make(5);
        byte[] good = Files.readAllBytes(file());
        changed(good, 0, 0, "is no segment", "begins with 0x0");
        changed(good, 0, Long.reverseBytes(FileLayout.MAGIC), "other byte order");
        changed(good, 8, 3 << 16 | 7 | (long) FileLayout.CLEAN << 32, "layout version 3.7", "reads 2.0");
        changed(good, 8, 1 << 16 | (long) FileLayout.CLEAN << 32, "layout version 1.0", "the release that made it");
        for (long bytes : new long[]{0, -4096, 4097, Long.MAX_VALUE, 1L << 62}) {
            changed(good, 16, bytes, "has " + bytes + " bytes, which is impossible");
        }
        changed(good, 16, 2 * BYTES, "truncated or extended");
        Files.write(file(), Arrays.copyOf(good, good.length - 1));
        refused("has " + (good.length - 1) + " bytes instead of " + good.length, "truncated");
        Files.write(file(), Arrays.copyOf(good, good.length + 1));
        refused("extended");
        Files.write(file(), Arrays.copyOf(good, 4095));
        refused("has 4095 bytes", "4096", "truncated");
        Files.write(file(), new byte[0]);
        refused("has 0 bytes");
        Files.delete(file());
        Path real = Files.write(directory.resolve("real"), good);
        Files.createSymbolicLink(file(), real);
        refused("is a symbolic link");
        Files.delete(file());
        Files.createDirectory(file());
        refused("is not a regular file");
        Refused.with(PgasException.class, () -> FileHeader.checkOwner("rank 3: segment file x ", 0, 1000),
                "rank 3: segment file x belongs to user id 0, not to 1000");
    }

    private void changed(byte[] good, int at, long value, String... words) throws IOException {
        Files.write(file(), ByteBuffer.wrap(good.clone()).order(ByteOrder.nativeOrder()).putLong(at, value).array());
        assertEquals(ErrorCode.RESOURCE, refused(words).code());
    }

    @Test
    void aFileThatWasReplacedIsNotTheOneThatWasLookedAt() throws IOException {
        make(5);
        FileHeader header = FileHeader.read(3, file(), 0);
        assertTrue(header.isOf(file()));
        Path kept = Files.move(file(), directory.resolve("kept"));
        make(5);
        assertFalse(header.isOf(file()));
        assertTrue(header.isOf(kept));
        Files.write(kept, new byte[4096]);
        assertFalse(header.isOf(kept));
    }

    @Test
    void anotherSizeThanAskedForIsAnArgumentsFault() {
        make(5);
        PgasException refused = Refused.with(PgasException.class, () -> files.open(file(), 2 * BYTES, true),
                "has a segment of " + BYTES + " bytes, not of " + 2 * BYTES, "or for 0");
        assertEquals(ErrorCode.BAD_ARGUMENT, refused.code());
    }

    @Test
    void whoHasItOpenKeepsItAgainstForce() {
        MappedSegment own = files.create(file(), BYTES);
        for (boolean force : new boolean[]{false, true}) {
            Refused.with(PgasException.class, () -> files.open(file(), BYTES, force),
                    "in use by process " + ProcessHandle.current().pid() + ", this one");
        }
        own.close();
        files.open(file(), BYTES, false).close();
    }

    @Test
    void shouldBeRefusedAfterAFailedJobUntilForced() {
        MappedSegment own = files.create(file(), BYTES);
        SharedMemory.putLong(own.address(), 6);
        failed.set(true);
        own.close();
        failed.set(false);
        refused("was not closed", "whose job or device has failed", "by force");
        refused("was not closed");
        MappedSegment forced = files.open(file(), BYTES, true);
        assertEquals(6, SharedMemory.getLong(forced.address()));
        forced.close();
        files.open(file(), BYTES, false).close();
    }

    @Test
    void shouldGiveTheFileToExactlyOneOfManyThatOpenIt() throws Exception {
        make(5);
        for (int round = 0; round < 50; round++) {
            boolean force = round % 2 == 1;
            CyclicBarrier start = new CyclicBarrier(4);
            List<CompletableFuture<Object>> tries = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                tries.add(CompletableFuture.supplyAsync(() -> {
                    try {
                        start.await();
                        return files.open(file(), 0, force);
                    } catch (PgasException e) {
                        return e;
                    } catch (Exception e) {
                        throw new IllegalStateException(e);
                    }
                }, Ranks::start));
            }
            List<MappedSegment> winners = new ArrayList<>();
            for (CompletableFuture<Object> attempt : tries) {
                if (attempt.join() instanceof MappedSegment segment) {
                    winners.add(segment);
                } else {
                    String message = ((PgasException) attempt.join()).getMessage();
                    assertTrue(message.contains("in use by "), message);
                }
            }
            assertEquals(1, winners.size());
            winners.getFirst().close();
        }
    }

    @Test
    void shouldLetExactlyOneMakeTheFile() throws Exception {
        for (int round = 0; round < 20; round++) {
            CyclicBarrier start = new CyclicBarrier(3);
            List<CompletableFuture<Object>> tries = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                tries.add(CompletableFuture.supplyAsync(() -> {
                    try {
                        start.await();
                        return files.create(file(), BYTES);
                    } catch (PgasException e) {
                        return e;
                    } catch (Exception e) {
                        throw new IllegalStateException(e);
                    }
                }, Ranks::start));
            }
            int made = 0;
            for (CompletableFuture<Object> attempt : tries) {
                if (attempt.join() instanceof MappedSegment segment) {
                    made++;
                    segment.close();
                } else {
                    String message = ((PgasException) attempt.join()).getMessage();
                    assertTrue(message.contains("exists already"), message);
                }
            }
            assertEquals(1, made);
            assertEquals(List.of(file()), JobDirectory.list(directory));
            Files.delete(file());
        }
    }

    @Test
    void shouldTellAKilledOwnerFromALivingOneAndResetItsLocks() throws IOException {
        try (FileHolder holder = FileHolder.start(file(), true)) {
            assertEquals("open", holder.answer());
            for (boolean force : new boolean[]{false, true}) {
                Refused.with(PgasException.class, () -> files.open(file(), BYTES, force),
                        "in use by process " + holder.pid() + ", which lives");
            }
            MappedSegment seen = files.map(file(), BYTES);
            assertEquals(FileHolder.FOUND, SharedMemory.getLong(seen.address()));
            seen.close();
            holder.kill();
            refused("was not closed", "process " + holder.pid() + ", which is dead", "by force");
            Refused.with(PgasException.class, () -> files.map(file(), BYTES), "is not open",
                    "process " + holder.pid() + ", which had it last, is dead");
            holderRank = 2;
            Refused.with(PeerLostException.class, () -> files.map(file(), BYTES), "rank 3", "is not open",
                    "rank 2 (pid " + holder.pid() + "), which had it open, has died");
        }
        MappedSegment forced = files.open(file(), BYTES, true);
        assertEquals(FileHolder.FOUND, SharedMemory.getLong(forced.address()));
        assertEquals(0, SharedMemory.getLong(forced.address() + BYTES), "the lock of the dead");
        forced.close();
        files.open(file(), BYTES, false).close();
    }

    @Test
    void shouldPassFromOneProcessToAnother() throws IOException {
        make(5);
        try (FileHolder holder = FileHolder.start(file(), false)) {
            assertEquals("open", holder.answer());
            try (FileHolder other = FileHolder.start(file(), false)) {
                String answer = other.answer();
                assertTrue(answer.contains("in use by process " + holder.pid()), answer);
            }
            holder.finish();
        }
        MappedSegment own = files.open(file(), BYTES, false);
        assertEquals(FileHolder.FOUND, SharedMemory.getLong(own.address()));
        assertEquals(5, SharedMemory.getLong(own.address() + BYTES - 8));
        own.close();
    }

    @Test
    void shouldBeClosedWhenMainReturnsAndNotWhenTheProcessExits() throws IOException {
        Path forgotten = directory.resolve("forgotten");
        try (HostedJob job = HostedJob.create(directory, "returns", 1, Map.of())) {
            assertEquals(0, FileForgetter.run(job.directory(), forgotten, "return"));
        }
        MappedSegment again = files.open(forgotten, BYTES, false);
        assertEquals(42, SharedMemory.getLong(again.address()));
        again.close();
        try (HostedJob job = HostedJob.create(directory, "exits", 1, Map.of())) {
            assertEquals(3, FileForgetter.run(job.directory(), file(), "exit"));
            job.remove();
        }
        refused("was not closed", "which is dead");
    }

    @Test
    void shouldRemoveWhatAKilledMakerHasLeft() throws IOException {
        ProcessIdentity self = ProcessIdentity.current();
        ProcessIdentity gone = new ProcessIdentity(self.pid(), 1);
        Path dead = directory.resolve(".data.new-" + gone.name() + "-77");
        Path alive = directory.resolve(".data.new-" + self.name() + "-77");
        Path others = directory.resolve(".datum.new-" + gone.name() + "-1");
        for (Path each : List.of(dead, alive, others)) {
            Files.createFile(each);
        }
        make(5);
        assertFalse(Files.exists(dead));
        assertTrue(Files.exists(alive) && Files.exists(others));
    }

    @Test
    void aCopyWithHolesGetsItsRoomBack() throws IOException {
        make(5);
        try (RandomAccessFile hole = new RandomAccessFile(file().toFile(), "rw")) {
            hole.setLength(4096);
            hole.setLength(FileLayout.fileLength(BYTES));
        }
        files.open(file(), BYTES, false).close();
        Process stat = new ProcessBuilder("stat", "-c", "%b", file().toString()).start();
        long blocks = Long.parseLong(new String(stat.getInputStream().readAllBytes()).strip());
        assertTrue(blocks * 512 >= FileLayout.fileLength(BYTES), () -> blocks + " blocks");
    }

    @Test
    void shouldLeakNoMappingInManyOpenings() throws IOException {
        make(5);
        for (int i = 0; i < 20; i++) {
            files.open(file(), 0, false).close();
        }
        long before = mappings();
        for (int i = 0; i < 500; i++) {
            files.open(file(), 0, false).close();
        }
        long more = mappings() - before;
        assertTrue(more < 50, () -> more + " more mappings");
    }

    private static long mappings() throws IOException {
        try (var lines = Files.lines(Path.of("/proc/self/maps"))) {
            return lines.count();
        }
    }
}
