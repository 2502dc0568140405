package org.pgas.bench;

import java.awt.BasicStroke;
import java.awt.Color;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.stream.Stream;

import org.knowm.xchart.HorizontalBarChart;
import org.knowm.xchart.HorizontalBarChartBuilder;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.style.markers.SeriesMarkers;
import org.pgas.bench.page.Chart;
import org.pgas.bench.page.ChartColours;
import org.pgas.bench.page.ChartDrawing;
import org.pgas.bench.rows.Kind;
import org.pgas.bench.rows.Suite;
import org.pgas.bench.rows.Unit;

/**
 * Draws the charts of a run, and of an earlier one in broken or paler lines.
 *
 * <p>Sizes and times span many powers, so lines are drawn over logarithms. XChart gets these themselves and axes that
 * look linear to it: then marks can stand at powers of two for bytes and of ten for the rest.
 */
final class Charts {
    private static final int WIDTH = 760;
    private static final int LINES_HEIGHT = 400;
    private static final int BAR_HEIGHT = 46;
    private static final int FRAME_HEIGHT = 90;
    private static final int SIZE_SPACING = 50;

    /** About the height between the axes, so that each power of ten has a mark and nothing else has. */
    private static final int POWER_SPACING = 310;

    private static final double ROOM_FOR_LABELS = 1.12;

    private final List<Row> rows;
    private final List<Row> earlier;

    /** @param comparison or null */
    Charts(Results results, Comparison comparison) {
        rows = results.rows();
        earlier = comparison == null ? List.of()
                : comparison.entries().stream().map(Comparison.Entry::earlier)
                        .filter(row -> row != null).toList();
    }

    /** Those of a suite, as far as there are rows for them. */
    List<Chart> of(Suite suite) {
        return switch (suite) {
            case LATENCY -> lines("Time by size", "bytes", suite, Unit.NANOSECONDS);
            case BANDWIDTH -> lines("Bandwidth by size", "bytes of one operation", suite, Unit.MEGABYTES);
            case RATE -> bars("Million operations in a second", suite, Unit.MILLIONS);
            case ATOMICS -> {
                List<Chart> both = new ArrayList<>(
                        bars("Nanoseconds, nobody else at the word", suite, Unit.NANOSECONDS));
                both.addAll(bars("Million operations in a second, all ranks at one word", suite, Unit.MILLIONS));
                yield both;
            }
            case COLLECTIVES -> lines("Time by size", "bytes of each rank", suite, Unit.NANOSECONDS);
            case SHAPES -> lines("Bandwidth by size of the pieces", "bytes of one piece", suite, Unit.MEGABYTES);
            case LOCKS -> List.of();
        };
    }

    private List<Row> rows(List<Row> from, Predicate<Row> condition) {
        return from.stream().filter(condition).toList();
    }

    /** A line for each kind that was measured at more than one size. */
    private List<Chart> lines(String title, String sizes, Suite suite, Unit unit) {
        XYChart chart = new XYChartBuilder().width(WIDTH).height(LINES_HEIGHT).xAxisTitle(sizes)
                .yAxisTitle(unit == Unit.NANOSECONDS ? "time" : "bytes in a second").build();
        ChartDrawing.style(chart.getStyler());
        double least = Double.MAX_VALUE;
        double most = 0;
        int colour = 0;
        for (Kind kind : suite.kinds()) {
            List<Row> line = sized(rows, kind);
            if (line.size() < 2) {
                continue;
            }
            List<Row> before = sized(earlier, kind);
            for (Row row : line) {
                least = Math.min(least, row.median());
                most = Math.max(most, row.median());
            }
            add(chart, kind.word(), line, ChartDrawing.SOLID, colour);
            if (!before.isEmpty()) {
                add(chart, kind.word() + ", earlier", before, ChartDrawing.BROKEN, colour);
                for (Row row : before) {
                    least = Math.min(least, row.median());
                    most = Math.max(most, row.median());
                }
            }
            colour++;
        }
        if (colour == 0) {
            return List.of();
        }
        double bottom = Math.floor(Math.log10(least));
        double top = Math.max(bottom + 1, Math.ceil(Math.log10(most)));
        chart.getStyler().setYAxisMin(bottom).setYAxisMax(top);
        chart.getStyler().setXAxisTickMarkSpacingHint(SIZE_SPACING)
                .setYAxisTickMarkSpacingHint((int) (POWER_SPACING / (top - bottom)));
        chart.setCustomXAxisTickLabelsFormatter(Charts::powerOfTwo);
        chart.setCustomYAxisTickLabelsFormatter(power -> powerOfTen(power, unit));
        return List.of(ChartDrawing.draw(title, chart));
    }

