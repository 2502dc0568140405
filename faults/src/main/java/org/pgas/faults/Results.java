package org.pgas.faults;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The file of results. For each class a line that begins with # says when, where and how it was tried last. Then comes
 * a line for each kind of trial. A line with + stands for each thing that was done within trials, one with ! for each
 * kind that could not be tried there, and one with ? for each trial that the harness failed to make.
 *
 * @param heads of the classes, by name
 */
record Results(Map<String, String> heads, List<Tally> tallies, List<Tally> details, List<NotTried> notTried,
        List<HarnessFault> faults) {
    private static final String HEAD = "# ";
    private static final String DETAIL = "+ ";
    private static final String MISSING = "! ";
    private static final String FAULT = "? ";

    static Results none() {
        return new Results(Map.of(), List.of(), List.of(), List.of(), List.of());
    }

    /** These, where the classes of {@code later} have been tried again. */
    Results with(Results later) {
        Map<String, String> all = new LinkedHashMap<>(heads);
        all.putAll(later.heads);
        Results kept = only(each -> !later.heads.containsKey(each));
        return new Results(all, join(kept.tallies, later.tallies), join(kept.details, later.details),
                join(kept.notTried, later.notTried), join(kept.faults, later.faults));
    }

    private static <T> List<T> join(List<T> first, List<T> second) {
        return Stream.concat(first.stream(), second.stream()).toList();
    }

    /** Those of one class. */
    Results of(String faultClass) {
        return only(faultClass::equals);
    }

    private Results only(java.util.function.Predicate<String> wanted) {
        return new Results(heads.entrySet().stream().filter(each -> wanted.test(each.getKey()))
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue)),
                tallies.stream().filter(each -> wanted.test(each.faultClass())).toList(),
                details.stream().filter(each -> wanted.test(each.faultClass())).toList(),
                notTried.stream().filter(each -> wanted.test(each.faultClass())).toList(),
                faults.stream().filter(each -> wanted.test(each.faultClass())).toList());
    }

    /** Trials of all kinds. */
    int tried() {
        return tallies.stream().mapToInt(Tally::tried).sum();
    }

    int survived() {
        return tallies.stream().mapToInt(Tally::survived).sum();
    }

    String text() {
        return Stream.of(heads.entrySet().stream().map(each -> HEAD + each.getKey() + ": " + each.getValue()),
                Stream.of(Tally.TITLES), tallies.stream().map(Tally::line),
                details.stream().map(each -> DETAIL + each.line()),
                notTried.stream().map(each -> MISSING + each.line()), faults.stream().map(each -> FAULT + each.line()))
                .flatMap(each -> each).collect(Collectors.joining("\n", "", "\n"));
    }

    /** @throws IllegalArgumentException if a line is none of this kind */
    static Results read(List<String> lines) {
        Results read = new Results(new LinkedHashMap<>(), new ArrayList<>(), new ArrayList<>(), new ArrayList<>(),
                new ArrayList<>());
        for (String line : lines) {
            String rest = line.substring(Math.min(2, line.length()));
            if (line.startsWith(HEAD) && rest.contains(": ")) {
                read.heads.put(rest.substring(0, rest.indexOf(": ")), rest.substring(rest.indexOf(": ") + 2));
            } else if (line.startsWith(DETAIL)) {
                read.details.add(Tally.read(rest));
            } else if (line.startsWith(MISSING)) {
                read.notTried.add(NotTried.read(rest));
            } else if (line.startsWith(FAULT)) {
                read.faults.add(HarnessFault.read(rest));
            } else if (!line.isBlank() && !line.equals(Tally.TITLES)) {
                read.tallies.add(Tally.read(line));
            }
        }
        return read;
    }
}
