package org.pgas.compare;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What is said of a run where everybody reads it: nothing of where things are on this host. */
final class Published {
    private static final Map<String, String> PATHS = Map.of("--gasnet", "DIR", "--out", "DIR", "--keep", "FILE",
            "--from", "FILE");

    /** What the script adds. */
    private static final List<String> ADDED = List.of("--root", "--benchmarks");

    private Published() {}

    /** With the last part of each absolute path alone. */
    static String words(String text) {
        return text.replaceAll("(?<![\\w.-])/(?:[^\\s/]+/)*", "");
    }

    /** A command line without paths. */
    static List<String> command(List<String> arguments) {
        List<String> shown = new ArrayList<>();
        for (int i = 0; i < arguments.size(); i++) {
            String argument = arguments.get(i);
            int sign = argument.indexOf('=');
            String name = sign < 0 ? argument : argument.substring(0, sign);
            boolean isPath = PATHS.containsKey(name);
            if (isPath) {
                shown.add(name + "=" + PATHS.get(name));
            } else if (!ADDED.contains(name)) {
                shown.add(argument);
            }
            if (sign < 0 && (isPath || ADDED.contains(name))) {
                i++;
            }
        }
        return shown;
    }
}
