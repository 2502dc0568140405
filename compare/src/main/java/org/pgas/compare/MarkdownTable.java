package org.pgas.compare;

import java.util.List;
import java.util.stream.Collectors;

/** The report as Markdown: what has lost first, then each group. */
final class MarkdownTable {
    private final Report report;
    private final StringBuilder text = new StringBuilder();

    MarkdownTable(Report report) {
        this.report = report;
    }

    String text() {
        text.setLength(0);
        text.append("# ").append(report.scope().title()).append(": ")
                .append(report.head().processor().title()).append("\n\n")
                .append(beginning(report));
        if (report.hasOurs()) {
            losses();
        }
        text.append("\n## How it was measured\n\n");
        report.head().facts().forEach(fact -> item(fact.title() + ": " + fact.value()));
        report.head().absent().forEach(each -> item("Not measured: " + each));
        report.head().failures().forEach(each -> item("**Failed:** " + each));
        text.append("\n").append(method(report.scope()));
        for (Group group : report.groups()) {
            Cells cells = new Cells(report, group);
            text.append("\n## ").append(group.title()).append("\n\n").append(group.unit().text()).append(".\n\n");
            table(cells.titles(), cells.rows());
        }
        return text.toString();
    }

    /** What everybody sees first: a picture of what was won and lost, and a line each. */
    static String beginning(Report report) {
        Balance balance = new Balance(report);
        return balance.isEmpty() ? ""
                : "```text\n" + balance.chart() + "```\n\n" + balance.lines().stream()
                        .map(line -> "- **" + line.replaceFirst(":", ":**"))
                        .collect(Collectors.joining("\n", "", "\n"));
    }

    private void item(String words) {
        text.append("- ").append(words.replaceAll("\\R", "\n  ")).append('\n');
    }

    static String method(Scope scope) {
        return switch (scope) {
            case ONE_HOST -> ofOneHost();
            case TWO_HOSTS -> ofTwoHosts();
        };
    }

    private static String ofTwoHosts() {
        return """
                Medians over the rounds; a ratio is the median of the rounds' own ratios, below 1 where pgas is faster;
                spread is (largest - smallest) / median over the rounds. Every round starts every program anew; starts
                is in how many of them pgas was measured, and behind a median stands in brackets the least of its
                starts. There is a rank on each host, and each host has a core: in jobs of pgas that only start and end,
                too, and so has the one host beside them; such jobs of others may use both cores. Both hosts are on one
                machine: the figures have what kernel and libraries take in them, and nothing of a card or a wire. TCP
                in C is one connection, nothing checked, both ranks looking again at once: the floor; TCP in Java is the
                same over a channel of the JDK. Column pgas is without TLS, since no peer encrypts; column pgas, TLS is
                what a job has when nothing is said; column pgas, UCX goes by UCX's messages over TCP. Open MPI, MPICH
                and PCJ go by TCP, GASNet-EX by UDP. A get, a fetch-add and a put that is remotely complete are one
                round trip. Of blocks, the time is that until the last byte is at its target and that is known. A rank
                that computes calls nothing of the library meanwhile; what has no thread of its own does not answer
                then, and has no figure. A cell is empty where nothing was measured. A cell has lost when its goal is
                missed, when it takes more than 1.05 of the best peer's time, or both. A goal is met when all its terms
                can be decided and hold, and missed when one does not hold. In goals, tcp is TCP in C.
                """;
    }

    private static String ofOneHost() {
        return """
                Medians over the rounds; a ratio is the median of the rounds' own ratios, below 1 where pgas is faster;
                spread is (largest - smallest) / median over the rounds. Every round starts every program anew; starts
                is in how many of them pgas was measured, and behind a median stands in brackets the least of its
                starts: rows in which processes hand each other lines of memory have a fast and a slow state, which
                differ from start to start. In the table of lost cells, least / least is the least repetition of all
                starts by that of the best peer: medians tell what the host did meanwhile, too, which takes code of
                many instructions most. Best loop is the row that does the same work in a loop written for speed alone;
                pgas mixed is measured in JVMs that have run every other row before, as in a program that uses
                everything. The column of Open MPI is the better of its components osc sm and osc rdma in each row. C,
                Agrona's bare rings and the call below a dialect are no peers but what there is below a library. A cell
                is empty where nothing was measured. A cell has lost when its goal is missed, when it takes more than
                1.05 of the best peer's time, or both: a goal that is met hides no faster peer. A goal is met when all
                its terms can be decided and hold, and missed when one does not hold.
                """;
    }

    private void losses() {
        List<Report.Loss> losses = report.losses();
        text.append("\n## Lost\n\n").append(report.summary()).append('\n');
        if (!losses.isEmpty()) {
            text.append('\n');
            table(Cells.lossTitles(report.scope()),
                    losses.stream().map(loss -> Cells.loss(report.scope(), loss)).toList());
        }
    }

    private void table(List<String> titles, List<List<String>> rows) {
        line(titles);
        text.append(titles.stream().map(title -> Cells.isText(title) ? "---" : "--:")
                .collect(Collectors.joining("|", "|", "|\n")));
        rows.forEach(this::line);
    }

    private void line(List<String> cells) {
        text.append(cells.stream().map(cell -> cell.replace("|", "\\|"))
                .collect(Collectors.joining(" | ", "| ", " |\n")));
    }
}
