package org.pgas.pshm;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
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
