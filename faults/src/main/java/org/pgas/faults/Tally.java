package org.pgas.faults;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;

/**
 * The trials of one kind, or the details of the same words, counted: a line of the file of results, and of the report.
 *
 * @param median and most: in the unit of the class; -1 where nothing is measured
 */
record Tally(String faultClass, String kind, int tried, int survived, long median, long most) {
    private static final int PARTS = 6;
    static final String TITLES = "class,kind,tried,survived,median,most";

    /** One for each class and kind, in the order in which the first of them ended. */
    static List<Tally> of(List<Trial> trials) {
        return of(trials, each -> new Tally(each.faultClass(), each.kind(), 1, each.survived() ? 1 : 0, each.took(),
                each.took()));
    }

    /** One for each class and words, in the order in which the first of them ended. */
    static List<Tally> ofDetails(List<Detail> details) {
        return of(details, each -> new Tally(each.faultClass(), each.words(), 1, each.good() ? 1 : 0, each.took(),
                each.took()));
    }

    private static <T> List<Tally> of(List<T> all, Function<T, Tally> one) {
        Map<String, List<Tally>> kinds = new LinkedHashMap<>();
        all.stream().map(one).forEach(
                each -> kinds.computeIfAbsent(each.faultClass + "," + each.kind, _ -> new ArrayList<>()).add(each));
        return kinds.values().stream().map(Tally::sum).toList();
    }

    private static Tally sum(List<Tally> singles) {
        Tally first = singles.getFirst();
        List<Long> times = singles.stream().map(Tally::most).filter(each -> each >= 0).sorted().toList();
        return new Tally(first.faultClass, first.kind, singles.size(),
                singles.stream().mapToInt(Tally::survived).sum(),
                times.isEmpty() ? -1 : times.get(times.size() / 2), times.isEmpty() ? -1 : times.getLast());
    }

    /** A line of the file of results. */
    String line() {
        return String.format(Locale.ROOT, "%s,%s,%d,%d,%d,%d", faultClass, kind.replace(',', ';'), tried, survived,
                median, most);
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
