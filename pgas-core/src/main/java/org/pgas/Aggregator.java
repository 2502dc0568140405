package org.pgas;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;

import org.pgas.memory.SharedMemory;
import org.pgas.message.Aggregators;
import org.pgas.message.Handler;
import org.pgas.message.MessageEnds;
import org.pgas.message.Messenger;
import org.pgas.rank.ThisRank;
import org.pgas.team.TeamCore;
import org.pgas.wait.AwaitedWithoutCall;
import org.pgas.wait.LocalAwaited;
import org.pgas.wait.Waiting;

/**
 * Collects many small items for scattered ranks and sends them in batches, one medium message for many items.
 *
 * <p>All items of an aggregator have one size. A batch goes out when it is full, when its first item has waited for the
 * delay given (if one was), or by {@link #flush} or {@link #complete}. At the target a handler of medium requests,
 * registered by the program, finds the items one after the other in its payload; its token has no arguments; it may not
 * reply: the library acknowledges each batch.
 *
 * <pre>{@code
 * int update = job.endpoint().handlers().register(HandlerEntry.ofMedium((token, items) -> {
 *     for (int at = 0; at < items.bytes(); at += 8) {
 *         table.increment(items.getLong(at));
 *     }
 * }).request().arguments(0));
 * job.world().barrier();
 * try (Aggregator updates = job.world().am().aggregator(update, 8)) {
 *     keys.forEach(key -> updates.add(owner(key), key));
 *     updates.complete();      // every update of this rank has been made
 * }
 * }</pre>
 *
 * <p><b>Callers.</b> Any thread, but no handler; not collective. To add an item waits only when a batch goes out and
 * its way is full; it allocates nothing. When threads close the aggregator while others add, each item is either sent
 * or refused.
 *
 * <p><b>Delay.</b> A thread of the library sends what has waited; it never waits for room, and so runs no handlers but
 * those of items for this rank itself.
 *
 * <p><b>Order.</b> Items that one thread adds for one rank are handled in that order. What happened before an item was
 * added happens before its handler. What handlers did happens before the return of {@code complete}.
 *
 * <p><b>Errors.</b> Those of {@link ActiveMessages#requestMedium}; an item of another size; a closed aggregator.
 */
public final class Aggregator implements AutoCloseable {
    // field              writer               reader                           order
    // closed             the close            holder of a batch, late threads  CAS / plain behind held's, volatile
    // held               taker of a batch     threads that want it             CAS / release
    // used, since, sent  holder of the batch  the same                         plain, ordered by held
    // acknowledged       holder of the turn   threads that await completion    release / acquire

    /** So large that a message costs each item little, so small that many ranks' batches stay in the cache. */
    private static final int BATCH_BYTES = 4096;

    /** What a thread can be parked for with some accuracy. */
    private static final long SHORTEST_PARK_NANOS = 50_000;

    /** The thread that sends late batches looks this often whether the job has ended: that end does not wake it. */
    private static final long LONGEST_PARK_NANOS = 50_000_000;

    private static final Duration LONGEST_DELAY = Duration.ofDays(1);

    private final ThisRank self;
    private final Waiting waiting;
    private final TeamCore team;
    private final MessageEnds ends;
    private final Messenger messenger;
    private final int handler;
    private final int itemBytes;
    private final int capacity;
    private final long delayNanos;
    private final Batch[] batches;
    private final int id;

    /** Set before the last flush takes the batches; the holder of one looks at it: an item is flushed or refused. */
    private final AtomicBoolean closed = new AtomicBoolean();

    /** Sends what has waited for the delay; null without one. */
    private final Thread late;

    /** One destination's items that have not been sent. */
    private static final class Batch {
        /** CAS / release; guards the rest. */
        final AtomicBoolean held = new AtomicBoolean();

        final MemorySegment memory;
        int used;
        long since;

        /** Whether its rank has left, so that nothing of it is tried again by the delay. */
        boolean isLost;

        /** Batches that went there, which are handled and acknowledged in the order of their sending. */
        long sent;

        /** Release by the holder of this rank's turn, acquire by the threads that await completion. */
        final AtomicLong acknowledged = new AtomicLong();

        Batch(int bytes) {
            memory = Arena.ofAuto().allocate(bytes, 8);
        }
    }

