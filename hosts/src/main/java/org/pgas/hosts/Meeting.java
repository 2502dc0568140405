package org.pgas.hosts;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;

import org.pgas.JoinException;
import org.pgas.hosts.wire.WireSettings;
import org.pgas.spi.WireFiles;

/**
 * What ranks have to know of each other before they have a wire: the job's secret, and where each is found. Ranks have
 * it from files of the job's directory on their host ({@link WireFiles}), where only their user may enter; nothing of
 * it is on a command line or in an environment. In a job on several hosts the launcher has made the secret, and carries
 * the addresses from one directory to the others.
 *
 * <p>An address is no secret, and need not be true: the process that answers there proves that it is the rank that is
 * meant.
 */
final class Meeting {
    private final Path directory;
    private final int rank;

    Meeting(Path directory, int rank) {
        this.directory = directory;
        this.rank = rank;
    }

    /** Numbers that ranks of this job alone have: those of the launcher, or of the first rank to link its own. */
    byte[] secret() {
        Path path = directory.resolve(WireFiles.SECRET);
        Path own = directory.resolve(WireFiles.SECRET + "-" + rank + ".new");
        byte[] bytes = new byte[WireSettings.JOB_BYTES];
        new SecureRandom().nextBytes(bytes);
        write(own, bytes);
        try {
            Files.createLink(path, own);
        } catch (FileAlreadyExistsException e) {
            // the launcher has made it, or another rank was first
        } catch (IOException e) {
            throw new JoinException("rank " + rank + ": cannot make the file " + path + ": " + e.getMessage(), e);
        } finally {
            remove(own);
        }
        byte[] found = read(path);
        if (found.length != WireSettings.JOB_BYTES) {
            throw new JoinException("the file " + path + " was refused: it has " + found.length + " bytes instead of "
                    + WireSettings.JOB_BYTES);
        }
        return found;
    }

    /** Tells all others where this rank is found, once, before it joins. */
    void tell(byte[] address) {
        write(address(rank), address);
    }

    /** What a rank has told, when all have joined. */
    byte[] told(int peer) {
        return read(address(peer));
    }

    private Path address(int of) {
        return directory.resolve(WireFiles.address(of));
    }

    private static void remove(Path path) {
        try {
            Files.deleteIfExists(path);
        } catch (IOException e) {
            throw new JoinException("cannot remove the file " + path + ": " + e.getMessage(), e);
        }
    }

    private static void write(Path path, byte[] bytes) {
        try {
            OwnFile.create(path, bytes);
        } catch (IOException e) {
            throw new JoinException("cannot make the file " + path + ": " + e.getMessage(), e);
        }
    }

    private static byte[] read(Path path) {
        try {
            return Files.readAllBytes(path);
        } catch (IOException e) {
            throw new JoinException("cannot read the file " + path + ": " + e.getMessage(), e);
        }
    }
}
