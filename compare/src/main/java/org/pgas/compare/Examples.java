package org.pgas.compare;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.pgas.compare.programs.Line;
import org.pgas.compare.programs.Start;
import org.pgas.compare.programs.Workshop;

/** Whole programs of the examples, which say themselves how fast they were. */
final class Examples {
    private static final String GENOME = "genome.fa";
    private static final int GENOME_LETTERS = 16 << 20;
    private static final int LETTERS_IN_LINE = 80;
    private static final long SEED = 20_250_101;

    /** k-mers a second and rank, in millions. */
    private static final Pattern KMERS = Pattern.compile("([0-9.]+) M k-mers/s per rank");

    /** Nodes of one rank, and how many a second. */
    private static final Pattern UTS = Pattern.compile("rank=\\d+ nodes=(\\d+) rate=(\\d+)");

    private static final Pattern CG = Pattern.compile("([0-9,]+) iterations/s");

    private final Workshop workshop;

    Examples(Workshop workshop) {
        this.workshop = workshop;
    }

    Start start(RowEntry entry) throws IOException {
        List<String> options = switch (program(entry)) {
            case "kmers" -> List.of("--input", genome().toString(), "--k", "11");
            case "uts" -> List.of();
            case "cg" -> List.of("--grid", "384");
            default -> throw new IllegalArgumentException("no example is known for row " + entry.row());
        };
        List<String> command = new ArrayList<>(List.of(workshop.host().root().resolve("pgas").toString(),
                "run", "-n", Integer.toString(entry.ranks())));
        if (program(entry).equals("kmers")) {
            command.addAll(List.of("--segment", "128m"));
        }
        command.add(program(entry));
        command.addAll(options);
        return new Start(command, Map.of());
    }

    private static String program(RowEntry entry) {
        return entry.row().replaceAll("\\d+$", "");
    }

    /** Random letters, the same in every run. */
    private Path genome() throws IOException {
        Path file = workshop.file(GENOME);
        if (!Files.exists(file)) {
            Random random = new Random(SEED);
            try (BufferedWriter writer = Files.newBufferedWriter(file)) {
                writer.write(">random\n");
                for (int i = 1; i <= GENOME_LETTERS; i++) {
                    writer.write("ACGT".charAt(random.nextInt(4)));
                    if (i % LETTERS_IN_LINE == 0) {
                        writer.write('\n');
                    }
                }
            }
        }
        return file;
    }

    /** The time of each item by all ranks together, from what the program printed. */
    Optional<Line> line(RowEntry entry, String text) {
        double rate = switch (program(entry)) {
            case "kmers" -> sum(KMERS, text) * 1e6 * entry.ranks();
            case "uts" -> searchRate(text);
            default -> sum(CG, text);
        };
        double nanos = 1e9 / rate;
        return rate > 0
                ? Optional.of(new Line(Library.PGAS.word(), entry.row(), 0, nanos, nanos, nanos))
                : Optional.empty();
    }

    /** All nodes by the time of the rank that took longest. */
    private static double searchRate(String text) {
        Matcher matcher = UTS.matcher(text);
        double nodes = 0;
        double seconds = 0;
        while (matcher.find()) {
            double own = Double.parseDouble(matcher.group(1));
            nodes += own;
            seconds = Math.max(seconds, own / Math.max(1, Double.parseDouble(matcher.group(2))));
        }
        return seconds > 0 ? nodes / seconds : 0;
    }

    private static double sum(Pattern pattern, String text) {
        Matcher matcher = pattern.matcher(text);
        double sum = 0;
        while (matcher.find()) {
            sum += Double.parseDouble(matcher.group(1).replace(",", ""));
        }
        return sum;
    }
}
