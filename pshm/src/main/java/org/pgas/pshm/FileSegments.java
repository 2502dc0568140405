package org.pgas.pshm;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.ToIntFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.pgas.AttachException;
import org.pgas.ByteSize;
import org.pgas.ErrorCode;
import org.pgas.PeerLostException;
import org.pgas.PgasException;
import org.pgas.memory.SegmentTrailer;
import org.pgas.memory.SharedMemory;
import org.pgas.refusal.Refusals;

/**
 * Segments of kind FILE: files of {@link FileLayout}, mapped. They outlive the job.
 *
 * <p>A file is made complete under another name that tells its maker, and then linked to its own: nobody sees an
 * unfinished one, and of several that make it one wins. A process that is killed meanwhile leaves an unfinished file.
 * The next process that makes the file removes it.
 *
 * <p>A file has one owner at a time, by a lock and by a word in the mapping ({@link FileOwnership}). A process that
 * finds the owner dead takes the file from it. It keeps the file if that was closed, or if it opens it by force. An
 * owner that may live keeps the file.
 *
 * <p>The owner marks the file as closed when no peer has it mapped ({@link FileMappers}), for which it waits a while.
 */
final class FileSegments {
    // Fields and orders: FileLayout.

    private static final String UNFINISHED = ".new-";

    /** Ten looks of a peer. */
    private static final long CLOSE_WAIT_NANOS = 2_000_000_000;

    private final int rank;
    private final Refusals refusals;
    private final Set<StoredSegment> open;
    private final SegmentMappings mappings;
    private final BooleanSupplier orderly;
    private final ToIntFunction<FileOwner> ranks;

    /**
     * @param orderly whether the job has not failed, so that what is closed is as its program wants it
     * @param ranks which rank of the job an owner is; -1 if none
     */
    FileSegments(int rank, Set<StoredSegment> open, SegmentMappings mappings, BooleanSupplier orderly,
            ToIntFunction<FileOwner> ranks) {
        this.rank = rank;
        refusals = Refusals.of(rank);
        this.open = open;
        this.mappings = mappings;
        this.orderly = orderly;
        this.ranks = ranks;
    }

    StoredSegment create(Path path, long bytes) {
        Path directory = path.getParent();
        if (directory == null || !Files.isDirectory(directory)) {
            throw refused(path,
                    "cannot be made: " + directory + " is not a directory: make it, or choose another path");
        }
        if (Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
            throw exists(path);
        }
        removeLitter(directory, path.getFileName().toString());
        long length = FileLayout.fileLength(bytes);
        Room room = Room.ofFileSystem(directory);
        if (length > room.bytes()) {
            throw noRoom(path, bytes, room, "");
        }
        Path unfinished = directory.resolve("." + path.getFileName() + UNFINISHED + ProcessIdentity.current().name()
                + "-" + System.nanoTime());
        int fd = Posix.open(unfinished.toString(), Posix.O_RDWR_CREAT_EXCL_NOFOLLOW_CLOEXEC, 0600);
        if (fd < 0) {
            throw refused(path, "cannot be made: " + directory + ": " + Errno.text(-fd));
        }
        FileLocks locks = new FileLocks(fd);
        StoredSegment made = null;
        try {
            // before it has any room: a process that finds it later knows by that whether its maker has locked it
            boolean locked = locks.take(FileLayout.OWNER_BYTE) == 0;
            int error = Posix.fallocate(fd, 0, length);
            if (error != 0) {
                throw noRoom(path, bytes, room, "; reserving failed with " + Errno.text(error));
            }
            made = publish(unfinished, path, map(path, fd, length), bytes, locks, locked, identity(path, fd));
            return made;
        } finally {
            if (made == null) {
                locks.close();
            }
            JobDirectory.delete(unfinished);
        }
    }

    private StoredSegment publish(Path unfinished, Path path, Mapping mapping, long bytes, FileLocks locks,
            boolean locked, FileIdentity identity) {
        boolean published = false;
        try {
            long base = mapping.address();
            SharedMemory.putInt(base + FileLayout.VERSION_OFFSET, FileLayout.VERSION);
            SharedMemory.putLong(base + FileLayout.BYTES, bytes);
            SharedMemory.putLong(base + FileLayout.CREATED, System.currentTimeMillis());
            // SYNC: file owner; nobody else can have the file yet
            SharedMemory.putLongRelease(base + FileLayout.OWNER, FileOwner.current().word());
            use(base, new FileOwnership.Opened(path, locks.inode(), locked));
            // SYNC: magic of the file; last, so that a process that reads it first may trust the rest
            SharedMemory.putLongRelease(base + FileLayout.MAGIC_OFFSET, FileLayout.MAGIC);
            writeOut(path, mapping, 0, FileLayout.HEADER_LENGTH);
            link(unfinished, path);
            syncDirectory(path.getParent());
            published = true;
            return new Owned(path, mapping, bytes, locks, identity);
        } catch (FileAlreadyExistsException e) {
            throw exists(path);
        } catch (IOException e) {
            throw refused(path, "cannot be made: " + e);
        } finally {
            if (!published) {
                mappings.abandon(mapping);
            }
        }
    }

