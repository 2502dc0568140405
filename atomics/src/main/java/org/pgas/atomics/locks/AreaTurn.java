package org.pgas.atomics.locks;

import org.pgas.far.FarStep;

/**
 * A step of a lock in the area, carried out where its words are mapped: what a member elsewhere does in its queue.
 *
 * <p>The data that go back:
 *
 * <pre>
 * long    what
 * 0       the ticket, or none
 * 1       whether the waiter is known in the ticket's slot
 * 2       the writer, as {@link Holder} has it, or nobody
 * 3       how many team ranks follow
 * 4       ranks on which others wait, as many as there is room for: first that of the turn, then those that read
 * </pre>
 */
final class AreaTurn extends Turn {
    /** Longs of the data that go back. */
    static final int STATE = 64;

    static final int TICKET = 0;
    static final int REGISTERED = 1;
    static final int HOLDER = 2;
    static final int COUNT = 3;
    static final int NEEDED = 4;

    /** Answers. */
    static final long GRANTED = 0;
    static final long WAITING = 1;
    static final long PASSING = 2;
    static final long NOT_HELD = 3;
    static final long ENDED = 4;
    static final long DAMAGED = 5;

    private static final int WRITES_BIT = 1;
    private static final int REGISTERED_BIT = 2;
    private static final int GIVE_BACK_BIT = 4;

    private final FarStep step;
    private final long base;
    private final int self;
    private final boolean writes;

    AreaTurn(FarStep step, long ticket) {
        super(step.base(), (int) step.self(), ticket, (step.first() & REGISTERED_BIT) != 0);
        this.step = step;
        base = step.base();
        self = (int) step.self();
        writes = (step.first() & WRITES_BIT) != 0;
    }

    /** The first number of a step. */
    static long first(boolean writes, boolean registered, boolean giveBack) {
        return (writes ? WRITES_BIT : 0) | (registered ? REGISTERED_BIT : 0) | (giveBack ? GIVE_BACK_BIT : 0);
    }

    /** Takes the lock if its turn has come. */
    long lookAround() {
        return look() && end() ? begin() : waiting(ticket(), isRegistered(), WAITING);
    }

    private long begin() {
        if (writes) {
            TicketLock.hold(base, Holder.of(self));
        } else {
            TicketReadWriteLock.note(base, self, true);
            ring(TicketReadWriteLock.passOn(base));
        }
        return GRANTED;
    }

    /** The steps of {@link AreaReadWriteLock#ask}. */
    long defer() {
        if (isGranted(ticket())) {
            return begin();
        }
        if (writes) {
            return waiting(ticket(), TicketLock.register(base, ticket(), self), WAITING);
        }
        if (!TicketLock.hasSlot(base, ticket())) {
            return waiting(ticket(), false, WAITING);
        }
        TicketReadWriteLock.note(base, self, true);
        TicketLock.pass(base, ticket());
        if (TicketLock.isServed(base, ticket())) {
            skipAbandoned();
            return GRANTED;
        }
        return waiting(ticket(), false, PASSING);
    }

    long resume() {
        return TicketLock.stopPassing(base, ticket(), self) ? waiting(ticket(), true, WAITING) : GRANTED;
    }

    /** Ends a wait: has the lock, or no ticket. */
    long leave() {
        boolean has = end();
        if (has && (step.first() & GIVE_BACK_BIT) == 0) {
            return begin();
        }
        if (has) {
            giveBack();
        }
        if (!writes) {
            TicketReadWriteLock.note(base, self, false); // a deferred reader's was made when it asked
        }
        return NOT_HELD;
    }

    long tryOnce() {
        boolean taken;
        do {
            taken = writes ? TicketReadWriteLock.tryTakeToWrite(base) : TicketLock.tryTake(base);
        } while (!taken && skipAbandoned());
        return taken ? begin() : NOT_HELD;
    }

    long endHolding() {
        if (writes) {
            ring(TicketReadWriteLock.endWrite(base));
        } else {
            TicketReadWriteLock.note(base, self, false);
            ring(TicketReadWriteLock.endRead(base));
        }
        return ENDED;
    }

    long state() {
        return waiting(TicketLock.NO_TICKET, false, WAITING);
    }

    private long waiting(long ticket, boolean registered, long answer) {
        int[] needed = TicketReadWriteLock.needed(base, (int) step.word());
        int count = Math.min(needed.length, STATE - NEEDED);
        long[] state = new long[NEEDED + count];
        state[TICKET] = ticket;
        state[REGISTERED] = registered ? 1 : 0;
        state[HOLDER] = TicketLock.holder(base);
        state[COUNT] = count;
        for (int i = 0; i < count; i++) {
            state[NEEDED + i] = needed[i];
        }
        step.answer(state);
        return answer;
    }

    /** Rings all: the number is a team rank, and the owner does not know of which team. */
    private void ring(int member) {
        if (member >= 0) {
            step.ringAll();
        }
    }

    @Override
    protected boolean isGranted(long ticket) {
        return TicketReadWriteLock.isGranted(base, ticket, writes);
    }

    @Override
    protected boolean skipAbandoned() {
        int toRing = TicketReadWriteLock.skip(base);
        ring(toRing);
        return toRing != TicketLock.NOTHING;
    }

    /** For reading too: the turn has not been passed on yet. */
    @Override
    protected void giveBack() {
        ring(TicketReadWriteLock.finishTurn(base));
    }
}