    /** {@code ends} is null for a team of primordial endpoints. */
    Aggregator(ThisRank self, Waiting waiting, TeamCore team, MessageEnds ends, Messenger messenger, int handler,
            int itemBytes, Duration delay) {
        self.checkOpen();
        self.checkUnrestricted("ActiveMessages.aggregator");
        this.self = self;
        this.waiting = waiting;
        this.team = team;
        this.ends = ends;
        this.messenger = messenger;
        this.handler = handler;
        this.itemBytes = itemBytes;
        int most = (int) messenger.checks().maxMedium("ActiveMessages.aggregator", 0, Aggregators.ARGUMENTS, 0);
        if (itemBytes < 1 || itemBytes > most) {
            throw self.refusals().bad("ActiveMessages.aggregator", "items of " + itemBytes
                    + " bytes: legal are 1.." + most);
        }
        if (delay != null && (!delay.isPositive() || delay.compareTo(LONGEST_DELAY) > 0)) {
            throw self.refusals().bad("ActiveMessages.aggregator", "delay " + delay + ": legal are above 0 up to "
                    + LONGEST_DELAY + ": give none to flush by size only");
        }
        this.delayNanos = delay == null ? 0 : delay.toNanos();
        messenger.checks().checkHandler("ActiveMessages.aggregator", handler);
        capacity = Math.max(Math.min(BATCH_BYTES, most) / itemBytes, 1) * itemBytes;
        batches = new Batch[team.members().size()];
        for (int rank = 0; rank < batches.length; rank++) {
            batches[rank] = new Batch(capacity);
        }
        id = messenger.aggregators().add(this::acknowledge);
        late = delayNanos == 0 ? null
                : Thread.ofVirtual().name("pgas-aggregator-" + self.rank()).start(this::flushLate);
    }

    /** Adds an item of 8 bytes. */
    public void add(int rank, long item) {
        Batch batch = take(rank, 8);
        try {
            SharedMemory.putLong(batch.memory.address() + batch.used, item);
            added(rank, batch);
        } finally {
            batch.held.setRelease(false);
        }
    }

    /** Adds an item of 16 bytes. */
    public void add(int rank, long first, long second) {
        Batch batch = take(rank, 16);
        try {
            long address = batch.memory.address() + batch.used;
            SharedMemory.putLong(address, first);
            SharedMemory.putLong(address + 8, second);
            added(rank, batch);
        } finally {
            batch.held.setRelease(false);
        }
    }

    /** Adds the item at {@code offset} of {@code source}. */
    public void add(int rank, MemorySegment source, long offset) {
        if (offset < 0 || offset > source.byteSize() - itemBytes) {
            throw self.refusals().bad("Aggregator.add",
                    itemBytes + " bytes at offset " + offset + " are outside the source of "
                            + source.byteSize() + " bytes");
        }
        Batch batch = take(rank, itemBytes);
        try {
            SharedMemory.copyIn(source, offset, batch.memory.address() + batch.used, itemBytes);
            added(rank, batch);
        } finally {
            batch.held.setRelease(false);
        }
    }

    /** The rank's batch, with room for one item, for this thread alone. */
    private Batch take(int rank, int bytes) {
        if (bytes != itemBytes) {
            throw wrongSize(bytes);
        }
        if (ends != null) {
            team.checkRank("Aggregator.add", rank);
            ends.to("Aggregator.add", rank);
        }
        return take("Aggregator.add", rank);
    }

    private Batch take(String call, int rank) {
        team.messagePeer(call, rank);
        if (self.isChecked()) {
            messenger.checks().checkContext(call, false);
        }
        Batch batch = hold(rank);
        if (closed.getPlain()) {
            batch.held.setRelease(false);
            throw closed(call);
        }
        return batch;
    }

    private PgasException wrongSize(int bytes) {
        return self.refusals().bad("Aggregator.add",
                "an item of " + bytes + " bytes: legal are the " + itemBytes + " of this aggregator");
    }

    private PgasException closed(String call) {
        return self.refusals().bad(call, "this aggregator was closed: make another (ActiveMessages.aggregator)");
    }

    private Batch hold(int rank) {
        Batch batch = batches[rank];
        if (!batch.held.compareAndSet(false, true)) {
            awaitBatch(batch);
        }
        return batch;
    }

    private void awaitBatch(Batch batch) {
        waiting.await(new LocalAwaited("another thread of this rank to send its batch") {
            private boolean taken;

            @Override
            public boolean isMet() {
                // asked more than once: before it sleeps, a wait looks without ending
                taken = taken || batch.held.compareAndSet(false, true);
                return taken;
            }
        });
    }

    private void added(int rank, Batch batch) {
        if (delayNanos > 0 && batch.used == 0) {
            batch.since = System.nanoTime();
        }
        batch.used += itemBytes;
        if (batch.used == capacity) {
            send(rank, batch);
        }
    }

    /** The caller holds the batch. */
    private void send(int rank, Batch batch) {
        int bytes = batch.used;
        if (bytes == 0) {
            return;
        }
        batch.used = 0;
        request(rank, batch, bytes, false);
    }

