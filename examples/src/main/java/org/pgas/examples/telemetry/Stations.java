package org.pgas.examples.telemetry;

import java.util.Locale;

/** What rank 0 keeps of each station. Handlers of a rank run one at a time: no locks. */
public final class Stations {
    private final Station[] stations;
    private final long[] readings;
    private final double[] least;
    private final double[] most;
    private final double[] sums;

    public Stations(int size) {
        stations = new Station[size];
        readings = new long[size];
        least = new double[size];
        most = new double[size];
        sums = new double[size];
    }

    public void introduce(int rank, Station station) {
        stations[rank] = station;
    }

    public void add(int rank, double celsius) {
        least[rank] = readings[rank] == 0 ? celsius : Math.min(least[rank], celsius);
        most[rank] = readings[rank] == 0 ? celsius : Math.max(most[rank], celsius);
        sums[rank] += celsius;
        readings[rank]++;
    }

    public Summary summary(int rank) {
        return new Summary(stations[rank].name(), readings[rank], least[rank],
                readings[rank] == 0 ? 0 : sums[rank] / readings[rank], most[rank]);
    }

    /** A line for each station, below one of titles. */
    public String table() {
        StringBuilder table = new StringBuilder("station     readings      least    average       most\n");
        for (int rank = 0; rank < stations.length; rank++) {
            Summary of = summary(rank);
            table.append(String.format(Locale.ROOT, "%-8s %,11d %10.2f %10.2f %10.2f%n", of.name(), of.readings(),
                    of.least(),
                    of.average(), of.most()));
        }
        return table.toString();
    }
}
