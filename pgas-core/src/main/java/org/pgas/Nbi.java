package org.pgas;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Synchronises the implicit-event (NBI) operations of the calling thread, by category.
 *
 * <p>The set belongs to one (job, thread): operations of other threads are neither waited for nor tested. Operations of an
 * {@link AccessRegion} belong to the region instead. Errors: a test or wait inside a region; what went wrong in a large transfer
 * after its call had returned is thrown, once, by the test or wait that finds it complete.
 *
 * <p>Source: GASNet-EX gex_NBI_Test, gex_NBI_Wait; GASNet-1 3.3.5.
 */
public final class Nbi {
    // field        writer                       reader                   order
    // openRegions  who begins or ends a region  all threads of the rank  add / volatile

    private final Job job;

    /** Open regions of all threads: while there is none, which is nearly always, no thread has to look up its own. */
    private final AtomicInteger openRegions = new AtomicInteger();

    /**
     * Whether any thread has ever begun a large implicit copy. Plain: a thread asks about copies of its own, so it has to see its own
     * write only.
     */
    private boolean copies;

    Nbi(Job job) {
        this.job = job;
    }

    void copiesBegun() {
        copies = true;
    }

    /** Whether all outstanding operations of these categories (all, if none is given) are complete; never polls. */
    public boolean test(EventCategory... categories) {
        checkOutside("Nbi.test");
        return isComplete(categories);
    }

    private boolean isComplete(EventCategory... categories) {
        return job.far().test(categories) && (!copies || job.attachment().bulk().test(categories));
    }

    /** As {@link #test}, but lets the library make progress first. */
    public boolean tryAwait(EventCategory... categories) {
        checkOutside("Nbi.tryAwait");
        job.makeProgress();
        return isComplete(categories);
    }

    /** Blocks until all outstanding operations of these categories (all, if none is given) are complete. */
    public void await(EventCategory... categories) {
        checkOutside("Nbi.await");
        if (copies) {
            awaitWithCopies(categories);
        } else {
            job.far().await(categories);
        }
    }

    private void awaitWithCopies(EventCategory... categories) {
        BulkTransfers bulk = job.attachment().bulk();
        // first, what takes a processor: messages are answered meanwhile
        bulk.assist(categories);
        job.far().await(categories);
        bulk.await(categories);
    }

    /** Begins a region on the calling thread. Error: one is open on this thread already (regions do not nest). */
    public AccessRegion beginAccessRegion() {
        checkOutside("Nbi.beginAccessRegion");
        AccessRegion region = new AccessRegion(this);
        job.threadStates().current().region(region);
        openRegions.incrementAndGet();
        return region;
    }

    /** The event of all operations of the region, which is over with this. */
    Event end(AccessRegion region) {
        job.checkUnrestricted();
        ThreadState state = job.threadStates().current();
        if (state.region() != region) {
            throw new PgasException(
                    ErrorCode.BAD_ARGUMENT,
                    "rank " + job.rank() + ": AccessRegion.end: thread " + Thread.currentThread().getName()
                            + " has not begun this region, or has ended it already");
        }
        state.region(null);
        openRegions.decrementAndGet();
        // other operations on mapped memory were complete when they returned
        Event byMessages = region.operations() == null ? Event.DONE : job.far().event(region.operations());
        return region.copies() == null ? byMessages
                : JointEvent.of(job, List.of(job.attachment().bulk().event(region.copies()), byMessages));
    }

    private void checkOutside(String call) {
        job.checkOpenPlain();
        job.checkUnrestricted(call);
        // plain: a region of this thread was counted by this thread
        if (openRegions.getPlain() != 0 && job.threadStates().current().region() != null) {
            throw new PgasException(
                    ErrorCode.BAD_ARGUMENT,
                    "rank " + job.rank() + ": " + call
                            + " inside an access region of this thread: end the region first");
        }
    }
}
