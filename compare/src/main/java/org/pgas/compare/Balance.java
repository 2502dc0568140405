package org.pgas.compare;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Collectors;

/** What was won and what was lost, as a picture of characters and as a line each: what a reader sees first. */
final class Balance {
    /** The longest bar. */
    private static final int WIDTH = 40;

    private static final int NAMED_GROUPS = 3;

    /** Behind all other rows in the same JVM, a cell may take so much more of its time. */
    private static final double MIXED_LIMIT = 1.2;

    private final Map<Group, Count> counts = new LinkedHashMap<>();
    private final List<TableLine> won = new ArrayList<>();
    private final List<TableLine> lost = new ArrayList<>();
    private final List<TableLine> mixed = new ArrayList<>();

    /** Cells of a group that are judged. */
    private record Count(Group group, int won, int lost) {
        int all() {
            return won + lost;
        }
    }

    Balance(Report report) {
        Set<Report.Distinct> seen = new LinkedHashSet<>();
        for (Group group : report.groups()) {
            Map<Report.Distinct, List<TableLine>> cells = report.lines(group).stream()
                    .filter(line -> line.median(Library.PGAS).isPresent())
                    .collect(Collectors.groupingBy(Report.Distinct::of, LinkedHashMap::new, Collectors.toList()));
            int wonBefore = won.size();
            int lostBefore = lost.size();
            cells.forEach((cell, lines) -> {
                if (seen.add(cell)) {
                    add(lines);
                }
            });
            Count count = new Count(group, won.size() - wonBefore, lost.size() - lostBefore);
            if (count.all() > 0) {
                counts.put(group, count);
            }
        }
    }

    /** A cell is lost when any of its lines is. */
    private void add(List<TableLine> lines) {
        Optional<TableLine> loser = lines.stream().filter(line -> line.loss().isPresent()).findFirst();
        if (loser.isPresent()) {
            lost.add(loser.get());
        } else {
            lines.stream().filter(TableLine::isJudged).findFirst().ifPresent(won::add);
        }
        lines.stream().filter(line -> line.mixedRatio().isPresent()).findFirst().ifPresent(mixed::add);
    }

    boolean isEmpty() {
        return counts.isEmpty();
    }

    /** A line for each group: won to the left of the axis, lost to the right. */
    String chart() {
        int most = counts.values().stream().mapToInt(count -> Math.max(count.won(), count.lost())).max().orElse(0);
        int perMark = Math.max(1, (most + WIDTH - 1) / WIDTH);
        int left = marks(counts.values().stream().mapToInt(Count::won).max().orElse(0), perMark);
        int title = counts.keySet().stream().mapToInt(group -> group.title().length()).max().orElse(0);
        StringBuilder text = new StringBuilder(pad("", title)).append("  ").append(" ".repeat(left)).append("won |")
                .append(" lost").append(perMark > 1 ? "; a mark is " + perMark + " cells" : "; a mark is a cell")
                .append('\n');
        for (Count count : counts.values()) {
            int won = marks(count.won(), perMark);
            text.append(pad(count.group().title(), title)).append("  ").append(" ".repeat(left - won))
                    .append(String.format(Locale.ROOT, "%3d ", count.won())).append("█".repeat(won)).append('|')
                    .append("█".repeat(marks(count.lost(), perMark))).append(' ').append(count.lost()).append('\n');
        }
        return text.toString();
    }

    private static int marks(int cells, int perMark) {
        return (cells + perMark - 1) / perMark;
    }

    private static String pad(String text, int width) {
        return text + " ".repeat(Math.max(0, width - text.length()));
    }

    /** One line each of what was won and lost, and of what mixed programs pay where that was measured; no markup. */
    List<String> lines() {
        List<String> lines = new ArrayList<>();
        lines.add("Won: " + share(won.size()) + most(Count::won)
                + extreme(won, Comparator.comparingDouble(Balance::distance)));
        lines.add("Lost: " + share(lost.size()) + most(Count::lost)
                + extreme(lost, Comparator.comparingDouble(Balance::distance).reversed()));
        long toPeers = lost.stream().filter(TableLine::isLostToPeer).count();
        if (toPeers > 0) {
            lines.add("Lost to a library: " + cells((int) toPeers) + "; by the least times of both, not lost: "
                    + lost.stream().filter(line -> line.isLostToPeer() && line.isWonByLeastTimes()).count() + ".");
        }
        if (!mixed.isEmpty()) {
            long slower = mixed.stream().filter(line -> line.mixedRatio().getAsDouble() > MIXED_LIMIT).count();
            lines.add("Mixed: " + slower + " of " + cells(mixed.size())
                    + " that were measured behind all other rows in "
                    + "the same JVMs take more than " + MIXED_LIMIT + " of their time alone"
                    + extreme(mixed.stream().max(Comparator.comparingDouble(line -> line.mixedRatio().getAsDouble())),
                            Library.PGAS_MIXED, Library.PGAS)
                    + ".");
        }
        return lines;
    }

    private String share(int some) {
        return some + " of " + cells(won.size() + lost.size());
    }

    private static String cells(int count) {
        return count + (count == 1 ? " cell" : " cells");
    }

    /** The groups that have most of them. */
    private String most(java.util.function.ToIntFunction<Count> what) {
        String groups = counts.values().stream().filter(count -> what.applyAsInt(count) > 0)
                .sorted(Comparator.comparingInt(what).reversed()).limit(NAMED_GROUPS)
                .map(count -> count.group().title() + " " + what.applyAsInt(count) + " of " + count.all())
                .collect(Collectors.joining(", "));
        return groups.isEmpty() ? "" : ", most in: " + groups;
    }

    /** By the best peer; a cell without one is not far from anything. */
    private static double distance(TableLine line) {
        return line.bestPeer().map(line::ratio).filter(OptionalDouble::isPresent).map(OptionalDouble::getAsDouble)
                .orElse(1.0);
    }

    private static String extreme(List<TableLine> lines, Comparator<TableLine> first) {
        Optional<TableLine> found = lines.stream().filter(line -> distance(line) != 1).min(first);
        return found.isEmpty() ? "." : extreme(found, Library.PGAS, found.get().bestPeer().orElseThrow()) + ".";
    }

    private static String extreme(Optional<TableLine> found, Library one, Library other) {
        return found.map(line -> "; farthest: " + line.entry().label()
                + (line.size().isEmpty() ? "" : " (" + line.size() + ")") + ", " + say(line, one) + " beside "
                + say(line, other) + (other == Library.PGAS ? "" : " of " + other.title())).orElse("");
    }

    private static String say(TableLine line, Library library) {
        return line.entry().group().unit().say(line.median(library).orElseThrow());
    }
}
