package org.pgas.faults.kills;

import java.util.List;
import java.util.SplittableRandom;

import org.pgas.faults.jobs.RandomSettings;
import org.pgas.faults.work.Workload;

/**
 * One trial, all of which comes from its seed.
 *
 * @param rank the first victim among the ranks
 * @param second another one
 * @param starting whether the signal comes while ranks start and join, and not when all have
 * @param delayMillis from then to the signal
 * @param stoppedMillis how long what is stopped stays so
 */
record Choice(long seed, Program program, Victims victims, int rank, int second, Signal signal, boolean starting,
        int delayMillis, int stoppedMillis) {
    private static final int PERCENT = 100;

    /**
     * What the victims run.
     *
     * @param neighbourhoods of the ranks
     * @param settings options of {@code pgas run}
     */
    record Program(Workload workload, int ranks, int neighbourhoods, List<String> settings) {}

    static Choice of(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        Workload workload = Workload.values()[random.nextInt(Workload.values().length)];
        int ranks = oneOf(random, 2, 2, 2, 2, 3, 3, 3, 4);
        Signal signal = signal(random.nextInt(PERCENT));
        Victims victims = victims(signal, random.nextInt(PERCENT));
        boolean starting = random.nextInt(PERCENT) < 20 && victims != Victims.GUARDIAN;
        int rank = random.nextInt(ranks);
        int second = (rank + 1 + random.nextInt(ranks - 1)) % ranks;
        List<String> settings = RandomSettings.of(random);
        int delayMillis = random.nextInt(starting && !victims.hasRanks() ? 700 : starting ? 400 : 120);
        int stoppedMillis = random.nextInt(200, 1500);
        int neighbourhoods = random.nextInt(3) == 0 ? 2 : 1;
        return new Choice(seed, new Program(workload, ranks, neighbourhoods, settings), victims, rank, second, signal,
                starting, delayMillis, stoppedMillis);
    }

    private static Signal signal(int percent) {
        return percent < 70 ? Signal.KILL : percent < 82 ? Signal.TERM : percent < 92 ? Signal.ABRT : Signal.STOP;
    }

    private static Victims victims(Signal signal, int percent) {
        return switch (signal) {
            case KILL -> percent < 55 ? Victims.RANK
                    : percent < 72 ? Victims.LAUNCHER
                            : percent < 79 ? Victims.TWO_RANKS
                                    : percent < 85 ? Victims.ALL_RANKS
                                            : percent < 92 ? Victims.RANK_AND_LAUNCHER
                                                    : percent < 97 ? Victims.EVERYTHING : Victims.GUARDIAN;
            case TERM, ABRT -> percent < 50 ? Victims.RANK : percent < 85 ? Victims.LAUNCHER : Victims.ALL_RANKS;
            case STOP -> percent < 70 ? Victims.RANK : Victims.LAUNCHER;
        };
    }

    private static int oneOf(SplittableRandom random, int... values) {
        return values[random.nextInt(values.length)];
    }

    /** The line of the table. */
    String kind() {
        return program.neighbourhoods == 1 ? what() : what() + ", in " + program.neighbourhoods + " neighbourhoods";
    }

    private String what() {
        String words = signal.word() + " of " + victims.words();
        if (signal == Signal.STOP) {
            words += ", and SIGCONT";
        }
        if (starting) {
            return words + " while the job starts";
        }
        return signal == Signal.KILL && victims == Victims.RANK ? words + ": " + program.workload.words() : words;
    }

    /** Whether that rank is a victim. */
    boolean hits(int other) {
        return switch (victims) {
            case RANK, RANK_AND_LAUNCHER -> other == rank;
            case TWO_RANKS -> other == rank || other == second;
            case ALL_RANKS, EVERYTHING -> true;
            case LAUNCHER, GUARDIAN -> false;
        };
    }

    /** All choices, for people. */
    String words() {
        return signal.word() + " of " + victims.words() + (victims == Victims.RANK ? " " + rank : "")
                + (victims == Victims.TWO_RANKS ? " " + rank + " and " + second : "") + " " + delayMillis + " ms after "
                + (starting ? victims.hasRanks() && victims != Victims.EVERYTHING ? "its start" : "the launcher's start"
                        : "all were ready")
                + (signal == Signal.STOP ? ", for " + stoppedMillis + " ms" : "") + "; " + program.workload + " on "
                + program.ranks + " ranks in " + program.neighbourhoods + " neighbourhoods, "
                + String.join(" ", program.settings);
    }
}
