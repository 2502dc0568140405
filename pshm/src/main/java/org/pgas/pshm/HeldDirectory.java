package org.pgas.pshm;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

import org.pgas.JoinException;

/**
 * A directory that is open. No directory that is made meanwhile has its inode, so it can be told from every other that
 * gets its name. Of the processes that remove it, one has the lock. Source: Linux flock(2).
 *
 * <p>Two objects lock against each other also within one process. Any thread.
 */
final class HeldDirectory implements AutoCloseable {
    // field  writer      reader  order
    // fd     the closer  all     this object's lock: another file may get the same number

    /** Files of a job are gone within milliseconds; a process that takes so long is stopped. */
    private static final int PATIENCE_SECONDS = 10;

    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(1);
    private static final int CLOSED = -1;

    private int fd;

    private HeldDirectory(int fd) {
        this.fd = fd;
    }

    /** The directory of that name; it holds nothing if there is none that can be opened. Pair with {@link #close}. */
    static HeldDirectory of(Path directory) {
        return new HeldDirectory(
                Math.max(CLOSED, Posix.open(directory.toString(), Posix.O_RDONLY_NONBLOCK_NOFOLLOW_CLOEXEC, 0)));
    }

    /** Whether the name is still, or again, that of this directory. */
    synchronized boolean isAt(Path directory) {
        try {
            return fd != CLOSED && Posix.identity(fd).isSameFile(Posix.identity(directory.toString()));
        } catch (IOException e) {
            return false;
        }
    }

    /**
     * Takes the lock until the close. Takes nothing where the file system has no such locks.
     *
     * @throws JoinException when another process or object has kept it for {@value #PATIENCE_SECONDS} seconds
     */
    synchronized void lock() {
        long start = System.nanoTime();
        while (fd != CLOSED && !Posix.tryLockWhole(fd)) {
            if (System.nanoTime() - start >= TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS)) {
                throw new JoinException(
                        "another process has been removing it for " + PATIENCE_SECONDS
                                + " s: is that process stopped?");
            }
            LockSupport.parkNanos(LOOK_NANOS);
        }
    }

    /** Drops the lock with the open file. Idempotent. */
    @Override
    public synchronized void close() {
        if (fd != CLOSED) {
            Posix.close(fd);
            fd = CLOSED;
        }
    }
}
