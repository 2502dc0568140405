package org.pgas.compare;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;

/** Where a report goes: the terminal always, files as asked. */
final class Output {
    private final Scope scope;
    private final Path directory;
    private final Path keep;
    private final PrintWriter terminal;

    /**
     * @param directory for table, figures and page, or null
     * @param keep file for the figures, or null
     */
    Output(Scope scope, Path directory, Path keep, PrintWriter terminal) {
        this.scope = scope;
        this.directory = directory;
        this.keep = keep;
        this.terminal = terminal;
    }

    /** Table and page; figures are in files already. */
    void write(Report report) throws IOException {
        String table = new MarkdownTable(report).text();
        terminal.print(table);
        terminal.flush();
        if (directory != null) {
            Files.createDirectories(directory);
            Files.writeString(directory.resolve(scope.page()), table);
            if (scope.hasCharts()) {
                Files.writeString(directory.resolve("index.html"), new ComparisonPage(report).text());
            }
        }
    }

    /** Makes the directory: before anything is measured that could not be written. */
    void prepare() throws IOException {
        if (directory != null) {
            Files.createDirectories(directory);
        }
    }

    /** The figures so far, from which a table can be made again. */
    void keep(Head head, Measurements measurements) throws IOException {
        String figures = ResultsText.write(head, measurements);
        if (directory != null) {
            Files.writeString(directory.resolve(scope.figures()), figures);
        }
        if (keep != null) {
            Files.writeString(keep, figures);
        }
    }
}
