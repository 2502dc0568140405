package org.pgas.compare;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.pgas.compare.RowEntry.Mark;

/** The rows that the comparison knows, from a file beside this class. */
record RowSet(Scope scope, List<RowEntry> entries) {
    private static final int PARTS = 8;

    RowSet {
        entries = List.copyOf(entries);
    }

    /** Those of ranks on one host. */
    static RowSet read() {
        return read(Scope.ONE_HOST);
    }

    static RowSet read(Scope scope) {
        try (BufferedReader file = new BufferedReader(
                new InputStreamReader(RowSet.class.getResourceAsStream(scope.rows()), StandardCharsets.UTF_8))) {
            return parse(scope, file.lines().toList());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static RowSet parse(Scope scope, List<String> lines) {
        return new RowSet(scope, lines.stream().filter(line -> !line.startsWith("#") && !line.isBlank()).skip(1)
                .map(line -> entry(scope, line)).toList());
    }

    private static RowEntry entry(Scope scope, String line) {
        String[] parts = line.split("\\|", -1);
        if (parts.length != PARTS) {
            throw new IllegalArgumentException(
                    scope.rows() + ": '" + line + "' has " + parts.length + " parts, not " + PARTS);
        }
        Map<String, String> elsewhere = Arrays.stream(parts[5].split(" ")).filter(each -> !each.isEmpty())
                .map(each -> each.split(":", 2)).collect(Collectors.toMap(each -> each[0], each -> each[1]));
        return new RowEntry(marks(parts[0]), Group.of(parts[1]), parts[2], Integer.parseInt(parts[3]),
                parts[4].isEmpty() ? RowEntry.EVERY_SIZE : Long.parseLong(parts[4]), elsewhere, parts[6],
                Goal.parse(parts[7]));
    }

    private static Set<Mark> marks(String words) {
        return Arrays.stream(words.split(" ")).map(word -> Mark.valueOf(word.toUpperCase(Locale.ROOT)))
                .collect(Collectors.toSet());
    }

    /** Those that are measured when nothing else is said. */
    RowSet shown() {
        return with(Mark.TABLE);
    }

    RowSet with(Mark mark) {
        return new RowSet(scope, entries.stream().filter(entry -> entry.marks().contains(mark)).toList());
    }

    /** The rows that have {@code part} in their name. */
    RowSet only(String part) {
        return new RowSet(scope, entries.stream().filter(entry -> entry.row().contains(part)).toList());
    }

    /** With those rows of all that goals of these refer to, and that goals of those do. */
    RowSet withReferences(RowSet all) {
        Set<RowEntry> needed = new LinkedHashSet<>(entries);
        Deque<RowEntry> open = new ArrayDeque<>(entries);
        while (!open.isEmpty()) {
            List<String> names = open.remove().goal().rows();
            all.entries().stream().filter(entry -> names.contains(entry.row())).filter(needed::add)
                    .forEach(open::add);
        }
        return new RowSet(scope, List.copyOf(needed));
    }

    /** Those of jobs of these numbers of ranks. */
    RowSet ofRanks(List<Integer> ranks) {
        return new RowSet(scope, entries.stream().filter(entry -> ranks.contains(entry.ranks())).toList());
    }

    /** The numbers of ranks that jobs have, in ascending order. */
    List<Integer> ranks() {
        return entries.stream().map(RowEntry::ranks).distinct().sorted().toList();
    }

    /**
     * The names of rows for programs of so many ranks that print lines: by those names that end in the number and by
     * those that do not, since programs add the number themselves.
     */
    List<String> names(int ranks) {
        return entries.stream().filter(entry -> entry.ranks() == ranks && entry.group().isOfLines())
                .flatMap(entry -> Stream.concat(names(entry, ranks), entry.elsewhere().values().stream())
                        .map(name -> entry.marks().contains(Mark.SIZED) ? name + ":" + entry.bytes() : name))
                .distinct()
                .toList();
    }

    private static Stream<String> names(RowEntry entry, int ranks) {
        // single operations are measured together, and printed as two rows
        String row = entry.row().replaceAll("-p(50|99)$", "");
        String number = Integer.toString(ranks);
        return ranks > 2 && row.endsWith(number)
                ? Stream.of(entry.row(), row, row.substring(0, row.length() - number.length()))
                : Stream.of(entry.row(), row);
    }

    List<RowEntry> of(Group group) {
        return entries.stream().filter(entry -> entry.group() == group).toList();
    }
}
