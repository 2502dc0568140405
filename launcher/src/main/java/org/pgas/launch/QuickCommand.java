package org.pgas.launch;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

import org.pgas.ErrorCode;
import org.pgas.PgasException;

/**
 * Does what is asked for most, {@code run}, {@code ps} and {@code --version} in plain words, without picocli: java
 * keeps no class of picocli at hand for a later start, since their files are of a version that is too old for that, and
 * to load them takes longer than to start a rank.
 *
 * <p>All that it does not know, or finds wrong, is left to {@link PgasCommand}, which knows every word and explains
 * mistakes. What both understand they understand alike ({@code QuickCommandTest}).
 */
final class QuickCommand {
    private QuickCommand() {}

    /** @return the exit code, or null where nothing was done because {@link PgasCommand} is needed */
    static Integer execute(String... words) throws InterruptedException {
        if (words.length == 1 && (words[0].equals("--version") || words[0].equals("-V"))) {
            for (String line : VersionText.lines()) {
                System.out.println(line);
            }
            return 0;
        }
        PrintWriter err = new PrintWriter(System.err, true);
        try {
            if (words.length == 1 && words[0].equals("ps")) {
                return PsCommand.print(new JobsOption().base(), new PrintWriter(System.out, true));
            }
            RunOptions options = runOptions(words);
            return options == null ? null : Integer.valueOf(new JobRun(options, err).await());
        } catch (PgasException e) {
            return explain(e, err);
        }
    }

    /** Says what has failed, for people, and returns the exit code for it. */
    static int explain(PgasException e, PrintWriter err) {
        err.println("pgas: " + e.getMessage());
        return e.code() == ErrorCode.BAD_ARGUMENT ? PgasCommand.USAGE_ERROR : 1;
    }

    /** What {@code run} was given; null if this is another command, or has any word that is not plain. */
    static RunOptions runOptions(String... words) {
        if (words.length == 0 || !words[0].equals("run")) {
            return null;
        }
        for (String word : words) {
            // the parser replaces files of words, and ends its options at two dashes
            if (word.isEmpty() || word.startsWith("@") || word.equals("--")) {
                return null;
            }
        }
        RunOptions options = new RunOptions();
        Set<String> seen = new HashSet<>();
        int next = 1;
        while (next < words.length && words[next].startsWith("-")) {
            String word = words[next++];
            int equals = word.indexOf('=');
            if (isAttached(word, "-D")) {
                options.properties.add(word.substring(2));
            } else if (isAttached(word, "-J")) {
                options.jvmOptions.add(word.substring(2));
            } else if (word.startsWith("--") && equals > 0) {
                if (!set(options, word.substring(0, equals), word.substring(equals + 1), seen)) {
                    return null;
                }
            } else if (!setFlag(options, word, seen)) {
                if (next == words.length || words[next].startsWith("-")
                        || !set(options, word, words[next++], seen)) {
                    return null;
                }
            }
        }
        if (next == words.length || options.ranks == 0) {
            return null;
        }
        options.program = words[next];
        options.arguments = new ArrayList<>(List.of(words).subList(next + 1, words.length));
        return options;
    }

    private static boolean isAttached(String word, String option) {
        return word.startsWith(option) && word.length() > 2 && word.charAt(2) != '=';
    }

    /** False if it is none that is known here, or is given again. */
    private static boolean setFlag(RunOptions options, String name, Set<String> seen) {
        switch (name) {
            case "--bind" -> options.bind = true;
            case "--checks" -> options.checks = true;
            default -> {
                return false;
            }
        }
        return seen.add(name);
    }

    /** False if it is none that is known here, is given again, or cannot be that. */
    private static boolean set(RunOptions options, String name, String value, Set<String> seen) {
        if (value.isEmpty()) {
            return false;
        }
        String option = name;
        switch (name) {
            case "-n", "--ranks" -> {
                option = "-n";
                try {
                    options.ranks = RunOptions.parseRanks(value);
                } catch (Refusal e) {
                    // the parser says which option it was
                    return false;
                }
            }
            case "-cp", "--class-path" -> {
                option = "-cp";
                options.classPath = value;
            }
            case "--class-cache" -> options.classCache = Path.of(value);
            case "--dir" -> options.directory = value;
            case "--heap" -> options.heap = value;
            case "--neighbourhoods" -> options.neighbourhoods = value;
            case "--segment" -> options.segment = value;
            case "--timeout" -> options.timeout = value;
            case "--wait" -> options.wait = value;
            default -> {
                return false;
            }
        }
        return seen.add(option);
    }
}
