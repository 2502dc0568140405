package org.pgas;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

import org.pgas.bulk.BulkTransfers;
import org.pgas.far.FarTransfers;
import org.pgas.operation.JointEvent;
import org.pgas.operation.UnawaitedOperations;
import org.pgas.rank.ThisRank;
import org.pgas.rank.ThreadState;

/**
 * Synchronises the implicit-event (NBI) operations of the calling thread, by category.
 *
 * <p>The set belongs to one (job, thread): operations of other threads are neither waited for nor tested. Operations of
 * an {@link AccessRegion} belong to the region instead. Errors: a test or wait inside a region; what went wrong in a
 * large transfer after its call had returned is thrown, once, by the test or wait that finds it complete.
 *
 * <p>Source: GASNet-EX gex_NBI_Test, gex_NBI_Wait; GASNet-1 3.3.5.
 */
public final class Nbi {
    // field        writer                       reader                   order
    // openRegions  begin and end of a region    all threads of the rank  add / volatile

    private final ThisRank self;
    private final UnawaitedOperations operations;
    private final FarTransfers far;
    private final BulkTransfers bulk;

    /** Open regions of all threads: while there is none, which is nearly always, no thread has to look up its own. */
    private final AtomicInteger openRegions = new AtomicInteger();

    Nbi(UnawaitedOperations operations, FarTransfers far, BulkTransfers bulk) {
        this.operations = operations;
        this.self = operations.self();
        this.far = far;
        this.bulk = bulk;
    }

    /** Whether all outstanding operations of these categories (all, if none is given) are complete; never polls. */
    public boolean test(EventCategory... categories) {
        checkOutside("Nbi.test");
        return isComplete(categories);
    }

    private boolean isComplete(EventCategory... categories) {
        return far.test(categories) && (!bulk.hasImplicit() || bulk.test(categories));
    }

    /** As {@link #test}, but lets the library make progress first. */
    public boolean tryAwait(EventCategory... categories) {
        checkOutside("Nbi.tryAwait");
        operations.waiting().makeProgress();
        return isComplete(categories);
    }

    /** Blocks until all outstanding operations of these categories (all, if none is given) are complete. */
    public void await(EventCategory... categories) {
        checkOutside("Nbi.await");
        if (bulk.hasImplicit()) {
            awaitWithCopies(categories);
        } else {
            far.await(categories);
        }
    }

    private void awaitWithCopies(EventCategory... categories) {
        // first, what takes a processor: messages are answered meanwhile
        bulk.assist(categories);
        far.await(categories);
        bulk.await(categories);
    }

    /** Begins a region on the calling thread. Error: one is open on this thread already (regions do not nest). */
    public AccessRegion beginAccessRegion() {
        checkOutside("Nbi.beginAccessRegion");
        AccessRegion region = new AccessRegion(this);
        self.threadStates().current().region(region.parts());
        openRegions.incrementAndGet();
        return region;
    }

    /** The event of all operations of the region, which is over with this. */
    Event end(AccessRegion region) {
        self.checkUnrestricted();
        ThreadState state = self.threadStates().current();
        if (state.region() != region.parts()) {
            throw self.refusals().bad("AccessRegion.end", "thread " + Thread.currentThread().getName()
                    + " has not begun this region, or has ended it already");
        }
        state.region(null);
        openRegions.decrementAndGet();
        // other operations on mapped memory were complete when they returned
        Event byMessages = far.regionEvent(region.parts());
        Event copies = bulk.regionEvent(region.parts());
        return copies == null ? byMessages : JointEvent.of(operations, List.of(copies, byMessages));
    }

    private void checkOutside(String call) {
        self.checkOpenPlain();
        self.checkUnrestricted(call);
        // plain: a region of this thread was counted by this thread
        if (openRegions.getPlain() != 0 && self.threadStates().current().region() != null) {
            throw self.refusals().bad(call + " inside an access region of this thread", "end the region first");
        }
    }
}
