package org.pgas.faults.histories;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The part of an impossible history that shows it. Each cut leaves a history that is impossible too, and only because
 * the whole one is; one that a search cannot decide is not made:
 * <ul>
 * <li>what begins after some time is cut off, and what has not returned then is pending: a beginning of a history that
 * can be explained can be explained;
 * <li>operations are left out that the model says may be: see {@link Model#leftOutWith};
 * <li>what had returned before all others began is replaced by the states that it can have led to.
 * </ul>
 *
 * @param <S> the state of the model
 */
final class Excerpt<S> {
    /** A complaint about more operations than these shows the last ones only. */
    private static final int MOST_SHOWN = 60;

    private final Model<S> model;
    private List<Operation> operations;
    private Set<S> starts;

    private Excerpt(Model<S> model, List<Operation> operations) {
        this.model = model;
        this.operations = operations;
        this.starts = Set.of(model.start());
    }

    /** Of a history that a search has found to be impossible. */
    static <S> Excerpt<S> of(Model<S> model, Collection<Operation> history) {
        List<Operation> sorted = new ArrayList<>(history);
        sorted.sort(Comparator.comparingLong(Operation::begin));
        Excerpt<S> excerpt = new Excerpt<>(model, sorted);
        excerpt.cutEnd();
        excerpt.leaveOut();
        excerpt.cutBeginning();
        return excerpt;
    }

    /** What is left, by its begin. */
    List<Operation> operations() {
        return List.copyOf(operations);
    }

    private boolean isImpossible(List<Operation> history) {
        return Search.of(model, starts, history, Search.MOST_CONFIGURATIONS).isImpossible();
    }

    private void cutEnd() {
        List<Long> ends = operations.stream().map(Operation::end).filter(end -> end != Operation.PENDING).sorted()
                .toList();
        int possible = -1;
        int impossible = ends.size() - 1;
        while (impossible - possible > 1) {
            int middle = (possible + impossible) >>> 1;
            if (isImpossible(until(ends.get(middle)))) {
                impossible = middle;
            } else {
                possible = middle;
            }
        }
        List<Operation> cut = impossible < 0 ? operations : until(ends.get(impossible));
        operations = isImpossible(cut) ? cut : operations;
    }

    private List<Operation> until(long time) {
        return operations.stream().filter(each -> each.begin() <= time)
                .map(each -> each.end() > time ? each.pending() : each).toList();
    }

    /** In parts that become smaller: first half of all keys at once, at last each alone. */
    private void leaveOut() {
        Set<Object> keys = new LinkedHashSet<>();
        operations.stream().map(model::leftOutWith).filter(each -> each != null).forEach(keys::add);
        List<Object> left = new ArrayList<>(keys);
        for (int part = Math.max(1, left.size()); part >= 1; part /= 2) {
            for (int from = 0; from < left.size();) {
                List<Object> some = left.subList(from, Math.min(from + part, left.size()));
                List<Operation> others = without(new HashSet<>(some));
                if (isImpossible(others)) {
                    operations = others;
                    some.clear();
                } else {
                    from += part;
                }
            }
        }
    }

    private List<Operation> without(Set<Object> keys) {
        return operations.stream().filter(each -> {
            Object key = model.leftOutWith(each);
            return key == null || !keys.contains(key);
        }).toList();
    }

    /** From one time at which no operation is under way to the next, as long as there is an order. */
    private void cutBeginning() {
        int from = 0;
        long end = Long.MIN_VALUE;
        for (int index = 0; index <= operations.size(); index++) {
            if (index == operations.size() || index > from && operations.get(index).begin() > end) {
                Set<S> ends = Search.ends(model, starts, operations.subList(from, index), Search.MOST_CONFIGURATIONS);
                if (ends == null || ends.isEmpty() || index == operations.size()) {
                    break;
                }
                starts = ends;
                from = index;
            }
            end = Math.max(end, operations.get(index).end());
        }
        operations = operations.subList(from, operations.size());
    }

    /** For people: the states before, and each operation in a line. */
    String words() {
        long origin = operations.stream().mapToLong(Operation::begin).min().orElse(0);
        List<Operation> shown = operations.subList(Math.max(0, operations.size() - MOST_SHOWN), operations.size());
        String more = shown.size() < operations.size()
                ? "  (and " + (operations.size() - shown.size()) + " operations before)\n"
                : "";
        return "before: " + starts.stream().map(model::words).sorted().collect(Collectors.joining(", or ")) + "\n"
                + more + shown.stream().map(each -> "  " + each.words(origin)).collect(Collectors.joining("\n"));
    }
}