    /** Counts what was sent; it may be acknowledged already, but nobody compares before he has held the batch. */
    private boolean request(int rank, Batch batch, int bytes, boolean immediate) {
        boolean done = messenger.requestInternal(team.members().jobRank(rank), Aggregators.DELIVER, batch.memory, bytes,
                Handler.code(handler, between(rank)), Aggregators.tag(id, rank), immediate);
        if (done) {
            batch.sent++;
        }
        return done;
    }

    private long between(int rank) {
        return ends == null ? 0 : ends.to("Aggregator.flush", rank);
    }

    /** Sends what has been collected for {@code rank}. */
    public void flush(int rank) {
        flush("Aggregator.flush", rank);
    }

    /** Sends what has been collected for all ranks. */
    public void flush() {
        for (int rank = 0; rank < batches.length; rank++) {
            flush("Aggregator.flush", rank);
        }
    }

    private void flush(String call, int rank) {
        sendAndRelease(rank, take(call, rank));
    }

    /** Says how many batches have gone there. */
    private long sendAndRelease(int rank, Batch batch) {
        try {
            send(rank, batch);
            return batch.sent;
        } finally {
            batch.held.setRelease(false);
        }
    }

    /** Flushes; returns when handlers have run for all that was added before. Error: a rank with batches has left. */
    public void complete() {
        long[] goals = new long[batches.length];
        for (int rank = 0; rank < goals.length; rank++) {
            goals[rank] = sendAndRelease(rank, take("Aggregator.complete", rank));
        }
        waiting.await(new Acknowledgements(goals));
    }

    /** For each rank as many batches have been handled; a sum would not do, since other threads send on. */
    private final class Acknowledgements implements AwaitedWithoutCall {
        private final long[] goals;

        /** Those before have been reached. */
        private int first;

        Acknowledgements(long[] goals) {
            this.goals = goals;
        }

        private boolean isReached(int rank) {
            // SYNC: acknowledgements; what the handlers of the batches did happened before
            return batches[rank].acknowledged.getAcquire() >= goals[rank];
        }

        @Override
        public boolean isMet() {
            while (first < goals.length && isReached(first)) {
                first++;
            }
            return first == goals.length;
        }

        @Override
        public int[] missing() {
            return IntStream.range(first, goals.length).filter(rank -> !isReached(rank)).map(team.members()::jobRank)
                    .toArray();
        }

        @Override
        public String describe() {
            return "the handlers of batches that were sent";
        }
    }

    /** A batch for that rank of the team has been handled; called with this rank's turn. */
    void acknowledge(int rank) {
        AtomicLong acknowledged = batches[rank].acknowledged;
        // SYNC: acknowledgements
        acknowledged.setRelease(acknowledged.getPlain() + 1);
    }

    /** Sends each batch of which the first item has waited for the delay. One that a thread holds now is not old. */
    private void flushLate() {
        try {
            while (!closed.get()) {
                LockSupport.parkNanos(Math.clamp(delayNanos / 4, SHORTEST_PARK_NANOS, LONGEST_PARK_NANOS));
                messenger.checkRunning();
                long now = System.nanoTime();
                for (int rank = 0; rank < batches.length && !closed.get(); rank++) {
                    flushIfLate(rank, now);
                }
            }
        } catch (PgasException e) {
            // the job has ended, or was closed with items left: the calls that add or complete say so
            System.getLogger(Aggregator.class.getName()).log(System.Logger.Level.DEBUG, "delay ends", e);
        }
    }

    private void flushIfLate(int rank, long now) {
        Batch batch = batches[rank];
        if (batch.held.compareAndSet(false, true)) {
            try {
                if (batch.used > 0 && !batch.isLost && now - batch.since >= delayNanos / 2) {
                    trySend(rank, batch);
                }
            } finally {
                batch.held.setRelease(false);
            }
        }
    }

    /** Leaves the batch as it is when it would have to wait. */
    private void trySend(int rank, Batch batch) {
        try {
            if (request(rank, batch, batch.used, true)) {
                batch.used = 0;
            }
        } catch (PeerLostException e) {
            // the calls that add or complete say so; the batches to other ranks go on
            batch.isLost = true;
            System.getLogger(Aggregator.class.getName()).log(System.Logger.Level.DEBUG, "a batch stays", e);
        }
    }

    /** Completes, and ends the aggregator. Idempotent. */
    @Override
    public void close() {
        if (closed.get()) {
            return;
        }
        self.checkOpen();
        self.checkUnrestricted("Aggregator.close");
        if (!closed.compareAndSet(false, true)) {
            return;
        }
        LockSupport.unpark(late);
        long[] goals = new long[batches.length];
        for (int rank = 0; rank < goals.length; rank++) {
            goals[rank] = sendAndRelease(rank, hold(rank));
        }
        waiting.await(new Acknowledgements(goals));
        // no acknowledgement is under way any more that could be taken for one of the next aggregator of this number
        messenger.aggregators().remove(id);
    }
}
