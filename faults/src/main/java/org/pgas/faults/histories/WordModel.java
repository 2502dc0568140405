package org.pgas.faults.histories;

/** A number, 0 at first. */
final class WordModel implements Model<Long> {
    @Override
    public Long start() {
        return 0L;
    }

    @Override
    public Long after(Long before, Operation operation) {
        Call call = operation.call();
        if (call.kind().answers() && !operation.canHaveGiven(before)) {
            return null;
        }
        return switch (call.kind()) {
            case GET, EXCLUSIVE_GET -> before;
            case SET, SWAP, EXCLUSIVE_SET -> Long.valueOf(call.first());
            case ADD, FETCH_ADD -> Long.valueOf(before + call.first());
            case COMPARE_AND_SWAP -> before == call.first() ? Long.valueOf(call.second()) : before;
            default -> throw new IllegalArgumentException("no call of a word: " + call);
        };
    }

    @Override
    public Object leftOutWith(Operation operation) {
        Call call = operation.call();
        boolean changed = switch (call.kind()) {
            case GET, EXCLUSIVE_GET -> false;
            case COMPARE_AND_SWAP -> operation.canHaveGiven(call.first());
            default -> true;
        };
        return changed ? null : operation;
    }

    @Override
    public String words(Long state) {
        return state.toString();
    }
}
