package org.pgas.jmh.words;

import java.awt.Color;
import java.awt.Font;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Predicate;

import org.knowm.xchart.BitmapEncoder;
import org.knowm.xchart.BitmapEncoder.BitmapFormat;
import org.knowm.xchart.CategoryChart;
import org.knowm.xchart.CategoryChartBuilder;
import org.knowm.xchart.style.Styler.LegendPosition;

/**
 * Prints the table of {@link WordSet} as Markdown, and draws it: a chart for each operation, a bar for each library.
 */
public final class WordChart {
    private static final String USAGE = "usage: WordChart TABLE.csv CHART.png";
    private static final int WIDTH = 1000;
    private static final int HEIGHT = 460;
    private static final int COLUMNS = 1;
    private static final Font SMALL = new Font(Font.SANS_SERIF, Font.PLAIN, 12);

    private final List<Rate> rates;

    private WordChart(List<Rate> rates) {
        this.rates = rates;
    }

    /** See the usage line for the arguments. */
    public static void main(String[] arguments) throws IOException {
        if (arguments.length != 2) {
            throw new IllegalArgumentException(USAGE);
        }
        WordChart chart = new WordChart(Rate.read(Path.of(arguments[0])));
        chart.print();
        chart.draw(Path.of(arguments[1]));
    }

    private void print() {
        StringBuilder head = new StringBuilder("| operation | where |");
        StringBuilder rule = new StringBuilder("|---|---|");
        for (WordLibrary library : WordLibrary.values()) {
            head.append(' ').append(library.title()).append(" |");
            rule.append("--:|");
        }
        System.out.println(head);
        System.out.println(rule);
        for (Operation operation : Operation.values()) {
            for (String place : places(operation)) {
                StringBuilder row = new StringBuilder("| " + operation.title() + " | " + place + " |");
                for (WordLibrary library : WordLibrary.values()) {
                    Double median = median(operation, place, library);
                    row.append(' ').append(median == null ? "" : String.format(Locale.ROOT, "%.0f", median))
                            .append(" |");
                }
                System.out.println(row);
            }
        }
    }

    private void draw(Path file) throws IOException {
        List<CategoryChart> charts = new ArrayList<>();
        for (Operation operation : Operation.values()) {
            if (!places(operation).isEmpty()) {
                charts.add(chart(operation));
            }
        }
        if (file.getParent() != null) {
            Files.createDirectories(file.getParent());
        }
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file))) {
            BitmapEncoder.saveBitmap(charts, charts.size(), COLUMNS, out, BitmapFormat.PNG);
        }
    }

    private CategoryChart chart(Operation operation) {
        CategoryChart chart = new CategoryChartBuilder().width(WIDTH).height(HEIGHT).title(operation.title())
                .yAxisTitle("million operations a second, in all").build();
        chart.getStyler().setLegendPosition(LegendPosition.OutsideE).setLegendFont(SMALL);
        chart.getStyler().setAxisTickLabelsFont(SMALL).setXAxisLabelRotation(25);
        chart.getStyler().setAvailableSpaceFill(0.85);
        chart.getStyler().setChartBackgroundColor(Color.WHITE);
        List<String> places = places(operation);
        for (WordLibrary library : WordLibrary.values()) {
            List<Double> medians = new ArrayList<>();
            places.forEach(place -> medians.add(median(operation, place, library)));
            if (medians.stream().anyMatch(each -> each != null)) {
                chart.addSeries(library.title(), places, medians);
            }
        }
        return chart;
    }

    private List<String> places(Operation operation) {
        Set<String> places = new LinkedHashSet<>();
        select(rate -> rate.operation() == operation).forEach(rate -> places.add(rate.place()));
        return List.copyOf(places);
    }

    /** Null where nothing was measured, which leaves the place of the bar empty. */
    private Double median(Operation operation, String place, WordLibrary library) {
        return select(rate -> rate.operation() == operation && rate.place().equals(place) && rate.library() == library)
                .stream().map(Rate::median).findFirst().orElse(null);
    }

    private List<Rate> select(Predicate<Rate> condition) {
        return rates.stream().filter(condition).toList();
    }
}
