package org.pgas.pshm;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HexFormat;
import java.util.Set;
import java.util.zip.CRC32C;

import org.pgas.ErrorCode;
import org.pgas.JoinException;
import org.pgas.memory.CuttableMemory;
import org.pgas.memory.SharedMemory;
import org.pgas.refusal.Refusals;

/**
 * A job's control file, mapped: header, slots and lanes at the offsets of {@link ControlLayout}.
 *
 * <p>Made complete under another name and then linked to its own: nobody ever sees an unfinished one, and of several
 * processes that make it at once exactly one wins.
 *
 * @param key of the directory
 * @param held if a rank has made the job, no launcher of ours: a job of that name may begin at any moment; else null
 */
record ControlFile(Path directory, Object key, HeldDirectory held, long base, int size) {
    // Fields and orders: ControlLayout.

    private static final String FILE = "the control file";

    /** The same file, after its directory got another name. */
    ControlFile movedTo(Path newDirectory) {
        return new ControlFile(newDirectory, key, held, base, size);
    }

    /** Removes the directory that the file was opened in, and no other that has its name by now. */
    void removeDirectory() {
        if (held != null) {
            JobDirectory.removeAside(directory, held, () -> true);
        } else {
            JobDirectory.remove(directory, key);
        }
    }

    /** Gives the mapping back: a thread that still reads or writes finds zeros, and changes nothing that is shared. */
    void abandon() {
        if (held != null) {
            held.close();
        }
        if (Mapping.abandon(base, ControlLayout.fileLength(size))) {
            CuttableMemory.remove(base);
        }
    }

    /** Which file has its name now. */
    FileIdentity identity() {
        try {
            return Posix.identity(directory.resolve(JobDirectory.CONTROL).toString());
        } catch (IOException e) {
            throw new JoinException("cannot look at the control file in " + directory + ": " + e.getMessage(), e);
        }
    }

    /** By which the processes of the job are known. */
    MappedFile mappedFile() {
        return MappedFile.at(base);
    }

    long header(int field) {
        return base + field;
    }

    long slot(int rank, int field) {
        return base + ControlLayout.slotOffset(rank) + field;
    }

    long lane(int lane) {
        return base + ControlLayout.laneOffset(lane, size);
    }

    ProcessIdentity launcher() {
        return new ProcessIdentity(SharedMemory.getLong(header(ControlLayout.LAUNCHER_PID)),
                SharedMemory.getLong(header(ControlLayout.LAUNCHER_START)), maker());
    }

    /** Where the process is, or was, that has made the file: the launcher, or one of the ranks. */
    Namespaces maker() {
        return new Namespaces(SharedMemory.getLong(header(ControlLayout.MAKER_BOOT)),
                SharedMemory.getLong(header(ControlLayout.MAKER_PID_NAMESPACE)),
                SharedMemory.getLong(header(ControlLayout.MAKER_TIME_NAMESPACE)));
    }

    /** What tells the file of the {@link JobLocks} from others; 0 when the job keeps no locks. */
    long locks() {
        return SharedMemory.getLong(header(ControlLayout.LOCKS));
    }

    /** Whether every rank has joined, and may have left again. */
    boolean haveAllJoined() {
        for (int rank = 0; rank < size; rank++) {
            if (state(rank).compareTo(RankView.State.JOINED) < 0) {
                return false;
            }
        }
        return true;
    }

    /** The process that has claimed the slot of {@code rank}; pid 0 when it has not said so yet. */
    ProcessIdentity process(int rank) {
        // SYNC: rank identity
        long pid = SharedMemory.getLongAcquire(slot(rank, ControlLayout.PID));
        return new ProcessIdentity(pid, SharedMemory.getLong(slot(rank, ControlLayout.START)),
                new Namespaces(SharedMemory.getLong(header(ControlLayout.MAKER_BOOT)),
                        SharedMemory.getLong(slot(rank, ControlLayout.PID_NAMESPACE)),
                        SharedMemory.getLong(slot(rank, ControlLayout.TIME_NAMESPACE))));
    }

    /** Whether the process of a rank, or the launcher, has locked its byte of the {@link JobLocks}. */
    boolean hasLocked(int rank) {
        if (rank == JobLocks.LAUNCHER) {
            // SYNC: lock of the launcher; it has taken it before
            return SharedMemory.getIntAcquire(header(ControlLayout.LAUNCHER_LOCKED)) != 0;
        }
        return process(rank).pid() != 0 && SharedMemory.getInt(slot(rank, ControlLayout.LOCKED)) != 0;
    }

    /** By the launcher, which has locked its byte. */
    void noteLauncherLocked() {
        // SYNC: lock of the launcher
        SharedMemory.putIntRelease(header(ControlLayout.LAUNCHER_LOCKED), 1);
    }

