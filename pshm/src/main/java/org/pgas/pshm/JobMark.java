package org.pgas.pshm;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;

import org.pgas.JoinException;

/**
 * Marks a directory as one of a job: everything in it may be removed with the job. The mark is a small file, the first
 * that is made there and the last that is removed. A control file is a mark too. Nothing is removed where there is
 * neither, whatever the directory's name is.
 */
final class JobMark {
    /** The mark's file; guardian.sh of the launcher knows it too. */
    static final String NAME = "job";

    /** The first line, which is looked at, and what helps a person that finds the file. */
    static final String TEXT = "pgas job directory\n"
            + "All files here belong to one job and are removed when its processes are gone.\n";

    /** What is said of a directory without a mark, for people: the end of a sentence. */
    static final String MISSING = "nothing in it says that it is a job's (a file " + NAME + " or control)";

    private static final byte[] FIRST_LINE = TEXT.substring(0, TEXT.indexOf('\n') + 1)
            .getBytes(StandardCharsets.US_ASCII);

    private JobMark() {}

    /**
     * Puts the mark into a directory that has just been made, unless it is there.
     *
     * @throws IOException no room, or no such directory any more
     */
    static void put(Path directory) throws IOException {
        Path mark = directory.resolve(NAME);
        try (FileChannel channel = FileChannel.open(mark,
                Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE), JobDirectory.PRIVATE_FILE)) {
            ByteBuffer text = ByteBuffer.wrap(TEXT.getBytes(StandardCharsets.US_ASCII));
            while (text.hasRemaining()) {
                channel.write(text);
            }
        } catch (FileAlreadyExistsException e) {
            // another rank was first
            return;
        }
    }

    /** Whether a directory is a job's by what is in it: a mark or a control file of this user, both no links. */
    static boolean isOn(Path directory) {
        return beginsWith(directory.resolve(NAME), FIRST_LINE)
                || beginsWith(directory.resolve(JobDirectory.CONTROL), ControlFile.magic());
    }

    /** Whether somebody has begun to make a job of it. */
    static boolean isBegun(Path directory) {
        return Files.isRegularFile(directory.resolve(NAME), LinkOption.NOFOLLOW_LINKS) || isOn(directory);
    }

    private static boolean beginsWith(Path file, byte[] expected) {
        // to open a pipe could wait for ever
        if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
            return false;
        }
        try (FileChannel channel = JobDirectory.reading(file)) {
            JobDirectory.checkOwner(file);
            ByteBuffer found = ByteBuffer.allocate(expected.length);
            while (found.hasRemaining() && channel.read(found) >= 0) {
                continue;
            }
            return found.flip().equals(ByteBuffer.wrap(expected));
        } catch (IOException | JoinException e) {
            return false;
        }
    }
}
