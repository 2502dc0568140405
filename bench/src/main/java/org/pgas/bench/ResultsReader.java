package org.pgas.bench;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import org.pgas.PgasException;
import org.pgas.bench.page.Machine;
import org.pgas.bench.rows.Unit;

/** Makes {@link Results} of parsed JSON, and says what is missing or of the wrong type, and where. */
final class ResultsReader {
    /** Up to here a double is exact. */
    private static final double MOST = 1L << 53;

    private final Path file;

    ResultsReader(Path file) {
        this.file = file;
    }

    Results results(Object root) {
        if (!(root instanceof Map<?, ?> map) || !ResultsFile.SCHEMA.equals(map.get("schema"))) {
            throw refuse("is no file of results of pgas bench: it does not say \"schema\": \"" + ResultsFile.SCHEMA
                    + "\"");
        }
        long version = whole(map, "version", "");
        if (version != ResultsFile.VERSION) {
            throw refuse("is a file of results of version " + version + "; this release reads version "
                    + ResultsFile.VERSION);
        }
        Map<?, ?> machine = object(map, "machine", "");
        Map<String, String> settings = new TreeMap<>();
        Map<?, ?> given = object(map, "settings", "");
        given.keySet().forEach(key -> settings.put((String) key, text(given, (String) key, "settings")));
        List<String> command = new ArrayList<>();
        for (Object word : array(map, "command", "")) {
            command.add(as(String.class, word, "command", "a list of strings"));
        }
        List<Row> rows = new ArrayList<>();
        for (Object row : array(map, "rows", "")) {
            String place = "row " + (rows.size() + 1);
            rows.add(row(as(Map.class, row, place, "an object"), place));
        }
        return new Results(
                new Machine(text(machine, "processor", "machine"), (int) whole(machine, "cores", "machine"),
                        whole(machine, "memory", "machine"), text(machine, "jdk", "machine"),
                        text(machine, "kernel", "machine"), text(machine, "library", "machine")),
                text(map, "date", ""), command, (int) whole(map, "ranks", ""), (int) whole(map, "rounds", ""),
                get(Boolean.class, map, "bound", "", "true or false"),
                get(Boolean.class, map, "quick", "", "true or false"), settings, rows);
    }

    private Row row(Map<?, ?> row, String place) {
        RowKey key = new RowKey(text(row, "library", place), text(row, "name", place), whole(row, "bytes", place),
                (int) whole(row, "ranks", place));
        Unit unit = Unit.ofText(text(row, "unit", place));
        if (unit == null) {
            throw refuse("has the unit \"" + text(row, "unit", place) + "\" in " + place
                    + ", which this release does not know");
        }
        List<List<Double>> rounds = new ArrayList<>();
        for (Object samples : array(row, "rounds", place)) {
            List<Double> round = new ArrayList<>();
            for (Object sample : as(List.class, samples, place + ".rounds", "a list of lists of numbers")) {
                double number = as(Double.class, sample, place + ".rounds", "a list of lists of numbers");
                if (!(number > 0) || Double.isInfinite(number)) {
                    throw refuse("has " + number + " in " + place + ".rounds, where numbers above 0 belong");
                }
                round.add(number);
            }
            rounds.add(round);
        }
        if (rounds.isEmpty() || rounds.stream().anyMatch(List::isEmpty)) {
            throw refuse("has a round without samples in " + place);
        }
        return new Row(key, unit, rounds, row.containsKey("percentiles") ? percentiles(row, place) : null);
    }

    private Percentiles percentiles(Map<?, ?> row, String place) {
        Map<?, ?> map = object(row, "percentiles", place);
        String inside = place + ".percentiles";
        return new Percentiles(whole(map, "count", inside), whole(map, "p50", inside), whole(map, "p90", inside),
                whole(map, "p99", inside), whole(map, "p999", inside), whole(map, "max", inside));
    }

    private String text(Map<?, ?> map, String name, String place) {
        return get(String.class, map, name, place, "a string");
    }

    private Map<?, ?> object(Map<?, ?> map, String name, String place) {
        return get(Map.class, map, name, place, "an object");
    }

    private List<?> array(Map<?, ?> map, String name, String place) {
        return get(List.class, map, name, place, "a list");
    }

    private long whole(Map<?, ?> map, String name, String place) {
        double value = get(Double.class, map, name, place, "a whole number");
        if (value != Math.rint(value) || value < 0 || value > MOST) {
            throw refuse("has " + value + " for " + join(place, name) + ", where a whole number from 0 on belongs");
        }
        return (long) value;
    }

    private <T> T get(Class<T> type, Map<?, ?> map, String name, String place, String expected) {
        return as(type, map.get(name), join(place, name), expected);
    }

    private <T> T as(Class<T> type, Object value, String place, String expected) {
        if (!type.isInstance(value)) {
            throw refuse((value == null ? "lacks " : "has something else for ") + place + ", which is to be "
                    + expected);
        }
        return type.cast(value);
    }

    private static String join(String place, String name) {
        return place.isEmpty() ? name : place + "." + name;
    }

    private PgasException refuse(String reason) {
        return ResultsFile.refuse(file, reason, null);
    }
}
