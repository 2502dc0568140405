package org.pgas.compare;

import java.awt.BasicStroke;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

import org.knowm.xchart.HorizontalBarChart;
import org.knowm.xchart.HorizontalBarChartBuilder;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.XYSeries;
import org.pgas.bench.page.Chart;
import org.pgas.bench.page.ChartColours;
import org.pgas.bench.page.ChartDrawing;

/**
 * The charts of a report: lines over the sizes of a row, one for each library, on logarithmic axes; bars for rows that
 * have one size.
 *
 * <p>Lines are drawn from logarithms, on axes that look linear to XChart: then marks can stand at powers of two for
 * bytes and of ten for the rest.
 */
final class ComparisonCharts {
    private static final int WIDTH = 900;
    private static final int LINES_HEIGHT = 420;
    private static final int SIZE_SPACING = 50;

    /** About the height between the axes, so that each power of ten has a mark and nothing else has. */
    private static final int POWER_SPACING = 330;

    /** About the width between the axes of bars. */
    private static final int BARS_WIDTH = 420;

    private static final int BAR_HEIGHT = 15;
    private static final double ROOM_FOR_NAMES = 0.8;
    private static final int FRAME_HEIGHT = 110;
    private static final Set<Library> BROKEN = EnumSet.of(Library.PGAS_MIXED, Library.LOOP, Library.RING_MTO,
            Library.RING_OTO, Library.BELOW);
    private static final double LOG_10_OF_2 = Math.log10(2);
    private static final List<String> TIMES = List.of("ns", "us", "ms", "s");

    private final Report report;

    ComparisonCharts(Report report) {
        this.report = report;
    }

    List<Chart> of(Group group) {
        Map<String, List<TableLine>> rows = new LinkedHashMap<>();
        List<TableLine> single = new ArrayList<>();
        report.lines(group).stream()
                .collect(Collectors.groupingBy(line -> line.entry().label().replaceAll(", the largest$", ""),
                        LinkedHashMap::new, Collectors.toList()))
                .forEach((label, lines) -> {
                    if (lines.stream().filter(line -> line.bytes() > 0).count() > 1) {
                        rows.put(label, lines);
                    } else {
                        single.addAll(lines);
                    }
                });
        List<Chart> charts = new ArrayList<>();
        rows.forEach((label, lines) -> {
            charts.add(lines(label + ": time by size", "time", lines, false));
            if (group == Group.TRANSFERS || group == Group.ACCUMULATE) {
                charts.add(lines(label + ": bandwidth by size", "bytes in a second", lines, true));
            }
        });
        if (!single.isEmpty()) {
            charts.add(bars(group, single));
        }
        return charts;
    }

    private Chart lines(String title, String axis, List<TableLine> lines, boolean isBandwidth) {
        XYChart chart = new XYChartBuilder().width(WIDTH).height(LINES_HEIGHT).xAxisTitle("bytes").yAxisTitle(axis)
                .build();
        ChartDrawing.style(chart.getStyler());
        double least = Double.MAX_VALUE;
        double most = 0;
        for (Library library : Library.values()) {
            List<TableLine> own = lines.stream()
                    .filter(line -> line.bytes() > 0 && line.median(library).isPresent()).toList();
            if (own.isEmpty()) {
                continue;
            }
            double[] sizes = own.stream().mapToDouble(line -> Math.log10(line.bytes()) / LOG_10_OF_2).toArray();
            double[] values = own.stream().mapToDouble(line -> {
                double nanos = line.median(library).getAsDouble();
                return isBandwidth ? line.bytes() * 1e9 / nanos : nanos;
            }).toArray();
            for (double value : values) {
                least = Math.min(least, value);
                most = Math.max(most, value);
            }
            add(chart, library, sizes, Arrays.stream(values).map(Math::log10).toArray());
        }
        double bottom = Math.floor(Math.log10(least));
        double top = Math.max(bottom + 1, Math.ceil(Math.log10(most)));
        chart.getStyler().setYAxisMin(bottom).setYAxisMax(top);
        chart.getStyler().setXAxisTickMarkSpacingHint(SIZE_SPACING)
                .setYAxisTickMarkSpacingHint((int) (POWER_SPACING / (top - bottom)));
        chart.setCustomXAxisTickLabelsFormatter(
                power -> power == Math.rint(power) && power >= 0 ? Figure.bytes(1L << (int) (double) power) : "");
        chart.setCustomYAxisTickLabelsFormatter(power -> power != Math.rint(power)
                ? ""
                : isBandwidth ? bandwidth(power) : time(power));
        return ChartDrawing.draw(title, chart);
    }

