package org.pgas.upc;

import org.pgas.ErrorCode;
import org.pgas.GlobalPointer;
import org.pgas.PgasException;
import org.pgas.atomics.FairMutex;
import org.pgas.heap.SharedHeap;

/** UPC's locks: each is a {@link FairMutex} in shared memory that is allocated for it. */
record Locks(UpcCore core, Heaps heaps, Allocation allocation) {
    /** Thread 0 makes it, and tells all. */
    long makeForAll(String call) {
        return allocation.forAll(call, FairMutex.bytes(), block -> initialise(0, block));
    }

    private void initialise(int thread, long block) {
        FairMutex.initialise(core.team, thread, block);
    }

    /** By this thread, in its local part; where that has no room, on thread 0. */
    long make(String call) {
        SharedHeap local = heaps.local(core.thread);
        long block = local == null ? SharedHeap.NONE : Allocation.take(local, FairMutex.bytes());
        int thread = core.thread;
        if (block == SharedHeap.NONE) {
            thread = 0;
            block = Allocation.take(heaps.symmetric(), FairMutex.bytes());
        }
        if (block == SharedHeap.NONE) {
            throw core.refusals.error(ErrorCode.RESOURCE, call,
                    "no room for " + FairMutex.bytes() + " bytes in the " + heaps.localRoom
                            + " that are local, nor in the " + heaps.symmetricRoom
                            + " that are symmetric: free some, or give more to Upc.init or by pgas.segment");
        }
        initialise(thread, block);
        return GlobalPointer.of(thread, block);
    }

    /** The lock that a pointer points to; throws when it points to none. */
    FairMutex at(String call, long pointer) {
        core.checkThere(call, "lock", pointer, FairMutex.bytes());
        try {
            return FairMutex.open(core.team, UpcCore.thread(pointer), UpcCore.offset(pointer));
        } catch (PgasException e) {
            throw none(call, pointer, e);
        }
    }

    private PgasException none(String call, long pointer, PgasException e) {
        if (e.code() != ErrorCode.BAD_ARGUMENT) {
            return e;
        }
        PgasException named = core.refusals.bad(call, "lock: thread " + UpcCore.thread(pointer) + ", address "
                + UpcCore.offset(pointer)
                + " is no lock, or was freed: give what allLockAlloc or globalLockAlloc has answered");
        named.addSuppressed(e);
        return named;
    }

    void free(String call, long pointer) {
        if (pointer == GlobalPointer.NULL) {
            return;
        }
        at(call, pointer);
        // a lock may be freed while it is held: one that nobody holds takes its place, and ends
        FairMutex.initialise(core.team, UpcCore.thread(pointer), UpcCore.offset(pointer)).destroy();
        allocation.free(call, pointer);
    }
}
