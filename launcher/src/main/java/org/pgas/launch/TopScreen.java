package org.pgas.launch;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

import org.pgas.Counter;
import org.pgas.Setting;
import org.pgas.pshm.JobView;
import org.pgas.pshm.RankStatus;
import org.pgas.pshm.RankView;
import org.pgas.pshm.RingFill;

/** What {@code pgas top} shows at one moment: a line on the job, and one for each rank. */
final class TopScreen {
    private static final int BAR = 5;
    private static final List<String> HEADS = List.of("RANK", "PUT/s", "GET/s", "MSG/s", "BYTES/s", "WAIT", "RING",
            " DOING");

    /** Behind the first of these where there are several neighbourhoods. */
    private static final List<String> WIRE_HEADS = List.of("NEIGHBOURHOOD", "WIRE/s");

    private TopScreen() {}

    /** @param rows lines that there is room for; what is too much is left out, and said */
    static List<String> lines(JobView job, Rates rates, int columns, int rows) {
        List<String> lines = new ArrayList<>();
        long age = Math.max(0, Duration.between(job.begin(), Instant.now()).toNanos());
        lines.add("job " + job.name() + ": " + Doing.of(job) + ", " + job.count(RankView.State.JOINED) + " of "
                + job.size() + " ranks" + Doing.neighbourhoods(job) + ", for " + Figures.time(age) + ", files of "
                + Figures.bytes(job.bytes()));
        lines.addAll(job.remarks());
        if (job.ranks().stream().anyMatch(rank -> rates.of(rank.rank(), Counter.PUTS) == 0
                || rates.of(rank.rank(), Counter.GETS) == 0)) {
            lines.add("-: none of " + (Counter.SMALL >> 10) + " KiB or more; smaller ones are counted with "
                    + Setting.STATS.key() + "=on only");
        }
        lines.add("");
        boolean areSeveral = job.neighbourhoods() > 1;
        List<String> heads = new ArrayList<>(HEADS);
        if (areSeveral) {
            heads.addAll(1, WIRE_HEADS);
        }
        TextTable table = new TextTable(0, heads);
        job.ranks().forEach(rank -> {
            List<String> row = new ArrayList<>(row(job, rank, rates));
            if (areSeveral) {
                row.addAll(1, List.of(Doing.neighbourhood(rank), Figures.bytes(rates.overTheWire(rank.rank()))));
            }
            table.add(row);
        });
        lines.addAll(table.lines());
        int left = lines.size() - rows;
        if (left > 0) {
            lines.subList(Math.max(0, rows - 1), lines.size()).clear();
            lines.add("... and " + (left + 1) + " more lines: enlarge the window, or use pgas stat");
        }
        lines.replaceAll(line -> line.length() > columns ? line.substring(0, columns) : line);
        return lines;
    }

    private static List<String> row(JobView job, RankStatus rank, Rates rates) {
        int id = rank.rank();
        double bytes = rates.of(id, Counter.PUT_BYTES) + rates.of(id, Counter.GET_BYTES)
                + rates.of(id, Counter.SENT_BYTES);
        double messages = rates.of(id, Counter.REQUESTS) + rates.of(id, Counter.REPLIES)
                + rates.of(id, Counter.HANDLED);
        return List.of(Integer.toString(id), seen(rates.of(id, Counter.PUTS)), seen(rates.of(id, Counter.GETS)),
                Figures.count(messages), Figures.bytes(bytes),
                rates.waited(id) + "%", bar(rank), Doing.withState(job, rank));
    }

    /** Where none is counted there may be small ones that are not. */
    private static String seen(double rate) {
        return rate == 0 ? "-" : Figures.count(rate);
    }

    /** How full the fullest ring is by which the rank receives. */
    static String bar(RankStatus rank) {
        RingFill requests = rank.requests();
        if (requests.rings() == 0) {
            return "-";
        }
        int percent = Math.max(requests.fullest(), rank.replies().fullest());
        int marks = Math.ceilDiv(percent * BAR, 100);
        return "#".repeat(marks) + ".".repeat(BAR - marks) + String.format(Locale.ROOT, "%4d%%", percent);
    }
}