    /**
     * Notes the process of the rank that has claimed the slot, and whether it has locked its byte. Called by that rank.
     */
    void enter(int rank, ProcessIdentity process, boolean locked) {
        SharedMemory.putInt(slot(rank, ControlLayout.LOCKED), locked ? 1 : 0);
        SharedMemory.putLong(slot(rank, ControlLayout.START), process.start());
        SharedMemory.putLong(slot(rank, ControlLayout.PID_NAMESPACE), process.namespaces().pid());
        SharedMemory.putLong(slot(rank, ControlLayout.TIME_NAMESPACE), process.namespaces().time());
        // SYNC: rank identity; a sweep may look while this rank is still JOINING
        SharedMemory.putLongRelease(slot(rank, ControlLayout.PID), process.pid());
    }

    /**
     * How long ago the watcher of a rank was seen last, by the clock of the host, which is that of all its ranks; -1
     * when it never was.
     */
    long heartbeatMillis(int rank) {
        long seen = SharedMemory.getLongAcquire(slot(rank, ControlLayout.HEARTBEAT));
        return seen == 0 ? -1 : Math.max(0, System.currentTimeMillis() - seen);
    }

    RankView.State state(int rank) {
        int state = SharedMemory.getIntAcquire(slot(rank, ControlLayout.STATE));
        RankView.State[] states = RankView.State.values();
        if (state < 0 || state >= states.length) {
            throw Refusals.OF_NO_RANK.failure(ErrorCode.RESOURCE,
                    "control file of " + directory + ": rank " + rank + " has the impossible state " + state);
        }
        return states[state];
    }

