package org.pgas.faults.corruption;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Whether what a job has said and left behind is what is promised of a job with damaged files. */
final class Judgement {
    /** How errors look that are nobody's message: something was used before it was checked. */
    private static final Pattern INTERNAL = Pattern.compile("(Array|String)?IndexOutOfBounds|NullPointerException"
            + "|NegativeArraySize|OutOfMemoryError|StackOverflowError|ClassCastException|ArithmeticException"
            + "|AssertionError|BufferUnderflow|BufferOverflow|IllegalMonitorState|NumberFormatException"
            + "|DateTimeException|ConcurrentModification|NoSuchElement|VerifyError|BootstrapMethodError");

    private static final Pattern CRASH = Pattern.compile("SIG(SEGV|BUS|ILL|FPE|ABRT)|fatal error has been detected"
            + "|ended by signal (4|6|7|8|11)\\b");

    /** A fault in the middle of an access. */
    private static final Pattern FAULT = Pattern.compile("java\\.lang\\.InternalError");

    /** What has to be said of it: which file, what it has, what it should have, and what to do. */
    private static final Pattern CUT = Pattern
            .compile("the file \\S+(, which was deleted or replaced as well,)? was truncated by another process: "
                    + "it has \\d+ bytes instead of \\d+, in whole pages: start the job again");

    /** By which rank: its own words, and those by which the launcher repeats them. */
    private static final Pattern RANK = Pattern.compile("\\brank \\d+|pgas: the launcher ");

    /** How the library tells that something is not as it left it. */
    private static final Pattern TOLD = Pattern
            .compile("is damaged|was damaged|is overwritten|was overwritten|by another process"
                    + "|another process has written|something else than this library|which this library never writes"
                    + "|that this library never writes");

    /** How programs tell that what they got is not what it must be. */
    private static final String WRONG = "WRONG ";

    private static final int SIGTERM = 15;

    private Judgement() {}

    /**
     * What is wrong with an ending, or null. {@code asked}: whether it was ended by SIGTERM, of which nothing need be
     * said.
     */
    static String of(int code, String output, Path scratch, boolean asked) throws IOException {
        List<Path> crashes;
        try (Stream<Path> files = Files.list(scratch)) {
            crashes = files.filter(file -> file.getFileName().toString().startsWith("hs_err")).toList();
        }
        if (!crashes.isEmpty() || CRASH.matcher(output).find() || List.of(132, 134, 135, 136, 139).contains(code)) {
            return "a JVM crashed: " + crashes + (crashes.isEmpty() ? "" : "\n" + head(crashes.getFirst()));
        }
        if (INTERNAL.matcher(output).find()) {
            return "an internal error instead of a message";
        }
        String fault = unnamedFault(output);
        if (fault != null) {
            return "a fault, and nothing that says of which file: " + fault;
        }
        if (code == 0) {
            return "the job ended with 0, though its program does not end";
        }
        if (!output.contains("pgas: ") && !(asked && code == 128 + SIGTERM)) {
            return "it ended with " + code + " and no message";
        }
        return null;
    }

    /** Whether a program has found something wrong. */
    static boolean isWrong(String output) {
        return output.contains(WRONG);
    }

    /** Whether the library has said that something is damaged, before or after a program has found it. */
    static boolean isTold(String output) {
        return output.lines().anyMatch(line -> !line.contains(WRONG) && TOLD.matcher(line).find());
    }

    /**
     * The first fault of a rank that has named the file neither in the line itself nor in its other lines; null if all
     * ranks have named it.
     */
    private static String unnamedFault(String output) {
        List<String> lines = output.lines().toList();
        for (String line : lines) {
            if (FAULT.matcher(line).find() && !names(line)) {
                String own = line.substring(0, line.indexOf(']') + 1);
                if (lines.stream().noneMatch(each -> each.startsWith(own) && names(each))) {
                    return line;
                }
            }
        }
        return null;
    }

    private static boolean names(String line) {
        return CUT.matcher(line).find() && RANK.matcher(line).find();
    }

    private static String head(Path file) throws IOException {
        try (Stream<String> lines = Files.lines(file)) {
            return String.join("\n", lines.limit(80).toList());
        }
    }
}
