package org.pgas.compare;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;

import org.pgas.compare.Measurements.Cell;

/**
 * Ratios that must not rise: of a few rows to what they are made of, C or a bare ring, as they were when they were recorded. Times differ
 * from machine to machine, ratios far less.
 *
 * <p>The file has lines {@code row,bytes,against,ratio,allowed}; {@code allowed} is how many percent above the ratio are still good.
 */
record Guard(List<Band> bands) {
    private static final String TITLES = "row,bytes,against,ratio,allowed";
    private static final int PARTS = 5;
    private static final double PERCENT = 100;

    /** What three digits after the point can say: a ratio is above 0. */
    private static final double LEAST = 0.001;

    /** What a ratio may be. @param allowed in percent above it */
    record Band(String row, long bytes, String against, double ratio, double allowed) {
        double limit() {
            return ratio * (1 + allowed / PERCENT);
        }

        private Cell ours() {
            return new Cell(Library.PGAS.word(), row, bytes);
        }

        private Cell theirs() {
            return new Cell(against, row, bytes);
        }

        String name() {
            return row + (bytes == 0 ? "" : " " + Figure.bytes(bytes));
        }
    }

    /** What a look found. */
    record Outcome(boolean isGood, String text) {}

    Guard {
        bands = List.copyOf(bands);
    }

    static Guard parse(List<String> lines) {
        return new Guard(lines.stream()
                .filter(line -> !line.isBlank() && !line.startsWith("#") && !line.equals(TITLES)).map(Guard::band)
                .toList());
    }

    private static Band band(String line) {
        String[] parts = line.split(",", -1);
        try {
            if (parts.length == PARTS && Library.of(parts[2]).isPresent()) {
                Band band = new Band(parts[0], Long.parseLong(parts[1]), parts[2], Double.parseDouble(parts[3]),
                        Double.parseDouble(parts[4]));
                if (band.ratio() > 0 && band.allowed() >= 0) {
                    return band;
                }
            }
        } catch (NumberFormatException e) {
            // told below, with all other faults
        }
        throw new IllegalArgumentException("'" + line + "' is no band: write " + TITLES);
    }

    /** What has to be measured. */
    RowSet rows() {
        return new RowSet(bands.stream().map(Band::row).distinct()
                .map(row -> new RowEntry(true, Group.TRANSFERS, row, 2, RowEntry.EVERY_SIZE, Map.of(), row,
                        Goal.parse("")))
                .toList());
    }

    Set<String> libraries() {
        Set<String> libraries = new LinkedHashSet<>(Set.of(Library.PGAS.word()));
        bands.forEach(band -> libraries.add(band.against()));
        return libraries;
    }

    /** A row that was not measured is not good: a guard that looks at nothing guards nothing. */
    Outcome look(Measurements measurements) {
        StringBuilder text = new StringBuilder(String.format(Locale.ROOT, "%-20s %-9s %9s %9s %9s%n", "row", "against",
                "recorded", "limit", "now"));
        List<String> faults = new ArrayList<>();
        for (Band band : bands) {
            OptionalDouble now = measurements.ratio(band.ours(), band.theirs());
            text.append(String.format(Locale.ROOT, "%-20s %-9s %9.2f %9.2f %9s%n", band.name(), band.against(),
                    band.ratio(), band.limit(), now.isPresent() ? Figure.ratio(now.getAsDouble()) : ""));
            if (now.isEmpty()) {
                faults.add(band.name() + " was not measured beside " + band.against() + ".");
            } else if (now.getAsDouble() > band.limit()) {
                faults.add(String.format(Locale.ROOT,
                        "%s has become slower: %.2f times %s, recorded was %.2f, allowed are %.2f.", band.name(),
                        now.getAsDouble(), band.against(), band.ratio(), band.limit()));
            }
        }
        text.append('\n');
        if (faults.isEmpty()) {
            text.append("All ratios are within their bands.\n");
        } else {
            faults.forEach(fault -> text.append(fault).append('\n'));
            text.append("Measure again on a quiet machine; if it stays, it is so. If it is meant: --guard --record.\n");
        }
        return new Outcome(faults.isEmpty(), text.toString());
    }

    /** Bands that have no ratio, so that there is nothing to record of them. */
    List<String> unmeasured(Measurements measurements) {
        return bands.stream().filter(band -> measurements.ratio(band.ours(), band.theirs()).isEmpty())
                .map(band -> band.name() + " beside " + band.against()).toList();
    }

    /** The file with the ratios that were measured, of which there has to be one for each band. */
    String recorded(Measurements measurements) {
        StringBuilder text = new StringBuilder(
                """
                        # Ratios of pgas to what is below it, which ./pgas bench compare --guard looks after; --guard --record writes them.
                        # allowed: how many percent above the ratio are still good.
                        """)
                .append(TITLES).append('\n');
        for (Band band : bands) {
            double ratio = measurements.ratio(band.ours(), band.theirs()).orElseThrow();
            text.append(String.format(Locale.ROOT, "%s,%d,%s,%.3f,%s%n", band.row(), band.bytes(), band.against(),
                    Math.max(LEAST, ratio), Figure.plain(band.allowed())));
        }
        return text.toString();
    }
}
