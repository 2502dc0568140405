package org.pgas.upc;

import org.pgas.GlobalPointer;
import org.pgas.Team;
import org.pgas.heap.SharedHeap;

/**
 * Which thread has which shared memory. One heap is in the first part of thread 0's memory; its offsets hold for the
 * first part of every thread's memory. One heap is in the second part of each thread's memory, for that part.
 */
final class Heaps {
    private final Team team;

    /** With what the heaps take for themselves. */
    final long symmetricBytes;

    private final long localBytes;

    /** What the program has asked for, of that. */
    final long symmetricRoom;

    final long localRoom;

    /** Open from {@link #open} on. */
    private SharedHeap symmetric;

    /** By thread; null while nobody here has used it. Guarded by itself. */
    private final SharedHeap[] locals;

    /** Bytes of both parts, and how many of these were asked for: heaps need some for themselves. */
    Heaps(Team team, long symmetricBytes, long localBytes, long symmetricRoom, long localRoom) {
        this.team = team;
        this.symmetricBytes = symmetricBytes;
        this.localBytes = localBytes;
        this.symmetricRoom = symmetricRoom;
        this.localRoom = localRoom;
        this.locals = new SharedHeap[team.size()];
    }

    /** Before any other thread opens them. */
    void lay() {
        if (team.rank() == 0) {
            symmetric = SharedHeap.initialise(team, 0, 0, symmetricBytes);
        }
        if (localBytes > 0) {
            locals[team.rank()] = SharedHeap.initialise(team, team.rank(), symmetricBytes, localBytes);
        }
    }

    void open() {
        if (symmetric == null) {
            symmetric = SharedHeap.open(team, 0, 0);
        }
    }

    SharedHeap symmetric() {
        return symmetric;
    }

    /** The heap of what only one thread has; null if there was no room given for any. */
    SharedHeap local(int thread) {
        if (localBytes == 0) {
            return null;
        }
        synchronized (locals) {
            if (locals[thread] == null) {
                locals[thread] = SharedHeap.open(team, thread, symmetricBytes);
            }
            return locals[thread];
        }
    }

    /** The heap that a pointer, which is in some thread's memory, must come from; null if there is none. */
    SharedHeap of(long pointer) {
        if (GlobalPointer.offset(pointer) >= symmetricBytes) {
            return local(UpcCore.thread(pointer));
        }
        return UpcCore.thread(pointer) == 0 ? symmetric : null;
    }

    void close() {
        if (symmetric != null) {
            symmetric.close();
        }
        for (SharedHeap local : locals) {
            if (local != null) {
                local.close();
            }
        }
    }
}
