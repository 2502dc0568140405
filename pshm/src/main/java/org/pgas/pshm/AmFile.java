package org.pgas.pshm;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

import org.pgas.ByteSize;
import org.pgas.JoinException;
import org.pgas.Setting;
import org.pgas.memory.SharedMemory;

/**
 * A job's files of messages, mapped: header, handlers and rings at the offsets of {@link AmLayout}, and the slabs.
 * Those have a file of their own, which can lose its name, while tools from outside look at the rings.
 *
 * <p>Made by the first rank of a neighbourhood before it has joined, complete under other names, the room of its
 * neighbours' rings reserved; opened by every rank of the neighbourhood when all ranks have joined. Rings to ranks
 * elsewhere stay empty, and are holes.
 *
 * @param slabs null in a job of one rank
 */
record AmFile(AmConfig config, Mapping mapping, FileIdentity identity, SlabFile slabs) {
    // Fields and orders: AmLayout.

    static final String NAME = "am";
    private static final String FILE = "the file of messages";

    Lane lane(AmLayout.Network network, int receiver, int sender) {
        return new Lane(mapping.address() + AmLayout.laneOffset(config, network, receiver, sender),
                slabs.mapping().address() + AmLayout.slabOffset(config, network, receiver, sender), config.ringBytes());
    }

    /** Publishes a handler of the primordial endpoint. Only their own rank knows handlers of other endpoints. */
    void publishHandler(int rank, int index, int description) {
        SharedMemory.putIntRelease(mapping.address() + AmLayout.handlerOffset(rank, index), description);
    }

    int handler(int rank, int index) {
        return SharedMemory.getIntAcquire(mapping.address() + AmLayout.handlerOffset(rank, index));
    }

    /** Gives the mappings back: a late access finds zeros, and changes nothing that is shared. */
    void abandon() {
        mapping.abandon();
        if (slabs != null) {
            slabs.abandon();
        }
    }

    /**
     * For the first rank of a neighbourhood, once.
     *
     * @param neighbours all ranks of the neighbourhood, ascending
     */
    static void create(Path file, AmConfig config, int[] neighbours) {
        Path directory = file.getParent();
        Room room = Room.of(directory, Long.MAX_VALUE);
        if (reserved(config, neighbours) > room.bytes()) {
            throw noRoom(directory, config, neighbours, room, "");
        }
        Path slabs = SlabFile.beside(file);
        boolean made = false;
        try {
            if (AmLayout.slabsLength(config) > 0) {
                make(slabs, SlabFile.FILE, AmLayout.slabsLength(config), AmLayout.usedSlabs(config, neighbours),
                        _ -> {});
            }
            make(file, FILE, AmLayout.fileLength(config), AmLayout.used(config, neighbours),
                    fd -> write(map(fd, AmLayout.fileLength(config)), config));
            made = true;
        } catch (NoRoom e) {
            throw noRoom(directory, config, neighbours, room, "; reserving failed with " + Errno.text(e.error));
        } catch (IOException e) {
            throw new JoinException("cannot make the files of messages in " + directory + ": " + e, e);
        } finally {
            if (!made) {
                JobDirectory.delete(slabs);
            }
        }
    }

    /** What is written to a file while it has another name. */
    private interface Content {
        void write(int fd) throws IOException;
    }

    private static final class NoRoom extends Exception {
        private static final long serialVersionUID = 1;

        private final int error;

        NoRoom(int error) {
            this.error = error;
        }
    }

    private static void make(Path file, String what, long bytes, List<AmLayout.Part> used, Content content)
            throws IOException, NoRoom {
        Path unfinished = file.resolveSibling(file.getFileName() + ".new");
        int fd = JobFileHeader.create(what, unfinished);
        try {
            int error = Posix.truncate(fd, bytes);
            for (AmLayout.Part each : used) {
                error = error != 0 ? error : Posix.fallocate(fd, each.offset(), each.bytes());
            }
            if (error != 0) {
                throw new NoRoom(error);
            }
            content.write(fd);
            Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Posix.close(fd);
            JobDirectory.delete(unfinished);
        }
    }

    private static long reserved(AmConfig config, int[] neighbours) {
        return Stream.of(AmLayout.used(config, neighbours), AmLayout.usedSlabs(config, neighbours))
                .flatMap(List::stream).mapToLong(AmLayout.Part::bytes).sum();
    }

    /** Where there are holes, huge pages would take room in them. */
    static Mapping map(int fd, long bytes) throws IOException {
        return Posix.allocatedBytes(fd) < bytes ? Mapping.sparse(fd, bytes) : Mapping.of(fd, bytes);
    }

