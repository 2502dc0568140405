package org.pgas.examples.exchange;

import java.awt.Color;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import org.knowm.xchart.ChartEncoder;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.style.Styler.LegendPosition;

/** Figures 1 and 2 of the paper: fenced puts and messages, with shared and local windows, by the size of the blocks. */
public final class ExchangeChart {
    private static final int WIDTH = 800;
    private static final int HEIGHT = 520;
    private static final List<String> VARIANTS = List.of("Put-Fence", "Sendrecv");

    private ExchangeChart() {}

    /** Draws a figure for tables 2 and 3 each, as far as they were measured; says which files it wrote. */
    public static List<Path> draw(Report report, Path directory) throws IOException {
        Files.createDirectories(directory);
        List<Path> files = new ArrayList<>();
        for (int table = 2; table <= 3; table++) {
            int wanted = table;
            List<Measurement> rows = report.all().stream().filter(each -> each.table() == wanted).toList();
            if (!rows.isEmpty()) {
                Path file = directory.resolve("figure" + (table - 1) + ".svg");
                try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file))) {
                    ChartEncoder.saveChart(chart(rows), out, "svg");
                }
                files.add(file);
            }
        }
        return files;
    }

    private static XYChart chart(List<Measurement> rows) {
        Measurement any = rows.getFirst();
        XYChart chart = new XYChartBuilder().width(WIDTH).height(HEIGHT)
                .title("Exchange, " + any.ranks() + " ranks, neighbours: " + any.neighbours())
                .xAxisTitle("bytes of a block").yAxisTitle("us, fastest epoch").build();
        chart.getStyler().setXAxisLogarithmic(true).setYAxisLogarithmic(true);
        chart.getStyler().setLegendPosition(LegendPosition.InsideNW).setChartBackgroundColor(Color.WHITE);
        for (WindowPlace place : WindowPlace.values()) {
            for (String variant : VARIANTS) {
                List<Measurement> line = rows.stream()
                        .filter(each -> each.place() == place && each.variant().equals(variant)).toList();
                if (!line.isEmpty()) {
                    chart.addSeries(variant + ", " + place.title(),
                            line.stream().mapToDouble(Measurement::bytes).toArray(),
                            line.stream().mapToDouble(each -> each.times().fastest()).toArray());
                }
            }
        }
        return chart;
    }
}
