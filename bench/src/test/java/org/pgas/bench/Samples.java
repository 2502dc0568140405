package org.pgas.bench;

import java.util.Arrays;
import java.util.List;
import java.util.Map;

import org.pgas.bench.page.Machine;
import org.pgas.bench.rows.Kind;

/** Results for tests. */
final class Samples {
    static final Machine MACHINE = new Machine("Processor <X> & \"Y\"", 4, 8L << 30, "Vendor 25", "Linux 6.1 amd64",
            "0.1.0");

    private Samples() {}

    static List<Double> numbers(double... numbers) {
        return Arrays.stream(numbers).boxed().toList();
    }

    /** A row with a round for each number, of samples around it. */
    static Row row(Kind kind, long bytes, double... rounds) {
        return new Row(new RowKey(RowKey.OURS, kind.word(), bytes, 2), kind.unit(),
                Arrays.stream(rounds).mapToObj(each -> numbers(each * 0.9, each, each * 1.2)).toList(), null);
    }

    static Results results(Machine machine, Row... rows) {
        return new Results(machine, "2025-01-02T03:04:05Z", List.of("bench", "--only", "a<b"), 2, 1, true, false,
                Map.of("pgas.wait", "spin"), List.of(rows));
    }

    /** A row of every kind, at two sizes where it has sizes. */
    static Results everything() {
        return results(MACHINE, Arrays.stream(Kind.values()).flatMap(kind -> Arrays.stream(new Row[]{
            row(kind, 8, 100 + kind.ordinal(), 101 + kind.ordinal()),
            row(kind, 4096, 2000 + kind.ordinal(), 2001 + kind.ordinal())})).toArray(Row[]::new));
    }
}
