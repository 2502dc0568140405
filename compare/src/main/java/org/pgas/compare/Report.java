package org.pgas.compare;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/** What table and page have in common: the lines of each group, and those that have lost. */
final class Report {
    private final Scope scope;
    private final Head head;
    private final Measurements measurements;
    private final Reasons reasons;
    private final Map<Group, List<TableLine>> lines = new LinkedHashMap<>();

    Report(Head head, Measurements all, RowSet rows, Reasons reasons) {
        this.scope = rows.scope();
        this.head = head;
        // one column for Open MPI, as its users would have chosen
        this.measurements = all.withBetter(Library.OPENMPI.word(), Library.OPENMPI_RDMA.word());
        this.reasons = reasons;
        for (Group group : Group.values()) {
            List<TableLine> found = rows.of(group).stream()
                    .flatMap(entry -> TableLine.of(measurements, entry).stream()).toList();
            if (!found.isEmpty()) {
                lines.put(group, found);
            }
        }
    }

    Scope scope() {
        return scope;
    }

    Head head() {
        return head;
    }

    Measurements measurements() {
        return measurements;
    }

    /** Those in which anything was measured, in order. */
    List<Group> groups() {
        return List.copyOf(lines.keySet());
    }

    List<TableLine> lines(Group group) {
        return lines.get(group);
    }

    /** Those that have measured anything in a group, in the order of columns. */
    List<Library> libraries(Group group) {
        return Arrays.stream(Library.values())
                .filter(library -> lines(group).stream().anyMatch(line -> line.median(library).isPresent())).toList();
    }

    boolean hasOurs() {
        return measurements.has(Library.PGAS.word());
    }

    /** A row that has lost. */
    record Loss(TableLine line, String against, String reason) {}

    List<Loss> losses() {
        return lines.values().stream().flatMap(List::stream).flatMap(line -> loss(line).stream()).toList();
    }

    private Optional<Loss> loss(TableLine line) {
        return line.loss().map(
                against -> new Loss(line, against, reasons.of(head.processor(), line.entry().row(), line.bytes())));
    }

    /** What counts once, however many lines show it. */
    record Distinct(String row, long bytes, int ranks) {
        static Distinct of(TableLine line) {
            return new Distinct(line.entry().row(), line.bytes(), line.entry().ranks());
        }
    }

    private long count(Predicate<TableLine> which) {
        return lines.values().stream().flatMap(List::stream)
                .filter(line -> line.median(Library.PGAS).isPresent()).filter(which).map(Distinct::of).distinct()
                .count();
    }

    /** How many of how many have lost, in a sentence or two. */
    String summary() {
        List<Loss> losses = losses();
        long all = count(line -> true);
        long judged = count(TableLine::isJudged);
        long unexplained = losses.stream().filter(loss -> loss.reason().equals(Reasons.UNKNOWN))
                .map(loss -> Distinct.of(loss.line())).distinct().count();
        return all + (all == 1 ? " cell" : " cells") + " measured, " + judged + " judged, "
                + count(line -> line.loss().isPresent()) + " lost, " + (all - judged)
                + " without anything to compare with."
                + (losses.isEmpty() ? "" : " Lost without a known reason: " + unexplained + ".");
    }
}
