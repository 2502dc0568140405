package org.pgas.faults;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The trials of one kind, counted: a line of the file of results, and of the report.
 *
 * @param medianMillis and mostMillis: -1 where nothing is measured
 */
record Tally(String faultClass, String kind, int tried, int survived, long medianMillis, long mostMillis) {
    private static final int PARTS = 6;
    static final String TITLES = "class,kind,tried,survived,median_ms,most_ms";

    /** One for each class and kind, in the order in which the first of them ended. */
    static List<Tally> of(List<Trial> trials) {
        Map<String, List<Trial>> kinds = new LinkedHashMap<>();
        trials.forEach(each -> kinds.computeIfAbsent(each.faultClass() + "," + each.kind(), _ -> new ArrayList<>())
                .add(each));
        return kinds.values().stream().map(Tally::ofOneKind).toList();
    }

    private static Tally ofOneKind(List<Trial> trials) {
        Trial first = trials.getFirst();
        List<Long> millis = trials.stream().map(Trial::millis).filter(each -> each >= 0).sorted().toList();
        return new Tally(first.faultClass(), first.kind(), trials.size(),
                (int) trials.stream().filter(Trial::survived).count(),
                millis.isEmpty() ? -1 : millis.get(millis.size() / 2), millis.isEmpty() ? -1 : millis.getLast());
    }

    /** A line of the file of results. */
    String line() {
        return String.format(Locale.ROOT, "%s,%s,%d,%d,%d,%d", faultClass, kind.replace(',', ';'), tried, survived,
                medianMillis, mostMillis);
    }

    /** @throws IllegalArgumentException if it is no such line */
    static Tally read(String line) {
        String[] parts = line.split(",", -1);
        if (parts.length != PARTS) {
            throw new IllegalArgumentException("no line of results: \"" + line + "\": it has " + parts.length
                    + " fields and not " + PARTS + " (" + TITLES + ")");
        }
        return new Tally(parts[0], parts[1], Integer.parseInt(parts[2]), Integer.parseInt(parts[3]),
                Long.parseLong(parts[4]), Long.parseLong(parts[5]));
    }
}
