package org.pgas.compare.scaling;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.PriorityQueue;

/**
 * Runs the steps of ranks that have a core each. The rank with the clock that is furthest behind always goes on, so
 * lines are asked for in the order of time; a rank that waits for a write goes on when the write is done.
 */
final class Simulation {
    private static final class Rank {
        private final int number;
        private final List<Step> steps;
        private int next;
        private double clock;

        private Rank(int number, List<Step> steps) {
            this.number = number;
            this.steps = steps;
        }

        private boolean isDone() {
            return next == steps.size();
        }
    }

    /**
     * What came of it.
     *
     * @param nanos until the last rank was done
     * @param transfers of lines, by all ranks
     */
    record Result(double nanos, long transfers) {}

    private final CacheLines lines;
    private final List<Deque<Rank>> waiting = new ArrayList<>();
    private final PriorityQueue<Rank> ready = new PriorityQueue<>(
            Comparator.<Rank>comparingDouble(rank -> rank.clock).thenComparingInt(rank -> rank.number));

    private Simulation(int lines, CacheCosts costs) {
        this.lines = new CacheLines(lines, costs);
        for (int line = 0; line < lines; line++) {
            waiting.add(new ArrayDeque<>());
        }
    }

    /** Of the whole of {@code protocol}, repeated: per repetition, once the caches are as they stay. */
    static Result of(Protocol protocol, int ranks, CacheCosts costs) {
        int warm = Protocol.PERIOD;
        int measured = Protocol.PERIOD;
        Result first = new Simulation(protocol.lines(ranks), costs).run(protocol, ranks, warm);
        Result all = new Simulation(protocol.lines(ranks), costs).run(protocol, ranks, warm + measured);
        return new Result((all.nanos - first.nanos) / measured, (all.transfers - first.transfers) / measured);
    }

    private Result run(Protocol protocol, int ranks, int repetitions) {
        List<Rank> all = new ArrayList<>();
        for (int number = 0; number < ranks; number++) {
            List<Step> steps = new ArrayList<>();
            for (int repetition = 1; repetition <= repetitions; repetition++) {
                steps.addAll(protocol.steps(number, ranks, repetition));
            }
            all.add(new Rank(number, steps));
        }
        ready.addAll(all);
        while (!ready.isEmpty()) {
            advance(ready.remove());
        }
        if (!all.stream().allMatch(Rank::isDone)) {
            throw new IllegalStateException(protocol + " with " + ranks + " ranks: they wait in a circle");
        }
        return new Result(all.stream().mapToDouble(rank -> rank.clock).max().orElseThrow(), lines.transfers());
    }

    private void advance(Rank rank) {
        if (rank.isDone()) {
            return;
        }
        switch (rank.steps.get(rank.next)) {
            case Step.Write(int line) -> {
                rank.clock = lines.write(rank.number, line, rank.clock);
                rank.next++;
                wake(line);
            }
            case Step.Await(int line, int times) -> {
                if (lines.writes(line) < times) {
                    // it spins on what it has, and has lost that when the writer is done
                    rank.clock = lines.read(rank.number, line, rank.clock);
                    waiting.get(line).add(rank);
                    return;
                }
                rank.clock = lines.read(rank.number, line, rank.clock);
                rank.next++;
            }
            case Step.Look(int line, int times, int passedOver) -> {
                rank.clock = lines.read(rank.number, line, rank.clock);
                rank.next += lines.writes(line) < times ? 1 + passedOver : 1;
            }
            case Step.Count(int line, int all, int passedOver) -> {
                rank.clock = lines.write(rank.number, line, rank.clock);
                rank.next += lines.writes(line) % all == 0 ? 1 : 1 + passedOver;
                wake(line);
            }
            case Step.Raise(int line, int times, int passedOver) -> {
                if (lines.writes(line) < times) {
                    rank.clock = lines.write(rank.number, line, rank.clock);
                    rank.next++;
                    wake(line);
                } else {
                    rank.next += 1 + passedOver;
                }
            }
        }
        ready.add(rank);
    }

    private void wake(int line) {
        for (Rank rank : waiting.get(line)) {
            rank.clock = Math.max(rank.clock, lines.writtenAt(line));
            ready.add(rank);
        }
        waiting.get(line).clear();
    }
}
