package org.pgas.faults.soak;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The file of one rank, read: a column for each title, a row for each round that was verified. */
final class SoakLog {
    private final List<String> titles;
    private final List<double[]> rows = new ArrayList<>();

    private SoakLog(List<String> titles) {
        this.titles = titles;
    }

    /** What is there; a last line that is not complete is left out. */
    static SoakLog read(Path file) throws IOException {
        List<String> lines = Files.exists(file) ? Files.readAllLines(file) : List.of();
        SoakLog log = new SoakLog(lines.isEmpty() ? List.of() : List.of(lines.getFirst().split(",")));
        for (String line : lines.subList(Math.min(1, lines.size()), lines.size())) {
            String[] cells = line.split(",");
            if (cells.length == log.titles.size()) {
                double[] row = new double[cells.length];
                for (int i = 0; i < cells.length; i++) {
                    row[i] = Double.parseDouble(cells[i]);
                }
                log.rows.add(row);
            }
        }
        return log;
    }

    int rounds() {
        return rows.size();
    }

    /** Names of the modules: the columns behind the measurements. */
    List<String> modules() {
        return titles.isEmpty() ? List.of() : titles.subList(Round.titles(List.of()).size(), titles.size());
    }

    double[] column(String title) {
        int at = titles.indexOf(title);
        return rows.stream().mapToDouble(row -> row[at]).toArray();
    }

    /** When each round was measured, since the soak began: with all that it did between and beside the rounds. */
    private double[] hours() {
        return Arrays.stream(column("clock")).map(millis -> millis / 3_600_000).toArray();
    }

    Series series(String title) {
        return new Series(title, column(title), hours());
    }
}
