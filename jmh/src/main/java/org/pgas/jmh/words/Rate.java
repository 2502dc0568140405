package org.pgas.jmh.words;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * What was measured in one place: millions of operations a second, of all workers together; the median of the
 * iterations, the smallest and the largest.
 */
record Rate(int processes, int threads, Layout layout, Operation operation, WordLibrary library, double median,
        double least, double most) {
    private static final String HEAD = "processes,threads,layout,operation,library,millions_per_second,least,most";

    /** How many work, and where; such as "2 threads, one word". */
    String place() {
        if (processes * threads == 1) {
            return "1 thread";
        }
        return (processes == 1 ? threads + " threads, " : processes + " processes, ") + layout.title();
    }

    static void write(List<Rate> rates, Path file) {
        List<String> lines = new ArrayList<>();
        lines.add(HEAD);
        for (Rate rate : rates) {
            lines.add(String.format(Locale.ROOT, "%d,%d,%s,%s,%s,%.3f,%.3f,%.3f", rate.processes, rate.threads,
                    rate.layout, rate.operation, rate.library, rate.median, rate.least, rate.most));
        }
        try {
            if (file.getParent() != null) {
                Files.createDirectories(file.getParent());
            }
            Files.write(file, lines);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write " + file, e);
        }
    }

    static List<Rate> read(Path file) {
        try {
            List<String> lines = Files.readAllLines(file);
            if (lines.isEmpty() || !lines.getFirst().equals(HEAD)) {
                throw new IllegalArgumentException(file + " does not begin with " + HEAD);
            }
            return lines.stream().skip(1).map(Rate::parse).toList();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + file, e);
        }
    }

    private static Rate parse(String line) {
        String[] cell = line.split(",");
        return new Rate(Integer.parseInt(cell[0]), Integer.parseInt(cell[1]), Layout.valueOf(cell[2]),
                Operation.valueOf(cell[3]), WordLibrary.valueOf(cell[4]), Double.parseDouble(cell[5]),
                Double.parseDouble(cell[6]), Double.parseDouble(cell[7]));
    }
}
