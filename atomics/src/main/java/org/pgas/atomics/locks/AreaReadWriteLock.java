package org.pgas.atomics.locks;

import org.pgas.Team;
import org.pgas.team.TeamCore;

/**
 * The lock of {@link org.pgas.atomics.FairReadWriteLock} on words of the library's own, between the members of a team,
 * of each of which one thread at a time uses it, and has it once. For the library's other modules; not part of the API.
 *
 * <p>Two locked instructions lock and unlock it, for reading as for writing, when nobody else wants it. Nothing is
 * checked: the caller knows what it holds, and keeps the words for as long as anybody uses them.
 *
 * <p>A caller that asks need not wait: {@link #ask}. Its place in the queue is the same. The thread that passes the
 * turn to a reader that has asked lets it in, so that nobody behind it depends on what the reader's thread does; a
 * writer is let in when it {@linkplain Deferred#await waits}, and holds up all behind it, as if it had the lock.
 */
public final class AreaReadWriteLock {
    private final Team team;
    private final long base;
    private final int self;
    private final long holder;
    private final String name;

    /** A handle of the lock at {@code address}; {@code name} is for messages. */
    public AreaReadWriteLock(Team team, long address, String name) {
        this.team = team;
        this.base = address;
        this.self = team.rank();
        this.holder = Holder.of(self);
        this.name = name;
    }

    /** Bytes that a lock between so many members takes. */
    public static long bytes(int members) {
        return TicketReadWriteLock.bytes(members);
    }

    /** Makes a lock, free, before anybody else knows of it, at an address that begins a cache line. */
    public static void lay(long address, int members) {
        TicketReadWriteLock.reset(address, members);
    }

    /** Returns when this rank has the lock. What this throws leaves no trace in the queue. */
    public void lock(String call, boolean writes) {
        long ticket = TicketLock.take(base);
        if (!TicketReadWriteLock.isGranted(base, ticket, writes)) {
            new AreaWait(this, call, writes, ticket, false).await();
        }
        begin(writes);
    }

    /** Takes the lock if that needs no wait, and says whether it did. */
    public boolean tryLock(boolean writes) {
        boolean taken;
        do {
            taken = writes ? TicketReadWriteLock.tryTakeToWrite(base) : TicketLock.tryTake(base);
        } while (!taken && skip());
        if (taken) {
            begin(writes);
        }
        return taken;
    }

    /**
     * As {@link #lock}, but takes only the place in the queue when the lock is not to be had at once; null when this
     * rank has it. Waits all the same to read behind 64 others or more.
     */
    public Deferred ask(String call, boolean writes) {
        long ticket = TicketLock.take(base);
        if (TicketReadWriteLock.isGranted(base, ticket, writes)) {
            begin(writes);
            return null;
        }
        return writes
                ? new Deferred(this, true, ticket, TicketLock.register(base, ticket, self))
                : askToRead(call, ticket);
    }

    private Deferred askToRead(String call, long ticket) {
        if (!TicketLock.hasSlot(base, ticket)) {
            new AreaWait(this, call, false, ticket, false).await();
            begin(false);
            return null;
        }
        TicketReadWriteLock.note(base, self, true); // who is behind depends on this rank from now on
        TicketLock.pass(base, ticket);
        if (TicketLock.isServed(base, ticket)) {
            skip(); // this thread or another
            return null;
        }
        return new Deferred(this, false, ticket, false);
    }

    /** For a rank that has the turn, or, as a writer, the lock. */
    private void begin(boolean writes) {
        if (writes) {
            TicketLock.hold(base, holder);
        } else {
            TicketReadWriteLock.note(base, self, true);
            ring(TicketReadWriteLock.passOn(base));
        }
    }

    /** Gives the lock back, by the rank that has it in this way. */
    public void unlock(boolean writes) {
        if (writes) {
            ring(TicketReadWriteLock.endWrite(base));
        } else {
            TicketReadWriteLock.note(base, self, false);
            ring(TicketReadWriteLock.endRead(base));
        }
    }

    /** Whether a writer has it, or had it a moment ago. */
    public boolean isWritten() {
        return TicketLock.holder(base) != Holder.NOBODY;
    }

    /** Whether anybody has it, or had it a moment ago; perhaps in a time that grows with the team. */
    public boolean isHeld() {
        boolean held = isWritten();
        for (int rank = 0; rank < team.size() && !held; rank++) {
            held = TicketReadWriteLock.readersOf(base, rank) > 0;
        }
        return held;
    }

    /** For messages, by team ranks, a moment ago: such as "rank 3, exclusively", "ranks 0, 2, shared", or "nobody". */
    public String holders() {
        long writer = TicketLock.holder(base);
        return TicketReadWriteLock.holders(base, team.size(),
                writer == Holder.NOBODY ? null : "rank " + Holder.jobRank(writer) + ", exclusively", ", shared");
    }

    /** Job ranks on which others wait; perhaps negative numbers, too. */
    public int[] neededJobRanks() {
        int[] needed = TicketReadWriteLock.needed(base, team.size());
        for (int i = 0; i < needed.length; i++) {
            if (needed[i] >= 0 && needed[i] < team.size()) {
                needed[i] = TeamCore.of(team).memberJobRank(needed[i]);
            }
        }
        return needed;
    }

    /** Passes on the turn of a ticket without a thread that waits, if it has come to one; says whether it had. */
    public boolean skip() {
        int toRing = TicketReadWriteLock.skip(base);
        ring(toRing);
        return toRing != TicketLock.NOTHING;
    }

    public void ring(int rank) {
        if (rank >= 0 && rank < team.size()) {
            TeamCore.of(team).ring(rank);
        }
    }

    public Team team() {
        return team;
    }

    public long base() {
        return base;
    }

    public int self() {
        return self;
    }

    @Override
    public String toString() {
        return name;
    }

    /** A place in the queue that is kept without a wait. For one thread at a time. */
    public static final class Deferred {
        private final AreaReadWriteLock lock;
        private final boolean writes;
        private final long ticket;
        private final boolean registered;

        private Deferred(AreaReadWriteLock lock, boolean writes, long ticket, boolean registered) {
            this.lock = lock;
            this.writes = writes;
            this.ticket = ticket;
            this.registered = registered;
        }

        /** Returns when the rank has the lock; once. What this throws takes it out of the queue. */
        public void await(String call) {
            if (!writes && !TicketLock.stopPassing(lock.base, ticket, lock.self)) {
                return; // was let in
            }
            boolean failed = true;
            try {
                new AreaWait(lock, call, writes, ticket, !writes || registered).await();
                failed = false;
            } finally {
                if (failed && !writes) {
                    TicketReadWriteLock.note(lock.base, lock.self, false);
                }
            }
            lock.begin(writes);
        }
    }
}
