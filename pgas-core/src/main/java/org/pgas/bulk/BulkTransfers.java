package org.pgas.bulk;

import java.lang.foreign.MemorySegment;

import org.pgas.Event;
import org.pgas.EventCategory;
import org.pgas.Setting;
import org.pgas.Settings;
import org.pgas.memory.SharedMemory;
import org.pgas.operation.Categories;
import org.pgas.operation.UnawaitedOperations;
import org.pgas.rank.Slot;
import org.pgas.rank.Slots;
import org.pgas.rank.ThisRank;
import org.pgas.rank.ThreadState;
import org.pgas.spi.Conduit;
import org.pgas.spi.Processes;
import org.pgas.wait.LocalAwaited;

/**
 * Large transfers of mapped memory that go on when their call has returned: decides which ones do, hands them to the
 * {@link BulkCopier}, and waits for them.
 *
 * <p>One that stays outstanding takes some 250 bytes of the heap, for its description, its place in the queue and its
 * event, until it is complete and synchronised; a thread has {@link BulkThread#MOST} under way at most. Any thread.
 */
public final class BulkTransfers {
    // Fields and orders: org.pgas.pshm.ControlLayout, copiers.

    /**
     * Handing over to a thread that rests takes the caller some time, and the thread more to wake: smaller transfers
     * took longer beside a computation than one after the other (jmh/NOTES.md, Large transfers).
     */
    private static final long DEFAULT_BYTES = 4L << 20;

    private final ThisRank self;
    private final UnawaitedOperations operations;
    private final Slot<BulkThread> threadsCopies;
    private final Slot<BulkSet> regionsCopies;
    private final Processes processes;
    private final BulkCopier copier;
    private final boolean always;
    private final long leastBytes;
    private final int processors = Runtime.getRuntime().availableProcessors();

    /** A rank sleeps when so many of its threads do. */
    private final int threads;

    /** Whether any thread has ever begun a copy here. Plain: a thread asks about its own copies. */
    private boolean used; // threads that begin copies | the same | plain

    /** Whether any thread has ever begun an implicit copy. Plain, as {@link #used}. */
    private boolean implicitBegun; // threads that begin copies | the same | plain

    public BulkTransfers(UnawaitedOperations operations, Conduit conduit) {
        this.operations = operations;
        self = operations.self();
        threadsCopies = self.threadStates().slot();
        regionsCopies = self.threadStates().slot();
        operations.addImplicit(this::implicitUnderWay);
        processes = conduit.processes();
        copier = new BulkCopier(conduit);
        Settings settings = self.settings();
        BulkMode mode = BulkMode.of(settings.text(Setting.ASYNC));
        always = mode == BulkMode.ALWAYS;
        long bytes = settings.bytes(Setting.ASYNC_BYTES, DEFAULT_BYTES);
        leastBytes = mode == BulkMode.OFF || bytes == 0 ? Long.MAX_VALUE : bytes;
        threads = settings.isOn(Setting.PROGRESS_THREAD, false) ? 2 : 1;
    }

    /** Transfers of so many bytes may be large ones; at least 1. */
    public long leastBytes() {
        return leastBytes;
    }

    /** Whether a non-blocking transfer, of at least {@link #leastBytes}, is to be handed over. */
    public boolean takes(MemorySegment local, int flags) {
        return !TransferFlags.isOnCaller(flags) && isForAnyThread(local) && (always || hasIdleProcessor())
                && !copier.isStopped() && !thread().isFull();
    }

    /** False for closed memory, too: the caller then copies it itself, and gets the error at once. */
    private boolean isForAnyThread(MemorySegment memory) {
        return memory.isAccessibleBy(copier.thread()) && memory.scope().isAlive();
    }

    /**
     * Whether fewer threads of the job seem to be running than this process has processors: one for each rank that does
     * not sleep, and the copiers at work, but for this rank's own, which has its processor already. Old when it is
     * answered, which costs time only.
     */
    private boolean hasIdleProcessor() {
        int copying = SharedMemory.getIntOpaque(processes.copiersAddress()) - (copier.isAtWork() ? 1 : 0);
        return copying + processes.awakeRanks(threads) < processors;
    }

    private BulkThread thread() {
        ThreadState state = self.threadStates().current();
        BulkThread bulk = threadsCopies.of(state);
        if (bulk == null) {
            bulk = new BulkThread();
            threadsCopies.set(state, bulk);
        }
        return bulk;
    }

    /** Where implicit copies of this thread belong: its open access region, or its own set. */
    public BulkSet implicit() {
        Slots region = self.threadStates().current().region();
        if (region == null) {
            return thread().implicit();
        }
        BulkSet copies = regionsCopies.of(region);
        if (copies == null) {
            copies = new BulkSet();
            regionsCopies.set(region, copies);
        }
        return copies;
    }

    private void handOver(int peer, BulkCopy copy) {
        copy.emittedBy(self.origin(), peer);
        used = true;
        thread().add(copy);
        copier.handOver(copy);
    }

    /** {@code peer}: the job rank to which the memory belongs. */
    public Event begin(int peer, BulkCopy copy) {
        BulkEvent event = new BulkEvent(operations, copy);
        handOver(peer, copy);
        return event.begun();
    }

    /** Begins a copy that has a set. */
    public void beginImplicit(int peer, BulkCopy copy) {
        implicitBegun = true;
        handOver(peer, copy);
    }

    /** Whether this thread's implicit copies of these categories, outside regions, are done; throws their failures. */
    public boolean test(EventCategory... categories) {
        BulkThread thread = thread();
        int mask = Categories.mask(categories);
        if (!thread.isComplete(thread.implicit(), mask)) {
            return false;
        }
        thread.check(thread.implicit(), mask, self.rank());
        return true;
    }

    /** Does what nobody has begun of them. */
    public void assist(EventCategory... categories) {
        BulkThread thread = thread();
        thread.assist(thread.implicit(), Categories.mask(categories));
    }

    /** Waits until {@link #test} is true. */
    public void await(EventCategory... categories) {
        BulkThread thread = thread();
        new BulkSetEvent(operations, "Nbi.await", thread, thread.implicit(), Categories.mask(categories)).await();
    }

    /** The event of an access region of this thread that has ended. */
    public Event regionEvent(Slots region) {
        BulkSet set = regionsCopies.of(region);
        return set == null ? null
                : new BulkSetEvent(operations, "an access region", thread(), set, Categories.EVERYTHING);
    }

    /** Waits until every large put of this thread is complete. Legal in a restricted context: takes in nothing. */
    public void fence() {
        if (!used) {
            return;
        }
        BulkThread thread = thread();
        if (!thread.isComplete(null, Categories.EVERYTHING)) {
            thread.assist(null, Categories.EVERYTHING);
            operations.waiting()
                    .awaitLocal(new LocalAwaited("Rma.fence, for pieces of large puts that another thread has begun") {
                        @Override
                        public boolean isMet() {
                            return thread.isComplete(null, Categories.EVERYTHING);
                        }
                    });
        }
    }

    /** Completes what is under way; later ones are done by their callers. */
    public void stop() {
        copier.stop();
    }

    /** Whether there may be implicit copies of the calling thread. */
    public boolean hasImplicit() {
        return implicitBegun;
    }

    /** What implicit copies the calling thread has under way, in words, or null. */
    private String implicitUnderWay() {
        BulkThread thread = threadsCopies.of(self.threadStates().current());
        int missing = thread == null ? 0 : thread.missing(thread.implicit(), Categories.EVERYTHING);
        return missing == 0 ? null : missing + " large copies";
    }
}
