package org.pgas.pshm;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;

import org.pgas.ByteSize;
import org.pgas.ErrorCode;
import org.pgas.JoinException;
import org.pgas.PgasException;
import org.pgas.refusal.Refusals;
import org.pgas.spi.AreaParts;

/**
 * A job's area, mapped: a part of equal size for each rank, by rank, and nothing else. The file is sparse: each rank
 * reserves pages of its own part before anybody uses them, so that no access meets a missing page.
 *
 * <p>Made by the first rank of a neighbourhood before it has joined, complete under another name, with the first
 * {@link AreaParts#RESERVED_BYTES} of each part reserved; opened by every rank of the neighbourhood when all ranks have
 * joined. Parts of ranks elsewhere are for what the transport copies there.
 */
final class AreaFile implements AreaParts {
    static final String NAME = "area";

    private static final long PAGE_BYTES = 4096;
    private static final long MOST_PART_BYTES = 256L << 20;

    /** So much that what is reserved from the beginning in rank 0's part leaves it some of the largest job's. */
    private static final long LEAST_PART_BYTES = 32L << 20;

    private static final long WANTED_FILE_BYTES = 8L << 30;

    private final Path path;
    private final Path directory;
    private final int rank;
    private final int size;
    private final long roomSetting;
    private final Runnable running;
    private final Mapping mapping;
    private final FileIdentity identity;

    /** For reserving; -1 when abandoned. Guarded by this. */
    private int fd;

    private AreaFile(Path path, int rank, int size, long roomSetting, Runnable running, int fd, Mapping mapping,
            FileIdentity identity) {
        this.path = path;
        directory = path.getParent();
        this.rank = rank;
        this.size = size;
        this.roomSetting = roomSetting;
        this.running = running;
        this.fd = fd;
        this.mapping = mapping;
        this.identity = identity;
    }

    /** Bytes of each rank's part in a job of {@code size} ranks. */
    static long partBytes(int size) {
        return Math.max(LEAST_PART_BYTES,
                Math.min(MOST_PART_BYTES, WANTED_FILE_BYTES / size / PAGE_BYTES * PAGE_BYTES));
    }

    /** Bytes at the beginning of a part that are reserved for all time. */
    static long reservedBytes(int owner, int size) {
        return AreaParts.RESERVED_BYTES + (owner == 0 ? size * AreaParts.MEMBER_BYTES : 0);
    }

    /** The same of all parts together. */
    private static long reservedBytes(int size) {
        return size * (AreaParts.RESERVED_BYTES + AreaParts.MEMBER_BYTES);
    }

    private static long fileBytes(int size) {
        return size * partBytes(size);
    }

    @Override
    public long bytes() {
        return partBytes(size);
    }

    /** Which file it is. */
    FileIdentity identity() {
        return identity;
    }

    Mapping mapping() {
        return mapping;
    }

    @Override
    public long address(int owner) {
        return mapping.address() + owner * bytes();
    }

    /**
     * For the first rank of a neighbourhood, once.
     *
     * @param roomSetting most bytes that may be reserved at once
     */
    static void create(Path file, int size, long roomSetting) {
        Path directory = file.getParent();
        Room room = Room.of(directory, roomSetting);
        if (reservedBytes(size) > room.bytes()) {
            throw noRoom(directory, size, room, "");
        }
        Path unfinished = file.resolveSibling(file.getFileName() + ".new");
        int fd = JobFileHeader.create("the file", unfinished);
        try {
            int error = Posix.truncate(fd, fileBytes(size));
            for (int owner = 0; owner < size && error == 0; owner++) {
                error = Posix.fallocate(fd, owner * partBytes(size), reservedBytes(owner, size));
            }
            if (error != 0) {
                throw noRoom(directory, size, room, "; reserving failed with " + Errno.text(error));
            }
            Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw new JoinException("cannot make the file " + file.getFileName() + " in " + directory + ": " + e, e);
        } finally {
            Posix.close(fd);
            JobDirectory.delete(unfinished);
        }
    }

