package org.pgas.mpi.comm;

import org.pgas.mpi.ReduceOp;

/**
 * Scans: in each round every rank knows the fold of twice as many ranks below it as before (recursive doubling), always
 * in the order of the ranks.
 */
final class Scans {
    private Scans() {}

    /**
     * @param source what this rank gives; it may be {@code target}
     * @param inclusive whether it counts itself; if not, {@code target} of rank 0 is not touched
     */
    static void scan(Schedule schedule, Buffer source, Buffer target, ReduceOp op, boolean inclusive) {
        int rank = schedule.rank();
        Buffer window = BufferCopies.like(source);
        Buffer below = BufferCopies.like(source);
        Folding folded = new Folding(op, window);
        Folding exclusive = new Folding(op, below);
        schedule.then(() -> BufferCopies.copy(source, window));
        schedule.next();
        for (int distance = 1; distance < schedule.size(); distance *= 2) {
            if (rank + distance < schedule.size()) {
                schedule.send(window, rank + distance);
            }
            if (rank >= distance) {
                boolean isFirst = distance == 1;
                Buffer left = BufferCopies.like(source);
                schedule.receive(left, rank - distance);
                schedule.then(() -> folded.prepend(left));
                if (!inclusive) {
                    schedule.then(() -> {
                        if (isFirst) {
                            BufferCopies.copy(left, below);
                        } else {
                            exclusive.prepend(left);
                        }
                    });
                }
            }
            schedule.next();
        }
        if (inclusive) {
            schedule.then(() -> BufferCopies.copy(window, target));
        } else if (rank > 0) {
            schedule.then(() -> BufferCopies.copy(below, target));
        }
    }
}
