package org.pgas.rank;

/**
 * A room's own place in all {@link Slots} of a membership: made once, by {@link ThreadStates#slot}, while the
 * membership is built.
 *
 * @param <T> what the room keeps there
 */
public final class Slot<T> {
    private final int index;

    Slot(int index) {
        this.index = index;
    }

    /** What {@code slots} hold for the room; null while the room has put in nothing. */
    @SuppressWarnings("unchecked") // only the room writes there
    public T of(Slots slots) {
        return (T) slots.get(index);
    }

    public void set(Slots slots, T content) {
        slots.set(index, content);
    }
}
