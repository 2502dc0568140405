package org.pgas.mpi.comm;

import java.util.ArrayList;
import java.util.List;

import org.pgas.mpi.ReduceOp;

/**
 * Blocks that go from rank to rank. To and from a root they go at once: a tree would copy them as often as it has
 * levels, and ranks of a host are equally near. All-to-all goes by pairs, and all-gather around a ring, so that no rank
 * is at once the target of all.
 */
final class Exchanges {
    private Exchanges() {}

    /** {@code source} is null where it is in place, at the root alone; {@code target} is not looked at elsewhere. */
    static void gather(Schedule schedule, Buffer source, Buffers target, int root) {
        if (schedule.rank() != root) {
            schedule.send(source, root);
            return;
        }
        for (int rank = 0; rank < schedule.size(); rank++) {
            if (rank != root) {
                schedule.receive(target.block(rank), rank);
            }
        }
        if (source != null) {
            schedule.then(() -> BufferCopies.copy(source, target.block(root)));
        }
    }

    /** {@code target} is null where it is in place, at the root alone; {@code source} is not looked at elsewhere. */
    static void scatter(Schedule schedule, Buffers source, Buffer target, int root) {
        if (schedule.rank() != root) {
            schedule.receive(target, root);
            return;
        }
        for (int rank = 0; rank < schedule.size(); rank++) {
            if (rank != root) {
                schedule.send(source.block(rank), rank);
            }
        }
        if (target != null) {
            schedule.then(() -> BufferCopies.copy(source.block(root), target));
        }
    }

    /** {@code source} is null where it is in place. */
    static void allGather(Schedule schedule, Buffer source, Buffers target) {
        int size = schedule.size();
        int rank = schedule.rank();
        if (source != null) {
            schedule.then(() -> BufferCopies.copy(source, target.block(rank)));
            schedule.next();
        }
        for (int round = 0; round < size - 1; round++) {
            schedule.receive(target.block((rank + size - round - 1) % size), (rank + size - 1) % size);
            schedule.send(target.block((rank + size - round) % size), (rank + 1) % size);
            schedule.next();
        }
    }

    /** {@code source} is null where it is in place: then what goes is kept first. */
    static void allToAll(Schedule schedule, Buffers source, Buffers target) {
        int size = schedule.size();
        int rank = schedule.rank();
        List<Buffer> going = new ArrayList<>();
        for (int to = 0; to < size; to++) {
            Buffer block = source == null ? target.block(to) : source.block(to);
            Buffer kept = source == null && to != rank ? BufferCopies.packed(block) : block;
            going.add(kept);
            if (kept != block) {
                schedule.then(() -> BufferCopies.copy(block, kept));
            }
        }
        if (source == null) {
            schedule.next();
        } else {
            schedule.then(() -> BufferCopies.copy(source.block(rank), target.block(rank)));
        }
        for (int distance = 1; distance < size; distance++) {
            int to = (rank + distance) % size;
            int from = (rank + size - distance) % size;
            schedule.receive(target.block(from), from);
            schedule.send(going.get(to), to);
            schedule.next();
        }
    }

    /** Each rank folds what all ranks have for its block, in their order. {@code source} has the blocks. */
    static void reduceScatter(Schedule schedule, Buffers source, Buffer target, ReduceOp op) {
        int size = schedule.size();
        int rank = schedule.rank();
        Buffer[] came = new Buffer[size];
        for (int i = 0; i < size; i++) {
            came[i] = BufferCopies.like(source.block(rank));
        }
        schedule.then(() -> BufferCopies.copy(source.block(rank), came[rank]));
        for (int distance = 1; distance < size; distance++) {
            int to = (rank + distance) % size;
            int from = (rank + size - distance) % size;
            schedule.receive(came[from], from);
            schedule.send(source.block(to), to);
            schedule.next();
        }
        schedule.next();
        schedule.then(() -> {
            Folding folding = new Folding(op, came[0]);
            for (int from = 1; from < size; from++) {
                folding.append(came[from]);
            }
            BufferCopies.copy(folding.value(), target);
        });
    }
}
