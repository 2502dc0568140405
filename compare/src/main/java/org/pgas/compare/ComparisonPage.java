package org.pgas.compare;

import java.util.List;
import java.util.Locale;

import org.pgas.bench.page.Chart;
import org.pgas.bench.page.Markup;
import org.pgas.bench.page.StyleSheet;

/** The report as a page: one file that names nothing outside, without scripts, readable as HTML and as XML. */
final class ComparisonPage {
    private final Report report;
    private final ComparisonCharts charts;
    private final StringBuilder text = new StringBuilder();

    ComparisonPage(Report report) {
        this.report = report;
        this.charts = new ComparisonCharts(report);
    }

    String text() {
        text.setLength(0);
        text.append("""
                <!DOCTYPE html>
                <html xmlns="http://www.w3.org/1999/xhtml" lang="en">
                <head>
                <meta charset="UTF-8" />
                <meta name="viewport" content="width=device-width, initial-scale=1" />
                <title>pgas, side by side</title>
                <style>
                """).append(StyleSheet.text())
                .append("""
                        body { max-width: 88rem; }
                        th, td { padding: 0.28rem 0.5rem; }
                        td.left:last-child { white-space: normal; min-width: 18rem; }
                        th[scope=row] { white-space: normal; min-width: 12rem; }
                        </style>
                        </head>
                        <body>
                        """);
        beginning();
        if (report.hasOurs()) {
            lost();
        }
        head();
        report.groups().forEach(this::section);
        return text.append("</body>\n</html>\n").toString();
    }

    private void beginning() {
        text.append("<header>\n<h1>Speed, side by side: ")
                .append(Markup.escaped(report.head().processor().title())).append("</h1>\n");
        Balance balance = new Balance(report);
        if (!balance.isEmpty()) {
            text.append("<pre>\n").append(Markup.escaped(balance.chart())).append("</pre>\n<ul>\n");
            balance.lines().forEach(line -> text.append("<li>").append(Markup.escaped(line)).append("</li>\n"));
            text.append("</ul>\n");
        }
        text.append("<nav>\n");
        if (report.hasOurs()) {
            text.append("<a href=\"#lost\">Lost</a>\n");
        }
        text.append("<a href=\"#how\">How it was measured</a>\n");
        report.groups().forEach(group -> text.append("<a href=\"#").append(identifier(group)).append("\">")
                .append(Markup.escaped(group.title())).append("</a>\n"));
        text.append("</nav>\n</header>\n");
    }

    private void head() {
        text.append(
                "<section id=\"how\">\n<h2>How it was measured</h2>\n<p class=\"soft\">pgas beside other libraries "
                        + "on one machine, in turns. ")
                .append(Markup.escaped(MarkdownTable.method(report.scope()).replaceAll("\\s+", " ").strip()))
                .append("</p>\n<div class=\"panel\">\n<dl class=\"facts\">\n");
        report.head().facts().forEach(fact -> fact(fact.title(), fact.value()));
        report.head().absent().forEach(each -> fact("not measured", each));
        report.head().failures().forEach(each -> fact("failed", each));
        text.append("</dl>\n</div>\n</section>\n");
    }

    private void fact(String title, String value) {
        text.append("<dt>").append(Markup.escaped(title)).append("</dt><dd>").append(Markup.escaped(value))
                .append("</dd>\n");
    }

    private static String identifier(Group group) {
        return group.name().toLowerCase(Locale.ROOT);
    }

    private void lost() {
        text.append("<section id=\"lost\">\n<h2>Lost</h2>\n<p class=\"soft\">")
                .append(Markup.escaped(report.summary())).append("</p>\n");
        List<Report.Loss> losses = report.losses();
        if (!losses.isEmpty()) {
            table(Cells.lossTitles(report.scope()),
                    losses.stream().map(loss -> Cells.loss(report.scope(), loss)).toList());
        }
        text.append("</section>\n");
    }

    private void section(Group group) {
        text.append("<section id=\"").append(identifier(group)).append("\">\n<h2>")
                .append(Markup.escaped(group.title())).append("</h2>\n");
        for (Chart chart : charts.of(group)) {
            text.append("<figure>\n<figcaption>").append(Markup.escaped(chart.title())).append("</figcaption>\n")
                    .append(chart.svg().isEmpty()
                            ? "<p>Not drawn: this machine's Java finds no fonts. The figures are in the table.</p>"
                            : chart.svg())
                    .append("\n</figure>\n");
        }
        text.append("<p class=\"soft\">").append(Markup.escaped(group.unit().text())).append(".</p>\n");
        Cells cells = new Cells(report, group);
        table(cells.titles(), cells.rows());
        text.append("</section>\n");
    }

    private void table(List<String> titles, List<List<String>> rows) {
        text.append("<div class=\"scroll\">\n<table>\n<thead><tr>");
        titles.forEach(title -> text.append(Cells.isText(title) ? "<th scope=\"col\" class=\"left\">"
                : "<th scope=\"col\">").append(Markup.escaped(title)).append("</th>"));
        text.append("</tr></thead>\n<tbody>\n");
        for (List<String> row : rows) {
            text.append("<tr><th scope=\"row\">").append(Markup.escaped(row.getFirst())).append("</th>");
            for (int i = 1; i < row.size(); i++) {
                String style = Cells.isText(titles.get(i)) ? " class=\"left\""
                        : titles.get(i).equals("pgas") ? " class=\"median\"" : "";
                text.append("<td").append(style).append('>').append(Markup.escaped(row.get(i))).append("</td>");
            }
            text.append("</tr>\n");
        }
        text.append("</tbody>\n</table>\n</div>\n");
    }
}