    private static JoinException noRoom(Path directory, int size, Room room, String why) {
        return new JoinException("no room for the library's own memory in " + directory + ": " + size
                + " ranks begin with " + ByteSize.text(reservedBytes(size))
                + ", in a file with "
                + ByteSize.text(fileBytes(size)) + " of addresses, and " + ByteSize.text(room.bytes())
                + " is free, limited by " + room.limit() + why + ": "
                + room.remedy());
    }

    /**
     * Opens and checks the file of a job of {@code size} ranks. Pair with {@link #abandon}.
     *
     * @param running throws when nothing is to be reserved any more
     */
    static AreaFile open(Path path, int rank, int size, long roomSetting, Runnable running) {
        Path directory = path.getParent();
        try {
            if (!Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
                    .isRegularFile()) {
                throw refused(path, "is not a regular file");
            }
            JobDirectory.checkOwner(path);
            if (Files.size(path) != fileBytes(size)) {
                throw refused(path, "has " + Files.size(path) + " bytes instead of " + fileBytes(size)
                        + ": it was truncated or extended, or the rank that made it has another release");
            }
        } catch (NoSuchFileException e) {
            throw new JoinException("rank " + rank + ": the job in " + directory + " has no file " + path.getFileName()
                    + ": it has ended, or the first rank of the neighbourhood could not make it", e);
        } catch (IOException e) {
            throw new JoinException("cannot open the file " + path + ": " + e, e);
        }
        int fd = JobFileHeader.open("the file", path);
        try {
            FileIdentity identity = Posix.identity(fd);
            return new AreaFile(path, rank, size, roomSetting, running, fd, Mapping.sparse(fd, fileBytes(size)),
                    identity);
        } catch (IOException e) {
            Posix.close(fd);
            throw new JoinException("cannot map the file " + path + ": " + e.getMessage(), e);
        }
    }

    private static JoinException refused(Path path, String why) {
        return new JoinException("the file " + path + " was refused: it " + why);
    }

    /** Nothing when abandoned. */
    @Override
    public void reserve(long offset, long bytes) {
        reserveCopy(rank, offset, bytes);
    }

    @Override
    public synchronized void reserveCopy(int owner, long offset, long bytes) {
        running.run();
        checkPages(offset, bytes);
        if (fd < 0 || bytes == 0) {
            return;
        }
        Room room = Room.of(directory, roomSetting);
        if (bytes > room.bytes()) {
            throw full(bytes, room, "");
        }
        int error = Posix.fallocate(fd, owner * bytes() + offset, bytes);
        if (error != 0) {
            throw full(bytes, room, "; reserving failed with " + Errno.text(error));
        }
    }

    private PgasException full(long bytes, Room room, String why) {
        return Refusals.of(rank).failure(ErrorCode.RESOURCE, "no room for " + ByteSize.text(bytes)
                + " more of the library's own memory in " + directory + ": " + ByteSize.text(room.bytes())
                + " is free, limited by " + room.limit() + why
                + ": " + room.remedy());
    }

    private void checkPages(long offset, long bytes) {
        if (offset < 0 || bytes < 0 || bytes > bytes() - offset || (offset | bytes) % PAGE_BYTES != 0) {
            throw Refusals.of(rank).bad("AreaParts.reserve", bytes
                    + " bytes from " + offset + ": legal are whole pages of " + PAGE_BYTES + " bytes within 0.."
                    + bytes());
        }
    }

    /** Whether it is memory, of a tmpfs, and all else in the job's directory too; false when abandoned. */
    synchronized boolean isInMemory() {
        return fd >= 0 && Posix.isInMemory(fd);
    }

    /** Says whether the file has no name any more. */
    synchronized boolean removeName() {
        return fd >= 0 && JobDirectory.delete(path) == null && Posix.hasNoName(fd);
    }

    /** What it takes of memory; 0 when abandoned. */
    synchronized long allocatedBytes() {
        return fd < 0 ? 0 : Posix.allocatedBytes(fd);
    }

    /** Gives the mapping back: a thread that still reads or writes finds zeros, and changes nothing that is shared. */
    synchronized void abandon() {
        if (fd >= 0) {
            Posix.close(fd);
            fd = -1;
            mapping.abandon();
        }
    }
}
