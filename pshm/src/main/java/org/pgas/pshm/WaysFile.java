package org.pgas.pshm;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

import org.pgas.JoinException;
import org.pgas.memory.SharedMemory;
import org.pgas.spi.WayLayout;
import org.pgas.spi.WayNumber;

/**
 * What a rank shows of its ways to ranks of other neighbourhoods, mapped: a file of its own, {@code ways-<rank>}
 * ({@link WaysLayout}), which it makes before it has joined, complete under another name and with its room reserved.
 */
record WaysFile(Mapping mapping, FileIdentity identity) {
    // Fields and orders: WaysLayout.

    private static final String FILE = "the file of ways";

    static String name(int rank) {
        return "ways-" + rank;
    }

    /** Where what is shown begins here. */
    long part() {
        return mapping.address() + WaysLayout.HEADER_LENGTH;
    }

    /** Gives the mapping back: a thread that still reads or writes finds zeros, and changes nothing that is shared. */
    void abandon() {
        mapping.abandon();
    }

    /** For the rank, once. Pair with {@link #abandon}. */
    static WaysFile create(Path directory, int rank, int size) {
        Path path = directory.resolve(name(rank));
        Path unfinished = path.resolveSibling(path.getFileName() + ".new");
        long bytes = WaysLayout.fileLength(size);
        int fd = JobFileHeader.create(FILE, unfinished);
        try {
            int error = Posix.fallocate(fd, 0, bytes);
            if (error != 0) {
                throw new JoinException("no room for the ways in " + directory + ": rank " + rank + ": "
                        + Errno.text(error) + ": " + Room.of(directory, Long.MAX_VALUE).remedy());
            }
            WaysFile made = new WaysFile(Mapping.of(fd, bytes), Posix.identity(fd));
            made.writeHeader(size);
            Files.move(unfinished, path, StandardCopyOption.ATOMIC_MOVE);
            return made;
        } catch (IOException e) {
            throw new JoinException("cannot make the file of ways " + path + ": " + e, e);
        } finally {
            Posix.close(fd);
            JobDirectory.delete(unfinished);
        }
    }

    private void writeHeader(int size) {
        long header = mapping.address();
        SharedMemory.putLong(header + WaysLayout.MAGIC_OFFSET, WaysLayout.MAGIC);
        SharedMemory.putInt(header + WaysLayout.VERSION_OFFSET, WaysLayout.VERSION);
        SharedMemory.putInt(header + WaysLayout.SIZE, size);
        SharedMemory.putInt(header + WaysLayout.NUMBERS, WayNumber.values().length);
    }

    /** How many numbers of a way the file of a job of {@code size} ranks has; throws when it is refused, or gone. */
    static int check(Path path, int size) throws IOException {
        JobFileHeader.checkRegular(FILE, path);
        try (FileChannel channel = JobDirectory.reading(path)) {
            JobDirectory.checkOwner(path);
            JobFileHeader header = JobFileHeader.read(FILE, path, channel, WaysLayout.HEADER_LENGTH,
                    WaysLayout.HEADER_LENGTH);
            header.checkKind(WaysLayout.MAGIC, WaysLayout.MAJOR, WaysLayout.MINOR);
            int found = header.getInt(WaysLayout.SIZE);
            if (found != size) {
                throw header.refused("is of a job of " + found + " ranks; this one has " + size);
            }
            int numbers = header.getInt(WaysLayout.NUMBERS);
            if (numbers < 1 || numbers > WayLayout.BLOCK_BYTES / Long.BYTES) {
                throw header.refused("has " + numbers + " numbers of a way; legal are 1.."
                        + WayLayout.BLOCK_BYTES / Long.BYTES + ": start all ranks and tools with one release");
            }
            header.checkLength(WaysLayout.fileLength(size));
            return numbers;
        }
    }
}
