package org.pgas.faults.histories;

/**
 * A mutex: the rank that holds it, or nobody. The library refuses a try also while another rank waits. So a try may be
 * refused though nobody holds the lock, if a call of another rank overlaps that is not refused itself.
 */
final class LockModel implements Model<Integer> {
    private static final int NOBODY = -1;

    @Override
    public Integer start() {
        return NOBODY;
    }

    @Override
    public Integer after(Integer before, Operation operation) {
        boolean isFree = before == NOBODY;
        return switch (operation.call().kind()) {
            case LOCK -> isFree ? Integer.valueOf(operation.rank()) : null;
            case TRY_LOCK -> {
                if (operation.isPending() || operation.result() != 0) {
                    yield isFree ? Integer.valueOf(operation.rank()) : null;
                }
                yield isFree && operation.alone() ? null : before;
            }
            case UNLOCK -> before == operation.rank() ? Integer.valueOf(NOBODY) : null;
            default -> throw new IllegalArgumentException("no call of a lock: " + operation.call());
        };
    }

    @Override
    public Object leftOutWith(Operation operation) {
        boolean changed = operation.call().kind() != Kind.TRY_LOCK || operation.canHaveGiven(1);
        return changed ? null : operation;
    }

    @Override
    public String words(Integer state) {
        return state == NOBODY ? "free" : "held by rank " + state;
    }
}
