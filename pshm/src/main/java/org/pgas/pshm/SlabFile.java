package org.pgas.pshm;

import java.io.IOException;
import java.nio.file.Path;

import org.pgas.JoinException;

/**
 * A job's slabs, mapped: a slab for each ring of the file of messages, at the offsets of {@link AmLayout}. They have a
 * file of their own, which can lose its name while tools from outside look at the rings. A job of one rank has none.
 */
final class SlabFile {
    static final String NAME = "slabs";
    static final String FILE = "the file of slabs";

    private final Path path;
    private final Mapping mapping;
    private final FileIdentity identity;

    /** To see whether the file has a name; -1 when nobody asks any more. Guarded by this. */
    private int fd;

    private SlabFile(Path path, Mapping mapping, FileIdentity identity, int fd) {
        this.path = path;
        this.mapping = mapping;
        this.identity = identity;
        this.fd = fd;
    }

    /** That of the same neighbourhood as a file of messages. */
    static Path beside(Path file) {
        return file.resolveSibling(file.getFileName().toString().replaceFirst(AmFile.NAME, NAME));
    }

    /** Opens and checks the file; null where there is none. Pair with {@link #abandon}. */
    static SlabFile open(Path path, AmConfig config) {
        long bytes = AmLayout.slabsLength(config);
        if (bytes == 0) {
            return null;
        }
        JobFileHeader.checkRegular(FILE, path);
        int fd = JobFileHeader.open(FILE, path);
        try {
            JobDirectory.checkOwner(path);
            FileIdentity identity = Posix.identity(fd);
            if (identity.bytes() != bytes) {
                throw new JoinException("the file of slabs " + path + " was refused: it has " + identity.bytes()
                        + " bytes instead of " + bytes + ": it was truncated or extended");
            }
            return new SlabFile(path, AmFile.map(fd, bytes), identity, fd);
        } catch (IOException e) {
            Posix.close(fd);
            throw new JoinException("cannot map the file of slabs " + path + ": " + e.getMessage(), e);
        } catch (RuntimeException e) {
            Posix.close(fd);
            throw e;
        }
    }

    Path path() {
        return path;
    }

    Mapping mapping() {
        return mapping;
    }

    FileIdentity identity() {
        return identity;
    }

    /** Says whether the file has no name any more. */
    synchronized boolean removeName() {
        return fd >= 0 && JobDirectory.delete(path) == null && Posix.hasNoName(fd);
    }

    /** What it takes of memory, now and later: all of it was reserved when it was made. */
    synchronized long allocatedBytes() {
        return fd < 0 ? 0 : Posix.allocatedBytes(fd);
    }

    /** Nobody asks any more. */
    synchronized void closeFile() {
        if (fd >= 0) {
            Posix.close(fd);
            fd = -1;
        }
    }

    void abandon() {
        closeFile();
        mapping.abandon();
    }
}
