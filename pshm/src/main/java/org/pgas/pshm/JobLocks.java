package org.pgas.pshm;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;

import org.pgas.JoinException;

/**
 * The file {@code locks} of a job: the launcher and each rank lock a byte of it while they live. It is empty.
 *
 * <p>{@code control} notes which file it is, and of each process whether it has locked its byte. If that byte is free
 * later, the process is gone. Where the file system has no locks, no process has locked its byte.
 *
 * <p>Each object is one open file: what it has taken itself counts as held. Any thread.
 */
final class JobLocks implements AutoCloseable {
    static final String NAME = "locks";

    /** In place of a rank. */
    static final int LAUNCHER = -1;

    private static final int NOBODY = -2;
    private static final long BYTES = 1L << 40;

    // field  writer     reader  order
    // own    the owner  all     volatile

    private final Path file;
    private final FileLocks locks;
    private volatile int own = NOBODY;

    private JobLocks(Path file, FileLocks locks) {
        this.file = file;
        this.locks = locks;
    }

    /**
     * Makes the file, unless another rank of the job has. Answers what {@code control} notes of it. For processes that
     * make a job. No call of the C library: the first takes longer than all else that a launcher does.
     */
    static long make(Path directory) {
        Path file = directory.resolve(NAME);
        try {
            if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
                create(file);
            }
            return (long) Files.getAttribute(file, "unix:ino", LinkOption.NOFOLLOW_LINKS);
        } catch (IOException e) {
            throw new JoinException("cannot make " + file + ": " + e
                    + ": free some room there (df, df -i), or set pgas.dir to another directory", e);
        }
    }

    private static void create(Path file) throws IOException {
        try {
            Files.createFile(file, JobDirectory.PRIVATE_FILE);
        } catch (FileAlreadyExistsException e) {
            // another rank of the same job was first
            return;
        }
    }

    /** For the launcher, and for a rank that joins. Pair with {@link #close}. */
    static JobLocks join(ControlFile control) {
        JobLocks locks = open(control, Posix.O_RDWR_NOFOLLOW_CLOEXEC);
        if (control.locks() != 0 && locks.locks == null) {
            throw new JoinException("the file " + locks.file
                    + " is not the one that this job was made with: it was removed, or replaced");
        }
        return locks;
    }

    /** For processes that only look. Pair with {@link #close}. */
    static JobLocks look(ControlFile control) {
        return open(control, Posix.O_RDONLY_NONBLOCK_NOFOLLOW_CLOEXEC);
    }

    private static JobLocks open(ControlFile control, int flags) {
        Path file = control.directory().resolve(NAME);
        int fd = control.locks() == 0 ? -1 : Posix.open(file.toString(), flags, 0);
        if (fd < 0) {
            return new JobLocks(file, null);
        }
        FileLocks locks = new FileLocks(fd);
        if (locks.inode() != control.locks()) {
            locks.close();
            return new JobLocks(file, null);
        }
        return new JobLocks(file, locks);
    }

    /** Takes a rank's byte, or the launcher's, until the close. Without locks nothing; false if another has it. */
    boolean hold(int rank) {
        int error = locks == null ? Posix.EBADF : locks.take(at(rank));
        if (error == 0) {
            own = rank;
        }
        return error != Posix.EAGAIN;
    }

    /** Whether this has taken a byte. */
    boolean isHolding() {
        return own != NOBODY;
    }

    private static long at(int rank) {
        return 1L + rank;
    }

    /** Whether the byte of a rank, or of the launcher, is taken. */
    FileLocks.State state(int rank) {
        return rank == own ? FileLocks.State.HELD
                : locks == null ? FileLocks.State.UNKNOWN : locks.state(at(rank), 1);
    }

    /** Whether any process has taken a byte of the job in this directory, whatever its other files say. */
    static boolean areHeld(Path directory) {
        int fd = Posix.open(directory.resolve(NAME).toString(), Posix.O_RDONLY_NONBLOCK_NOFOLLOW_CLOEXEC, 0);
        if (fd < 0) {
            return false;
        }
        try (FileLocks locks = new FileLocks(fd)) {
            return locks.state(0, BYTES) == FileLocks.State.HELD;
        }
    }

    /** Gives back what was taken. Idempotent. */
    @Override
    public void close() {
        own = NOBODY;
        if (locks != null) {
            locks.close();
        }
    }
}
