package org.pgas.pshm;

import org.pgas.memory.SharedMemory;

/**
 * Who has a FILE segment open: the words {@code owner} and {@code state} of {@link FileLayout}. Any thread of any process.
 *
 * <p>One compare-and-set takes the file, so it does not matter whether those who try are threads, processes or jobs, and nothing is to
 * be released when one is killed.
 */
final class FileOwnership {
    // Fields and orders: FileLayout.

    enum Outcome {
        TAKEN, IN_USE, NOT_CLOSED
    }

    /** @param before who had the file; of one in use, who has it */
    record Taken(Outcome outcome, FileOwner before) {}

    private final long owner;
    private final long state;

    /** @param header address of the file's header */
    FileOwnership(long header) {
        owner = header + FileLayout.OWNER;
        state = header + FileLayout.STATE;
    }

    /** Makes {@code self} the owner, or leaves the file as it is: {@code force} takes one, too, that was not closed. */
    Taken take(FileOwner self, boolean force) {
        while (true) {
            // SYNC: file owner; what the last one wrote, the state too
            FileOwner found = new FileOwner(SharedMemory.getLongAcquire(owner));
            if (found.isAlive()) {
                return new Taken(Outcome.IN_USE, found);
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

    /** By the owner, before it uses the file: it is not closed any more. */
    void use() {
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
