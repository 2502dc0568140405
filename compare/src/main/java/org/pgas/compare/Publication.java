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
    /** The file of figures in a directory, from which the rest can be made again. */
    static final String FIGURES = "results.csv";

    private final Path root;

    /** @param root directory of all pages */
    Publication(Path root) {
        this.root = root;
    }

    Path directory(Processor processor) {
        return root.resolve(processor.word());
    }

    /** The file with the reasons of all pages. */
    Path reasons() {
        return root.resolve("reasons.csv");
    }

    /** Writes the index anew. */
    void index(RowSet rows) throws IOException {
        Reasons reasons = Reasons.read(reasons());
        StringBuilder text = new StringBuilder(
                """
                        # Speed, side by side

                        pgas beside C on the same memory and beside other libraries, in turns. Ratios differ between kinds of processors, so each
                        kind has a page of its own: first what was lost, then every figure. `./pgas bench compare --publish` writes the page of the
                        machine's own kind, and this index.
                        """);
        for (Path directory : pages()) {
            ResultsText.Content content = ResultsText.read(Files.readAllLines(directory.resolve(FIGURES)));
            Report report = new Report(content.head(), content.measurements(), rows, reasons);
            String name = directory.getFileName().toString();
            text.append("\n## [").append(new Processor(name).title()).append("](").append(name)
                    .append("/README.md)\n\n")
                    .append(content.head().fact("processor").orElse("unknown")).append(", measured ")
                    .append(content.head().fact("date").orElse("at an unknown time")).append(": [table](").append(name)
                    .append("/README.md), [charts](").append(name).append("/index.html), [figures](").append(name)
                    .append('/').append(FIGURES).append(").\n\n").append(MarkdownTable.beginning(report));
        }
        Files.writeString(root.resolve("README.md"), text.toString().stripTrailing() + "\n");
    }

    /** Directories that have figures, in order. */
    List<Path> pages() throws IOException {
        try (Stream<Path> all = Files.list(root)) {
            return all.filter(each -> Files.isReadable(each.resolve(FIGURES))).sorted().toList();
        }
    }
}
