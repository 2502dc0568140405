package org.pgas.atomics.locks;

import org.pgas.Team;
import org.pgas.team.TeamCore;

/**
 * The lock of {@link org.pgas.atomics.FairReadWriteLock} on words of the library's own that are mapped here. For the
 * library's other modules; not part of the API.
 *
 * <p>Two locked instructions lock and unlock it, for reading as for writing, when nobody else wants it.
 */
public final class AreaReadWriteLock implements AreaLock {
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

    @Override
    public void lock(String call, boolean writes) {
        long ticket = TicketLock.take(base);
        if (!TicketReadWriteLock.isGranted(base, ticket, writes)) {
            new AreaWait(this, call, writes, ticket, false).await();
        }
        begin(writes);
    }

    @Override
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

    @Override
    public Deferred ask(String call, boolean writes) {
        long ticket = TicketLock.take(base);
        if (TicketReadWriteLock.isGranted(base, ticket, writes)) {
            begin(writes);
            return null;
        }
        return writes
                ? new Place(this, true, ticket, TicketLock.register(base, ticket, self))
                : askToRead(call, ticket);
    }

    private Deferred askToRead(String call, long ticket) {
        if (!TicketLock.hasSlot(base, ticket)) {
            new AreaWait(this, call, false, ticket, false).await();
            begin(false);
            return null;
        }
        TicketReadWriteLock.note(base, self, true); // ranks behind in the queue wait for this one from now on
        TicketLock.pass(base, ticket);
        if (TicketLock.isServed(base, ticket)) {
            skip(); // this thread or another
            return null;
        }
        return new Place(this, false, ticket, false);
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

    @Override
    public void unlock(boolean writes) {
        if (writes) {
            ring(TicketReadWriteLock.endWrite(base));
        } else {
            TicketReadWriteLock.note(base, self, false);
            ring(TicketReadWriteLock.endRead(base));
        }
    }

    @Override
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

    @Override
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

    private static final class Place implements Deferred {
        private final AreaReadWriteLock lock;
        private final boolean writes;
        private final long ticket;
        private final boolean registered;

        Place(AreaReadWriteLock lock, boolean writes, long ticket, boolean registered) {
            this.lock = lock;
            this.writes = writes;
            this.ticket = ticket;
            this.registered = registered;
        }

        @Override
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
