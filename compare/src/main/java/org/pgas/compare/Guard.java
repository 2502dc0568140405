package org.pgas.compare;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Collectors;

import org.pgas.compare.Measurements.Cell;

/**
 * Ratios that must not rise: of a few rows to what they are made of, C or a bare ring, as they were when they were
 * recorded. Times differ from machine to machine, ratios far less; between kinds of processors they differ too, so each
 * kind has its own.
 *
 * <p>A ratio is that of the least times: of all repetitions in all starts, each side's own. A start may be in a slow
 * state, and a machine busy for a while, each side by chance; the least times are of neither.
 *
 * <p>The file has lines {@code processor,row,bytes,against,ratio,allowed}. {@code against} is a library, or
 * {@code library:row} where the row to compare with has another name there. {@code allowed} is how many percent above
 * the ratio are still good.
 */
record Guard(List<Band> bands) {
    private static final String TITLES = "processor,row,bytes,against,ratio,allowed";
    private static final int PARTS = 6;
    private static final double PERCENT = 100;

    /** What three digits after the point can say: a ratio is above 0. */
    private static final double LEAST = 0.001;

    /** Percent that every band allows, and the steps in which wider ones grow. */
    private static final int NARROWEST = 15;
    private static final int STEP = 5;

    /** A row at a size, and what it is compared with. */
    record Pair(String row, long bytes, String against) {
        private OptionalDouble ratio(Measurements measurements) {
            return measurements.ratioOfLeasts(ours(), theirs());
        }

        private int starts(Measurements measurements) {
            return measurements.ratios(ours(), theirs()).length;
        }

        private Cell ours() {
            return new Cell(Library.PGAS.word(), row, bytes);
        }

        private Cell theirs() {
            return new Cell(library(), rowThere(), bytes);
        }

        String library() {
            return against.split(":", 2)[0];
        }

        String rowThere() {
            return against.contains(":") ? against.split(":", 2)[1] : row;
        }

        String name() {
            return row + (bytes == 0 ? "" : " " + Figure.bytes(bytes));
        }
    }

    /** What a ratio may be. @param allowed in percent above it */
    record Band(Processor processor, Pair pair, double ratio, double allowed) {
        double limit() {
            return ratio * (1 + allowed / PERCENT);
        }

        private boolean isExceeded(Measurements measurements) {
            return pair.ratio(measurements).orElse(0) > limit();
        }

        private String line() {
            return String.format(Locale.ROOT, "%s,%s,%d,%s,%.3f,%s", processor.word(), pair.row(), pair.bytes(),
                    pair.against(), ratio, Figure.plain(allowed));
        }
    }

    /** What a look found. */
    record Outcome(boolean isGood, String text) {}

    Guard {
        bands = List.copyOf(bands);
    }

    static Guard parse(List<String> lines) {
        Guard guard = new Guard(lines.stream()
                .filter(line -> !line.isBlank() && !line.startsWith("#") && !line.equals(TITLES)).map(Guard::band)
                .toList());
        Set<Object> seen = new LinkedHashSet<>();
        for (Band band : guard.bands) {
            if (!seen.add(List.of(band.processor(), band.pair()))) {
                throw new IllegalArgumentException("there are two bands of " + band.processor().word() + " for "
                        + band.pair().name() + " beside " + band.pair().against() + ": keep one");
            }
        }
        return guard;
    }

    private static Band band(String line) {
        String[] parts = line.split(",", -1);
        try {
            if (parts.length == PARTS && Processor.isWord(parts[0])) {
                Pair pair = new Pair(parts[1], Long.parseLong(parts[2]), parts[3]);
                Band band = new Band(new Processor(parts[0]), pair, Double.parseDouble(parts[4]),
                        Double.parseDouble(parts[5]));
                if (Library.of(pair.library()).isPresent() && !pair.rowThere().isEmpty() && band.ratio() > 0
                        && band.allowed() >= 0) {
                    return band;
                }
            }
        } catch (NumberFormatException e) {
            // told below, with all other faults
        }
        throw new IllegalArgumentException("'" + line + "' is no band: write " + TITLES);
    }

