package org.pgas.upc;

import java.util.Arrays;

import org.pgas.AccessRegion;
import org.pgas.Event;
import org.pgas.EventCategory;
import org.pgas.Job;
import org.pgas.PgasException;
import org.pgas.refusal.Refusals;

/**
 * Synchronisation of what a thread has begun: by handles, implicitly, and by access regions. {@link Upc} has the calls,
 * and describes them.
 */
final class Synchronisation {
    private final UpcCore core;
    private final Job job;
    private final EventCategory[] implicit = {EventCategory.PUT, EventCategory.GET};
    private final ThreadLocal<AccessRegion> region = new ThreadLocal<>();

    Synchronisation(UpcCore core) {
        this.core = core;
        this.job = core.job;
    }

    /** Of an operation that was begun here. */
    UpcHandle handle(Event event) {
        return UpcHandle.of(this, event);
    }

    void waitsync(UpcHandle handle) {
        core.begin("Upc.waitsync");
        if (handle != UpcHandle.COMPLETE) {
            check("Upc.waitsync", handle);
            handle.await();
        }
    }

    boolean trysync(UpcHandle handle) {
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
            throw core.refusals.bad(call, "the handle " + refusal);
        }
    }

    void waitsyncAll(UpcHandle[] handles, int numhandles) {
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

    boolean trysyncAll(UpcHandle[] handles, int numhandles) {
        check("Upc.trysyncAll", handles, numhandles);
        return reap(handles, numhandles) == 0;
    }

    void waitsyncSome(UpcHandle[] handles, int numhandles) {
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

    boolean trysyncSome(UpcHandle[] handles, int numhandles) {
        check("Upc.trysyncSome", handles, numhandles);
        int before = pending(handles, numhandles);
        return before == 0 || reap(handles, numhandles) < before;
    }

    private void check(String call, UpcHandle[] handles, int numhandles) {
        core.begin(call);
        if (handles == null || numhandles < 0 || numhandles > handles.length) {
            throw core.refusals.bad(call, "numhandles is " + numhandles + ": legal are 0.."
                    + (handles == null ? "0, as the array is null" : handles.length + ", what the array has"));
        }
        for (int i = 0; i < numhandles; i++) {
            if (handles[i] != UpcHandle.COMPLETE) {
                String refusal = handles[i] == null ? "is null" : handles[i].refusal(this);
                if (refusal != null) {
                    throw core.refusals.bad(call, "handle " + i + " " + refusal);
                }
                handles[i].found(i);
            }
        }
        for (int i = 0; i < numhandles; i++) {
            if (handles[i] != UpcHandle.COMPLETE && handles[i].foundAt() != i) {
                throw core.refusals.bad(call, "handles " + i + " and " + handles[i].foundAt()
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

    void waitsynci() {
        String call = "Upc.waitsynci";
        beginOutside(call);
        try {
            job.nbi().await(implicit);
        } catch (PgasException e) {
            throw Refusals.named(call, e);
        }
    }

    boolean trysynci() {
        String call = "Upc.trysynci";
        beginOutside(call);
        try {
            return job.nbi().tryAwait(implicit);
        } catch (PgasException e) {
            throw Refusals.named(call, e);
        }
    }

    private void beginOutside(String call) {
        core.begin(call);
        if (region.get() != null) {
            throw core.refusals.bad(call, "inside an access region of this thread: end it first (endAccessregion)");
        }
    }

    void beginAccessregion() {
        String call = "Upc.beginAccessregion";
        core.begin(call);
        if (region.get() != null) {
            throw core.refusals.bad(call, "an access region of this thread is open already: they do not nest");
        }
        try {
            region.set(job.nbi().beginAccessRegion());
        } catch (PgasException e) {
            throw Refusals.named(call, e);
        }
    }

    UpcHandle endAccessregion() {
        String call = "Upc.endAccessregion";
        core.begin(call);
        AccessRegion open = region.get();
        if (open == null) {
            throw core.refusals.bad(call, "this thread has no access region open: begin one first (beginAccessregion)");
        }
        region.remove();
        return handle(open.end());
    }

    @Override
    public String toString() {
        return core.toString();
    }
}
