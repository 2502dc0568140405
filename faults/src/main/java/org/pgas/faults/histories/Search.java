package org.pgas.faults.histories;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Searches for one order of all operations on an object. A model has to explain it, and an operation that had returned
 * before another one began comes first. This is the search of Wing and Gong; as Lowe's, it never looks twice at the
 * same operations with the same state. Since a rank makes one call after the other, the operations that are in order
 * are known by how many there are of each rank.
 *
 * <p>An operation may come next if none that is left had returned before it began. Stamps that are equal order nothing.
 * A pending operation may be left out. The search ends undecided when it has come to as many configurations as it may.
 *
 * @param <S> the state of the model
 */
final class Search<S> {
    /** Some hundred megabytes at most. */
    static final int MOST_CONFIGURATIONS = 1_000_000;

    /** A large one: counts that are near each other differ in their hash. */
    private static final int HASH_FACTOR = 0x9E3779B1;

    private final Model<S> model;
    private final int most;

    /** Operations of each rank, in the order of its calls. */
    private final Operation[][] ranks;

    private final Set<Configuration> seen = new HashSet<>();
    private final Deque<Configuration> open = new ArrayDeque<>();
    private int[] farthest;
    private int mostInOrder;
    private boolean isOver;

    /** How many operations of each rank are in order, and the state behind them. */
    private record Configuration(int[] counts, Object state) {
        @Override
        public boolean equals(Object other) {
            return other instanceof Configuration that && Arrays.equals(counts, that.counts)
                    && state.equals(that.state);
        }

        @Override
        public int hashCode() {
            int hash = state.hashCode();
            for (int count : counts) {
                hash = hash * HASH_FACTOR + count;
            }
            return hash;
        }
    }

    private Search(Model<S> model, Collection<Operation> history, int most) {
        this.model = model;
        this.most = most;
        Map<Integer, List<Operation>> byRank = new TreeMap<>();
        history.forEach(each -> byRank.computeIfAbsent(each.rank(), _ -> new ArrayList<>()).add(each));
        byRank.values().forEach(each -> each.sort(Comparator.comparingLong(Operation::begin)));
        ranks = byRank.values().stream().map(each -> each.toArray(Operation[]::new)).toArray(Operation[][]::new);
        farthest = new int[ranks.length];
    }

    /** Whether there is an order, from the beginning of the model. */
    static <S> Verdict of(Model<S> model, Collection<Operation> history) {
        return of(model, Set.of(model.start()), history, MOST_CONFIGURATIONS);
    }

    /** Whether there is an order from one of these states, found among {@code most} configurations. */
    static <S> Verdict of(Model<S> model, Set<S> starts, Collection<Operation> history, int most) {
        Search<S> search = new Search<>(model, history, most);
        boolean found = !search.ends(starts, true).isEmpty();
        return found ? Verdict.of(Verdict.Answer.EXPLAINED)
                : search.isOver ? Verdict.of(Verdict.Answer.UNDECIDED)
                        : new Verdict(Verdict.Answer.IMPOSSIBLE, search.next(search.farthest));
    }

    /** All states that orders lead to from one of these; null if there are more than {@code most} configurations. */
    static <S> Set<S> ends(Model<S> model, Set<S> starts, Collection<Operation> history, int most) {
        Search<S> search = new Search<>(model, history, most);
        Set<S> ends = search.ends(starts, false);
        return search.isOver ? null : ends;
    }

    private Set<S> ends(Set<S> starts, boolean oneIsEnough) {
        Set<S> ends = new HashSet<>();
        starts.forEach(start -> come(new int[ranks.length], start));
        while (!open.isEmpty() && !isOver) {
            Configuration here = open.removeLast();
            @SuppressWarnings("unchecked") // come() has put it there
            S state = (S) here.state;
            if (isComplete(here.counts)) {
                ends.add(state);
                if (oneIsEnough) {
                    return ends;
                }
            }
            goOn(here.counts, state);
        }
        return ends;
    }

    private void come(int[] counts, S state) {
        Configuration there = new Configuration(counts, state);
        if (!seen.add(there)) {
            return;
        }
        if (seen.size() > most) {
            isOver = true;
        }
        int inOrder = 0;
        for (int count : counts) {
            inOrder += count;
        }
        if (inOrder > mostInOrder) {
            mostInOrder = inOrder;
            farthest = counts;
        }
        open.addLast(there);
    }

    /** Comes to all configurations with one operation more; that which returns first is looked at first. */
    private void goOn(int[] counts, S state) {
        List<Operation> next = next(counts);
        long firstEnd = next.stream().mapToLong(Operation::end).min().orElse(0);
        List<Operation> possible = new ArrayList<>(next);
        possible.removeIf(each -> each.begin() > firstEnd);
        // the last to be put on the stack is the first to be taken from it
        possible.sort(Comparator.comparingLong(Operation::end).reversed());
        for (Operation each : possible) {
            S after = model.after(state, each);
            if (after != null) {
                come(withOneMore(counts, each), after);
            }
        }
    }

    private int[] withOneMore(int[] counts, Operation operation) {
        int[] more = counts.clone();
        for (int rank = 0; rank < ranks.length; rank++) {
            if (ranks[rank][0].rank() == operation.rank()) {
                more[rank]++;
            }
        }
        return more;
    }

    /** The next operation of each rank that has one. */
    private List<Operation> next(int[] counts) {
        List<Operation> next = new ArrayList<>(ranks.length);
        for (int rank = 0; rank < ranks.length; rank++) {
            if (counts[rank] < ranks[rank].length) {
                next.add(ranks[rank][counts[rank]]);
            }
        }
        return next;
    }

    private boolean isComplete(int[] counts) {
        return next(counts).stream().allMatch(Operation::isPending);
    }
}
