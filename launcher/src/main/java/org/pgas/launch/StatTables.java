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
import org.pgas.pshm.WayView;
import org.pgas.spi.WayNumber;

/** The tables of {@code pgas stat}. */
final class StatTables {
    private static final Set<Counter> BYTES = Set.of(Counter.PUT_BYTES, Counter.GET_BYTES, Counter.SENT_BYTES,
            Counter.HANDLED_BYTES);

    private StatTables() {}

    /** One line on the job, one on its ending, and one on each thing that could not be read. */
    static List<String> head(JobView job) {
        List<String> lines = new ArrayList<>();
        lines.add("job " + job.name() + ": " + Doing.of(job) + ", " + job.count(RankView.State.JOINED) + " of "
                + job.size() + " ranks joined" + Doing.neighbourhoods(job) + ", files of " + Figures.bytes(job.bytes())
                + " in " + job.directory());
        if (job.ending() != null) {
            String by = job.ending().rank() < 0 ? "the launcher" : job.describe(job.ending().rank());
            lines.add("ended by " + by + " with code " + job.ending().code()
                    + (job.ending().message().isEmpty() ? "" : ": " + job.ending().message()));
        }
        lines.addAll(job.remarks());
        return lines;
    }

    /** A line for each rank: what it is and does, and how full its rings are. */
    static List<String> ranks(JobView job) {
        boolean areSeveral = job.neighbourhoods() > 1;
        TextTable table = new TextTable(0, withNeighbourhood(areSeveral, "NEIGHBOURHOOD",
                List.of("RANK", "STATE", "PID", "SEEN", "SEGMENT", "REQUESTS", "REPLIES", " DOING")));
        for (RankStatus rank : job.ranks()) {
            table.add(withNeighbourhood(areSeveral, Doing.neighbourhood(rank),
                    List.of(Integer.toString(rank.rank()), Doing.state(rank),
                            rank.view().pid() == 0 ? "-" : Long.toString(rank.view().pid()),
                            rank.heartbeatMillis() < 0 ? "-" : Figures.time(rank.heartbeatMillis() * 1_000_000),
                            Figures.bytes(rank.segmentBytes()), percent(rank.requests()), percent(rank.replies()),
                            Doing.of(job, rank))));
        }
        return table.lines();
    }

    private static List<String> withNeighbourhood(boolean areSeveral, String neighbourhood, List<String> row) {
        List<String> longer = new ArrayList<>(row);
        if (areSeveral) {
            longer.add(1, neighbourhood);
        }
        return longer;
    }

    /**
     * A line for each way that something has gone, from a rank to one of another neighbourhood: what was sent and has
     * come, what the peer has not taken in percent of its fullest ring, how much the wire has room for, and what waits.
     */
    static List<String> ways(JobView job) {
        TextTable table = new TextTable(0, List.of("FROM", "TO", "SENT", "BYTES", "CAME", "BYTES", "REQUESTS",
                "REPLIES", "ROOM", "FULL", "REFUSED", " WAITS"));
        boolean isEmpty = true;
        for (RankStatus rank : job.ranks()) {
            for (WayView way : rank.messages().ways()) {
                if (way.number(WayNumber.FRAMES_SENT) + way.number(WayNumber.FRAMES_RECEIVED)
                        + way.number(WayNumber.LOST) > 0) {
                    table.add(way(job, rank, way));
                    isEmpty = false;
                }
            }
        }
        return isEmpty ? List.of("nothing has gone over the wire yet") : table.lines();
    }

    private static List<String> way(JobView job, RankStatus rank, WayView way) {
        return List.of(Integer.toString(rank.rank()), Integer.toString(way.peer()),
                Figures.count(way.number(WayNumber.FRAMES_SENT)), Figures.bytes(way.number(WayNumber.BYTES_SENT)),
                Figures.count(way.number(WayNumber.FRAMES_RECEIVED)),
                Figures.bytes(way.number(WayNumber.BYTES_RECEIVED)),
                way.held(WayNumber.REQUESTS_HELD, WayNumber.SERVED_HELD) + "%",
                way.held(WayNumber.REPLIES_HELD) + "%", Figures.bytes(way.number(WayNumber.WIRE_ROOM)),
                Figures.count(way.number(WayNumber.WITHOUT_ROOM)), Figures.count(way.number(WayNumber.REFUSED)),
                waits(job, way));
    }

    private static String waits(JobView job, WayView way) {
        List<String> all = new ArrayList<>();
        long waited = way.number(WayNumber.WAITED_NANOS);
        if (waited > 0) {
            all.add("a frame " + Figures.time(waited) + " for room");
        }
        long missing = way.number(WayNumber.LACKS_RANK) - 1;
        if (missing == way.peer()) {
            all.add("what comes for data that went to a neighbour");
        } else if (missing >= 0) {
            all.add("what comes for changes of "
                    + (missing < job.size() ? job.describe((int) missing) : "rank " + missing));
        }
        if (way.number(WayNumber.LEFT) > 0) {
            all.add("the peer leaves");
        } else if (way.number(WayNumber.LOST) > 0) {
            all.add("the way is lost");
        }
        return all.isEmpty() ? "-" : String.join(", ", all);
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
