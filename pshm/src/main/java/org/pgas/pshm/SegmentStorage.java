package org.pgas.pshm;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import org.pgas.AttachException;
import org.pgas.ByteSize;
import org.pgas.ErrorCode;
import org.pgas.GlobalPointer;
import org.pgas.PgasException;
import org.pgas.memory.SegmentTrailer;
import org.pgas.refusal.Refusals;
import org.pgas.spi.MappedSegment;
import org.pgas.spi.SegmentStore;

/**
 * The segments of a rank that come and go: those of kind HOST are files {@code seg-<rank>-<number>} in the job's
 * directory, as the first of each rank, which {@link SegmentFiles} attaches; those of kind FILE lie where the program
 * says ({@link FileSegments}). Each ends with a {@link SegmentTrailer}, its room reserved before it is mapped.
 *
 * <p>A HOST segment that is closed is removed, and its pages are taken out of the file before the mapping goes: peers
 * that still map it keep none, and thousands of segments that come and go never hold more than those that live. A peer
 * that reads there later finds zeros; a peer that writes there, which is an error, gets a page that lives until the
 * last mapping goes, or, where the file system is full, a SIGBUS, which is an {@link InternalError} in Java.
 *
 * <pre>
 * field  writer                      reader              order
 * open   threads that open or close  thread that leaves  concurrent set
 * left   thread that leaves          threads that open   volatile
 * </pre>
 */
final class SegmentStorage implements SegmentStore {
    private static final String PREFIX = "seg-";
    private static final long PAGE_BYTES = 4096;

    private final ControlFile control;
    private final Path directory;
    private final int rank;
    private final Refusals refusals;
    private final int size;
    private final long roomSetting;
    private final Runnable checkRunning;
    private final SegmentMappings mappings;
    private final Set<StoredSegment> open = ConcurrentHashMap.newKeySet();
    private final FileSegments files;
    private volatile boolean left;

    /**
     * @param checkRunning throws when this rank is no member any more, or the job has ended
     * @param restBytes see {@link RestingRanges}
     */
    SegmentStorage(ControlFile control, int rank, long roomSetting, Runnable checkRunning, long restBytes) {
        this.control = control;
        directory = control.directory();
        this.rank = rank;
        refusals = Refusals.of(rank);
        size = control.size();
        this.roomSetting = roomSetting;
        this.checkRunning = checkRunning;
        mappings = new SegmentMappings(restBytes);
        files = new FileSegments(rank, open, mappings, () -> !Ending.isSet(control),
                owner -> owner.rankIn(control));
    }

    @Override
    public MappedSegment create(int number, long bytes) {
        checkRunning.run();
        checkNumber("create", number);
        checkBytes("create", bytes);
        Path path = path(rank, number);
        long length = bytes + SegmentTrailer.BYTES;
        Room room = room(control, roomSetting);
        if (length > room.bytes()) {
            throw noRoom(bytes, room, "");
        }
        int fd = Posix.open(path.toString(), Posix.O_RDWR_CREAT_EXCL_NOFOLLOW_CLOEXEC, 0600);
        if (fd == -Posix.EEXIST) {
            throw refusals.bad("SegmentStore.create", "number " + number
                    + " is that of another segment of this rank, in " + path);
        }
        if (fd < 0) {
            throw failed(path, "cannot be made: " + Errno.text(-fd), null);
        }
        Mapping mapping = null;
        FileIdentity identity;
        try {
            int error = Posix.fallocate(fd, 0, length);
            if (error != 0) {
                throw noRoom(bytes, room, "; reserving failed with " + Errno.text(error));
            }
            if (roomSetting != Long.MAX_VALUE && segmentBytes(control) > roomSetting) {
                throw noRoom(bytes, room, "; another rank was faster");
            }
            identity = Posix.identity(fd);
            mapping = mappings.map(fd, length);
        } catch (IOException e) {
            throw failed(path, "cannot be mapped: " + e.getMessage(),
                    e);
        } finally {
            Posix.close(fd);
            if (mapping == null) {
                JobDirectory.delete(path);
            }
        }
        return kept(new Own(mapping, bytes, path, identity));
    }

    @Override
    public MappedSegment map(int owner, int number, long bytes) {
        checkRunning.run();
        if (owner < 0 || owner >= size) {
            throw refusals.outside("SegmentStore.map", "rank", owner, size);
        }
        checkNumber("map", number);
        checkBytes("map", bytes);
        Path path = path(owner, number);
        checkFile(path, bytes + SegmentTrailer.BYTES);
        int fd = Posix.open(path.toString(), Posix.O_RDWR_NOFOLLOW_CLOEXEC, 0);
        if (fd < 0) {
            throw failed(path, "cannot be opened: " + Errno.text(-fd), null);
        }
        try {
            FileIdentity identity = Posix.identity(fd);
            return kept(
                    new StoredSegment(rank, open, mappings, mappings.map(fd, bytes + SegmentTrailer.BYTES), 0, bytes,
                            over -> WatchedFile.ofOthers(path, identity, over)));
        } catch (IOException e) {
            throw failed(path, "cannot be mapped: " + e.getMessage(),
                    e);
        } finally {
            Posix.close(fd);
        }
    }