    private static void link(Path unfinished, Path path) throws IOException {
        try {
            Files.createLink(path, unfinished);
        } catch (FileAlreadyExistsException e) {
            throw e;
        } catch (IOException | UnsupportedOperationException e) {
            // a file system without links: two makers that rename at the same moment could both succeed
            Files.move(unfinished, path);
        }
    }

    /** So that the name too survives a loss of power. */
    private static void syncDirectory(Path directory) {
        try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
            channel.force(true);
        } catch (IOException e) {
            System.getLogger(FileSegments.class.getName()).log(System.Logger.Level.DEBUG, "not forced: " + directory,
                    e);
        }
    }

    /** Removes what processes left that were killed while they made a file of this name. */
    private static void removeLitter(Path directory, String name) {
        Pattern litter = Pattern.compile(Pattern.quote("." + name + UNFINISHED) + "(" + ProcessIdentity.NAME
                + ")-\\d+");
        for (Path file : JobDirectory.list(directory)) {
            Matcher found = litter.matcher(file.getFileName().toString());
            if (found.matches() && life(file, ProcessIdentity.ofName(found.group(1))) == Life.DEAD) {
                JobDirectory.delete(file);
            }
        }
    }

    /** Whether somebody still makes this file. */
    private static Life life(Path unfinished, ProcessIdentity maker) {
        int fd = Posix.open(unfinished.toString(), Posix.O_RDONLY_NONBLOCK_NOFOLLOW_CLOEXEC, 0);
        if (fd < 0) {
            return Life.UNKNOWN;
        }
        try (FileLocks locks = new FileLocks(fd)) {
            FileLocks.State state = locks.state(FileLayout.OWNER_BYTE, 1);
            // without room it may not have been locked yet
            boolean locked = state == FileLocks.State.HELD || Posix.allocatedBytes(unfinished.toString()) > 0;
            return maker.life().and(locked ? FileLocks.life(state, maker.namespaces(), unfinished) : Life.UNKNOWN);
        }
    }

    StoredSegment open(Path path, long bytes, boolean force) {
        FileHeader header = FileHeader.read(rank, path, bytes);
        long length = FileLayout.fileLength(header.bytes());
        int fd = open(path, header);
        FileLocks locks = new FileLocks(fd);
        Mapping mapping = null;
        StoredSegment opened = null;
        try {
            FileIdentity identity = identity(path, fd);
            mapping = map(path, fd, length);
            FileOwnership.Opened file = take(path, mapping.address(), locks, force);
            begin(path, fd, mapping, file);
            opened = new Owned(path, mapping, header.bytes(), locks, identity);
            return opened;
        } finally {
            if (opened == null) {
                locks.close();
                abandon(mapping);
            }
        }
    }

    /** What a new owner does before anybody uses the file; gives it back as it was when that fails. */
    private void begin(Path path, int fd, Mapping mapping, FileOwnership.Opened file) {
        long base = mapping.address();
        int state = SharedMemory.getInt(base + FileLayout.STATE);
        boolean begun = false;
        try {
            reserve(path, fd, mapping.bytes());
            // what the last job with this file has left: locks of dead ranks, notes of uses
            SharedMemory.fill(base + mapping.bytes() - SegmentTrailer.BYTES, (byte) 0, SegmentTrailer.BYTES);
            use(base, file);
            writeOut(path, mapping, 0, FileLayout.HEADER_LENGTH);
            begun = true;
        } finally {
            if (!begun) {
                new FileOwnership(base).giveBack(state);
            }
        }
    }

    /** Makes this process the owner, or refuses and leaves the file as it is. */
    private FileOwnership.Opened take(Path path, long base, FileLocks locks, boolean force) {
        var ownership = new FileOwnership(base);
        int error = locks.take(FileLayout.OWNER_BYTE);
        if (error == Posix.EAGAIN) {
            throw inUse(path, ownership, ownership.owner());
        }
        var opened = new FileOwnership.Opened(path, locks.inode(), error == 0);
        FileOwnership.Taken taken = ownership.take(FileOwner.current(), force, opened);
        FileOwner found = taken.before();
        return switch (taken.outcome()) {
            case TAKEN -> opened;
            case IN_USE -> throw inUse(path, ownership, found);
            case UNTOLD -> throw refused(path, "was not closed by " + who(ownership, found)
                    + ", of which cannot be told from here whether it lives, not by locks either"
                    + ": end it there, and open a copy of the file (cp) by force, or remove the file");
            case NOT_CLOSED -> throw refused(ErrorCode.NOT_CLOSED, path, "was not closed by the process that had it "
                    + "last, "
                    + (found.word() == 0 ? "whose job or device has failed, or whose peers have kept it mapped"
                            : who(ownership, found) + ", which is dead")
                    + ": what it holds may be half written: look at it, and open it by force, or remove it");
        };
    }

    private PgasException inUse(Path path, FileOwnership ownership, FileOwner found) {
        if (found.equals(FileOwner.NOBODY)) {
            return refused(path, "is in use by a process that opens or closes it at this moment: try again");
        }
        return refused(path, "is in use by " + who(ownership, found) + (found.equals(FileOwner.current())
                ? ", this one: close it there first"
                : ", which lives: wait until it has closed the file, or end it"));
    }

    private static String who(FileOwnership ownership, FileOwner owner) {
        return "process " + owner.pid()
                + (ownership.identity(owner).isHere() || owner.equals(FileOwner.current()) ? ""
                        : " of another container");
    }

    /** A file may have got holes since, when it was copied. */
    private void reserve(Path path, int fd, long length) {
        int error = Posix.fallocate(fd, 0, length);
        if (error != 0) {
            throw new AttachException("rank " + rank + ": segment file " + path + " has no room for all of its "
                    + ByteSize.text(length) + " (" + Errno.text(error) + "): free some room in its file system");
        }
    }

    /** Notes that this process, the owner, uses the file. */
    private static void use(long base, FileOwnership.Opened file) {
        new FileMappers(base).open();
        new FileOwnership(base).use(file);
    }

    StoredSegment map(Path path, long bytes) {
        FileHeader header = FileHeader.read(rank, path, bytes);
        if (header.state() != FileLayout.IN_USE || header.owner() == 0) {
            throw notOpen(path);
        }
        Mapping head = null;
        Mapping mapping = null;
        long opening = -1;
        int fd = open(path, header);
        try (FileLocks locks = new FileLocks(fd)) {
            FileIdentity identity = identity(path, fd);
            head = map(path, fd, FileLayout.HEADER_LENGTH);
            checkOwner(path, header, head.address(), locks);
            mapping = map(path, fd, FileLayout.fileLength(bytes));
            opening = new FileMappers(head.address()).enter();
            if (opening < 0) {
                throw notOpen(path);
            }
            return new Peers(path, head, opening, mapping, bytes, identity);
        } finally {
            if (opening < 0) {
                abandon(mapping);
                abandon(head);
            }
        }
    }

    /** Refuses a file that its owner has left by its death. */
    private void checkOwner(Path path, FileHeader header, long head, FileLocks locks) {
        FileLocks.State state = locks.state(FileLayout.OWNER_BYTE, 1);
        var ownership = new FileOwnership(head);
        FileOwner owner = new FileOwner(header.owner());
        var opened = new FileOwnership.Opened(path, locks.inode(), state == FileLocks.State.FREE);
        if (state != FileLocks.State.HELD && ownership.life(owner, opened) == Life.DEAD) {
            throw abandoned(path, owner, who(ownership, owner));
        }
    }

    private void abandon(Mapping mapping) {
        if (mapping != null) {
            mappings.abandon(mapping);
        }
    }

    private PgasException notOpen(Path path) {
        return refused(path, "is not open: the process that had it last has closed it");
    }

    /** The death of a rank ends the job; the first rank that meets it tells it as what it is. */
    private PgasException abandoned(Path path, FileOwner owner, String who) {
        int peer = ranks.applyAsInt(owner);
        return peer < 0
                ? refused(path, "is not open: " + who + ", which had it last, is dead")
                : new PeerLostException(peer, "rank " + rank + ": segment file " + path
                        + " is not open: rank " + peer
                        + " (pid " + owner.pid() + "), which had it open, has died");
    }

    private int open(Path path, FileHeader header) {
        int fd = Posix.open(path.toString(), Posix.O_RDWR_NOFOLLOW_CLOEXEC, 0);
        if (fd < 0) {
            throw refused(path, "cannot be opened: " + Errno.text(-fd));
        }
        try {
            if (header.isOf(Path.of("/proc/self/fd", Integer.toString(fd)))) {
                return fd;
            }
        } catch (IOException e) {
            Posix.close(fd);
            throw refused(path, "cannot be looked at: " + e);
        }
        Posix.close(fd);
        throw refused(path, "was replaced while it was being opened: try again");
    }

    private FileIdentity identity(Path path, int fd) {
        try {
            return Posix.identity(fd);
        } catch (IOException e) {
            throw refused(path, "cannot be looked at: " + e.getMessage());
        }
    }

    private Mapping map(Path path, int fd, long length) {
        try {
            return mappings.map(fd, length);
        } catch (IOException e) {
            throw refused(path, "cannot be mapped: " + e.getMessage());
        }
    }

    private void writeOut(Path path, Mapping mapping, long offset, long length) {
        int error = mapping.sync(offset, length);
        if (error != 0) {
            throw refused(path, "could not be written to its device: " + Errno.text(error)
                    + ": is there room, and is the device well?");
        }
    }

    private AttachException noRoom(Path path, long bytes, Room room, String why) {
        return new AttachException("rank " + rank + ": segment file " + path + " cannot be made: a segment of "
                + ByteSize.text(bytes) + " and what the library keeps beside it take "
                + ByteSize.text(FileLayout.fileLength(bytes)) + ", and " + ByteSize.text(room.bytes())
                + " is free, limited by " + room.limit() + why
                + ": ask for less, free some room there, or choose another path");
    }

    private PgasException exists(Path path) {
        return refused(path, "exists already: open it, remove it, or choose another path");
    }

    private PgasException refused(Path path, String why) {
        return refused(ErrorCode.RESOURCE, path, why);
    }

    private PgasException refused(ErrorCode code, Path path, String why) {
        return refusals.failure(code, "segment file " + path + " " + why);
    }

    private final class Owned extends StoredSegment {
        private final Path path;
        private final FileLocks locks;

        /** @param locks of the file; this rank owns it */
        Owned(Path path, Mapping mapping, long bytes, FileLocks locks, FileIdentity identity) {
            super(rank, open, mappings, mapping, FileLayout.HEADER_LENGTH, bytes,
                    over -> WatchedFile.ofOthers(path, identity, over));
            this.path = path;
            this.locks = locks;
        }

        @Override
        boolean isOwn() {
            return true;
        }

        @Override
        void synchronise() {
            writeOut(path, mapping(), 0, mapping().bytes());
        }

        /** Whether the job is in order, and no peer can write to the file any more. */
        private boolean isFree(long base) {
            if (new FileMappers(base).close(CLOSE_WAIT_NANOS, orderly)) {
                return true;
            }
            if (orderly.getAsBoolean()) {
                System.getLogger(FileSegments.class.getName()).log(System.Logger.Level.WARNING, "rank " + rank
                        + ": segment file " + path + " is left as not closed: a peer still has it mapped");
            }
            return false;
        }

        @Override
        void beforeAbandon(boolean leaving) {
            long base = mapping().address();
            var ownership = new FileOwnership(base);
            try {
                if (isFree(base)) {
                    synchronise();
                    ownership.close();
                }
            } finally {
                ownership.leave(FileOwner.current());
                mapping().sync(0, FileLayout.HEADER_LENGTH);
            }
        }

        @Override
        void afterAbandon() {
            locks.close();
        }
    }

    private final class Peers extends StoredSegment {
        private final Path path;
        private final Mapping head;
        private final long opening;

        /** @param head a mapping of the header, which is left after that of the segment */
        Peers(Path path, Mapping head, long opening, Mapping mapping, long bytes, FileIdentity identity) {
            super(rank, open, mappings, mapping, FileLayout.HEADER_LENGTH, bytes,
                    over -> WatchedFile.ofOthers(path, identity, over));
            this.path = path;
            this.head = head;
            this.opening = opening;
        }

        @Override
        void synchronise() {
            writeOut(path, mapping(), 0, mapping().bytes());
        }

        @Override
        void afterAbandon() {
            new FileMappers(head.address()).leave(opening);
            mappings.abandon(head);
        }
    }
}
