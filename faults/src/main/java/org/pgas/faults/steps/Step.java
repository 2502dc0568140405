package org.pgas.faults.steps;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import org.pgas.faults.agent.Place;
import org.pgas.faults.jobs.JobPlan;
import org.pgas.faults.work.Endings;
import org.pgas.faults.work.Workload;

/**
 * A line of the table.
 *
 * @param number of the line among the steps, from 1
 * @param words for people
 * @param workload a {@link Workload}, or {@link #EXITING}
 * @param victim a rank, {@link #ANY} or {@link #LAUNCHER}
 * @param pass at which of the passes of the place
 * @param extras words, see the table
 */
record Step(int number, String words, Place place, String workload, String victim, int pass, List<String> extras) {
    static final String EXITING = "EXITING";
    static final String ANY = "any";
    static final String LAUNCHER = "launcher";
    static final int RANKS = 2;

    private static final String TABLE = "steps.txt";
    private static final String CODE = "code";
    private static final int COLUMNS = 6;
    private static final int KILLED = 137;

    /** The table. */
    static List<Step> all() {
        try (InputStream in = Step.class.getResourceAsStream(TABLE)) {
            List<Step> steps = new ArrayList<>();
            for (String line : new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList()) {
                if (!line.isBlank() && !line.startsWith("#")) {
                    steps.add(of(steps.size() + 1, line));
                }
            }
            return List.copyOf(steps);
        } catch (IOException e) {
            throw new UncheckedIOException("resource " + TABLE, e);
        }
    }

    private static Step of(int number, String line) {
        String[] columns = line.split("\\|", -1);
        if (columns.length != COLUMNS) {
            throw new IllegalArgumentException(TABLE + ": " + columns.length + " columns instead of " + COLUMNS + ": "
                    + line);
        }
        return new Step(number, columns[0].strip(), Place.of(columns[1]), columns[2].strip(), columns[3].strip(),
                Integer.parseInt(columns[4].strip()), List.of(columns[5].strip().split(" +")));
    }

    /** What the words begin with: the protocol, or the thing that has it. */
    String protocol() {
        return words.substring(0, words.indexOf(':'));
    }

    boolean isOfLauncher() {
        return victim.equals(LAUNCHER);
    }

    boolean isOfRank(int rank) {
        return victim.equals(ANY) || victim.equals(Integer.toString(rank));
    }

    /** Everything that is done at this step. */
    List<Deed> deeds() {
        return Stream.of(Deed.values()).filter(each -> each == Deed.KILL || extras.contains(each.word())).toList();
    }

    /** Whether the next process that opens the file must refuse it. */
    boolean isRefused() {
        return extras.contains("refused");
    }

    boolean hasFile() {
        return workload.equals(Workload.JOURNAL.name());
    }

    /** Whether the job had ended before, so that its code is another than that of a kill. */
    boolean hasEnded() {
        return extras.contains(CODE);
    }

    /** The job's exit code after a kill here. */
    int code() {
        return hasEnded() ? Integer.parseInt(extras.get(extras.indexOf(CODE) + 1)) : KILLED;
    }

    /** The job, without the options by which a process dies. */
    JobPlan plan(Path directory) {
        JobPlan plan = workload.equals(EXITING)
                ? JobPlan.of(directory, RANKS, Endings.class.getName(), "exit")
                : Workload.valueOf(workload).plan(directory, RANKS);
        List<String> options = new ArrayList<>(List.of("-Dpgas.segment=1m", "--wait",
                extras.contains("block") ? "block" : "spin"));
        if (extras.contains("rings=shared")) {
            options.add("-Dpgas.am.rings=shared");
        }
        if (extras.contains("neighbourhoods=2")) {
            options.addAll(List.of("--neighbourhoods", "2"));
        }
        return plan.with(options.toArray(String[]::new));
    }
}
