package org.pgas.pshm;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;

import org.pgas.JoinException;

/**
 * The header of a file of a job, read from the file and checked before that is mapped: so a refused file leaves no
 * mapping. Each begins with a magic number of 8 bytes and a layout version of 4.
 *
 * @param file such as "the control file"
 * @param length of the whole file, in bytes
 */
record JobFileHeader(String file, Path path, long length, ByteBuffer bytes) {
    private static final int MAGIC = 0;
    private static final int VERSION = Long.BYTES;

    /** The first {@code bytes} bytes, or fewer at the end. Error: there are fewer than {@code least}. */
    static JobFileHeader read(String file, Path path, FileChannel channel, int least, int bytes) throws IOException {
        long length = channel.size();
        if (length < least) {
            throw refused(file, path, "has " + length + " bytes; a header alone has " + least);
        }
        return new JobFileHeader(file, path, length, read(channel, bytes));
    }

    /** Refuses what is there and is no regular file; to open it could wait for ever. */
    static void checkRegular(String file, Path path) {
        if (!Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS) && Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
            throw refused(file, path, "is not a regular file");
        }
    }

    /** Opens a file for reading and writing, unless it is a link; the descriptor. */
    static int open(String file, Path path) {
        return opened("open", file, path, Posix.O_RDWR_NOFOLLOW_CLOEXEC);
    }

    /** As {@link #open}, of a file that is made by that, for this user alone. */
    static int create(String file, Path path) {
        return opened("make", file, path, Posix.O_RDWR_CREAT_EXCL_NOFOLLOW_CLOEXEC);
    }

    private static int opened(String what, String file, Path path, int flags) {
        int fd = Posix.open(path.toString(), flags, 0600);
        if (fd < 0) {
            throw new JoinException("cannot " + what + " " + file + " " + path + ": " + Errno.text(-fd));
        }
        return fd;
    }

    static ByteBuffer read(FileChannel channel, int bytes) throws IOException {
        ByteBuffer header = ByteBuffer.allocate(bytes).order(ByteOrder.nativeOrder());
        while (header.hasRemaining() && channel.read(header, header.position()) >= 0) {
            continue;
        }
        return header;
    }

    /** Refuses what is no such file, or one of another kind of host or release. */
    void checkKind(long magic, int major, int minor) {
        // SYNC: control magic
        // SYNC: magic of the messages
        long found = bytes.getLong(MAGIC);
        if (found == Long.reverseBytes(magic)) {
            throw refused("was written in the other byte order");
        }
        if (found != magic) {
            throw refused("begins with 0x" + Long.toHexString(found) + " instead of 0x" + Long.toHexString(magic));
        }
        int version = bytes.getInt(VERSION);
        if (version >>> 16 != major) {
            throw refused("has layout version " + (version >>> 16) + "." + (version & 0xFFFF) + "; this library reads "
                    + major + "." + minor + ": start all ranks and tools with one release");
        }
    }

    void checkLength(long legal) {
        if (length != legal) {
            throw refused("has " + length + " bytes instead of " + legal + ": it was truncated or extended");
        }
    }

    int getInt(int offset) {
        return bytes.getInt(offset);
    }

    JoinException refused(String why) {
        return refused(file, path, why);
    }

    static JoinException refused(String file, Path path, String why) {
        return new JoinException(file + " " + path + " was refused: it " + why);
    }
}
