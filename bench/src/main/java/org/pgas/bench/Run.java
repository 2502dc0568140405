package org.pgas.bench;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import org.HdrHistogram.Histogram;
import org.pgas.bench.rows.BenchRank;
import org.pgas.bench.rows.Kind;
import org.pgas.bench.rows.RowLine;
import org.pgas.bench.rows.Suite;
import org.pgas.launch.Launcher;
import org.pgas.launch.RankOutput;
import org.pgas.launch.RunningJob;

/**
 * Measures: rounds in which each suite has a job of its own. So what a JVM happens to compile differently, and what
 * else the machine does for a while, shows in the spread instead of in one row.
 */
final class Run {
    private record Place(Kind kind, long bytes) {}

    private static final class Gathered {
        private final List<List<Double>> rounds = new ArrayList<>();
        private Histogram singles;

        void add(RowLine line) {
            rounds.add(line.samples());
            if (singles == null) {
                singles = line.singles();
            } else if (line.singles() != null) {
                singles.add(line.singles());
            }
        }
    }

    private final int ranks;
    private final boolean bind;
    private final boolean quick;
    private final PrintWriter err;
    private final Map<Place, Gathered> gathered = new TreeMap<>(
            Comparator.comparing(Place::kind).thenComparing(Place::bytes));

    /** @param err where it says how far it is, and what failed */
    Run(int ranks, boolean bind, boolean quick, PrintWriter err) {
        this.ranks = ranks;
        this.bind = bind;
        this.quick = quick;
        this.err = err;
    }

    /** Refuses, before anything is done, numbers of ranks that cannot be, or not with a core for each. */
    void check() {
        launcher(Suite.LATENCY, RankOutput.inherit());
    }

    /** Returns 0, or the exit code of the job that failed, after its output. */
    int measure(List<Suite> suites, int rounds) throws InterruptedException {
        for (int round = 1; round <= rounds; round++) {
            for (Suite suite : suites) {
                String what = "round " + round + " of " + rounds + ": " + suite.word();
                err.println("pgas: " + what);
                err.flush();
                int code = job(suite, what);
                if (code != 0) {
                    return code;
                }
            }
        }
        return 0;
    }

    private int job(Suite suite, String what) throws InterruptedException {
        List<RowLine> rows = new ArrayList<>();
        RankOutput output = RankOutput.lines((rank, isError, line) -> {
            RowLine row = rank == 0 && !isError ? RowLine.parse(line) : null;
            synchronized (rows) {
                if (row != null) {
                    rows.add(row);
                } else {
                    err.println("[" + rank + "] " + line);
                    err.flush();
                }
            }
        });
        try (RunningJob job = launcher(suite, output).start()) {
            int code = job.await();
            if (code != 0) {
                err.println("pgas: bench: " + what + ": the job failed: "
                        + (job.message().isEmpty() ? "exit code " + code : job.message()));
                return code;
            }
        }
        synchronized (rows) {
            rows.forEach(row -> gathered.computeIfAbsent(new Place(row.kind(), row.bytes()), place -> new Gathered())
                    .add(row));
        }
        return 0;
    }

    private Launcher launcher(Suite suite, RankOutput output) {
        List<String> arguments = quick ? List.of(suite.word(), BenchRank.QUICK) : List.of(suite.word());
        return Launcher.builder().ranks(ranks).bind(bind).mainClass(BenchRank.class.getName()).arguments(arguments)
                .output(output).build();
    }

    /** In the order of the kinds, then of the sizes. */
    List<Row> rows() {
        List<Row> rows = new ArrayList<>();
        gathered.forEach((place, all) -> rows.add(new Row(
                new RowKey(RowKey.OURS, place.kind().word(), place.bytes(), ranks), place.kind().unit(), all.rounds,
                all.singles == null ? null : Percentiles.of(all.singles))));
        return rows;
    }
}
