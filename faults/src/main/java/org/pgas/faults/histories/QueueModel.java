package org.pgas.faults.histories;

import java.util.ArrayList;
import java.util.List;

/** First in, first out, of so many places: the values in it, the next one to be taken first. */
final class QueueModel implements Model<List<Long>> {
    private final int capacity;

    QueueModel(int capacity) {
        this.capacity = capacity;
    }

    @Override
    public List<Long> start() {
        return List.of();
    }

    @Override
    public List<Long> after(List<Long> before, Operation operation) {
        return switch (operation.call().kind()) {
            case OFFER -> offered(before, operation);
            case POLL -> polled(before, operation);
            default -> throw new IllegalArgumentException("no call of a queue: " + operation.call());
        };
    }

    private List<Long> offered(List<Long> before, Operation operation) {
        if (before.size() >= capacity) {
            return operation.canHaveGiven(0) ? before : null;
        }
        if (!operation.canHaveGiven(1)) {
            return null;
        }
        List<Long> after = new ArrayList<>(before);
        after.add(operation.call().first());
        return List.copyOf(after);
    }

    private static List<Long> polled(List<Long> before, Operation operation) {
        if (before.isEmpty()) {
            return operation.canHaveGiven(Kind.NOTHING) ? before : null;
        }
        return operation.canHaveGiven(before.getFirst()) ? List.copyOf(before.subList(1, before.size())) : null;
    }

    @Override
    public Object leftOutWith(Operation operation) {
        boolean changed = operation.isPending()
                || operation.result() != (operation.call().kind() == Kind.OFFER ? 0 : Kind.NOTHING);
        return changed ? null : operation;
    }

    @Override
    public String words(List<Long> state) {
        return state.isEmpty() ? "empty" : state.toString();
    }
}
