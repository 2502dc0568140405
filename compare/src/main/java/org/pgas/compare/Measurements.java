package org.pgas.compare;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.DoubleBinaryOperator;
import java.util.stream.Collectors;

/**
 * All rounds, and what they say together. Where nothing was measured there is no figure, never one that stands for it.
 */
final class Measurements {
    /** What is looked up: a row of a library at one size. */
    record Cell(String library, String row, long bytes) {}

    private final List<Measured> all;
    private final Map<Cell, TreeMap<Integer, Double>> rounds;

    Measurements(List<Measured> all) {
        this.all = List.copyOf(all);
        this.rounds = all.stream().collect(Collectors.groupingBy(
                Measurements::cellOf,
                Collectors.toMap(Measured::round, each -> each.line().median(), (first, last) -> last, TreeMap::new)));
    }

    List<Measured> all() {
        return all;
    }

    boolean has(String library) {
        return rounds.keySet().stream().anyMatch(cell -> cell.library().equals(library));
    }

    /** Those at which a library has measured a row, in ascending order. */
    TreeSet<Long> sizes(String library, String row) {
        return rounds.keySet().stream().filter(cell -> cell.library().equals(library) && cell.row().equals(row))
                .map(Cell::bytes).collect(Collectors.toCollection(TreeSet::new));
    }

    /** Of the rounds, in nanoseconds. */
    OptionalDouble median(Cell cell) {
        return median(values(cell));
    }

    /** Of the rounds, in nanoseconds: in a state of the machine that not every start is in. */
    OptionalDouble least(Cell cell) {
        double[] values = values(cell);
        return values.length == 0 ? OptionalDouble.empty() : OptionalDouble.of(values[0]);
    }

    /** In how many rounds there is a figure, each of a start of its own. */
    int starts(Cell cell) {
        return values(cell).length;
    }

    /** How far the rounds are apart: from the least to the greatest, by the median. */
    OptionalDouble spread(Cell cell) {
        double[] values = values(cell);
        OptionalDouble median = median(values);
        return median.isEmpty() || median.getAsDouble() <= 0
                ? OptionalDouble.empty()
                : OptionalDouble.of((values[values.length - 1] - values[0]) / median.getAsDouble());
    }

    /** The median of the rounds' own ratios, since a machine that slows down slows both sides of a round. */
    OptionalDouble ratio(Cell one, Cell other) {
        return median(ratios(one, other));
    }

    /** The least repetition of all rounds by the other's, which need not be of the same round. */
    OptionalDouble ratioOfLeasts(Cell one, Cell other) {
        OptionalDouble ours = leastRepetition(one);
        OptionalDouble theirs = leastRepetition(other);
        return ours.isPresent() && theirs.isPresent() && theirs.getAsDouble() > 0
                ? OptionalDouble.of(ours.getAsDouble() / theirs.getAsDouble())
                : OptionalDouble.empty();
    }

    private OptionalDouble leastRepetition(Cell cell) {
        return all.stream().filter(each -> cellOf(each).equals(cell)).mapToDouble(each -> each.line().least()).min();
    }

    private static Cell cellOf(Measured each) {
        return new Cell(each.library(), each.line().row(), each.line().bytes());
    }

    /** Their numbers. */
    Set<Integer> rounds() {
        return all.stream().map(Measured::round).collect(Collectors.toSet());
    }

    Measurements without(int round) {
        return new Measurements(all.stream().filter(each -> each.round() != round).toList());
    }

    /** The rounds' own ratios, in ascending order. */
    double[] ratios(Cell one, Cell other) {
        return together(one, other, (a, b) -> b > 0 ? a / b : Double.NaN);
    }

    /** The median of what one takes more than the other, in nanoseconds. */
    OptionalDouble difference(Cell one, Cell other) {
        return median(together(one, other, (a, b) -> a - b));
    }

    private double[] together(Cell one, Cell other, DoubleBinaryOperator operator) {
        Map<Integer, Double> theirs = rounds.getOrDefault(other, new TreeMap<>());
        return rounds.getOrDefault(one, new TreeMap<>()).entrySet().stream()
                .filter(each -> theirs.containsKey(each.getKey()))
                .mapToDouble(each -> operator.applyAsDouble(each.getValue(), theirs.get(each.getKey())))
                .filter(value -> !Double.isNaN(value)).sorted().toArray();
    }

    private double[] values(Cell cell) {
        return rounds.getOrDefault(cell, new TreeMap<>()).values().stream().mapToDouble(each -> each).sorted()
                .toArray();
    }

    private static OptionalDouble median(double[] sorted) {
        if (sorted.length == 0) {
            return OptionalDouble.empty();
        }
        int middle = sorted.length / 2;
        return OptionalDouble.of(
                sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2);
    }

    /**
     * With what one of two libraries has measured of each cell in the name of the first: the rounds of the one with the
     * smaller median.
     */
    Measurements withBetter(String first, String second) {
        List<Measured> merged = new ArrayList<>();
        for (Measured each : all) {
            boolean isSecond = each.library().equals(second);
            if (!isSecond && !each.library().equals(first)) {
                merged.add(each);
                continue;
            }
            OptionalDouble mine = median(new Cell(each.library(), each.line().row(), each.line().bytes()));
            OptionalDouble other = median(
                    new Cell(isSecond ? first : second, each.line().row(), each.line().bytes()));
            if (other.isEmpty() || mine.getAsDouble() < other.getAsDouble()
                    || !isSecond && mine.getAsDouble() == other.getAsDouble()) {
                merged.add(new Measured(each.round(), each.ranks(), each.line().of(first)));
            }
        }
        return new Measurements(merged);
    }
}
