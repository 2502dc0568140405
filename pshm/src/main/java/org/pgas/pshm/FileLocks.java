package org.pgas.pshm;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Locks of single bytes of an open file, which say which processes live. The kernel drops them with the open file: at
 * the latest when the process ends, however it ends. It shows them to every process that has the same file, whatever
 * container that runs in. Source: Linux fcntl(2), open file description locks.
 *
 * <p>Two open files lock against each other also within one process; a child process does not inherit them. Any thread;
 * after {@link #close} nothing is known.
 */
final class FileLocks implements AutoCloseable {
    // field  writer       reader  order
    // fd     the closer   all     this object's lock: another file may get the same number

    /** Whether another open file has locked a byte, or a range. */
    enum State {
        FREE,
        HELD,
        /** The file system or the kernel has no such locks. */
        UNKNOWN
    }

    private static final int CLOSED = -1;

    private int fd;

    /** @param fd of an open file; closed with this */
    FileLocks(int fd) {
        this.fd = fd;
    }

    /** Locks a byte of a file opened for writing: 0, or an errno, {@link Posix#EAGAIN} if another open file has it. */
    synchronized int take(long at) {
        return fd == CLOSED ? Posix.EBADF : Posix.lock(fd, Posix.F_WRLCK, at, 1);
    }

    /** Whether another open file has locked any of these bytes. Locks of this one do not count. */
    synchronized State state(long at, long bytes) {
        int type = fd == CLOSED ? -Posix.EBADF : Posix.lockOfOthers(fd, at, bytes);
        return type < 0 ? State.UNKNOWN : type == Posix.F_UNLCK ? State.FREE : State.HELD;
    }

    /** What tells the file from others of its file system; 0 when that is not known. */
    synchronized long inode() {
        try {
            return fd == CLOSED ? 0
                    : (long) Files.getAttribute(Path.of("/proc/self/fd", Integer.toString(fd)),
                            "unix:ino");
        } catch (IOException e) {
            return 0;
        }
    }

    /** Drops the locks, also where a mapping keeps the file open, and closes the file. Idempotent. */
    @Override
    public synchronized void close() {
        if (fd != CLOSED) {
            Posix.lock(fd, Posix.F_UNLCK, 0, 0);
            Posix.close(fd);
            fd = CLOSED;
        }
    }

    /**
     * What a byte says of the process that has locked it: that it lives; or that it is dead, if its lock could be seen
     * from here.
     *
     * @param told where it was when it said that it had the lock
     * @param file or directory, of the same file system
     */
    static Life life(State state, Namespaces told, Path file) {
        return switch (state) {
            case HELD -> Life.ALIVE;
            case FREE -> told.isThisBoot() || isOfOneKernel(file) ? Life.DEAD : Life.UNKNOWN;
            case UNKNOWN -> Life.UNKNOWN;
        };
    }

    /** Whether a file system is of one kernel alone. Locks that it does not show died with an earlier boot then. */
    private static boolean isOfOneKernel(Path file) {
        try {
            return switch (Files.getFileStore(file).type()) {
                case "tmpfs", "ramfs", "overlay", "ext2", "ext3", "ext4", "xfs", "btrfs", "zfs", "f2fs", "bcachefs",
                        "jfs" ->
                    true;
                default -> false;
            };
        } catch (IOException e) {
            return false;
        }
    }
}
