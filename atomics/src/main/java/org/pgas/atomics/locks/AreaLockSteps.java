package org.pgas.atomics.locks;

import org.pgas.far.FarStep;
import org.pgas.far.OwnerSteps;

/** What a rank does on the words of locks in its part of the area for members elsewhere. */
public final class AreaLockSteps implements OwnerSteps {
    // Fields and orders: TicketReadWriteLock.

    private static final long MOST_MEMBERS = 1 << 16;

    @Override
    public int module() {
        return AreaLockStep.MODULE;
    }

    @Override
    public boolean isInArea() {
        return true;
    }

    /** The library alone asks, and keeps the words: what does not fit them was damaged on its way. */
    @Override
    public long run(FarStep step) {
        AreaLockStep what = AreaLockStep.of(step.code());
        long members = step.word();
        if (what == null || members < 1 || members > MOST_MEMBERS || step.self() < 0 || step.self() >= members
                || TicketReadWriteLock.bytes((int) members) > step.room()) {
            return AreaTurn.DAMAGED;
        }
        return switch (what) {
            case ASK -> new AreaTurn(step, TicketLock.take(step.base())).lookAround();
            case DEFER -> new AreaTurn(step, TicketLock.take(step.base())).defer();
            case RESUME -> new AreaTurn(step, step.second()).resume();
            case LOOK -> new AreaTurn(step, step.second()).lookAround();
            case LEAVE -> new AreaTurn(step, step.second()).leave();
            case TRY -> new AreaTurn(step, TicketLock.NO_TICKET).tryOnce();
            case END -> new AreaTurn(step, TicketLock.NO_TICKET).endHolding();
            case STATE -> new AreaTurn(step, TicketLock.NO_TICKET).state();
        };
    }
}
