package org.pgas.armci;

import java.util.ArrayList;
import java.util.List;

import org.pgas.Event;
import org.pgas.JobEndedException;
import org.pgas.PeerLostException;
import org.pgas.WaitTimeoutException;
import org.pgas.refusal.Refusals;

/**
 * The operations that have not been waited for, of each thread its own.
 *
 * <p>Noted are those that were not complete when they were begun; in checked mode all, so that what is wrong with a
 * handle does not depend on how fast its operation was.
 */
final class PendingOperations {
    private final Refusals refusals;
    private final int nproc;
    private final boolean checked;
    private final ThreadLocal<OfThread> ofThreads;

    PendingOperations(int me, int nproc, boolean checked) {
        this.refusals = Refusals.of(me);
        this.nproc = nproc;
        this.checked = checked;
        this.ofThreads = ThreadLocal.withInitial(() -> new OfThread(nproc));
    }

    /** Handles that are not clear; those of implicit operations, by process. */
    private static final class OfThread {
        final List<NbHandle> inUse = new ArrayList<>();
        final NbHandle[] implicit;

        OfThread(int nproc) {
            implicit = new NbHandle[nproc];
        }

        NbHandle implicit(int proc) {
            NbHandle handle = implicit[proc];
            if (handle == null) {
                handle = new NbHandle();
                handle.setAggregate();
                implicit[proc] = handle;
            }
            return handle;
        }
    }

    /** Refuses a handle that an operation with {@code proc} cannot be noted in. */
    void check(String call, NbHandle handle, int proc) {
        if (handle != null && !handle.isClear()) {
            checkOwner(call, handle);
            if (!handle.takes(proc)) {
                throw refusals.bad(call, handle.describe() + ": wait for it first, or use another one"
                        + " (an aggregate one takes several operations with one process)");
            }
        }
    }

    private void checkOwner(String call, NbHandle handle) {
        if (!handle.belongsTo(this)) {
            throw refusals.bad(call,
                    handle.describe() + (Thread.currentThread().isVirtual() ? ", not by this virtual thread "
                            : ", not by this thread, ") + Thread.currentThread().threadId() + ", of this Armci of "
                            + nproc
                            + " processes: the thread that began an operation waits for it");
        }
    }

    /** Notes what was begun. */
    void began(NbHandle handle, int proc, Event event) {
        if (event != Event.DONE || checked) {
            note(handle, proc, event);
        }
    }

    /** Notes what was begun and is complete. */
    void done(NbHandle handle, int proc) {
        if (checked) {
            note(handle, proc, Event.DONE);
        }
    }

    private void note(NbHandle explicit, int proc, Event event) {
        if (explicit != null || event != Event.DONE) {
            OfThread own = ofThreads.get();
            NbHandle handle = explicit != null ? explicit : own.implicit(proc);
            if (handle.isClear()) {
                own.inUse.add(handle);
            }
            handle.note(this, proc, event);
        }
    }

    void await(String call, NbHandle handle) {
        if (!checkGiven(call, handle).isClear()) {
            checkOwner(call, handle);
            complete(ofThreads.get().inUse, handle);
        }
    }

    private NbHandle checkGiven(String call, NbHandle handle) {
        if (handle == null) {
            throw refusals.bad(call,
                    "the handle is null: implicit operations are waited for with awaitAll or awaitProc");
        }
        return handle;
    }

    /** An exception of one operation leaves the others noted. */
    private static void complete(List<NbHandle> inUse, NbHandle handle) {
        try {
            handle.complete(true);
        } finally {
            forgetIfComplete(inUse, handle);
        }
    }

    private static void forgetIfComplete(List<NbHandle> inUse, NbHandle handle) {
        if (handle.isComplete()) {
            handle.clear();
            inUse.remove(inUse.lastIndexOf(handle));
        }
    }

    boolean test(String call, NbHandle handle) {
        if (checkGiven(call, handle).isClear()) {
            return true;
        }
        checkOwner(call, handle);
        try {
            return handle.complete(false);
        } finally {
            forgetIfComplete(ofThreads.get().inUse, handle);
        }
    }

    void awaitAll() {
        List<NbHandle> inUse = ofThreads.get().inUse;
        while (!inUse.isEmpty()) {
            complete(inUse, inUse.getLast());
        }
    }

    /** As {@link #awaitAll}; answers the first exception of an operation, or null. Throws one that ends waits. */
    RuntimeException drain() {
        List<NbHandle> inUse = ofThreads.get().inUse;
        RuntimeException first = null;
        while (!inUse.isEmpty()) {
            try {
                complete(inUse, inUse.getLast());
            } catch (WaitTimeoutException | PeerLostException | JobEndedException e) {
                throw e;
            } catch (RuntimeException e) {
                first = first == null ? e : first;
            }
        }
        return first;
    }

    void awaitProc(int proc) {
        List<NbHandle> inUse = ofThreads.get().inUse;
        for (int i = inUse.size() - 1; i >= 0; i--) {
            if (inUse.get(i).proc() == proc) {
                complete(inUse, inUse.get(i));
            }
        }
    }
}
