package org.pgas.compare;

import java.util.ArrayList;
import java.util.List;

import org.pgas.compare.programs.Line;

/** Measurements as tests need them. */
final class Samples {
    static final Head HEAD = new Head(
            List.of(new Head.Fact("date", "2026-01-02"), new Head.Fact("processor", "X <Y> & \"Z\"")),
            List.of("PCJ: there is no \"network\""),
            List.of("MPICH with 2 ranks in round 1: it ended\n  with exit code 3"));

    private Samples() {}

    /** One for each round, counted from 1. */
    static List<Measured> of(String library, String row, long bytes, double... nanos) {
        List<Measured> all = new ArrayList<>();
        for (int i = 0; i < nanos.length; i++) {
            all.add(new Measured(i + 1, 2, new Line(library, row, bytes, nanos[i], nanos[i], nanos[i])));
        }
        return all;
    }

    @SafeVarargs
    static Measurements together(List<Measured>... parts) {
        List<Measured> all = new ArrayList<>();
        for (List<Measured> part : parts) {
            all.addAll(part);
        }
        return new Measurements(all);
    }

    static RowSet rows(String... lines) {
        List<String> all = new ArrayList<>(List.of("titles"));
        all.addAll(List.of(lines));
        return RowSet.parse(Scope.ONE_HOST, all);
    }

    static Report report(Measurements measurements, Reasons reasons, String... lines) {
        return new Report(HEAD, measurements, rows(lines), reasons);
    }
}
