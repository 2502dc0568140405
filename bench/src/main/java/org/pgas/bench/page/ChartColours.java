package org.pgas.bench.page;

import java.awt.Color;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Colours that stand for those of the page's style sheet, which has one set for light and one for dark, and makes an
 * SVG file a part of the page.
 */
public final class ChartColours {
    /** The colour of text. */
    public static final Color INK = marked(100);
    /** The colour of the lines between which figures are read. */
    public static final Color GRID = marked(101);
    /** Behind the picture. */
    public static final Color PANEL = marked(102);

    /** Green and blue of all of them. */
    private static final int GREEN = 2;
    private static final int BLUE = 4;

    private static final int SERIES = 8;

    private static final Pattern MARKED = Pattern.compile("rgb\\((\\d+)," + GREEN + "," + BLUE + "\\)");
    private static final Pattern LONG_NUMBER = Pattern.compile("-?\\d+\\.\\d{2,}");
    private static final Pattern IDENTIFIER = Pattern.compile("(id=\"|url\\(#)");
    private static final Pattern ROOT = Pattern.compile("<svg [^>]*>");

    private ChartColours() {}

    private static Color marked(int red) {
        return new Color(red, GREEN, BLUE);
    }

    /** The colour of a series, counted from 0: the style sheet's {@code --s0} and so on; there are eight. */
    public static Color series(int index) {
        return marked(index % SERIES);
    }

    /** The element svg of a file, with the style sheet's colours, short numbers, a title and no size of its own. */
    static String embedded(String file, String title) {
        String svg = file.substring(file.indexOf("<svg "));
        Matcher box = Pattern.compile("viewBox=\"[^\"]*\"").matcher(svg);
        String view = box.find() ? " " + box.group() : "";
        svg = ROOT.matcher(svg).replaceFirst(
                Matcher.quoteReplacement("<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" aria-label=\""
                        + Markup.escaped(title) + "\"" + view + ">"));
        svg = MARKED.matcher(svg).replaceAll(match -> "var(" + variable(Integer.parseInt(match.group(1))) + ")");
        svg = LONG_NUMBER.matcher(svg).replaceAll(match -> new BigDecimal(match.group())
                .setScale(1, RoundingMode.HALF_EVEN).stripTrailingZeros().toPlainString());
        // identifiers are the page's, and there are several pictures on it
        String prefix = "c" + Integer.toHexString(title.hashCode() ^ svg.hashCode()) + "-";
        return IDENTIFIER.matcher(svg).replaceAll("$1" + prefix).strip();
    }

    private static String variable(int red) {
        return red == INK.getRed() ? "--ink"
                : red == GRID.getRed() ? "--grid"
                        : red == PANEL.getRed() ? "--panel"
                                : "--s" + red;
    }
}
