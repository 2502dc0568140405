package org.pgas.upc;

import java.util.Arrays;

import org.pgas.AccessRegion;
import org.pgas.Event;
import org.pgas.EventCategory;
import org.pgas.Job;
import org.pgas.PgasException;

/** Synchronisation of what a thread has begun: by handles, implicitly, and by access regions. */
abstract sealed class Synchronisation permits ContiguousCopies {
    final UpcCore core;
    private final Job job;
    private final EventCategory[] implicit = {EventCategory.PUT, EventCategory.GET};
    private final ThreadLocal<AccessRegion> region = new ThreadLocal<>();

    Synchronisation(UpcCore core) {
        this.core = core;
        this.job = core.job;
    }

    /** Of an operation that was begun here. */
    final UpcHandle handle(Event event) {
        return UpcHandle.of(this, event);
    }

    /**
     * Blocks until the operation is complete; the handle is dead then. Errors, here and below: a handle that is null, of another thread, or was synchronised
     * before; a restricted context. What goes wrong in a large transfer after its call has returned is thrown by its synchronisation.
     *
     * <p>Source: upc_waitsync.
     */
    public void waitsync(UpcHandle handle) {
        core.begin("Upc.waitsync");
        if (handle != UpcHandle.COMPLETE) {
            check("Upc.waitsync", handle);
            handle.await();
        }
    }

    /** Whether the operation is complete, after some progress; the handle is dead if so. Source: upc_trysync. */
    public boolean trysync(UpcHandle handle) {
        core.begin("Upc.trysync");
        if (handle == UpcHandle.COMPLETE) {
            return true;
        }
        check("Upc.trysync", handle);
        return handle.tryAwait();
    }

    private void check(String call, UpcHandle handle) {
        String refusal = handle == null ? "is null" : handle.refusal(this);
        if (refusal != null) {
            throw core.bad(call, "the handle " + refusal);
        }
    }

    /**
     * Blocks until the first {@code numhandles} operations are complete; their entries are {@link UpcHandle#COMPLETE} then. Errors, here and below, before any
     * is synchronised: fewer entries; one that may not be synchronised, or is there twice.
     *
     * <p>Source: upc_waitsync_all.
     */
    public void waitsyncAll(UpcHandle[] handles, int numhandles) {
        check("Upc.waitsyncAll", handles, numhandles);
        for (int i = 0; i < numhandles; i++) {
            if (handles[i] != UpcHandle.COMPLETE) {
                try {
                    handles[i].await();
                } finally {
                    noteDead(handles, i);
                }
            }
        }
    }

    /**
     * Whether the first {@code numhandles} operations are complete, after some progress; true of none. Entries of those that are become
     * {@link UpcHandle#COMPLETE}, also when the answer is false. Source: upc_trysync_all.
     */
    public boolean trysyncAll(UpcHandle[] handles, int numhandles) {
        check("Upc.trysyncAll", handles, numhandles);
        return reap(handles, numhandles) == 0;
    }

    /**
     * Blocks until one at least of the first {@code numhandles} operations is complete that was not {@link UpcHandle#COMPLETE} before; returns at
     * once if there is none. Entries of those that are complete become {@link UpcHandle#COMPLETE}. Source: upc_waitsync_some.
     */
    public void waitsyncSome(UpcHandle[] handles, int numhandles) {
        check("Upc.waitsyncSome", handles, numhandles);
        int before = pending(handles, numhandles);
        if (before > 0 && reap(handles, numhandles) == before) {
            Event[] events = Arrays.stream(handles, 0, numhandles).map(UpcHandle::event).toArray(Event[]::new);
            try {
                Event.awaitSome(events);
            } catch (RuntimeException | Error e) {
                noteDone(handles, events);
                noteFailed(handles, numhandles, e);
                throw e;
            }
            noteDone(handles, events);
        }
    }

    private static void noteDone(UpcHandle[] handles, Event[] events) {
        for (int i = 0; i < events.length; i++) {
            if (handles[i] != UpcHandle.COMPLETE && events[i] == Event.DONE) {
                handles[i].died();
                handles[i] = UpcHandle.COMPLETE;
            }
        }
    }

    /** Which event has thrown is not told: to test it again does nothing but find it synchronised, or throw. */
    private static void noteFailed(UpcHandle[] handles, int count, Throwable failure) {
        for (int i = 0; i < count; i++) {
            if (handles[i] != UpcHandle.COMPLETE) {
                try {
                    handles[i].test();
                } catch (RuntimeException | Error other) {
                    if (other != failure) {
                        failure.addSuppressed(other);
                    }
                }
                noteDead(handles, i);
            }
        }
    }

