package org.pgas.faults.soak;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What ranks tell before they end the job because of a failure, written and read. */
final class SoakFailures {
    private static final String BEGIN = "SOAK FAILED IN ";
    private static final Pattern LINE = Pattern.compile(BEGIN + "([^:]+): (.*)");

    /** A mismatch names the module itself, whichever step has found it. */
    private static final Pattern MISMATCH = Pattern.compile("MISMATCH ([^:]+): ");

    private SoakFailures() {}

    /** One line. */
    static String line(String module, String what) {
        Matcher named = MISMATCH.matcher(what);
        return BEGIN + (named.find() ? named.group(1) : module) + ": " + what.replace('\n', ' ');
    }

    /** By module: the first failure that the ranks' output tells. */
    static Map<String, String> of(String output) {
        Map<String, String> failures = new LinkedHashMap<>();
        Matcher line = LINE.matcher(output);
        while (line.find()) {
            failures.putIfAbsent(line.group(1), line.group(2));
        }
        return failures;
    }
}
