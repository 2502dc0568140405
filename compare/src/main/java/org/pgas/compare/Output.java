package org.pgas.compare;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;

/** Where a report goes: the terminal always, files as asked. */
final class Output {
    private final Path directory;
    private final Path keep;
    private final PrintWriter terminal;

    /**
     * @param directory for table, figures and page, or null
     * @param keep file for the figures, or null
     */
    Output(Path directory, Path keep, PrintWriter terminal) {
        this.directory = directory;
        this.keep = keep;
        this.terminal = terminal;
    }

    /** Of figures that are in a file already. @return the exit code */
    int write(Report report) throws IOException {
        String table = new MarkdownTable(report).text();
        terminal.print(table);
        terminal.flush();
        if (directory != null) {
            Files.createDirectories(directory);
            Files.writeString(directory.resolve("README.md"), table);
            Files.writeString(directory.resolve("index.html"), new ComparisonPage(report).text());
        }
        return 0;
    }

    /** With the figures of all rounds. @return the exit code */
    int write(Report report, Measurements all) throws IOException {
        String figures = ResultsText.write(report.head(), all);
        // first: a table can be made from them again
        if (directory != null) {
            Files.createDirectories(directory);
            Files.writeString(directory.resolve("results.csv"), figures);
        }
        if (keep != null) {
            Files.writeString(keep, figures);
        }
        return write(report);
    }
}
