package org.pgas.mpi;

import java.util.Arrays;

import org.pgas.refusal.Refusals;

/**
 * Ranks of a window, or of a job, in an order, each once. Immutable; for any thread.
 *
 * <p>Source: MPI_Group; MPI-2 "Dedicated".
 */
public final class Group {
    /** No ranks. Source: MPI_GROUP_EMPTY. */
    public static final Group EMPTY = new Group(new int[0]);

    private final int[] ranks;

    private Group(int[] ranks) {
        this.ranks = ranks;
    }

    /** These ranks. Errors: one that is negative, or given twice. */
    public static Group of(int... ranks) {
        int[] sorted = ranks.clone();
        Arrays.sort(sorted);
        for (int i = 0; i < sorted.length; i++) {
            if (sorted[i] < 0) {
                throw Refusals.OF_NO_RANK.bad("Group.of", "rank " + sorted[i] + " is negative: legal are 0 and more");
            }
            if (i > 0 && sorted[i] == sorted[i - 1]) {
                throw Refusals.OF_NO_RANK.bad("Group.of",
                        "rank " + sorted[i] + " is given twice: each rank is in a group once");
            }
        }
        return new Group(ranks.clone());
    }

    /** Ranks 0..size-1. */
    static Group all(int size) {
        int[] ranks = new int[size];
        Arrays.setAll(ranks, i -> i);
        return new Group(ranks);
    }

    /** How many ranks. Source: MPI_Group_size. */
    public int size() {
        return ranks.length;
    }

    /** The rank at a place of the order. Error: an index outside 0..{@link #size}-1. */
    public int rank(int index) {
        if (index < 0 || index >= ranks.length) {
            throw Refusals.OF_NO_RANK.bad("Group.rank",
                    "index " + index + " is outside 0.." + (ranks.length - 1) + " of " + this);
        }
        return ranks[index];
    }

    /** All ranks, in order; a copy. */
    public int[] ranks() {
        return ranks.clone();
    }

    /** The ranks themselves, not to be changed. */
    int[] members() {
        return ranks;
    }

    /** Whether {@code rank} is one of them. */
    public boolean contains(int rank) {
        for (int each : ranks) {
            if (each == rank) {
                return true;
            }
        }
        return false;
    }

    /** Where {@code rank} is in the order; -1 if it is none of these. Source: MPI_Group_rank. */
    public int index(int rank) {
        for (int i = 0; i < ranks.length; i++) {
            if (ranks[i] == rank) {
                return i;
            }
        }
        return -1;
    }

    /**
     * Where the ranks at {@code indices} of this order are in that of {@code other}; -1 for those that are not. Error:
     * an index outside 0..{@link #size}-1. Source: MPI_Group_translate_ranks.
     */
    public int[] translate(Group other, int... indices) {
        return Arrays.stream(indices).map(index -> other.index(rank(index))).toArray();
    }

    /** Those at {@code indices} of this order. Errors: as of {@link #rank}; an index twice. Source: MPI_Group_incl. */
    public Group include(int... indices) {
        return of(Arrays.stream(indices).map(this::rank).toArray());
    }

    /** All but those at {@code indices}. Errors: as of {@link #include}. Source: MPI_Group_excl. */
    public Group exclude(int... indices) {
        return difference(include(indices));
    }

    /** These, then those of {@code other} that are not here. Source: MPI_Group_union. */
    public Group union(Group other) {
        int[] both = Arrays.copyOf(ranks, ranks.length + other.ranks.length);
        int count = ranks.length;
        for (int rank : other.ranks) {
            if (!contains(rank)) {
                both[count++] = rank;
            }
        }
        return new Group(Arrays.copyOf(both, count));
    }

    /** Those of these that are in {@code other}. Source: MPI_Group_intersection. */
    public Group intersection(Group other) {
        return new Group(Arrays.stream(ranks).filter(other::contains).toArray());
    }

    /** Those of these that are not in {@code other}. Source: MPI_Group_difference. */
    public Group difference(Group other) {
        return new Group(Arrays.stream(ranks).filter(rank -> !other.contains(rank)).toArray());
    }

    /** Whether both have the same ranks in the same order. Source: MPI_Group_compare. */
    @Override
    public boolean equals(Object other) {
        return other instanceof Group group && Arrays.equals(ranks, group.ranks);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(ranks);
    }

    /** Such as "group of ranks 0, 2". */
    @Override
    public String toString() {
        return ranks.length == 0 ? "empty group"
                : "group of ranks " + Arrays.toString(ranks).replaceAll("[\\[\\]]", "");
    }
}