    private static void write(Mapping mapping, AmConfig config) {
        long address = mapping.address();
        SharedMemory.putInt(address + AmLayout.VERSION_OFFSET, AmLayout.VERSION);
        SharedMemory.putInt(address + AmLayout.SIZE, config.size());
        SharedMemory.putInt(address + AmLayout.PAIR, config.pair() ? 1 : 0);
        SharedMemory.putInt(address + AmLayout.SLAB_BYTES, config.slabBytes());
        // SYNC: magic of the messages; last, so that a rank that reads it first may trust the rest
        SharedMemory.putLongRelease(address + AmLayout.MAGIC_OFFSET, AmLayout.MAGIC);
        mapping.abandon();
    }

    private static JoinException noRoom(Path directory, AmConfig config, int[] neighbours, Room room, String why) {
        String all = neighbours.length == config.size() ? "" : " of the job's " + config.size();
        return new JoinException("no room for the rings of messages in " + directory + ": " + neighbours.length + all
                + " ranks with rings for payloads of " + ByteSize.text(config.slabBytes()) + " (" + config.rings()
                + ") take "
                + ByteSize.text(reserved(config, neighbours)) + ", and " + ByteSize.text(room.bytes())
                + " is free, limited by "
                + room.limit() + why + ": set "
                + Setting.AM_RING.key() + " lower or " + Setting.AM_RINGS.key()
                + " to shared, or " + room.remedy());
    }

    /** Opens and checks the file; {@code config} is what this rank's settings say. Pair with {@link #abandon}. */
    static AmFile open(Path path, int rank, AmConfig config) {
        try {
            JobFileHeader.checkRegular(FILE, path);
            check(path, rank, config);
        } catch (NoSuchFileException e) {
            throw new JoinException("rank " + rank + ": the job in " + path.getParent() + " has no file of messages: "
                    + "it has ended, or the first rank of the neighbourhood could not make it", e);
        } catch (IOException e) {
            throw new JoinException("cannot open the file of messages " + path + ": " + e, e);
        }
        SlabFile slabs = SlabFile.open(SlabFile.beside(path), config);
        int fd = -1;
        boolean mapped = false;
        try {
            fd = JobFileHeader.open(FILE, path);
            AmFile file = new AmFile(config, map(fd, AmLayout.fileLength(config)), Posix.identity(fd), slabs);
            mapped = true;
            return file;
        } catch (IOException e) {
            throw new JoinException("cannot map the file of messages " + path + ": " + e.getMessage(), e);
        } finally {
            if (fd >= 0) {
                Posix.close(fd);
            }
            if (!mapped && slabs != null) {
                slabs.abandon();
            }
        }
    }

    /** Refuses what is no file of messages of this release and job. Reads only, so a refused file leaves no mapping. */
    private static void check(Path path, int rank, AmConfig config) throws IOException {
        AmConfig found = readConfig(path, config.size());
        if (found.pair() != config.pair() || found.slabBytes() != config.slabBytes()) {
            boolean same = found.pair() == config.pair();
            Setting setting = same ? Setting.AM_RING : Setting.AM_RINGS;
            throw new JoinException(
                    "rank " + rank + ": " + setting.key() + " must be the same on all ranks, but rank 0 has "
                            + (same ? found.slabBytes() : found.rings()) + " and rank " + rank + " has "
                            + (same ? config.slabBytes() : config.rings()));
        }
    }

    /** What the file of a job of {@code size} ranks says of itself, checked against what it is; it has no deadline. */
    static AmConfig readConfig(Path path, int size) throws IOException {
        try (FileChannel channel = JobDirectory.reading(path)) {
            JobDirectory.checkOwner(path);
            JobFileHeader header = JobFileHeader.read(FILE, path, channel, AmLayout.HEADER_LENGTH,
                    AmLayout.HEADER_LENGTH);
            header.checkKind(AmLayout.MAGIC, AmLayout.MAJOR, AmLayout.MINOR);
            AmConfig config = config(size, header);
            header.checkLength(AmLayout.fileLength(config));
            return config;
        }
    }

    private static AmConfig config(int expected, JobFileHeader header) {
        int size = header.getInt(AmLayout.SIZE);
        if (size != expected) {
            throw header.refused("is of a job of " + size + " ranks; this process was told " + expected);
        }
        int pair = header.getInt(AmLayout.PAIR);
        int slabBytes = header.getInt(AmLayout.SLAB_BYTES);
        if ((pair & ~1) != 0 || !AmConfig.isLegalSlab(slabBytes)) {
            throw header.refused("has rings of kind " + pair + " and of " + slabBytes + " bytes, which is impossible");
        }
        return new AmConfig(size, pair == 1, slabBytes, Duration.ZERO, false);
    }
}
