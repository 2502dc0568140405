package org.pgas.pshm;

import java.util.concurrent.locks.LockSupport;

import org.pgas.memory.SharedMemory;
import org.pgas.spi.Bells;

/**
 * Lets threads of ranks sleep until a peer has done something, without a cost to peers while nobody sleeps.
 *
 * <p>The protocol is a Dekker handshake. A sleeper announces itself (sleeping, then sleepers, a full fence) and then
 * looks at its condition once more; a peer makes the condition true, passes a full fence, and then looks at sleepers.
 * At least one of the two sees the other. A ring changes the bell before it wakes, so a sleeper with an old ticket does
 * not fall asleep: the kernel compares the ticket with the bell under its own lock.
 *
 * <p>Messages are too many for a fence each, so their sender leaves the fence to the sleeper: after its announcement
 * the sleeper has the kernel put a fence into every running thread of the job's processes (membarrier), which costs it
 * microseconds that it was going to sleep. The sender publishes with a release store and then looks at the receiver's
 * sleeping, and only the compiler must keep the two in order. If that fence falls before the look, the look sees the
 * announcement; if it falls behind, the message was published before it, and the second look sees it.
 *
 * <pre>
 * sleeper                              sender of a message              peer in a barrier, at an end
 * sleeping += 1    getAndAdd           publish          release         publish          release or more
 * ticket = bell    acquire             (compiler order)                 full fence
 * sleepers += 1    getAndAdd           look at sleeping opaque          look at sleepers acquire
 * membarrier       fence on all        ring if not 0                    ring if not 0
 * second look      acquire
 * </pre>
 *
 * <p>Where the kernel has refused membarrier to one rank, every sender of the job passes a full fence instead.
 */
final class Doorbells implements Bells {
    // Fields and orders: ControlLayout.

    private static final long SLEEPERS_LOOK_NANOS = 200_000;
    private static final long SLEEPERS_PATIENCE_NANOS = 100_000_000;

    private final ControlFile control;
    private final long base;
    private final int rank;
    private final boolean membarrier;

    /**
     * Whether a fence belongs between a store and the look at a sleeper; before all have joined nobody knows better.
     */
    private volatile boolean fence = true; // the thread that joins, when all have | threads that ring | volatile

    /** @param membarrier whether this process has registered for it */
    Doorbells(ControlFile control, int rank, boolean membarrier) {
        this.control = control;
        this.base = control.header(0);
        this.rank = rank;
        this.membarrier = membarrier;
    }

    /** Finds out whether a thread that rings needs a fence: unless every rank has registered. All must have joined. */
    void settleFence() {
        fence = !sendersNeedNoFence();
    }

    /** Whether it does. */
    boolean fence() {
        return fence;
    }

    private boolean sendersNeedNoFence() {
        for (int peer = 0; peer < control.size(); peer++) {
            if (SharedMemory.getInt(control.slot(peer, ControlLayout.MEMBARRIER)) == 0) {
                return false;
            }
        }
        return true;
    }

    @Override
    public long sleepersAddress() {
        return control.header(ControlLayout.SLEEPERS);
    }

    /** Address of an int that is not 0 while threads of that rank sleep. */
    long sleepingAddress(int peer) {
        return SharedMemory.word(base + ControlLayout.slotOffset(peer) + ControlLayout.SLEEPING, Integer.BYTES);
    }

    /** Lets this rank's sleepers leave the shared count of sleepers, while it is still theirs to leave. */
    void wakeOwnSleepers() {
        long start = System.nanoTime();
        while (SharedMemory.getIntAcquire(sleepingAddress(rank)) != 0
                && System.nanoTime() - start < SLEEPERS_PATIENCE_NANOS) {
            ringAll(control);
            LockSupport.parkNanos(SLEEPERS_LOOK_NANOS);
        }
    }

    @Override
    public int beginSleep() {
        // SYNC: sleeping; the ticket and what is waited for are read after it
        SharedMemory.getAndAddInt(sleepingAddress(rank), 1);
        int ticket = SharedMemory.getIntAcquire(control.slot(rank, ControlLayout.BELL));
        SharedMemory.getAndAddInt(sleepersAddress(), 1);
        if (membarrier && !Posix.membarrier()) {
            // without the fence a sender may not see us: with a ticket that is not valid we look, and do not sleep
            return ticket - 1;
        }
        return ticket;
    }

    @Override
    public void sleep(int ticket, long nanos) {
        Posix.futexWait(control.slot(rank, ControlLayout.BELL), ticket, nanos);
    }

    @Override
    public void endSleep() {
        SharedMemory.getAndAddInt(sleepersAddress(), -1);
        SharedMemory.getAndAddInt(sleepingAddress(rank), -1);
    }

    /** Wakes the sleeping threads of one rank, if there are any; {@code fence} if not every rank has registered. */
    void ringIfAsleep(int peer, boolean fence) {
        if (fence) {
            SharedMemory.fullFence();
        }
        // SYNC: sleeping; needs no fence where the sleepers' processes have registered
        if (SharedMemory.getIntOpaque(sleepingAddress(peer)) != 0) {
            ring(control, peer);
        }
    }

    @Override
    public void ring(int peer) {
        ringIfAsleep(peer, fence);
    }

    /** Wakes every sleeping thread of the job; cheap when there is none. A full fence comes first. */
    @Override
    public void ringAll() {
        ringAll(control);
    }

    /** As {@link #ringAll()}, for a process that is no rank. */
    static void ringAll(ControlFile control) {
        SharedMemory.fullFence();
        if (SharedMemory.getIntAcquire(control.header(ControlLayout.SLEEPERS)) == 0) {
            return;
        }
        for (int peer = 0; peer < control.size(); peer++) {
            if (SharedMemory.getIntAcquire(control.slot(peer, ControlLayout.SLEEPING)) != 0) {
                ring(control, peer);
            }
        }
    }

    private static void ring(ControlFile control, int peer) {
        long bell = control.slot(peer, ControlLayout.BELL);
        SharedMemory.getAndAddInt(bell, 1);
        Posix.futexWakeAll(bell);
    }
}
