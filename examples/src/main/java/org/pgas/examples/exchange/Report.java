package org.pgas.examples.exchange;

import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * What rank 0 tells of the measurements: tables as they grow, lines of a file, and all of them at the end. On other
 * ranks nothing is told.
 */
public final class Report implements AutoCloseable {
    private final PrintStream out;
    private final PrintWriter lines;
    private final List<Measurement> all = new ArrayList<>();
    private TableLayout layout;

    private Report(PrintStream out, PrintWriter lines) {
        this.out = out;
        this.lines = lines;
    }

    /** Of a rank that does not speak. */
    public static Report silent() {
        return new Report(null, null);
    }

    /**
     * Of the rank that speaks.
     *
     * @param file for a line of each measurement, or null
     */
    public static Report to(PrintStream out, Path file) throws IOException {
        PrintWriter lines = null;
        if (file != null) {
            lines = new PrintWriter(Files.newBufferedWriter(file));
            lines.println(Measurement.HEAD);
        }
        return new Report(out, lines);
    }

    /** A line of text. */
    public void say(String text) {
        if (out != null) {
            out.println(text);
            out.flush();
        }
    }

    void begin(String title, List<String> keys, List<String> columns) {
        layout = new TableLayout(keys, columns);
        say("");
        say(title);
        say(layout.heading());
    }

    /** Null stands for what was not measured. */
    void row(List<String> keys, List<Measurement> measurements) {
        if (out == null) {
            return;
        }
        say(layout.row(keys, measurements.stream().map(each -> each == null ? null : each.times()).toList()));
        for (Measurement each : measurements) {
            if (each != null) {
                all.add(each);
                if (lines != null) {
                    lines.println(each.toLine());
                    lines.flush();
                }
            }
        }
    }

    List<Measurement> all() {
        return all;
    }

    /** Throws if a line could not be written. */
    @Override
    public void close() throws IOException {
        if (lines != null) {
            lines.close();
            if (lines.checkError()) {
                throw new IOException("the lines of the measurements could not be written");
            }
        }
    }
}