    /** Those of a kind of processor. */
    Guard of(Processor processor) {
        return new Guard(bands.stream().filter(band -> band.processor().equals(processor)).toList());
    }

    /** Kinds that have bands, for people. */
    String processors() {
        return bands.stream().map(band -> band.processor().title()).distinct().collect(Collectors.joining(", "));
    }

    /** Each row once that any kind of processor has a band for. */
    List<Pair> pairs() {
        return bands.stream().map(Band::pair).distinct().toList();
    }

    /** What has to be measured for some pairs. */
    static RowSet rows(List<Pair> pairs) {
        return new RowSet(Scope.ONE_HOST, pairs.stream().map(pair -> RowEntry.measured(pair.row(), pair.bytes(),
                pair.rowThere().equals(pair.row()) ? Map.of() : Map.of(pair.library(), pair.rowThere()))).toList());
    }

    static Set<String> libraries(List<Pair> pairs) {
        Set<String> libraries = new LinkedHashSet<>(Set.of(Library.PGAS.word()));
        pairs.forEach(pair -> libraries.add(pair.library()));
        return libraries;
    }

    /** Those bands that are exceeded; what was not measured is not among them. */
    Guard exceeded(Measurements measurements) {
        return new Guard(bands.stream().filter(band -> band.isExceeded(measurements)).toList());
    }

    /** A row that was not measured is not good: a guard that looks at nothing guards nothing. */
    Outcome look(Measurements measurements) {
        StringBuilder text = new StringBuilder(String.format(Locale.ROOT, "%-22s %-10s %9s %9s %9s %6s%n", "row",
                "against", "recorded", "limit", "now", "starts"));
        List<String> faults = new ArrayList<>();
        for (Band band : bands) {
            Pair pair = band.pair();
            OptionalDouble now = pair.ratio(measurements);
            text.append(String.format(Locale.ROOT, "%-22s %-10s %9.2f %9.2f %9s %6d%n", pair.name(),
                    pair.against(), band.ratio(), band.limit(),
                    now.isPresent() ? Figure.ratio(now.getAsDouble()) : "", pair.starts(measurements)));
            if (now.isEmpty()) {
                faults.add(pair.name() + " was not measured beside " + pair.against() + ".");
            } else if (band.isExceeded(measurements)) {
                faults.add(String.format(Locale.ROOT,
                        "%s has become slower: %.2f times %s, recorded was %.2f, allowed are %.2f.", pair.name(),
                        now.getAsDouble(), pair.against(), band.ratio(), band.limit()));
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

    /** Rows of any kind of processor that have no ratio, so that there is nothing to record of them. */
    List<String> unmeasured(Measurements measurements) {
        return pairs().stream().filter(pair -> pair.ratio(measurements).isEmpty())
                .map(pair -> pair.name() + " beside " + pair.against()).toList();
    }

    /**
     * The file with the ratios that were measured on a kind of processor, one for each row; lines of other kinds stay.
     */
    String recorded(Processor processor, Measurements measurements) {
        List<Band> all = new ArrayList<>(
                bands.stream().filter(band -> !band.processor().equals(processor)).toList());
        pairs().forEach(pair -> all.add(recorded(processor, pair, measurements)));
        return """
                # Ratios of pgas to what is below it, which ./pgas bench compare --guard looks after, for each kind of
                # processor. --guard --record writes those of the machine's own kind, and how many percent above them
                # are still good: 15 at least, and as many as it is without any one of the recorded starts. A ratio is
                # that of the least times of each side's starts.
                """
                + all.stream().map(Band::line).collect(Collectors.joining("\n", TITLES + "\n", "\n"));
    }

    private static Band recorded(Processor processor, Pair pair, Measurements measurements) {
        double ratio = Math.max(LEAST, pair.ratio(measurements).orElseThrow());
        double highest = measurements.rounds().stream()
                .mapToDouble(round -> pair.ratio(measurements.without(round)).orElse(ratio)).max().orElse(ratio);
        double above = Math.rint(PERCENT * (highest / ratio - 1));
        return new Band(processor, pair, ratio, Math.max(NARROWEST, STEP * Math.ceil(above / STEP)));
    }
}
