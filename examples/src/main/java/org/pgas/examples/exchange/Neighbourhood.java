package org.pgas.examples.exchange;

import java.util.stream.IntStream;

import org.pgas.mpi.Group;

/**
 * Which ranks exchange: for j = 1..{@code count}, rank i supplies block j to rank (i + j) mod {@code size}, and gets
 * block j of rank (i - j) mod {@code size}. With as many neighbours as ranks the last one is the rank itself.
 *
 * @param rank i
 * @param size of the team
 * @param count 1..{@code size}
 */
public record Neighbourhood(int rank, int size, int count) {
    public Neighbourhood {
        if (count < 1 || count > size) {
            throw new IllegalArgumentException(count + " neighbours of " + size + " ranks: legal are 1.." + size);
        }
    }

    /** Whom this rank supplies with block {@code j}. */
    public int target(int j) {
        return Math.floorMod(rank + j, size);
    }

    /** Whose block {@code j} is for this rank. */
    public int source(int j) {
        return Math.floorMod(rank - j, size);
    }

    /** All whom this rank supplies. */
    Group targets() {
        return Group.of(IntStream.rangeClosed(1, count).map(this::target).toArray());
    }

    /** All who supply this rank. */
    Group sources() {
        return Group.of(IntStream.rangeClosed(1, count).map(this::source).toArray());
    }
}
