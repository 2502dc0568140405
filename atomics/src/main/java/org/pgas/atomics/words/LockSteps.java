package org.pgas.atomics.words;

import org.pgas.atomics.locks.Holder;
import org.pgas.atomics.locks.TicketLock;
import org.pgas.atomics.locks.Turn;
import org.pgas.far.FarStep;

/**
 * A step of a lock, carried out by its owner: what a thread elsewhere does in its queue.
 *
 * <p>The data that go back:
 *
 * <pre>
 * long    what
 * 0       the ticket, or none
 * 1       whether the ticket's slot knows the waiter
 * 2       the holder, or nobody
 * 3       how many job ranks follow
 * 4       ranks on which others wait, as many as there is room for
 * </pre>
 */
public final class LockSteps extends Turn {
    /** Longs of the data that go back. */
    public static final int STATE = 64;

    public static final int TICKET = 0;
    public static final int REGISTERED = 1;
    public static final int HOLDER = 2;
    public static final int COUNT = 3;
    public static final int NEEDED = 4;

    /** Answers. */
    public static final long GRANTED = 0;
    public static final long WAITING = 1;
    public static final long HELD_ALREADY = 2;
    public static final long NOT_HELD = 3;
    public static final long ENDED = 4;

    private static final int REGISTERED_BIT = 1 << 8;
    private static final int GIVE_BACK_BIT = 1 << 9;
    private static final LockUse[] USES = LockUse.values();

    private final FarStep step;
    private final LockUse use;
    private final int ranks;

    /** {@code ranks}: lines of a read-write lock. */
    LockSteps(FarStep step, long ticket, int ranks) {
        super(step.base(), step.source(), ticket, (step.first() & REGISTERED_BIT) != 0);
        this.step = step;
        use = use(step);
        this.ranks = ranks;
    }

    private static LockUse use(FarStep step) {
        return USES[(int) (step.first() & 0xFF) % USES.length];
    }

    /** Whether a step of a structure of that kind is none of a lock, or one of such a lock. */
    static boolean isOf(StructureKind kind, FarStep step, long ranks) {
        return switch (kind) {
            case FAIR_MUTEX -> use(step) == LockUse.MUTEX;
            case FAIR_READ_WRITE_LOCK -> use(step) != LockUse.MUTEX && step.source() < ranks;
            default -> true;
        };
    }

    /** The first number of a step. */
    public static long first(LockUse use, boolean registered, boolean giveBack) {
        return use.ordinal() | (registered ? REGISTERED_BIT : 0) | (giveBack ? GIVE_BACK_BIT : 0);
    }

    static long ask(FarStep step, int ranks) {
        return isHolder(step) ? HELD_ALREADY : new LockSteps(step, TicketLock.take(step.base()), ranks).lookAround();
    }

    private static boolean isHolder(FarStep step) {
        return TicketLock.holder(step.base()) == step.self();
    }

    /** Takes the lock if its turn has come. */
    long lookAround() {
        if (look() && end()) {
            return begin();
        }
        state();
        return WAITING;
    }

    private long begin() {
        step.ring(use.begin(step.base(), step.source(), step.self()));
        return GRANTED;
    }

    /** Ends a wait: has the lock, or no ticket. */
    long leave() {
        if (!end()) {
            return NOT_HELD;
        }
        if ((step.first() & GIVE_BACK_BIT) == 0) {
            return begin();
        }
        giveBack();
        return NOT_HELD;
    }

    long tryOnce() {
        return isHolder(step) ? HELD_ALREADY : tryTake() ? begin() : NOT_HELD;
    }

    private boolean tryTake() {
        boolean taken;
        do {
            taken = use.tryTake(step.base());
        } while (!taken && skipAbandoned());
        return taken;
    }

    long endHolding() {
        if (!use.mayEnd(step.base(), step.source(), step.self())) {
            state();
            return NOT_HELD;
        }
        step.ring(use.end(step.base()));
        return ENDED;
    }

    /** Ends the lock unless it is held or waited for. */
    long destroy() {
        if (!tryTake()) {
            state();
            return NOT_HELD;
        }
        StructureKind.retract(step.base());
        return ENDED;
    }

    long state() {
        int[] needed = use.needed(step.base(), ranks);
        int count = Math.min(needed.length, STATE - NEEDED);
        long[] state = new long[NEEDED + count];
        state[TICKET] = ticket();
        state[REGISTERED] = isRegistered() ? 1 : 0;
        state[HOLDER] = TicketLock.holder(step.base());
        state[COUNT] = count;
        for (int i = 0; i < count; i++) {
            state[NEEDED + i] = needed[i];
        }
        step.answer(state);
        return state[HOLDER] == Holder.NOBODY ? NOT_HELD : WAITING;
    }

    @Override
    protected boolean isGranted(long ticket) {
        return use.isGranted(step.base(), ticket);
    }

    @Override
    protected boolean skipAbandoned() {
        int toRing = use.skip(step.base());
        step.ring(toRing);
        return toRing != TicketLock.NOTHING;
    }

    @Override
    protected void giveBack() {
        step.ring(use.giveBack(step.base()));
    }
}
