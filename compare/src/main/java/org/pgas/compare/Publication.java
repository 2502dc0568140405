package org.pgas.compare;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * The pages of the source tree: a directory for each kind of processor, so that a run on one never writes over what was
 * measured on another, and above them an index, which is made from their figures.
 */
final class Publication {
    private final Path root;

    /** @param root directory of all pages */
    Publication(Path root) {
        this.root = root;
    }

    Path directory(Processor processor) {
        return root.resolve(processor.word());
    }

    /** The file with the reasons of all pages. */
    Path reasons(Scope scope) {
        return root.resolve(scope.reasons());
    }

    /** Writes the index anew. */
    void index() throws IOException {
        StringBuilder text = new StringBuilder(
                """
                        # Speed, side by side

                        pgas beside C on the same memory and beside other libraries, in turns. Ratios differ between
                        kinds of processors, so each kind has a page of its own: first what was lost, then every figure.
                        `./pgas bench compare --publish` writes the page of the machine's own kind, and this index.
                        """);
        for (Path directory : directories()) {
            String name = directory.getFileName().toString();
            String title = new Processor(name).title();
            boolean hasPage = hasFigures(directory, Scope.ONE_HOST);
            text.append("\n## ").append(hasPage ? "[" + title + "](" + name + "/README.md)" : title).append('\n');
            for (Scope scope : Scope.values()) {
                if (hasFigures(directory, scope)) {
                    text.append('\n').append(paragraph(directory, scope));
                }
            }
        }
        Files.writeString(root.resolve("README.md"), text.toString().stripTrailing() + "\n");
    }

    private String paragraph(Path directory, Scope scope) throws IOException {
        ResultsText.Content content = ResultsText.read(Files.readAllLines(directory.resolve(scope.figures())));
        Report report = new Report(content.head(), content.measurements(), RowSet.read(scope).shown(),
                Reasons.read(reasons(scope), scope));
        String name = directory.getFileName().toString();
        StringBuilder text = new StringBuilder(scope == Scope.ONE_HOST ? "" : "Between two hosts: ");
        text.append(content.head().fact("processor").orElse("unknown")).append(", measured ")
                .append(content.head().fact("date").orElse("at an unknown time")).append(": [table](").append(name)
                .append('/').append(scope.page()).append("), ");
        if (scope.hasCharts()) {
            text.append("[charts](").append(name).append("/index.html), ");
        }
        return text.append("[figures](").append(name).append('/').append(scope.figures()).append(").\n\n")
                .append(MarkdownTable.beginning(report)).toString();
    }

    private static boolean hasFigures(Path directory, Scope scope) {
        return Files.isReadable(directory.resolve(scope.figures()));
    }

    /** Those that have figures, in order. */
    List<Path> directories() throws IOException {
        try (Stream<Path> all = Files.list(root)) {
            return all.filter(each -> Stream.of(Scope.values()).anyMatch(scope -> hasFigures(each, scope))).sorted()
                    .toList();
        }
    }
}
