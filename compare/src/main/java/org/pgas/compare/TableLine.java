package org.pgas.compare;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeSet;

import org.pgas.compare.Measurements.Cell;

/** A row at one size beside all libraries. */
final class TableLine {
    /** Whatever the goal, a cell that is so much slower than the best peer loses. */
    private static final double ALLOWED = 1.05;

    private final Measurements measurements;
    private final RowEntry entry;
    private final long bytes;

    private TableLine(Measurements measurements, RowEntry entry, long bytes) {
        this.measurements = measurements;
        this.entry = entry;
        this.bytes = bytes;
    }

    /**
     * Of each size that ours has, or any peer where ours has none; no line where nothing was measured, or no idiom of
     * ours.
     */
    static List<TableLine> of(Measurements measurements, RowEntry entry) {
        TreeSet<Long> sizes = measurements.sizes(Library.PGAS.word(), entry.row());
        if (sizes.isEmpty() && !entry.elsewhere().containsKey(RowEntry.LOOP)) {
            for (Library library : Library.values()) {
                sizes.addAll(measurements.sizes(library.word(), entry.rowOf(library.word())));
            }
        }
        List<TableLine> lines = new ArrayList<>();
        sizes.stream().filter(entry::speaksOf).forEach(size -> lines.add(new TableLine(measurements, entry, size)));
        return lines;
    }

    RowEntry entry() {
        return entry;
    }

    long bytes() {
        return bytes;
    }

    /** The size, where it tells anything: 0 is one of messages alone. */
    String size() {
        boolean isOfMessages = entry.group() == Group.MESSAGES || entry.rowOf(RowEntry.LOOP).startsWith("msg-");
        return bytes == 0 && isOfMessages ? "0 B" : Figure.bytes(bytes);
    }

    private Cell cell(Library library) {
        return library == Library.LOOP && entry.elsewhere().containsKey(RowEntry.LOOP)
                ? ownRow(entry.rowOf(RowEntry.LOOP))
                : new Cell(library.word(), entry.rowOf(library.word()), bytes);
    }

    OptionalDouble median(Library library) {
        return measurements.median(cell(library));
    }

    /** The least of the starts. */
    OptionalDouble least(Library library) {
        return measurements.least(cell(library));
    }

    /** In how many starts a library was measured. */
    int starts(Library library) {
        return measurements.starts(cell(library));
    }

    /** Behind all other rows, by what ours takes alone. */
    OptionalDouble mixedRatio() {
        return measurements.ratio(cell(Library.PGAS_MIXED), cell(Library.PGAS));
    }

    OptionalDouble spread(Library library) {
        return measurements.spread(cell(library));
    }

    /** Ours by theirs. */
    OptionalDouble ratio(Library library) {
        return measurements.ratio(cell(Library.PGAS), cell(library));
    }

    /** The least repetition of ours by theirs, of all starts: without what the host does meanwhile. */
    OptionalDouble ratioOfLeasts(Library library) {
        return measurements.ratioOfLeasts(cell(Library.PGAS), cell(library));
    }

    /** What ours takes more than the call below. */
    OptionalDouble more() {
        return measurements.difference(cell(Library.PGAS), cell(Library.BELOW));
    }

    /** The peer with the smallest median. */
    Optional<Library> bestPeer() {
        Library best = null;
        for (Library library : Library.values()) {
            if (library.role() == Library.Role.PEER && median(library).isPresent()
                    && (best == null || median(library).getAsDouble() < median(best).getAsDouble())) {
                best = library;
            }
        }
        return Optional.ofNullable(best);
    }

    Goal.Verdict verdict() {
        return entry.goal().look(measurements, cell(Library.PGAS), this::reference);
    }

    /** A library, or a row of ours: of the same size, or the only one it has. */
    private Cell reference(String name) {
        Optional<Library> library = Library.of(name.isEmpty() ? entry.group().floor() : name);
        if (library.isPresent()) {
            return cell(library.get());
        }
        return ownRow(name);
    }

    private Cell ownRow(String name) {
        TreeSet<Long> sizes = measurements.sizes(Library.PGAS.word(), name);
        return new Cell(Library.PGAS.word(), name,
                sizes.size() == 1 && !sizes.contains(bytes) ? sizes.first() : bytes);
    }

    /** Whether there is anything to compare ours with: a goal that is decided, or a peer. */
    boolean isJudged() {
        return verdict() != Goal.Verdict.OPEN || bestPeer().flatMap(this::measuredRatio).isPresent();
    }

    /** What the row has lost against, for people: its goal, the best peer, or both; empty when it has not lost. */
    Optional<String> loss() {
        if (median(Library.PGAS).isEmpty()) {
            return Optional.empty();
        }
        List<String> against = new ArrayList<>();
        if (verdict() == Goal.Verdict.MISSED) {
            against.add("goal " + entry.goal().text());
        }
        // a goal that is met hides no faster peer
        bestPeer().filter(best -> measuredRatio(best).orElse(0.0) > ALLOWED).ifPresent(best -> against
                .add(best.title() + " " + entry.group().unit().show(median(best).getAsDouble())));
        return against.isEmpty() ? Optional.empty() : Optional.of(String.join(" and ", against));
    }

    /** Whether the best peer is faster. */
    boolean isLostToPeer() {
        return bestPeer().filter(best -> measuredRatio(best).orElse(0.0) > ALLOWED).isPresent();
    }

    /** Whether the best peer is as fast or slower by the least times. */
    boolean isWonByLeastTimes() {
        OptionalDouble ratio = bestPeer().map(this::ratioOfLeasts).orElse(OptionalDouble.empty());
        return ratio.isPresent() && ratio.getAsDouble() <= ALLOWED;
    }

    private Optional<Double> measuredRatio(Library library) {
        OptionalDouble ratio = ratio(library);
        return ratio.isPresent() ? Optional.of(ratio.getAsDouble()) : Optional.empty();
    }
}
