package org.pgas.faults.soak;

import java.nio.file.Path;
import java.util.List;

/**
 * What the ranks of a soak are told, by position.
 *
 * @param seed of all choices
 * @param rounds how many, unless there is a time
 * @param nanos how long, or 0
 * @param threads of each rank beside the main one
 * @param bursts of each thread in each round
 * @param lines a directory, for a file of each rank
 * @param directory of the job's files
 * @param only names of modules; none for all
 */
record SoakArguments(long seed, int rounds, long nanos, int threads, int bursts, Path lines, Path directory,
        List<String> only) {
    private static final int FIXED = 7;

    static SoakArguments of(String[] words) {
        if (words.length < FIXED) {
            throw new IllegalArgumentException(words.length + " arguments instead of at least " + FIXED
                    + ": seed, rounds, nanos, threads, bursts, directory for lines, directory of the job, modules");
        }
        return new SoakArguments(Long.parseLong(words[0]), Integer.parseInt(words[1]), Long.parseLong(words[2]),
                Integer.parseInt(words[3]), Integer.parseInt(words[4]), Path.of(words[5]), Path.of(words[6]),
                List.of(words).subList(FIXED, words.length));
    }

    String[] words() {
        List<String> words = new java.util.ArrayList<>(List.of(Long.toString(seed), Integer.toString(rounds),
                Long.toString(nanos), Integer.toString(threads), Integer.toString(bursts), lines.toString(),
                directory.toString()));
        words.addAll(only);
        return words.toArray(String[]::new);
    }
}
