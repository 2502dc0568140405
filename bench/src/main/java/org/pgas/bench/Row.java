package org.pgas.bench;

import java.util.ArrayList;
import java.util.List;

import org.pgas.bench.rows.Unit;

/**
 * What was measured of one thing.
 *
 * @param rounds the samples of each round, in the unit; none is empty
 * @param percentiles of operations that were timed one by one, or null
 */
record Row(RowKey key, Unit unit, List<List<Double>> rounds, Percentiles percentiles) {
    Row {
        rounds = rounds.stream().map(List::copyOf).toList();
    }

    private List<Double> samples() {
        return rounds.stream().flatMap(List::stream).toList();
    }

    /** The median of all samples. */
    double median() {
        return median(samples());
    }

    double min() {
        return samples().stream().mapToDouble(each -> each).min().orElseThrow();
    }

    double max() {
        return samples().stream().mapToDouble(each -> each).max().orElseThrow();
    }

    /** The lower end of the spread: the least of the rounds' medians, or with one round, of its samples. */
    double low() {
        return spread().stream().mapToDouble(each -> each).min().orElseThrow();
    }

    /** The upper end of the spread. */
    double high() {
        return spread().stream().mapToDouble(each -> each).max().orElseThrow();
    }

    private List<Double> spread() {
        return rounds.size() == 1 ? rounds.getFirst() : rounds.stream().map(Row::median).toList();
    }

    /** The middle one, or the mean of the two in the middle. */
    static double median(List<Double> numbers) {
        List<Double> sorted = new ArrayList<>(numbers);
        sorted.sort(null);
        int middle = sorted.size() / 2;
        return sorted.size() % 2 == 1 ? sorted.get(middle) : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
    }
}
