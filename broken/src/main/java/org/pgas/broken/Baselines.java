package org.pgas.broken;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.Map;

import org.pgas.broken.trial.Outcome;
import org.pgas.broken.trial.Reach;
import org.pgas.broken.trial.Runs;
import org.pgas.broken.trial.TestClass;

/** How classes of tests run on the whole code. They are kept for one build. */
final class Baselines {
    private static final long MOST_MILLIS = 300_000;

    /** One of them. */
    record Baseline(Reach reach, long millis) {}

    private final Runs runs;
    private final Path file;
    private final Map<String, Baseline> known = new HashMap<>();

    /** @param built a file that is younger with each build */
    Baselines(Runs runs, Path file, Path built) throws IOException {
        this.runs = runs;
        this.file = file;
        if (Files.exists(file) && Files.getLastModifiedTime(file).compareTo(Files.getLastModifiedTime(built)) < 0) {
            Files.delete(file);
        }
        if (Files.exists(file)) {
            for (String line : Files.readAllLines(file)) {
                String[] cells = line.split("\t");
                known.put(cells[0], new Baseline(Reach.valueOf(cells[1]), Long.parseLong(cells[2])));
            }
        }
    }

    /**
     * The baseline of one class of tests, with the furthest reach with which it passes.
     *
     * @throws NotTriedException if it does not pass
     */
    Baseline of(TestClass test) throws IOException, NotTriedException {
        Baseline found = known.get(test.toString());
        if (found != null) {
            return found;
        }
        String why = "";
        for (Reach reach : Reach.values()) {
            Outcome outcome = runs.whole(test, reach, MOST_MILLIS);
            if (outcome.kind() == Outcome.Kind.PASSED) {
                found = new Baseline(reach, outcome.millis());
                known.put(test.toString(), found);
                Files.writeString(file, test + "\t" + reach + "\t" + outcome.millis() + "\n",
                        StandardOpenOption.CREATE, StandardOpenOption.APPEND);
                return found;
            }
            why = outcome.what();
        }
        throw new NotTriedException(test + " does not pass on the whole code: " + why);
    }
}
