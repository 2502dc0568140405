package org.pgas.pshm;

import java.nio.file.Path;

import org.pgas.memory.SharedMemory;

/**
 * The process that has a FILE segment open: the word {@code owner}, those behind it, and {@code state} of {@link
 * FileLayout}. Any thread of any process.
 *
 * <p>The owner has locked a byte of the file ({@link FileLocks}), so the kernel tells whether it lives, to processes of
 * other containers too. Where a file system has no locks, one compare-and-set takes the file. Nobody can then tell
 * whether an owner of another container lives. Threads, processes and jobs compete alike; of a killed one nothing is to
 * be released.
 */
final class FileOwnership {
    // Fields and orders: FileLayout.

    enum Outcome {
        TAKEN, IN_USE, NOT_CLOSED,
        /** Whether its owner lives cannot be told. */
        UNTOLD
    }

    /** @param before the last owner of the file; of a file in use, its owner now */
    record Taken(Outcome outcome, FileOwner before) {}

    /**
     * The file as it was opened.
     *
     * @param path for its file system
     * @param inode of the file; 0 when it is not known
     * @param isFree whether nobody else has locked it, as far as its file system has locks
     */
    record Opened(Path path, long inode, boolean isFree) {}

    private final long header;
    private final long owner;
    private final long state;

    /** @param header address of the file's header */
    FileOwnership(long header) {
        this.header = header;
        owner = header + FileLayout.OWNER;
        state = header + FileLayout.STATE;
    }

    FileOwner owner() {
        // SYNC: file owner; what the last one wrote, the state too
        return new FileOwner(SharedMemory.getLongAcquire(owner));
    }

    /** The process that {@code found} names, in more words. Its namespaces are unknown until it has written them. */
    ProcessIdentity identity(FileOwner found) {
        ProcessIdentity told = new ProcessIdentity(SharedMemory.getLong(header + FileLayout.OWNER_PID),
                SharedMemory.getLong(header + FileLayout.OWNER_START), told());
        return FileOwner.of(told).equals(found) ? told : new ProcessIdentity(found.pid(), -1, Namespaces.UNKNOWN);
    }

    private Namespaces told() {
        return new Namespaces(SharedMemory.getLong(header + FileLayout.OWNER_BOOT),
                SharedMemory.getLong(header + FileLayout.OWNER_PID_NAMESPACE),
                SharedMemory.getLong(header + FileLayout.OWNER_TIME_NAMESPACE));
    }

    /** Whether {@code found} has this file, as far as can be told; nobody has not. */
    Life life(FileOwner found, Opened opened) {
        if (found.equals(FileOwner.NOBODY)) {
            return Life.DEAD;
        }
        long file = SharedMemory.getLong(header + FileLayout.OWNER_FILE);
        boolean copied = file != 0 && opened.inode() != 0 && file != opened.inode();
        if (copied && opened.isFree()) {
            // it has the file of which this is a copy
            return Life.DEAD;
        }
        // by the word: the process may not have written its identity yet
        if (FileOwner.of(ProcessIdentity.of(found.pid())).equals(found)) {
            return Life.ALIVE;
        }
        if (copied) {
            return Life.DEAD;
        }
        boolean locked = SharedMemory.getInt(header + FileLayout.OWNER_LOCKED) != 0;
        Life byLock = locked && opened.isFree()
                ? FileLocks.life(FileLocks.State.FREE, told(), opened.path())
                : Life.UNKNOWN;
        return byLock.and(identity(found).life());
    }

    /**
     * Makes {@code self} the owner, or leaves the file as it is: {@code force} takes one, too, that was not closed.
     *
     * @param opened its lock is this process's if it is free
     */
    Taken take(FileOwner self, boolean force, Opened opened) {
        while (true) {
            FileOwner found = owner();
            Life life = life(found, opened);
            if (life != Life.DEAD) {
                return new Taken(life == Life.ALIVE ? Outcome.IN_USE : Outcome.UNTOLD, found);
            }
            if (!SharedMemory.compareAndSetLong(owner, found.word(), self.word())) {
                continue;
            }
            if (force || SharedMemory.getIntAcquire(state) == FileLayout.CLEAN) {
                return new Taken(Outcome.TAKEN, found);
            }
            SharedMemory.putLongRelease(owner, found.word());
            return new Taken(Outcome.NOT_CLOSED, found);
        }
    }

    /** Notes the process of the owner, and that the file is open again. The owner calls it before it uses the file. */
    void use(Opened opened) {
        ProcessIdentity self = ProcessIdentity.current();
        SharedMemory.putLong(header + FileLayout.OWNER_PID, self.pid());
        SharedMemory.putLong(header + FileLayout.OWNER_START, self.start());
        SharedMemory.putLong(header + FileLayout.OWNER_BOOT, self.namespaces().boot());
        SharedMemory.putLong(header + FileLayout.OWNER_PID_NAMESPACE, self.namespaces().pid());
        SharedMemory.putLong(header + FileLayout.OWNER_TIME_NAMESPACE, self.namespaces().time());
        SharedMemory.putLong(header + FileLayout.OWNER_FILE, opened.inode());
        SharedMemory.putInt(header + FileLayout.OWNER_LOCKED, opened.isFree() ? 1 : 0);
        SharedMemory.putIntRelease(state, FileLayout.IN_USE);
    }

    /** By the owner: the file is closed, and nobody can write to it any more. */
    void close() {
        SharedMemory.putIntRelease(state, FileLayout.CLEAN);
    }

    /** The owner has it no more, if it has it still; the state before. */
    void leave(FileOwner self) {
        // SYNC: file owner; the state before it
        SharedMemory.compareAndSetLong(owner, self.word(), FileOwner.NOBODY.word());
    }

    /** What {@link #take} has taken goes back as it was; {@code before} is the state then. */
    void giveBack(int before) {
        SharedMemory.putIntRelease(state, before);
        // SYNC: file owner; the state before it
        SharedMemory.putLongRelease(owner, FileOwner.NOBODY.word());
    }
}
