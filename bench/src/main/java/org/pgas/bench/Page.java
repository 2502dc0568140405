package org.pgas.bench;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.pgas.bench.page.Chart;
import org.pgas.bench.page.Markup;
import org.pgas.bench.page.StyleSheet;
import org.pgas.bench.rows.Kind;
import org.pgas.bench.rows.Suite;
import org.pgas.bench.rows.Unit;

/**
 * The page: one file that names nothing outside, without scripts, readable as HTML and as XML.
 *
 * <p>Its style sheet has colours for light and for dark; charts use them too.
 */
final class Page {
    /** Title of the only column of words. */
    private static final String CHANGE = "change";

    private final Results results;
    private final Comparison comparison;
    private final Charts charts;
    private final StringBuilder text = new StringBuilder();

    /** @param comparison or null */
    Page(Results results, Comparison comparison) {
        this.results = results;
        this.comparison = comparison;
        this.charts = new Charts(results, comparison);
    }

    String text() {
        text.setLength(0);
        text.append("""
                <!DOCTYPE html>
                <html xmlns="http://www.w3.org/1999/xhtml" lang="en">
                <head>
                <meta charset="UTF-8" />
                <meta name="viewport" content="width=device-width, initial-scale=1" />
                <title>pgas bench</title>
                <style>
                """).append(StyleSheet.text()).append("</style>\n</head>\n<body>\n");
        head();
        if (comparison != null) {
            compared();
        }
        for (Suite suite : suites()) {
            section(suite);
        }
        method();
        settings();
        return text.append("</body>\n</html>\n").toString();
    }

    private List<Suite> suites() {
        return results.rows().stream().map(Page::suite).distinct().sorted().toList();
    }

    private static Suite suite(Row row) {
        return Kind.ofWord(row.key().name()).suite();
    }

    private void head() {
        text.append("<header>\n<h1>pgas bench</h1>\n<p class=\"soft\">What the library costs on one machine. ")
                .append(Markup.escaped(results.date().replace("T", " ").replace("Z", " UTC")))
                .append("</p>\n<div class=\"panel\">\n");
        Map<String, String> facts = new LinkedHashMap<>(results.machine().describe());
        facts.put("ranks",
                results.ranks() + ", " + (results.isBound() ? "each bound to a core" : "not bound to cores"));
        facts.put("measured", results.rounds() + (results.rounds() == 1 ? " round" : " rounds")
                + (results.isQuick() ? ", quick: few sizes, short warm-ups and samples" : ""));
        facts.put("command", "pgas " + String.join(" ", results.command()));
        facts(facts);
        text.append("</div>\n<nav>\n");
        for (Suite suite : suites()) {
            text.append("<a href=\"#").append(suite.word()).append("\">").append(suite.title()).append("</a>\n");
        }
        text.append(
                "<a href=\"#method\">How it is measured</a>\n<a href=\"#settings\">Settings</a>\n</nav>\n</header>\n");
    }

    private void facts(Map<String, String> facts) {
        text.append("<dl class=\"facts\">\n");
        facts.forEach((title, value) -> text.append("<dt>").append(Markup.escaped(title)).append("</dt><dd>")
                .append(Markup.escaped(value)).append("</dd>\n"));
        text.append("</dl>\n");
    }

    private void compared() {
        Results earlier = comparison.earlier();
        text.append("<section id=\"comparison\" class=\"panel").append(comparison.isLikeForLike() ? "" : " note")
                .append("\">\n<p><strong>Compared with an earlier run</strong>, <code>")
                .append(Markup.escaped(comparison.earlierName())).append("</code> of ")
                .append(Markup.escaped(earlier.date().replace("T", " ").replace("Z", " UTC"))).append(": ")
                .append(Markup.escaped(comparison.summary())).append(".</p>\n");
        if (comparison.isLikeForLike()) {
            text.append("<p>Both runs were made on the same machine with the same settings.</p>\n");
        } else {
            text.append("<p><strong>The runs are not alike</strong>, and the ratios may come from that:</p>\n<ul>\n");
            comparison.differences()
                    .forEach(each -> text.append("<li>").append(Markup.escaped(each)).append("</li>\n"));
            text.append("</ul>\n");
        }
        if (!comparison.gone().isEmpty()) {
            text.append("<p>Not measured now: ").append(Markup.escaped(String.join(", ",
                    comparison.gone().stream().map(Page::describe).toList()))).append(".</p>\n");
        }
        text.append("</section>\n");
    }

    private static String describe(RowKey key) {
        return key.name() + (key.bytes() == 0 ? "" : " " + Figures.bytes(key.bytes())) + " on " + key.ranks()
                + (key.ranks() == 1 ? " rank" : " ranks");
    }

    private void section(Suite suite) {
        text.append("<section id=\"").append(suite.word()).append("\">\n<h2>").append(suite.title())
                .append("</h2>\n<p class=\"soft\">").append(Markup.escaped(sentence(suite.text()))).append("</p>\n");
        for (Chart chart : charts.of(suite)) {
            text.append("<figure>\n<figcaption>").append(Markup.escaped(chart.title()))
                    .append("</figcaption>\n").append(chart.svg().isEmpty()
                            ? "<p>Not drawn: this machine's Java finds no fonts. The figures are in the table.</p>"
                            : chart.svg())
                    .append("\n</figure>\n");
        }
        table(suite);
        text.append("<dl class=\"kinds\">\n");
        for (Kind kind : suite.kinds()) {
            if (results.rows().stream().anyMatch(row -> row.key().name().equals(kind.word()))) {
                text.append("<div><dt><code>").append(kind.word()).append("</code></dt><dd>")
                        .append(Markup.escaped(kind.text())).append("</dd></div>\n");
            }
        }
        text.append("</dl>\n</section>\n");
    }

