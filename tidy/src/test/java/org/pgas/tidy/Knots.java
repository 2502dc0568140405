package org.pgas.tidy;

import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The knots of a graph: its strongly connected components, each a set of nodes of which every one reaches every other.
 *
 * @param all every node is in one of them
 */
record Knots(Set<Set<String>> all) {
    /** {@code edges} has every node, and the nodes that it names; names that are no nodes are left out. */
    static Knots of(Map<String, Set<String>> edges) {
        return new Knots(new Search(edges).knots);
    }

    /** The one with the most nodes; of equal ones the first by name. */
    Set<String> largest() {
        return all.stream().max(Comparator.<Set<String>>comparingInt(Set::size)
                .thenComparing(Set::toString, Comparator.reverseOrder())).orElse(Set.of());
    }

    /** Tarjan's: Depth-first search and linear graph algorithms, SIAM J. Comput. 1 (1972). */
    private static final class Search {
        final Set<Set<String>> knots = new HashSet<>();

        private final Map<String, Set<String>> edges;
        private final Map<String, Integer> numbers = new HashMap<>();
        private final Map<String, Integer> lowest = new HashMap<>();
        private final Deque<String> open = new ArrayDeque<>();

        Search(Map<String, Set<String>> edges) {
            this.edges = edges;
            new TreeMap<>(edges).keySet().stream().filter(node -> !numbers.containsKey(node)).forEach(this::visit);
        }

        private void visit(String node) {
            numbers.put(node, numbers.size());
            lowest.put(node, numbers.get(node));
            open.push(node);
            for (String next : edges.get(node)) {
                if (!edges.containsKey(next)) {
                    continue;
                }
                if (!numbers.containsKey(next)) {
                    visit(next);
                    lowest.merge(node, lowest.get(next), Math::min);
                } else if (open.contains(next)) {
                    lowest.merge(node, numbers.get(next), Math::min);
                }
            }
            if (lowest.get(node).equals(numbers.get(node))) {
                Set<String> knot = new TreeSet<>();
                do {
                    knot.add(open.peek());
                } while (!open.pop().equals(node));
                knots.add(knot);
            }
        }
    }
}