    /**
     * Into a field of a rank's slot, with its length in another. Ranks compare such texts: one that is too long ends
     * with a checksum of all of it, so that two that differ look different.
     */
    void putText(int rank, int lengthField, int textField, String text, int limit) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        if (bytes.length > limit) {
            CRC32C sum = new CRC32C();
            sum.update(bytes);
            String end = "... (checksum " + HexFormat.of().toHexDigits((int) sum.getValue()) + ")";
            putText(rank, lengthField, textField, cut(bytes, limit - end.length()) + end, limit);
        } else {
            putText(slot(rank, lengthField), slot(rank, textField), text, limit);
        }
    }

    void putState(int rank, RankView.State state) {
        // SYNC: rank state
        SharedMemory.putIntRelease(slot(rank, ControlLayout.STATE), state.ordinal());
    }

    /** A text that is too long is cut. */
    void putText(long lengthAddress, long textAddress, String text, int limit) {
        byte[] bytes = cut(text.getBytes(StandardCharsets.UTF_8), limit).getBytes(StandardCharsets.UTF_8);
        SharedMemory.copyIn(MemorySegment.ofArray(bytes), 0, textAddress, bytes.length);
        SharedMemory.putIntRelease(lengthAddress, bytes.length);
    }

    /** The first bytes of a text, but for part of a character. */
    private static String cut(byte[] text, int limit) {
        int length = Math.min(text.length, limit);
        while (length < text.length && (text[length] & 0xC0) == 0x80) {
            length--;
        }
        return new String(text, 0, length, StandardCharsets.UTF_8);
    }

    String text(long lengthAddress, long textAddress, int limit) {
        int length = SharedMemory.getIntAcquire(lengthAddress);
        byte[] bytes = new byte[Math.clamp(length, 0, limit)];
        SharedMemory.copyOut(textAddress, MemorySegment.ofArray(bytes), 0, bytes.length);
        return new String(bytes, StandardCharsets.UTF_8);
    }

    /** As {@link #create(Path, int, ProcessIdentity, long)}, of a job that keeps no locks. */
    static void create(Path directory, int size, ProcessIdentity launcher) {
        create(directory, size, launcher, 0);
    }

    /** Makes the file if it is not there. {@code locks} is that of {@link JobLocks#make}. */
    static void create(Path directory, int size, ProcessIdentity launcher, long locks) {
        Path unfinished = JobDirectory.unfinished(directory, JobDirectory.CONTROL);
        try (Arena arena = Arena.ofConfined()) {
            try (FileChannel channel = FileChannel.open(unfinished,
                    Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE),
                    JobDirectory.PRIVATE_FILE)) {
                reserve(channel, ControlLayout.fileLength(size));
                MemorySegment file = channel.map(MapMode.READ_WRITE, 0, ControlLayout.fileLength(size), arena);
                long address = file.address();
                SharedMemory.putInt(address + ControlLayout.VERSION_OFFSET, ControlLayout.VERSION);
                SharedMemory.putInt(address + ControlLayout.SIZE, size);
                SharedMemory.putLong(address + ControlLayout.LAUNCHER_PID, launcher.pid());
                SharedMemory.putLong(address + ControlLayout.LAUNCHER_START, launcher.start());
                Namespaces maker = Namespaces.current();
                SharedMemory.putLong(address + ControlLayout.MAKER_BOOT, maker.boot());
                SharedMemory.putLong(address + ControlLayout.MAKER_PID_NAMESPACE, maker.pid());
                SharedMemory.putLong(address + ControlLayout.MAKER_TIME_NAMESPACE, maker.time());
                SharedMemory.putLong(address + ControlLayout.LOCKS, locks);
                // SYNC: control magic; last, so that a process that reads it first may trust the rest
                SharedMemory.putLongRelease(address + ControlLayout.MAGIC_OFFSET, ControlLayout.MAGIC);
            }
            Files.createLink(directory.resolve(JobDirectory.CONTROL), unfinished);
        } catch (FileAlreadyExistsException e) {
            // another rank of the same job was first; its file says the same
            return;
        } catch (IOException e) {
            throw new JoinException("cannot make the control file in " + directory + ": " + e
                    + ": free some room there, or set pgas.dir to another directory", e);
        } finally {
            JobDirectory.delete(unfinished);
        }
    }

    /** Writes zeros, so that no later access of the mapping can lack a page. */
    private static void reserve(FileChannel channel, long bytes) throws IOException {
        ByteBuffer zeros = ByteBuffer.allocate(64 << 10);
        for (long done = 0; done < bytes; done += zeros.limit()) {
            zeros.clear().limit((int) Math.min(zeros.capacity(), bytes - done));
            while (zeros.hasRemaining()) {
                channel.write(zeros, done + zeros.position());
            }
        }
    }

    /** Opens and checks a job's file; size 0 accepts whatever size it says. Pair with {@link #abandon}. */
    static ControlFile open(Path directory, int size) {
        return open(directory, size, Arena.global(), MapMode.READ_WRITE);
    }

    /** For tools that only look: mapped without the right to write, for as long as {@code arena} is open. */
    static ControlFile look(Path directory, Arena arena) {
        return open(directory, 0, arena, MapMode.READ_ONLY);
    }

    private static ControlFile open(Path directory, int size, Arena arena, MapMode mode) {
        Path path = directory.resolve(JobDirectory.CONTROL);
        try {
            JobFileHeader.checkRegular(FILE, path);
            Set<OpenOption> options = mode == MapMode.READ_ONLY
                    ? Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS)
                    : Set.of(StandardOpenOption.READ, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
            try (FileChannel channel = FileChannel.open(path, options)) {
                JobDirectory.checkOwner(path);
                int found = check(path, channel, size);
                long length = ControlLayout.fileLength(found);
                MemorySegment file = mode == MapMode.READ_ONLY
                        ? ReadOnlyMapping.of(channel, length, arena)
                        : channel.map(mode, 0, length, arena);
                if (mode == MapMode.READ_WRITE) {
                    CuttableMemory.add(file.address(), length);
                }
                boolean holds = mode == MapMode.READ_WRITE
                        && SharedMemory.getLong(file.address() + ControlLayout.LAUNCHER_PID) == 0;
                return new ControlFile(directory, JobDirectory.identity(directory),
                        holds ? HeldDirectory.of(directory) : null, file.address(), found);
            }
        } catch (NoSuchFileException e) {
            throw new JoinException("no job in " + directory + ": it has no control file; it has ended, or never began",
                    e);
        } catch (IOException e) {
            throw new JoinException("cannot open the control file " + path + ": " + e, e);
        }
    }

    /** Refuses what is no control file of this release; returns the job's size. Reads only: it leaves no mapping. */
    private static int check(Path path, FileChannel channel, int size) throws IOException {
        JobFileHeader header = JobFileHeader.read(FILE, path, channel, ControlLayout.HEADER_LENGTH,
                ControlLayout.HEADER_LENGTH);
        header.checkKind(ControlLayout.MAGIC, ControlLayout.MAJOR, ControlLayout.MINOR);
        int found = header.getInt(ControlLayout.SIZE);
        if (found < 1 || found > org.pgas.GlobalPointer.MAX_RANKS || size != 0 && found != size) {
            throw header.refused(
                    "is of a job of " + found + " ranks" + (size == 0 ? "" : "; this process was told " + size));
        }
        header.checkLength(ControlLayout.fileLength(found));
        return found;
    }

    /** The bytes that every control file of this host begins with. */
    static byte[] magic() {
        return ByteBuffer.allocate(Long.BYTES).order(ByteOrder.nativeOrder()).putLong(ControlLayout.MAGIC).array();
    }

    /** Whether a directory has the control file of a release that this one cannot read: its job may well run. */
    static boolean isOfOtherRelease(Path directory) {
        try (FileChannel channel = JobDirectory.reading(directory.resolve(JobDirectory.CONTROL))) {
            ByteBuffer header = JobFileHeader.read(channel, ControlLayout.HEADER_LENGTH);
            return header.getLong(ControlLayout.MAGIC_OFFSET) == ControlLayout.MAGIC
                    && header.getInt(ControlLayout.VERSION_OFFSET) >>> 16 != ControlLayout.MAJOR;
        } catch (IOException e) {
            return false;
        }
    }
}
