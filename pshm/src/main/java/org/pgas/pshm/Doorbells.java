package org.pgas.pshm;

import org.pgas.memory.SharedMemory;

/**
 * Lets threads of ranks sleep until a peer has done something, without a cost to peers while nobody sleeps.
 *
 * <p>The protocol is a Dekker handshake. A sleeper announces itself (sleeping, then sleepers, a full fence) and then looks at its
 * condition once more; a peer makes the condition true, passes a full fence, and then looks at sleepers. At least one of the two
 * sees the other. A ring changes the bell before it wakes, so a sleeper whose ticket is old does not fall asleep: the kernel
 * compares the ticket with the bell under its own lock.
 */
final class Doorbells {
    private final ControlFile control;
    private final int rank;

    Doorbells(ControlFile control, int rank) {
        this.control = control;
        this.rank = rank;
    }

    long sleepersAddress() {
        return control.header(ControlLayout.SLEEPERS);
    }

    int beginSleep() {
        SharedMemory.getAndAddInt(control.slot(rank, ControlLayout.SLEEPING), 1);
        int ticket = SharedMemory.getIntAcquire(control.slot(rank, ControlLayout.BELL));
        SharedMemory.getAndAddInt(sleepersAddress(), 1);
        return ticket;
    }

    void sleep(int ticket, long nanos) {
        Posix.futexWait(control.slot(rank, ControlLayout.BELL), ticket, nanos);
    }

    void endSleep() {
        SharedMemory.getAndAddInt(sleepersAddress(), -1);
        SharedMemory.getAndAddInt(control.slot(rank, ControlLayout.SLEEPING), -1);
    }

    /** Wakes every sleeping thread of the job; cheap when there is none. A full fence comes first. */
    static void ringAll(ControlFile control) {
        SharedMemory.fullFence();
        if (SharedMemory.getIntAcquire(control.header(ControlLayout.SLEEPERS)) == 0) {
            return;
        }
        for (int peer = 0; peer < control.size(); peer++) {
            if (SharedMemory.getIntAcquire(control.slot(peer, ControlLayout.SLEEPING)) != 0) {
                long bell = control.slot(peer, ControlLayout.BELL);
                SharedMemory.getAndAddInt(bell, 1);
                Posix.futexWakeAll(bell);
            }
        }
    }
}
