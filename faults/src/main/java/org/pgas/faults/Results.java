package org.pgas.faults;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The file of results: for each class, in a line that begins with #, when, where and how it was tried last, a line for each kind of trial,
 * and one that begins with ! for each kind that could not be tried there.
 *
 * @param heads of the classes, by name
 */
record Results(Map<String, String> heads, List<Tally> tallies, List<NotTried> notTried) {
    private static final String HEAD = "# ";
    private static final String MISSING = "! ";

    static Results none() {
        return new Results(Map.of(), List.of(), List.of());
    }

    /** These, where the classes of {@code later} have been tried again. */
    Results with(Results later) {
        Map<String, String> all = new LinkedHashMap<>(heads);
        all.putAll(later.heads);
        return new Results(all, Stream.concat(
                tallies.stream().filter(each -> !later.heads.containsKey(each.faultClass())), later.tallies.stream())
                .toList(),
                Stream.concat(notTried.stream().filter(each -> !later.heads.containsKey(each.faultClass())),
                        later.notTried.stream()).toList());
    }

    List<Tally> of(String faultClass) {
        return tallies.stream().filter(each -> each.faultClass().equals(faultClass)).toList();
    }

    List<NotTried> notTried(String faultClass) {
        return notTried.stream().filter(each -> each.faultClass().equals(faultClass)).toList();
    }

    String text() {
        return Stream.of(heads.entrySet().stream().map(each -> HEAD + each.getKey() + ": " + each.getValue()),
                Stream.of(Tally.TITLES), tallies.stream().map(Tally::line),
                notTried.stream().map(each -> MISSING + each.line())).flatMap(each -> each)
                .collect(Collectors.joining("\n", "", "\n"));
    }

    /** @throws IllegalArgumentException if a line is none of this kind */
    static Results read(List<String> lines) {
        Map<String, String> heads = new LinkedHashMap<>();
        List<Tally> tallies = new ArrayList<>();
        List<NotTried> notTried = new ArrayList<>();
        for (String line : lines) {
            if (line.startsWith(HEAD) && line.contains(": ")) {
                heads.put(line.substring(HEAD.length(), line.indexOf(": ")), line.substring(line.indexOf(": ") + 2));
            } else if (line.startsWith(MISSING)) {
                notTried.add(NotTried.read(line.substring(MISSING.length())));
            } else if (!line.isBlank() && !line.equals(Tally.TITLES)) {
                tallies.add(Tally.read(line));
            }
        }
        return new Results(heads, tallies, notTried);
    }
}
