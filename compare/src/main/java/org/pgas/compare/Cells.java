package org.pgas.compare;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.DoubleFunction;

/** The cells of a group's table, as text; empty where nothing was measured. */
final class Cells {
    private final Report report;
    private final Group group;
    private final List<Library> others;

    Cells(Report report, Group group) {
        this.report = report;
        this.group = group;
        this.others = report.libraries(group).stream()
                .filter(library -> library != report.scope().floor() && library != Library.PGAS).toList();
    }

    List<String> titles() {
        String floor = report.scope().floor().title();
        List<String> titles = new ArrayList<>(List.of("row", "bytes", floor, "pgas", "best peer"));
        others.forEach(library -> titles.add(library.title()));
        titles.addAll(List.of("pgas / " + floor, "pgas / best peer"));
        if (others.contains(Library.RING_MTO)) {
            titles.add("pgas / ManyToOne");
        }
        if (others.contains(Library.PGAS_MIXED)) {
            titles.add("mixed / pgas");
        }
        if (others.contains(Library.LOOP)) {
            titles.add("pgas / loop");
        }
        if (others.contains(Library.BELOW)) {
            titles.add("pgas - below");
        }
        titles.addAll(List.of("spread pgas", "starts", "goal"));
        return titles;
    }

    /** Whether a column is of words. */
    static boolean isText(String title) {
        return List.of("row", "best peer", "goal", "lost against", "reason").contains(title);
    }

    List<List<String>> rows() {
        return report.lines(group).stream().map(this::row).toList();
    }

    private List<String> row(TableLine line) {
        List<String> cells = new ArrayList<>();
        cells.add(line.entry().label());
        cells.add(line.size());
        cells.add(median(line, report.scope().floor()));
        cells.add(median(line, Library.PGAS));
        Optional<Library> best = line.bestPeer();
        cells.add(best.map(library -> median(line, library) + " " + library.title()).orElse(""));
        others.forEach(library -> cells.add(median(line, library)));
        cells.add(text(line.ratio(report.scope().floor()), Figure::ratio));
        cells.add(best.map(library -> text(line.ratio(library), Figure::ratio)).orElse(""));
        if (others.contains(Library.RING_MTO)) {
            cells.add(text(line.ratio(Library.RING_MTO), Figure::ratio));
        }
        if (others.contains(Library.PGAS_MIXED)) {
            cells.add(text(line.mixedRatio(), Figure::ratio));
        }
        if (others.contains(Library.LOOP)) {
            cells.add(text(line.ratio(Library.LOOP), Figure::ratio));
        }
        if (others.contains(Library.BELOW)) {
            cells.add(text(line.more(), Figure::of));
        }
        cells.add(text(line.spread(Library.PGAS), Figure::percent));
        cells.add(starts(line));
        cells.add(line.entry().goal().text());
        return cells;
    }

    private String median(TableLine line, Library library) {
        return median(line, library, group);
    }

    /** With the least of several starts in brackets, so that a row of two states shows both. */
    private static String median(TableLine line, Library library, Group group) {
        String median = text(line.median(library), group.unit()::show);
        return line.starts(library) > 1
                ? median + " (" + text(line.least(library), group.unit()::show) + ")"
                : median;
    }

    private static String starts(TableLine line) {
        int starts = line.starts(Library.PGAS);
        return starts == 0 ? "" : Integer.toString(starts);
    }

    private static String text(OptionalDouble value, DoubleFunction<String> show) {
        return value.isPresent() ? show.apply(value.getAsDouble()) : "";
    }

    static List<String> lossTitles(Scope scope) {
        return List.of("row", "bytes", "pgas", "lost against", "pgas / " + scope.floor().title(), "pgas / best peer",
                "least / least", "spread pgas", "starts", "reason");
    }

    static List<String> loss(Scope scope, Report.Loss loss) {
        TableLine line = loss.line();
        Optional<Library> best = line.bestPeer();
        return List.of(line.entry().label() + " (" + line.entry().row() + ")", line.size(),
                median(line, Library.PGAS, line.entry().group()), loss.against(),
                text(line.ratio(scope.floor()), Figure::ratio),
                best.map(library -> text(line.ratio(library), Figure::ratio)).orElse(""),
                best.map(library -> text(line.ratioOfLeasts(library), Figure::ratio)).orElse(""),
                text(line.spread(Library.PGAS), Figure::percent), starts(line), loss.reason());
    }
}