    private static String sentence(String words) {
        return Character.toUpperCase(words.charAt(0)) + words.substring(1) + ".";
    }

    private void table(Suite suite) {
        List<Row> rows = results.rows().stream().filter(row -> suite(row) == suite).toList();
        boolean hasSizes = rows.stream().anyMatch(row -> row.key().bytes() > 0);
        boolean hasPercentiles = rows.stream().anyMatch(row -> row.percentiles() != null);
        List<String> titles = new ArrayList<>();
        if (hasSizes) {
            titles.add("size");
        }
        titles.addAll(List.of("median", "spread"));
        if (comparison != null) {
            titles.addAll(List.of("earlier", "ratio", CHANGE));
        }
        if (hasPercentiles) {
            titles.addAll(List.of("p50", "p90", "p99", "p99.9", "max"));
        }
        text.append("<div class=\"scroll\">\n<table>\n<thead><tr><th scope=\"col\" class=\"left\">row</th>");
        titles.forEach(
                title -> text.append(title.equals(CHANGE) ? "<th scope=\"col\" class=\"left\">" : "<th scope=\"col\">")
                        .append(title).append("</th>"));
        text.append("</tr></thead>\n<tbody>\n");
        String last = rows.getFirst().key().name();
        for (Row row : rows) {
            text.append(row.key().name().equals(last) ? "<tr>" : "<tr class=\"first\">");
            last = row.key().name();
            row(row, hasSizes, hasPercentiles);
            text.append("</tr>\n");
        }
        text.append("</tbody>\n</table>\n</div>\n");
    }

    private void row(Row row, boolean hasSizes, boolean hasPercentiles) {
        Unit unit = row.unit();
        text.append("<th scope=\"row\">").append(Markup.escaped(row.key().name())).append("</th>");
        if (hasSizes) {
            cell("", TextTable.size(row));
        }
        cell("median", Figures.of(row.median(), unit));
        cell("", Figures.of(row.low(), unit) + " – " + Figures.of(row.high(), unit));
        if (comparison != null) {
            Comparison.Entry entry = comparison.entries().get(results.rows().indexOf(row));
            boolean isNew = entry.earlier() == null;
            cell("", isNew ? "" : Figures.of(entry.earlier().median(), unit));
            cell("", isNew ? "" : Figures.digits(entry.ratio()));
            String style = switch (entry.verdict()) {
                case BETTER -> "left better";
                case WORSE -> "left worse";
                case WITHIN, NEW -> "left";
            };
            cell(style, (entry.verdict().mark() + " " + entry.verdict().text()).strip());
        }
        if (hasPercentiles) {
            Percentiles percentiles = row.percentiles();
            for (int i = 0; i < 5; i++) {
                cell("", percentiles == null ? "" : Figures.nanos(switch (i) {
                    case 0 -> percentiles.p50();
                    case 1 -> percentiles.p90();
                    case 2 -> percentiles.p99();
                    case 3 -> percentiles.p999();
                    default -> percentiles.max();
                }));
            }
        }
    }

    private void cell(String style, String content) {
        text.append(style.isEmpty() ? "<td>" : "<td class=\"" + style + "\">").append(Markup.escaped(content))
                .append("</td>");
    }

    private void method() {
        text.append(
                """
                        <section id="method">
                        <h2>How it is measured</h2>
                        <p>Each suite has a job of its own in each round: new JVMs, one for each rank. The rounds follow
                        each other, so what a JVM happens to compile differently, and what else the machine does for a
                        while, shows in the spread and not in one row.</p>
                        <p>A sample is the time between two barriers, by rank 0's clock, divided by the operations in
                        between; there are as many of them as make a sample of some milliseconds. Before the samples
                        that count, a row is run until three of its runs in a row agree within 3&#160;%, or for a
                        limited time. Results of what is measured are stored where the compiler has to see them, so that
                        it cannot leave the work out. There is no other benchmark harness in between.</p>
                        <p><strong>Median</strong> is that of all samples. <strong>Spread</strong> is from the least to
                        the greatest of the medians of the rounds; with one round, of its samples. Percentiles are of
                        operations that were timed one by one, in which the clock itself takes some 20&#160;ns. MB/s and
                        GB/s are powers of ten, sizes (KiB, MiB) powers of two.</p>
                        <p>A row counts as <strong>better</strong> or <strong>worse</strong> than that of an earlier run
                        if the two spreads do not overlap. The ratio is this run's median by the earlier one's: less is
                        better for times, more is better for bandwidths and rates.</p>
                        </section>
                        """);
    }

    private void settings() {
        text.append("<section id=\"settings\">\n<h2>Settings</h2>\n<div class=\"panel\">\n");
        facts(results.settings());
        text.append("</div>\n</section>\n");
    }
}