    private void checkFile(Path path, long length) {
        Map<String, Object> found;
        try {
            found = Files.readAttributes(path, "unix:isRegularFile,uid,size", LinkOption.NOFOLLOW_LINKS);
        } catch (NoSuchFileException e) {
            throw failed(path, "does not exist: its rank has destroyed the segment, or has left", e);
        } catch (IOException e) {
            throw failed(path, "cannot be read: " + e, e);
        }
        if (!(boolean) found.get("isRegularFile")) {
            throw failed(path, "is not a regular file", null);
        }
        if ((int) found.get("uid") != JobDirectory.uid()) {
            throw failed(path, "belongs to user id " + found.get("uid") + ", not to " + JobDirectory.uid(), null);
        }
        if ((long) found.get("size") != length) {
            throw failed(path, "has " + found.get("size") + " bytes, not " + length + ": somebody changed it", null);
        }
    }

    @Override
    public MappedSegment createFile(Path path, long bytes) {
        checkRunning.run();
        checkBytes("createFile", bytes);
        return kept(files.create(path.toAbsolutePath(), bytes));
    }

    @Override
    public MappedSegment openFile(Path path, long bytes, boolean force) {
        checkRunning.run();
        if (bytes != 0) {
            checkBytes("openFile", bytes);
        }
        return kept(files.open(path.toAbsolutePath(), bytes, force));
    }

    @Override
    public MappedSegment mapFile(Path path, long bytes) {
        checkRunning.run();
        checkBytes("mapFile", bytes);
        return kept(files.map(path.toAbsolutePath(), bytes));
    }

    /** A thread that leaves meanwhile may have missed the segment: this one then ends it. */
    private StoredSegment kept(StoredSegment segment) {
        if (left) {
            segment.leave();
            checkRunning.run();
        }
        return segment;
    }

    private void checkNumber(String call, int number) {
        if (number <= 0) {
            throw refusals.bad("SegmentStore." + call, "number " + number + ": legal are those above 0");
        }
    }

    private void checkBytes(String call, long bytes) {
        if (!isLegalSize(bytes)) {
            throw refusals.bad("SegmentStore." + call, bytes
                    + " bytes: legal are multiples of " + PAGE_BYTES + " up to " + GlobalPointer.MAX_SEGMENT_BYTES);
        }
    }

    static boolean isLegalSize(long bytes) {
        return bytes > 0 && bytes <= GlobalPointer.MAX_SEGMENT_BYTES && bytes % PAGE_BYTES == 0;
    }

    /** What further segments of a job may take; the setting is for all of them together. */
    static Room room(ControlFile control, long roomSetting) {
        if (roomSetting == Long.MAX_VALUE) {
            return Room.of(control.directory(), roomSetting);
        }
        return Room.of(control.directory(), Math.max(0, roomSetting - segmentBytes(control)));
    }

    private static long segmentBytes(ControlFile control) {
        long sum = SegmentFiles.namelessBytes(control);
        for (Path file : JobDirectory.list(control.directory())) {
            if (file.getFileName().toString().startsWith(PREFIX)) {
                try {
                    sum += Files.size(file);
                } catch (IOException e) {
                    // it was removed meanwhile
                    continue;
                }
            }
        }
        return sum;
    }

    private AttachException noRoom(long bytes, Room room, String why) {
        long most = Math.max(0, room.bytes() - SegmentTrailer.BYTES) / PAGE_BYTES * PAGE_BYTES;
        return new AttachException("rank " + rank + ": no room for a segment of " + ByteSize.text(bytes) + ": "
                + ByteSize.text(room.bytes()) + " is free, limited by " + room.limit() + why + ": ask for at most "
                + most / 1024 + "k (the library takes " + SegmentTrailer.BYTES / 1024
                + "k beside), destroy segments, or " + room.remedy());
    }

    private PgasException failed(Path path, String why, IOException cause) {
        return refusals.failure(ErrorCode.RESOURCE, "segment file " + path + " " + why, cause);
    }

    private Path path(int owner, int number) {
        return directory.resolve(PREFIX + owner + "-" + number);
    }

    /** Gives up all that is open; the files of HOST segments go with the directory. Once. */
    void leave() {
        left = true;
        // those of peers first: of two that have mapped each other's files, neither waits for the other to let go
        leave(false);
        leave(true);
    }

    private void leave(boolean own) {
        for (StoredSegment segment : open) {
            if (segment.isOwn() == own) {
                try {
                    segment.leave();
                } catch (PgasException e) {
                    System.getLogger(SegmentStorage.class.getName()).log(System.Logger.Level.WARNING, e.getMessage());
                }
            }
        }
    }

    /** The files behind this rank's own segments, or behind those that it has mapped of peers. Any thread. */
    WatchedFile[] files(boolean own) {
        return open.stream().filter(segment -> segment.isOwn() == own).map(StoredSegment::file)
                .toArray(WatchedFile[]::new);
    }

    private final class Own extends StoredSegment {
        private final Path path;

        Own(Mapping mapping, long bytes, Path path, FileIdentity identity) {
            super(rank, open, mappings, mapping, 0, bytes, over -> WatchedFile.inPlace(path, identity, over));
            this.path = path;
        }

        @Override
        boolean isOwn() {
            return true;
        }

        @Override
        void beforeAbandon(boolean leaving) {
            if (!leaving) {
                JobDirectory.delete(path);
                mapping().removePages();
            }
        }
    }
}