    private List<Row> sized(List<Row> from, Kind kind) {
        // no place for 0 on an axis of powers
        return rows(from, row -> row.key().name().equals(kind.word()) && row.key().bytes() > 0);
    }

    private static void add(XYChart chart, String name, List<Row> line, BasicStroke stroke, int colour) {
        XYSeries series = chart.addSeries(name,
                line.stream().mapToDouble(row -> Math.log(row.key().bytes()) / Math.log(2)).toArray(),
                line.stream().mapToDouble(row -> Math.log10(row.median())).toArray());
        series.setLineColor(ChartColours.series(colour)).setLineStyle(stroke);
        series.setMarkerColor(ChartColours.series(colour));
        series.setMarker(stroke == ChartDrawing.SOLID ? ChartDrawing.marker(colour) : SeriesMarkers.NONE);
    }

    private static String powerOfTwo(double power) {
        return power == Math.rint(power) && power >= 0 ? Figures.bytes(1L << (int) power) : "";
    }

    private static String powerOfTen(double power, Unit unit) {
        if (power != Math.rint(power)) {
            return "";
        }
        String text = Figures.of(Math.pow(10, power), unit);
        return text.replaceFirst("\\.0+ ", " ");
    }

    /** A bar for each kind of this unit that has one size. */
    private List<Chart> bars(String title, Suite suite, Unit unit) {
        List<Row> bars = rows(rows, row -> row.unit() == unit && Kind.ofWord(row.key().name()).suite() == suite
                && Kind.ofWord(row.key().name()) != Kind.ACCUMULATE);
        if (bars.isEmpty()) {
            return List.of();
        }
        List<Row> before = rows(earlier, row -> bars.stream().anyMatch(bar -> bar.key().equals(row.key())));
        int each = before.isEmpty() ? BAR_HEIGHT : 2 * BAR_HEIGHT - 14;
        HorizontalBarChart chart = new HorizontalBarChartBuilder().width(WIDTH)
                .height(FRAME_HEIGHT + each * bars.size())
                .xAxisTitle(unit.text()).build();
        ChartDrawing.style(chart.getStyler());
        chart.getStyler().setAvailableSpaceFill(0.8).setLabelsVisible(true).setLabelsFontColorAutomaticEnabled(false)
                .setLabelsFontColor(ChartColours.INK).setLabelsPosition(1.03);
        chart.getStyler().setXAxisDecimalPattern("#,##0.###").setLegendVisible(!before.isEmpty());
        List<String> names = bars.stream().map(row -> row.key().name()).toList();
        add(chart, "now", names, bars, ChartColours.series(0));
        if (!before.isEmpty()) {
            add(chart, "earlier", names, before, ChartColours.series(1));
        }
        double most = Stream.concat(bars.stream(), before.stream()).mapToDouble(Row::median).max().orElseThrow();
        chart.getStyler().setXAxisMin(0.0).setXAxisMax(most * ROOM_FOR_LABELS);
        return List.of(ChartDrawing.draw(title, chart));
    }

    private static void add(HorizontalBarChart chart, String name, List<String> names, List<Row> bars, Color colour) {
        List<Double> values = new ArrayList<>();
        for (String each : names) {
            values.add(bars.stream().filter(row -> row.key().name().equals(each))
                    .map(row -> Double.valueOf(String.format(Locale.ROOT, "%.3g", row.median()))).findFirst()
                    .orElse(0.0));
        }
        chart.addSeries(name, values, names).setFillColor(colour);
    }
}