    /**
     * Whether one at least of the first {@code numhandles} operations is complete that was not {@link UpcHandle#COMPLETE} before, after some
     * progress; true also if there is none. Entries of those that are complete become {@link UpcHandle#COMPLETE}. Source: upc_trysync_some.
     */
    public boolean trysyncSome(UpcHandle[] handles, int numhandles) {
        check("Upc.trysyncSome", handles, numhandles);
        int before = pending(handles, numhandles);
        return before == 0 || reap(handles, numhandles) < before;
    }

    private void check(String call, UpcHandle[] handles, int numhandles) {
        core.begin(call);
        if (handles == null || numhandles < 0 || numhandles > handles.length) {
            throw core.bad(call, "numhandles is " + numhandles + ": legal are 0.."
                    + (handles == null ? "0, as the array is null" : handles.length + ", what the array has"));
        }
        for (int i = 0; i < numhandles; i++) {
            if (handles[i] != UpcHandle.COMPLETE) {
                String refusal = handles[i] == null ? "is null" : handles[i].refusal(this);
                if (refusal != null) {
                    throw core.bad(call, "handle " + i + " " + refusal);
                }
                handles[i].found(i);
            }
        }
        for (int i = 0; i < numhandles; i++) {
            if (handles[i] != UpcHandle.COMPLETE && handles[i].foundAt() != i) {
                throw core.bad(call, "handles " + i + " and " + handles[i].foundAt()
                        + " are the same: it would be synchronised twice");
            }
        }
    }

    private static void noteDead(UpcHandle[] handles, int index) {
        if (handles[index].isDead()) {
            handles[index] = UpcHandle.COMPLETE;
        }
    }

    private static int pending(UpcHandle[] handles, int count) {
        int pending = 0;
        for (int i = 0; i < count; i++) {
            pending += handles[i] == UpcHandle.COMPLETE ? 0 : 1;
        }
        return pending;
    }

    /** Synchronises what is complete, after some progress; answers how many are not. */
    private static int reap(UpcHandle[] handles, int count) {
        int pending = 0;
        for (int i = 0; i < count; i++) {
            if (handles[i] != UpcHandle.COMPLETE) {
                // progress once for all
                try {
                    pending += (pending == 0 ? handles[i].tryAwait() : handles[i].test()) ? 0 : 1;
                } finally {
                    noteDead(handles, i);
                }
            }
        }
        return pending;
    }

    /**
     * Blocks until everything is complete that the calling thread has begun implicitly ({@code Asynci}) outside access regions. Not explicit operations. Error:
     * inside an access region, also one of another Upc, as a thread has one in a job. What other implicit transfers ({@link org.pgas.Nbi}, categories PUT and GET) this thread has in the job is waited for, too.
     *
     * <p>Source: upc_waitsynci.
     */
    public void waitsynci() {
        String call = "Upc.waitsynci";
        beginOutside(call);
        try {
            job.nbi().await(implicit);
        } catch (PgasException e) {
            throw core.named(call, e);
        }
    }

    /** Whether all that {@link #waitsynci} waits for is complete, after some progress; only then it is synchronised. Errors as there. Source: upc_trysynci. */
    public boolean trysynci() {
        String call = "Upc.trysynci";
        beginOutside(call);
        try {
            return job.nbi().tryAwait(implicit);
        } catch (PgasException e) {
            throw core.named(call, e);
        }
    }

    private void beginOutside(String call) {
        core.begin(call);
        if (region.get() != null) {
            throw core.bad(call, "inside an access region of this thread: end it first (endAccessregion)");
        }
    }

    /**
     * Begins an access region of the calling thread: implicit operations that it begins until {@link #endAccessregion} belong to the handle that that
     * answers, and not to {@link #waitsynci}. Explicit ones are as ever. Error: one is open already. Source: upc_begin_accessregion.
     */
    public void beginAccessregion() {
        String call = "Upc.beginAccessregion";
        core.begin(call);
        if (region.get() != null) {
            throw core.bad(call, "an access region of this thread is open already: they do not nest");
        }
        try {
            region.set(job.nbi().beginAccessRegion());
        } catch (PgasException e) {
            throw core.named(call, e);
        }
    }

    /** Ends the calling thread's access region; answers the handle of all its implicit operations. Error: none is open. Source: upc_end_accessregion. */
    public UpcHandle endAccessregion() {
        String call = "Upc.endAccessregion";
        core.begin(call);
        AccessRegion open = region.get();
        if (open == null) {
            throw core.bad(call, "this thread has no access region open: begin one first (beginAccessregion)");
        }
        region.remove();
        return handle(open.end());
    }

    /** "thread 1 of 4". */
    @Override
    public String toString() {
        return "thread " + core.thread + " of " + core.threads;
    }
}