    private static void add(XYChart chart, Library library, double[] sizes, double[] values) {
        int colour = colour(library);
        BasicStroke stroke = BROKEN.contains(library)
                ? ChartDrawing.BROKEN
                : ChartDrawing.SOLID;
        XYSeries series = chart.addSeries(library.title(), sizes, values);
        series.setLineColor(ChartColours.series(colour)).setLineStyle(stroke);
        series.setMarkerColor(ChartColours.series(colour));
        series.setMarker(ChartDrawing.marker(library.ordinal()));
    }

    /** The same for a library on all charts. What is below a library is grey, ours blue. */
    private static int colour(Library library) {
        return switch (library) {
            case PGAS, PGAS_MIXED, PGAS_TLS, PGAS_UCX -> 0;
            case C, LOOP, RING_MTO, RING_OTO, BELOW, TCP, TCP_JAVA, PGAS_ONE_HOST -> 7;
            case OPENMPI, OPENMPI_RDMA, ARMCI -> 1;
            case GASNET -> 2;
            case AERON -> 3;
            case MPICH, ARMCI_MPI -> 4;
            case QUEUE -> 5;
            case PCJ -> 6;
        };
    }

    private static String time(double power) {
        int thousands = Math.clamp((long) Math.floor(power / 3), 0, TIMES.size() - 1);
        return power(power - 3 * thousands) + " " + TIMES.get(thousands);
    }

    private static String bandwidth(double power) {
        return power >= 9 ? power(power - 9) + " GB/s"
                : power >= 6 ? power(power - 6) + " MB/s"
                        : power(power) + " B/s";
    }

    private static String power(double exponent) {
        return BigDecimal.ONE.scaleByPowerOfTen((int) exponent).stripTrailingZeros().toPlainString();
    }

    /**
     * A bar for each library and row, over a logarithmic axis: rows of a group are far apart. XChart has none for bars,
     * so it gets how many powers of ten a figure is above the least one.
     */
    private Chart bars(Group group, List<TableLine> lines) {
        List<Library> libraries = report.libraries(group).stream()
                .filter(library -> lines.stream().anyMatch(line -> line.median(library).isPresent())).toList();
        HorizontalBarChart chart = new HorizontalBarChartBuilder().width(WIDTH)
                .height(FRAME_HEIGHT + lines.size() * (BAR_HEIGHT * libraries.size() + BAR_HEIGHT))
                .xAxisTitle(group.unit().text().toLowerCase(Locale.ROOT)).build();
        ChartDrawing.style(chart.getStyler());
        List<Double> all = libraries.stream().flatMap(library -> powers(group, lines, library).stream())
                .filter(power -> power != null).toList();
        // bars begin at a power of ten below all of them, so that the shortest is one
        double bottom = Math.ceil(Collections.min(all)) - 1;
        double top = Math.max(bottom + 1, Math.ceil(Collections.max(all)));
        chart.getStyler().setAvailableSpaceFill(0.85).setXAxisMin(0.0).setXAxisMax(top - bottom);
        // not more than the height of a row's bars: XChart takes the hint for both axes, and leaves names out that are
        // closer
        int height = BAR_HEIGHT * (libraries.size() + 1);
        chart.getStyler().setXAxisTickMarkSpacingHint(
                (int) Math.min(height * ROOM_FOR_NAMES, BARS_WIDTH / (top - bottom)));
        chart.setCustomXAxisTickLabelsFormatter(
                power -> power == Math.rint(power) ? power(power + bottom) : "");
        List<String> names = lines.stream().map(ComparisonCharts::name).toList();
        for (Library library : libraries) {
            // where nothing was measured, no bar: XChart takes no series with null as its first value
            List<Double> values = powers(group, lines, library).stream()
                    .map(power -> power == null ? 0.0 : power - bottom).toList();
            chart.addSeries(library.title(), values, names).setFillColor(ChartColours.series(colour(library)));
        }
        return ChartDrawing.draw(group.title(), chart);
    }

    /** The logarithms of what the group shows; null where nothing was measured. */
    private static List<Double> powers(Group group, List<TableLine> lines, Library library) {
        return lines.stream().map(line -> line.median(library).stream().map(nanos -> Math.log10(switch (group.unit()) {
            case NANOSECONDS -> nanos;
            case MILLISECONDS -> nanos / 1e6;
            case PER_SECOND -> 1e9 / nanos;
        })).boxed().findFirst().orElse(null)).toList();
    }

    private static String name(TableLine line) {
        return line.entry().label() + (line.size().isEmpty() ? "" : ", " + line.size());
    }
}
