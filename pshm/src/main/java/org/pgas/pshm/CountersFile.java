package org.pgas.pshm;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

import org.pgas.Counter;
import org.pgas.JoinException;
import org.pgas.spi.CounterLayout;

/**
 * A job's file of counters, mapped: a header ({@link CountersLayout}), and a part for each rank, which it alone writes.
 *
 * <p>Made with the control file, by the process that makes that, complete under another name and then linked to its
 * own. It is sparse: a rank reserves its part before it says that it has joined. So parts of ranks that have joined can
 * be read without fail; a look at another's finds zeros, and takes a page for them.
 */
record CountersFile(Mapping mapping, FileIdentity identity) {
    static final String NAME = "counters";
    private static final String FILE = "the file of counters";

    /** Where the part of {@code rank} is here. */
    long part(int rank) {
        return mapping.address() + CountersLayout.partOffset(rank);
    }

    /** Gives the mapping back: a thread that still reads or writes finds zeros, and changes nothing that is shared. */
    void abandon() {
        mapping.abandon();
    }

    /** Makes the file unless another process has; either way it exists afterwards. */
    static void create(Path directory, int size) {
        Path unfinished = JobDirectory.unfinished(directory, NAME);
        try {
            write(unfinished, size);
            Files.createLink(directory.resolve(NAME), unfinished);
        } catch (FileAlreadyExistsException e) {
            // another rank of the same job was first; its file says the same
            return;
        } catch (IOException e) {
            throw new JoinException("cannot make the file of counters in " + directory + ": " + e + ": "
                    + Room.of(directory, Long.MAX_VALUE).remedy(), e);
        } finally {
            JobDirectory.delete(unfinished);
        }
    }

    /** By the JDK alone, so that a launcher, which calls nothing else of the C library, need not link it. */
    private static void write(Path unfinished, int size) {
        try {
            Files.createFile(unfinished, JobDirectory.PRIVATE_FILE);
        } catch (IOException e) {
            throw new JoinException("cannot make the file of counters " + unfinished + ": " + e, e);
        }
        try (RandomAccessFile file = new RandomAccessFile(unfinished.toFile(), "rw")) {
            file.setLength(CountersLayout.fileLength(size));
            file.write(header(size));
        } catch (IOException e) {
            throw noRoom(unfinished.getParent(), e.toString());
        }
    }

    private static byte[] header(int size) {
        ByteBuffer header = ByteBuffer.allocate(CountersLayout.HEADER_LENGTH).order(ByteOrder.nativeOrder());
        header.putLong(CountersLayout.MAGIC_OFFSET, CountersLayout.MAGIC);
        header.putInt(CountersLayout.VERSION_OFFSET, CountersLayout.VERSION);
        header.putInt(CountersLayout.SIZE, size);
        header.putInt(CountersLayout.PART_BYTES, CounterLayout.PART_BYTES);
        header.putInt(CountersLayout.COUNTERS, Counter.values().length);
        header.putLong(CountersLayout.BEGIN, System.currentTimeMillis());
        return header.array();
    }

    private static JoinException noRoom(Path directory, String why) {
        return new JoinException("no room for the counters in " + directory + ": " + why
                + ": " + Room.of(directory, Long.MAX_VALUE).remedy());
    }

    /** Opens and checks the file of a job of so many ranks; reserves this rank's part. Pair with {@link #abandon}. */
    static CountersFile join(Path directory, int rank, int size) {
        Path path = directory.resolve(NAME);
        check(directory, size);
        int fd = JobFileHeader.open(FILE, path);
        try {
            int error = Posix.fallocate(fd, CountersLayout.partOffset(rank), CounterLayout.PART_BYTES);
            if (error != 0) {
                throw noRoom(directory, "rank " + rank + ": " + Errno.text(error));
            }
            return new CountersFile(Mapping.sparse(fd, CountersLayout.fileLength(size)), Posix.identity(fd));
        } catch (IOException e) {
            throw new JoinException("cannot map the file of counters " + path + ": " + e.getMessage(), e);
        } finally {
            Posix.close(fd);
        }
    }

    /** Refuses what is no file of counters of this release and job. Reads only, so a refused file leaves no mapping. */
    static void check(Path directory, int size) {
        Path path = directory.resolve(NAME);
        try {
            JobFileHeader.checkRegular(FILE, path);
            try (FileChannel channel = JobDirectory.reading(path)) {
                check(path, size, channel);
            }
        } catch (NoSuchFileException e) {
            throw new JoinException("the job in " + directory
                    + " has no file of counters: it has ended, or is of an earlier release", e);
        } catch (IOException e) {
            throw new JoinException("cannot open the file of counters " + path + ": " + e, e);
        }
    }

    private static void check(Path path, int size, FileChannel channel) throws IOException {
        JobDirectory.checkOwner(path);
        JobFileHeader header = JobFileHeader.read(FILE, path, channel, CountersLayout.HEADER_LENGTH,
                CountersLayout.BEGIN + Long.BYTES);
        header.checkKind(CountersLayout.MAGIC, CountersLayout.MAJOR, CountersLayout.MINOR);
        int found = header.getInt(CountersLayout.SIZE);
        if (found != size) {
            throw header.refused("is of a job of " + found + " ranks; this one has " + size);
        }
        int partBytes = header.getInt(CountersLayout.PART_BYTES);
        int counters = header.getInt(CountersLayout.COUNTERS);
        if (partBytes != CounterLayout.PART_BYTES || counters < 1 || counters > CounterLayout.COUNTERS_MAX) {
            throw header.refused("has parts of " + partBytes + " bytes and " + counters + " counters; legal are "
                    + CounterLayout.PART_BYTES + " bytes and 1.." + CounterLayout.COUNTERS_MAX
                    + ": start all ranks and tools with one release");
        }
        header.checkLength(CountersLayout.fileLength(size));
    }
}
