package org.pgas.faults.histories;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Marks operations of one object that no call of another rank overlaps which may have been in their way. */
final class Overlaps {
    private Overlaps() {}

    /** The same operations, by their begin. A refused try to take a lock is in nobody's way. */
    static List<Operation> mark(List<Operation> history) {
        List<Operation> sorted = new ArrayList<>(history);
        sorted.sort(Comparator.comparingLong(Operation::begin));
        List<Operation> marked = new ArrayList<>();
        for (Operation each : sorted) {
            marked.add(each.alone(true));
        }
        // those that may still be under way when the next one begins
        List<Integer> earlier = new ArrayList<>();
        for (int index = 0; index < sorted.size(); index++) {
            Operation here = sorted.get(index);
            earlier.removeIf(other -> sorted.get(other).end() < here.begin());
            for (int other : earlier) {
                meet(marked, index, other);
                meet(marked, other, index);
            }
            earlier.add(index);
        }
        return marked;
    }

    private static void meet(List<Operation> marked, int one, int other) {
        Operation there = marked.get(other);
        boolean isRefused = there.call().kind() == Kind.TRY_LOCK && !there.isPending() && there.result() == 0;
        if (there.rank() != marked.get(one).rank() && !isRefused) {
            marked.set(one, marked.get(one).alone(false));
        }
    }
}
