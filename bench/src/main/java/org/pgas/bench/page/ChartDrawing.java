package org.pgas.bench.page;

import java.awt.BasicStroke;
import java.awt.Font;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

import org.knowm.xchart.ChartEncoder;
import org.knowm.xchart.internal.chartpart.IChart;
import org.knowm.xchart.style.AxesChartStyler;
import org.knowm.xchart.style.Styler.LegendPosition;
import org.knowm.xchart.style.markers.Marker;
import org.knowm.xchart.style.markers.SeriesMarkers;

/** How all charts look, and how one becomes a part of a page. */
public final class ChartDrawing {
    private static final float LINE = 2f;

    /** The stroke of the results now. */
    public static final BasicStroke SOLID = new BasicStroke(LINE, BasicStroke.CAP_ROUND, BasicStroke.JOIN_ROUND);

    /** The stroke of the results that these are compared with. */
    public static final BasicStroke BROKEN = new BasicStroke(LINE, BasicStroke.CAP_BUTT, BasicStroke.JOIN_ROUND, 10f,
            new float[]{5f, 5f}, 0f);

    private static final int MARKER = 7;
    private static final List<Marker> MARKERS = List.of(SeriesMarkers.CIRCLE, SeriesMarkers.SQUARE,
            SeriesMarkers.DIAMOND, SeriesMarkers.TRIANGLE_UP, SeriesMarkers.TRIANGLE_DOWN);

    private ChartDrawing() {}

    /** The mark at the points of a series, counted from 0. */
    public static Marker marker(int index) {
        return MARKERS.get(index % MARKERS.size());
    }

    /** Colours of the page, a legend beside the picture, no frame. */
    public static void style(AxesChartStyler styler) {
        Font font = new Font(Font.SANS_SERIF, Font.PLAIN, 12);
        styler.setChartBackgroundColor(ChartColours.PANEL).setPlotBackgroundColor(ChartColours.PANEL)
                .setPlotBorderVisible(false).setChartTitleVisible(false).setChartFontColor(ChartColours.INK)
                .setLegendPosition(LegendPosition.OutsideE).setLegendBorderColor(ChartColours.PANEL)
                .setLegendBackgroundColor(ChartColours.PANEL).setLegendFont(font).setChartPadding(6)
                .setMarkerSize(MARKER);
        styler.setAxisTickLabelsFont(font).setAxisTitleFont(font).setAxisTickLabelsColor(ChartColours.INK)
                .setAxisTickMarksColor(ChartColours.GRID).setPlotGridLinesColor(ChartColours.GRID)
                .setPlotGridLinesStroke(new BasicStroke(1f)).setPlotMargin(0);
        styler.setXAxisTitleColor(ChartColours.INK).setYAxisTitleColor(ChartColours.INK);
    }

    /** A machine without fonts cannot draw; its figures are worth a page all the same. */
    public static Chart draw(String title, IChart chart) {
        try (ByteArrayOutputStream svg = new ByteArrayOutputStream()) {
            ChartEncoder.saveChart(chart, svg, "svg");
            return new Chart(title, ChartColours.embedded(svg.toString(StandardCharsets.UTF_8), title));
        } catch (IOException | RuntimeException | LinkageError | java.awt.AWTError e) {
            return new Chart(title, "");
        }
    }
}
