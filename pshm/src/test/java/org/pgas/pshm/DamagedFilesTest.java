package org.pgas.pshm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.pgas.memory.SharedMemory;
import org.pgas.spi.MappedSegment;

/** A job ends when one of its files is cut, extended, deleted or replaced, also where no access meets a fault. */
class DamagedFilesTest {
    private static final int SIZE = 3;
    private static final long PAGE = 4096;
    private static final int FILES_OF_PEERS = 40;

    /** Sixteen at each. */
    private static final int TICKS_FOR_ALL = 3;

    @TempDir
    Path base;

    private interface Change {
        void make(Path file) throws IOException;
    }

    /** What the watchers of ranks have done since this was made, by their heartbeats, with which each look begins. */
    private static final class Looks {
        final ControlFile control;
        private final long[] seen = new long[SIZE];
        private final int[] begun = new int[SIZE];

        Looks(Path directory) {
            control = ControlFile.open(directory, SIZE);
            for (int rank = 0; rank < SIZE; rank++) {
                seen[rank] = heartbeat(rank);
            }
        }

        private long heartbeat(int rank) {
            return SharedMemory.getLongAcquire(control.slot(rank, ControlLayout.HEARTBEAT));
        }

        /** Whether each has begun a look, and then another, so that the first is over. */
        boolean areOver() {
            boolean over = true;
            for (int rank = 0; rank < SIZE; rank++) {
                long now = heartbeat(rank);
                begun[rank] += now == seen[rank] ? 0 : 1;
                seen[rank] = now;
                over &= begun[rank] >= 2;
            }
            return over;
        }
    }

    private void shouldEnd(String name, String what, Change change) throws IOException {
        try (HostedJob job = HostedJob.create(base, "j", SIZE, Map.of())) {
            List<Membership> ranks = Ranks.joinAll(job.directory(), SIZE);
            try {
                ranks.get(1).segments().create(7, 2 * PAGE);
                assertNull(job.ending());
                Looks looks = new Looks(job.directory());
                change.make(job.directory().resolve(name));
                while (job.ending() == null) {
                    assertFalse(looks.areOver() && job.ending() == null,
                            "all ranks have looked at their files, and the job goes on");
                    LockSupport.parkNanos(1_000_000);
                }
                looks.control.abandon();
                Ending ending = job.ending();
                assertEquals(1, ending.code());
                String message = ending.message();
                assertTrue(message.startsWith("rank ") && message.contains(": the file " + job.directory().resolve(name)
                        + " was " + what) && message.endsWith(
                                ": start the job again, and let no other process change "
                                        + "files of a job"),
                        message);
            } finally {
                ranks.forEach(Membership::leave);
                job.remove();
            }
        }
    }

    private static void setLength(Path file, long bytes) throws IOException {
        try (RandomAccessFile open = new RandomAccessFile(file.toFile(), "rw")) {
            open.setLength(bytes);
        }
    }

    /** Within the slots, where the lanes begin, within the lanes: all of it is in one page, and stays accessible. */
    @ParameterizedTest
    @ValueSource(longs = {2727, 2816, 3000, 3967})
    void shouldEndWhenTheControlFileIsCutWithinItsLastPage(long bytes) throws IOException {
        shouldEnd("control", "truncated by another process: it has " + bytes + " bytes instead of "
                + ControlLayout.fileLength(SIZE), file -> setLength(file, bytes));
    }

    @ParameterizedTest
    @ValueSource(strings = {"area", "counters", "am", "slabs", "seg-1-7"})
    void shouldEndWhenAnyFileLacksItsLastBytes(String name) throws IOException {
        shouldEnd(name, "truncated by another process: it has ", file -> setLength(file, Files.size(file) - 24));
    }

    @ParameterizedTest
    @ValueSource(strings = {"control", "area", "counters", "am", "slabs", "seg-1-7"})
    void shouldEndWhenAFileIsExtended(String name) throws IOException {
        shouldEnd(name, "extended by another process: it has ", file -> setLength(file, Files.size(file) + 1));
    }

