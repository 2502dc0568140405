package org.pgas.mpi.comm;

import java.util.ArrayList;
import java.util.List;

import org.pgas.mpi.Datatype;
import org.pgas.mpi.ReduceOp;

/**
 * Binomial trees: barriers, broadcasts and reductions. A tree takes as many rounds as the number of ranks has binary
 * digits.
 */
final class Trees {
    private Trees() {}

    /** Everybody hears, in each round, of twice as many ranks as before (dissemination). */
    static void barrier(Schedule schedule) {
        Buffer nothing = Buffer.of(BufferCopies.memory(0), 0, Datatype.BYTE);
        int size = schedule.size();
        int rank = schedule.rank();
        for (int distance = 1; distance < size; distance *= 2) {
            schedule.receive(nothing, (rank + size - distance) % size);
            schedule.send(nothing, (rank + distance) % size);
            schedule.next();
        }
    }

    static void broadcast(Schedule schedule, Buffer elements, int root) {
        int size = schedule.size();
        int place = (schedule.rank() + size - root) % size;
        int lowest = place == 0 ? Integer.highestOneBit(Math.max(1, size - 1)) << 1 : Integer.lowestOneBit(place);
        if (place > 0) {
            schedule.receive(elements, (place - lowest + root) % size);
            schedule.next();
        }
        for (int distance = lowest / 2; distance > 0; distance /= 2) {
            if (place + distance < size) {
                schedule.send(elements, (place + distance + root) % size);
            }
        }
    }

    /**
     * To {@code target} at the root; it is not looked at elsewhere. In the order of the ranks if the operation asks for
     * it: then the tree ends at rank 0, which sends the result to the root.
     *
     * @param source what this rank gives; it stays, but where it is {@code target}
     */
    static void reduce(Schedule schedule, Buffer source, Buffer target, ReduceOp op, int root) {
        int size = schedule.size();
        int rank = schedule.rank();
        int top = op.isCommutative() ? root : 0;
        int place = (rank + size - top) % size;
        Buffer own = BufferCopies.like(source);
        Folding folding = new Folding(op, own);
        schedule.then(() -> BufferCopies.copy(source, own));
        List<Buffer> comes = new ArrayList<>();
        schedule.next();
        for (int distance = 1; distance < size; distance *= 2) {
            if ((place & distance) != 0) {
                send(schedule, folding, own, comes, (place - distance + top) % size);
                break;
            }
            if (place + distance < size) {
                Buffer right = BufferCopies.like(source);
                comes.add(right);
                schedule.receive(right, (place + distance + top) % size);
                schedule.then(() -> folding.append(right));
                schedule.next();
            }
        }
        if (rank == top && top == root) {
            schedule.then(() -> BufferCopies.copy(folding.value(), target));
        } else if (rank == top) {
            send(schedule, folding, own, comes, root);
        } else if (rank == root) {
            schedule.next();
            schedule.receive(target, top);
        }
        schedule.next();
    }

    /** What is in the last buffer that came. */
    private static void send(Schedule schedule, Folding folding, Buffer own, List<Buffer> comes, int peer) {
        schedule.send(comes.isEmpty() ? own : comes.getLast(), peer);
    }
}
