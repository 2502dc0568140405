package org.pgas;

import java.lang.foreign.MemorySegment;

import org.pgas.memory.SharedMemory;
import org.pgas.spi.Conduit;

/**
 * Large transfers of mapped memory that go on when their call has returned: decides which ones do, hands them to the {@link BulkCopier},
 * and waits for them.
 *
 * <p>One that stays outstanding takes some 250 bytes of the heap, for its description, its place in the queue and its event, until it is
 * complete and synchronised; a thread has {@link BulkThread#MOST} under way at most. Any thread.
 */
final class BulkTransfers {
    // Fields and orders: org.pgas.pshm.ControlLayout, copiers.

    /**
     * Handing over to a thread that rests takes the caller some 4 us, and the thread some tens to wake. With a computation as long as
     * the transfer beside it, a mebibyte took half as long again as one after the other, 4 MiB six tenths (jmh/README.md).
     */
    private static final long DEFAULT_BYTES = 4L << 20;

    private final Job job;
    private final Conduit conduit;
    private final BulkCopier copier;
    private final boolean always;
    private final long leastBytes;
    private final int processors = Runtime.getRuntime().availableProcessors();

    /** Of a rank that sleeps. */
    private final int threads;

    /** Whether any thread has ever begun a copy here. Plain: a thread asks about copies of its own, and sees its own write. */
    private boolean used;

    BulkTransfers(Job job, Conduit conduit) {
        this.job = job;
        this.conduit = conduit;
        copier = new BulkCopier(conduit);
        Settings settings = job.settings();
        BulkMode mode = settings.bulkMode();
        always = mode == BulkMode.ALWAYS;
        long bytes = settings.bytes(Setting.ASYNC_BYTES, DEFAULT_BYTES);
        leastBytes = mode == BulkMode.OFF || bytes == 0 ? Long.MAX_VALUE : bytes;
        threads = settings.isOn(Setting.PROGRESS_THREAD, false) ? 2 : 1;
    }

    /** Transfers of so many bytes may be large ones; at least 1. */
    long leastBytes() {
        return leastBytes;
    }

    /** Whether a non-blocking transfer, of at least {@link #leastBytes}, is to be handed over. */
    boolean takes(MemorySegment local, int flags) {
        return !RmaFlags.isOnCaller(flags) && isForAnyThread(local) && (always || hasIdleProcessor())
                && !copier.isStopped() && !thread().isFull();
    }

    /** What is closed is left to the caller too, who is told at once. */
    private boolean isForAnyThread(MemorySegment memory) {
        return memory.isAccessibleBy(copier.thread()) && memory.scope().isAlive();
    }

    /**
     * Whether fewer threads of the job seem to be running than this process has processors: one for each rank that does not sleep, and
     * the copiers at work, but for this rank's own, which has its processor already. Old when it is answered, which costs time only.
     */
    private boolean hasIdleProcessor() {
        int copying = SharedMemory.getIntOpaque(conduit.copiersAddress()) - (copier.isAtWork() ? 1 : 0);
        return copying + conduit.awakeRanks(threads) < processors;
    }

    private BulkThread thread() {
        ThreadState state = job.threadStates().current();
        BulkThread bulk = state.bulk();
        if (bulk == null) {
            bulk = new BulkThread();
            state.bulk(bulk);
        }
        return bulk;
    }

    /** Where implicit copies of this thread belong: its open access region, or its own set. */
    BulkSet implicit() {
        AccessRegion region = job.threadStates().current().region();
        if (region == null) {
            return thread().implicit();
        }
        if (region.copies() == null) {
            region.copies(new BulkSet());
        }
        return region.copies();
    }

    private void handOver(int peer, BulkCopy copy) {
        copy.emittedBy(job.origin(), peer);
        used = true;
        thread().add(copy);
        copier.handOver(copy);
    }

    /** {@code peer}: the job rank whose memory it is. */
    Event begin(int peer, BulkCopy copy) {
        BulkEvent event = new BulkEvent(job, copy);
        handOver(peer, copy);
        return event.begun();
    }

    /** Of one that has a set. */
    void beginImplicit(int peer, BulkCopy copy) {
        job.nbi().copiesBegun();
        handOver(peer, copy);
    }

    /** Whether this thread's implicit copies of these categories, outside regions, are complete; throws what went wrong with them. */
    boolean test(EventCategory... categories) {
        BulkThread thread = thread();
        int mask = FarSet.mask(categories);
        if (!thread.isComplete(thread.implicit(), mask)) {
            return false;
        }
        thread.check(thread.implicit(), mask, job.rank());
        return true;
    }

    /** Does what nobody has begun of them. */
    void assist(EventCategory... categories) {
        BulkThread thread = thread();
        thread.assist(thread.implicit(), FarSet.mask(categories));
    }

    /** Waits until {@link #test} is true. */
    void await(EventCategory... categories) {
        BulkThread thread = thread();
        new BulkSetEvent(job, "Nbi.await", thread, thread.implicit(), FarSet.mask(categories)).await();
    }

    /** The event of an access region of this thread that has ended. */
    Event event(BulkSet set) {
        return new BulkSetEvent(job, "an access region", thread(), set, FarSet.EVERYTHING);
    }

    /** Waits until every large put of this thread is complete. Legal in a restricted context: takes in nothing. */
    void fence() {
        if (!used) {
            return;
        }
        BulkThread thread = thread();
        if (!thread.isComplete(null, FarSet.EVERYTHING)) {
            thread.assist(null, FarSet.EVERYTHING);
            job.waiting()
                    .awaitLocal(new LocalAwaited("Rma.fence, for pieces of large puts that another thread has begun") {
                        @Override
                        public boolean isMet() {
                            return thread.isComplete(null, FarSet.EVERYTHING);
                        }
                    });
        }
    }

    /** Completes what is under way; later ones are done by their callers. */
    void stop() {
        copier.stop();
    }
}