    @ParameterizedTest
    @CsvSource({"control, true", "area, false", "counters, true", "am, false", "slabs, true", "seg-1-7, true",
        "seg-1-7, false"})
    void shouldEndWhenAFileIsDeletedOrRenamed(String name, boolean renamed) throws IOException {
        shouldEnd(name, "deleted or renamed by another process", file -> {
            if (renamed) {
                Files.move(file, file.resolveSibling(name + "-moved"));
            } else {
                Files.delete(file);
            }
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"control", "area", "counters", "am", "slabs", "seg-1-7"})
    void shouldEndWhenAFileIsReplacedByACopy(String name) throws IOException {
        shouldEnd(name, "replaced by another process", file -> {
            Path copy = file.resolveSibling("copy");
            Files.copy(file, copy);
            Files.move(copy, file, StandardCopyOption.ATOMIC_MOVE);
        });
    }

    private static WatchedFile ofOthers(Path file) throws IOException {
        return WatchedFile.ofOthers(file, Posix.identity(file.toString()), () -> false);
    }

    /**
     * A program's file stays mapped, whatever becomes of its name. A peer is not told when a rank destroys its segment.
     */
    @Test
    void shouldMindNoNewNameOfAFileOfOthersButItsLength() throws IOException {
        Path file = Files.write(base.resolve("file"), new byte[9000]);
        WatchedFile watched = ofOthers(file);
        assertNull(watched.complaint());
        setLength(file, 8999);
        assertTrue(watched.complaint().startsWith("the file " + file + " was truncated by another process: it has 8999 "
                + "bytes instead of 9000"), watched.complaint());
        Files.delete(file);
        assertNull(watched.complaint());
        Files.write(file, new byte[1]);
        Path other = Files.write(base.resolve("other"), new byte[9001]);
        Files.move(other, file, StandardCopyOption.ATOMIC_MOVE);
        assertNull(watched.complaint());
    }

    @Test
    void shouldMindNothingOfAFileThatIsOver() throws IOException {
        Path file = Files.write(base.resolve("file"), new byte[9000]);
        boolean[] over = {false};
        WatchedFile watched = WatchedFile.inPlace(file, Posix.identity(file.toString()), () -> over[0]);
        Files.delete(file);
        assertTrue(watched.complaint().contains("was deleted or renamed"), watched.complaint());
        over[0] = true;
        assertNull(watched.complaint());
        over[0] = false;
        Files.createDirectory(base.resolve("no"));
        assertNull(
                WatchedFile.ofOthers(base.resolve("no/such/file"), new FileIdentity(1, 1, 1), () -> false).complaint());
    }

    @Test
    void shouldLookAtEveryFileOfPeersInTurnSomeAtATick() throws IOException {
        WatchedFile[] files = new WatchedFile[FILES_OF_PEERS];
        for (int i = 0; i < files.length; i++) {
            files[i] = ofOthers(Files.write(base.resolve("file-" + i), new byte[9]));
        }
        FileWatch watch = new FileWatch(base, () -> false);
        watch.add(() -> new WatchedFile[0], () -> files);
        assertNull(watch.tick());
        for (int i = 0; i < files.length; i++) {
            Path file = base.resolve("file-" + i);
            setLength(file, 8);
            String complaint = null;
            for (int tick = 0; complaint == null && tick < TICKS_FOR_ALL; tick++) {
                complaint = watch.tick();
            }
            assertTrue(complaint != null && complaint.startsWith("the file " + file + " was truncated"), complaint);
            assertNull(watch.look(), "those of peers are not looked at there");
            setLength(file, 9);
        }
    }

    @Test
    void shouldLookAtWhatItHasMappedOfAPeer() throws IOException {
        try (HostedJob job = HostedJob.create(base, "j", SIZE, Map.of())) {
            List<Membership> ranks = Ranks.joinAll(job.directory(), SIZE);
            try {
                ranks.get(1).segments().create(7, PAGE);
                ranks.get(0).segments().map(1, 7, PAGE);
                assertNull(ranks.get(0).files().tick());
                Path file = job.directory().resolve("seg-1-7");
                setLength(file, Files.size(file) - 1);
                String complaint = ranks.get(0).files().tick();
                assertTrue(complaint != null && complaint.contains("seg-1-7 was truncated"), complaint);
            } finally {
                ranks.forEach(Membership::leave);
                job.remove();
            }
        }
    }

    /**
     * Each tick is seen in full: a segment that its rank destroys while others have it mapped, and ranks that leave one
     * after another.
     */
    @Test
    void shouldGoOnWhenSegmentsAreDestroyedAndRanksLeave() {
        try (HostedJob job = HostedJob.create(base, "j", SIZE, Map.of())) {
            List<Membership> ranks = Ranks.joinAll(job.directory(), SIZE);
            FileWatch watch = ranks.get(0).files();
            for (int round = 0; round < 50; round++) {
                MappedSegment own = ranks.get(0).segments().create(1 + round % 2, PAGE);
                MappedSegment here = ranks.get(1).segments().map(0, 1 + round % 2, PAGE);
                assertNull(watch.tick());
                assertNull(ranks.get(1).files().tick());
                own.close();
                assertNull(watch.tick());
                assertNull(ranks.get(1).files().tick());
                here.close();
            }
            ranks.get(2).leave();
            assertNull(watch.tick());
            ranks.get(1).leave();
            assertNull(watch.tick());
            ranks.get(0).leave();
            assertNull(watch.tick());
            assertNull(job.ending());
        }
    }
}
