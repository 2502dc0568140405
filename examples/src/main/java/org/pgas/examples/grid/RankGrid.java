package org.pgas.examples.grid;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Ranks as a grid of as many dimensions as the array that they share, the last one running fastest. Of all grids of so
 * many ranks it is one with the smallest cuts through the array, since what lies at a cut has to be exchanged.
 */
public final class RankGrid {
    private final int[] extents;
    private final List<Split> splits;

    private RankGrid(int[] extents, List<Split> splits) {
        this.extents = extents;
        this.splits = splits;
    }

    /** Of {@code ranks} ranks for an array. Error: no grid gives each rank a part of it. */
    public static RankGrid of(int ranks, int... array) {
        Search search = new Search(array);
        search.choose(0, ranks, 0);
        if (search.best == null) {
            throw new IllegalArgumentException("an array of " + text(array) + " has no block for each of " + ranks
                    + " ranks: enlarge it, or use fewer ranks");
        }
        return cutting(search.best, array);
    }

    /** Of {@code ranks} ranks for any array: where it is too small for all of them, some have nothing of it. */
    public static RankGrid sparing(int ranks, int... array) {
        return of(ranks, Arrays.stream(array).map(extent -> Math.max(extent, ranks)).toArray()).over(array);
    }

    /** Of {@code ranks} ranks that share the first dimension of an array alone; some may have nothing of it. */
    public static RankGrid slabs(int ranks, int... array) {
        int[] extents = new int[array.length];
        Arrays.fill(extents, 1);
        extents[0] = ranks;
        return cutting(extents, array);
    }

    /** The same grid for an array of other extents, of which some ranks may then have nothing. */
    public RankGrid over(int... array) {
        return cutting(extents, array);
    }

    private static RankGrid cutting(int[] extents, int[] array) {
        List<Split> splits = new ArrayList<>();
        for (int dimension = 0; dimension < array.length; dimension++) {
            splits.add(new Split(array[dimension], extents[dimension]));
        }
        return new RankGrid(extents, List.copyOf(splits));
    }

    /** Tries all ways to write a number of ranks as a product. */
    private static final class Search {
        private final int[] array;
        private final int[] candidate;
        private int[] best;
        private double leastCut = Double.POSITIVE_INFINITY;

        Search(int[] array) {
            this.array = array;
            candidate = new int[array.length];
        }

        void choose(int dimension, int ranks, double cut) {
            if (dimension == array.length) {
                if (ranks == 1 && cut < leastCut) {
                    leastCut = cut;
                    best = candidate.clone();
                }
                return;
            }
            for (int parts = 1; parts <= Math.min(ranks, array[dimension]); parts++) {
                if (ranks % parts == 0) {
                    candidate[dimension] = parts;
                    choose(dimension + 1, ranks / parts, cut + (parts - 1.0) / array[dimension]);
                }
            }
        }
    }

    /** How each dimension of the array is cut. */
    public Split split(int dimension) {
        return splits.get(dimension);
    }

    /** Where a rank is along a dimension of the grid. */
    public int coordinate(int rank, int dimension) {
        int rest = rank;
        for (int inner = extents.length - 1; inner > dimension; inner--) {
            rest /= extents[inner];
        }
        return rest % extents[dimension];
    }

    /** The rank at a place of the grid. */
    public int rank(int... coordinates) {
        int rank = 0;
        for (int dimension = 0; dimension < extents.length; dimension++) {
            rank = rank * extents[dimension] + coordinates[dimension];
        }
        return rank;
    }

    /** How many indices of a dimension of the array a rank has. */
    public int count(int rank, int dimension) {
        return splits.get(dimension).count(coordinate(rank, dimension));
    }

    /** The first index of a dimension of the array that a rank has. */
    public int first(int rank, int dimension) {
        return splits.get(dimension).first(coordinate(rank, dimension));
    }

    /** Such as {@code 2 x 1 x 4}. */
    @Override
    public String toString() {
        return text(extents);
    }

    private static String text(int[] extents) {
        return Arrays.stream(extents).mapToObj(Integer::toString).collect(Collectors.joining(" x "));
    }
}
