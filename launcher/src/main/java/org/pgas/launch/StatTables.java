package org.pgas.launch;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

import org.pgas.Counter;
import org.pgas.pshm.JobView;
import org.pgas.pshm.RankStatus;
import org.pgas.pshm.RankView;
import org.pgas.pshm.RingFill;

/** The tables of {@code pgas stat}. */
final class StatTables {
    private static final Set<Counter> BYTES = Set.of(Counter.PUT_BYTES, Counter.GET_BYTES, Counter.SENT_BYTES,
            Counter.HANDLED_BYTES);

    private StatTables() {}

    /** One line on the job, one on its ending, and one on each thing that could not be read. */
    static List<String> head(JobView job) {
        List<String> lines = new ArrayList<>();
        lines.add("job " + job.name() + ": " + Doing.of(job) + ", " + job.count(RankView.State.JOINED) + " of "
                + job.size() + " ranks joined, files of " + Figures.bytes(job.bytes()) + " in " + job.directory());
        if (job.ending() != null) {
            String by = job.ending().rank() < 0 ? "the launcher" : "rank " + job.ending().rank();
            lines.add("ended by " + by + " with code " + job.ending().code()
                    + (job.ending().message().isEmpty() ? "" : ": " + job.ending().message()));
        }
        lines.addAll(job.remarks());
        return lines;
    }

    /** A line for each rank: what it is and does, and how full its rings are. */
    static List<String> ranks(JobView job) {
        TextTable table = new TextTable(0,
                List.of("RANK", "STATE", "PID", "SEEN", "SEGMENT", "REQUESTS", "REPLIES", " DOING"));
        for (RankStatus rank : job.ranks()) {
            table.add(List.of(Integer.toString(rank.rank()), Doing.state(rank),
                    rank.view().pid() == 0 ? "-" : Long.toString(rank.view().pid()),
                    rank.heartbeatMillis() < 0 ? "-" : Figures.time(rank.heartbeatMillis() * 1_000_000),
                    Figures.bytes(rank.segmentBytes()), percent(rank.requests()), percent(rank.replies()),
                    Doing.of(rank)));
        }
        return table.lines();
    }

    private static String percent(RingFill fill) {
        return fill.rings() == 0 ? "-" : fill.fullest() + "%";
    }

    /** Totals since the ranks have joined, of the counters that any rank has counted. */
    static List<String> totals(JobView job) {
        return counters(job, "nothing is counted yet", (rank, counter) -> rank.counters().getOrDefault(counter, 0L),
                (counter, value) -> Rates.TIMES.contains(counter)
                        ? value == 0 ? "0" : Figures.time((long) value)
                        : scaled(counter, value));
    }

    /** The same of the time between two looks, per second; of times, their share. */
    static List<String> rates(JobView job, Rates rates) {
        return counters(job, "nothing was counted", (rank, counter) -> rates.of(rank.rank(), counter),
                (counter, value) -> Rates.TIMES.contains(counter)
                        ? Math.round(value / 1e7) + "%"
                        : scaled(counter, value));
    }

    private static String scaled(Counter counter, double value) {
        return BYTES.contains(counter) ? Figures.bytes(value) : Figures.count(value);
    }

    private interface Value {
        double of(RankStatus rank, Counter counter);
    }

    private interface Format {
        String of(Counter counter, double value);
    }

    private static List<String> counters(JobView job, String nothing, Value value, Format format) {
        List<Counter> counted = Arrays.stream(Counter.values())
                .filter(counter -> job.ranks().stream().anyMatch(rank -> value.of(rank, counter) != 0)).toList();
        if (counted.isEmpty()) {
            return List.of(nothing);
        }
        List<String> heads = new ArrayList<>(List.of("RANK"));
        // of times the unit stands at each figure
        counted.forEach(counter -> heads.add(Rates.TIMES.contains(counter)
                ? counter.label().replace(" ns", "")
                : counter.label()));
        TextTable table = new TextTable(0, heads);
        for (RankStatus rank : job.ranks()) {
            List<String> row = new ArrayList<>(List.of(Integer.toString(rank.rank())));
            counted.forEach(counter -> row.add(format.of(counter, value.of(rank, counter))));
            table.add(row);
        }
        return table.lines();
    }
}
