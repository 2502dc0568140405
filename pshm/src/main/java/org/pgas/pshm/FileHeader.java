package org.pgas.pshm;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Map;

import org.pgas.ErrorCode;
import org.pgas.PgasException;
import org.pgas.refusal.Refusals;

/**
 * What the file of a FILE segment says of itself, checked by reading only: a refused file leaves no mapping.
 *
 * @param bytes of the segment
 * @param state when it was read
 * @param owner the word, when it was read
 * @param key what tells the file from others, whatever its name
 */
record FileHeader(long bytes, int state, long owner, Object key) {
    private static final String ATTRIBUTES = "unix:isSymbolicLink,isRegularFile,uid,size,fileKey";

    /** Whether this was read from the file that has this path now. */
    boolean isOf(Path path) throws IOException {
        Map<String, Object> found = Files.readAttributes(path, ATTRIBUTES);
        return found.get("fileKey").equals(key) && (long) found.get("size") == FileLayout.fileLength(bytes);
    }

    /** Refuses what is no file of a segment of this release and user; {@code wanted} 0 takes any size. */
    static FileHeader read(int rank, Path path, long wanted) {
        String file = Refusals.of(rank) + "segment file " + path + " ";
        try {
            Map<String, Object> found = Files.readAttributes(path, ATTRIBUTES, LinkOption.NOFOLLOW_LINKS);
            checkKind(file, found);
            try (FileChannel channel = JobDirectory.reading(path)) {
                return check(file, JobFileHeader.read(channel, FileLayout.HEADER_LENGTH), found, wanted);
            }
        } catch (NoSuchFileException e) {
            throw refused(file, "does not exist: make it first, or look at the path");
        } catch (IOException e) {
            throw refused(file, "cannot be read: " + e);
        }
    }

    private static void checkKind(String file, Map<String, Object> found) {
        if ((boolean) found.get("isSymbolicLink")) {
            throw refused(file, "is a symbolic link: name the file itself");
        }
        if (!(boolean) found.get("isRegularFile")) {
            throw refused(file, "is not a regular file");
        }
        checkOwner(file, (int) found.get("uid"), JobDirectory.uid());
        long length = (long) found.get("size");
        if (length < FileLayout.HEADER_LENGTH) {
            throw refused(file, "has " + length + " bytes; a header alone has " + FileLayout.HEADER_LENGTH
                    + ": it is no segment, or it was truncated");
        }
    }

    static void checkOwner(String file, int uid, int own) {
        if (uid != own) {
            throw refused(file, "belongs to user id " + uid + ", not to " + own + ", which runs this job");
        }
    }

    private static FileHeader check(String file, ByteBuffer header, Map<String, Object> found, long wanted) {
        // SYNC: magic of the file
        long magic = header.getLong(FileLayout.MAGIC_OFFSET);
        if (magic == Long.reverseBytes(FileLayout.MAGIC)) {
            throw refused(file, "was written in the other byte order, by a host of another kind");
        }
        if (magic != FileLayout.MAGIC) {
            throw refused(file, "is no segment: it begins with 0x" + Long.toHexString(magic) + " instead of 0x"
                    + Long.toHexString(FileLayout.MAGIC));
        }
        int version = header.getInt(FileLayout.VERSION_OFFSET);
        if (version >>> 16 != FileLayout.MAJOR) {
            throw refused(file, "has layout version " + (version >>> 16) + "." + (version & 0xFFFF)
                    + "; this library reads " + FileLayout.MAJOR + "." + FileLayout.MINOR
                    + ": use the release that made it");
        }
        long bytes = header.getLong(FileLayout.BYTES);
        if (!SegmentStorage.isLegalSize(bytes)) {
            throw refused(file, "says that its segment has " + bytes + " bytes, which is impossible: it is damaged");
        }
        long length = (long) found.get("size");
        if (length != FileLayout.fileLength(bytes)) {
            throw refused(file, "has " + length + " bytes instead of " + FileLayout.fileLength(bytes)
                    + ": it was truncated or extended");
        }
        if (wanted != 0 && wanted != bytes) {
            throw Refusals.OF_NO_RANK.failure(ErrorCode.BAD_ARGUMENT,
                    file + "has a segment of " + bytes + " bytes, not of "
                            + wanted + ": ask for that, or for 0 to take what there is");
        }
        return new FileHeader(bytes, header.getInt(FileLayout.STATE), header.getLong(FileLayout.OWNER),
                found.get("fileKey"));
    }

    private static PgasException refused(String file, String why) {
        return Refusals.OF_NO_RANK.failure(ErrorCode.RESOURCE, file + why);
    }
}
