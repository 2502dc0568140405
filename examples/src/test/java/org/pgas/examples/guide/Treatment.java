package org.pgas.examples.guide;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

import org.pgas.Setting;

/**
 * What is done with a block.
 *
 * @param way how it is shown to be right
 * @param detail the reason or the file, for ways that name one
 */
record Treatment(
        Way way,
        String detail,
        int ranks,
        String segment,
        boolean jvms,
        boolean continues,
        boolean output,
        boolean fails,
        List<String> settings,
        List<String> imports) {
    static final Treatment DEFAULT = new Treatment(Way.RUN, "", 2, "1m", false, false, false, false, List.of(),
            List.of());

    enum Way {
        RUN("run"),
        COMPILE("compile"),
        NOT_RUN("not run"),
        /** The lines stand in a file that is compiled and tested elsewhere. */
        IN("in");

        private final String words;

        Way(String words) {
            this.words = words;
        }

        boolean isAt(String text) {
            return text.equals(words) || text.startsWith(words + ":");
        }
    }

    static boolean isOne(String comment) {
        for (Way way : Way.values()) {
            if (way.isAt(comment)) {
                return true;
            }
        }
        return false;
    }

    /** @param all what holds where the comment says nothing else */
    static Treatment parse(String place, String comment, Treatment all) {
        for (Way way : Way.values()) {
            if (way.isAt(comment)) {
                String rest = comment.substring(Math.min(way.words.length() + 1, comment.length())).strip();
                return way == Way.RUN || way == Way.COMPILE ? options(place, way, rest, all)
                        : detail(place, way, rest);
            }
        }
        throw new AssertionError(place + ": '" + comment
                + "' is not understood: a comment before a block begins with run:, compile:, not run: REASON "
                + "or in: FILE");
    }

    private static Treatment detail(String place, Way way, String detail) {
        if (detail.isEmpty()) {
            throw new AssertionError(place + ": '" + way.words + ":' says nothing");
        }
        return new Treatment(way, detail, 0, "", false, false, false, false, List.of(), List.of());
    }

    private static Treatment options(String place, Way way, String text, Treatment all) {
        int ranks = all.ranks;
        String segment = all.segment;
        boolean jvms = all.jvms;
        boolean continues = false;
        boolean output = false;
        boolean fails = false;
        List<String> settings = new ArrayList<>(all.settings);
        List<String> imports = new ArrayList<>(all.imports);
        for (String option : text.isEmpty() ? new String[0] : text.split("[\\s,]+")) {
            String value = option.substring(option.indexOf('=') + 1);
            switch (option.replaceFirst("=.*", "=")) {
                case "ranks=" -> ranks = Integer.parseInt(value);
                case "segment=" -> segment = value;
                case "jvms" -> jvms = true;
                case "continues" -> continues = true;
                case "output" -> output = true;
                case "fails" -> fails = true;
                case "set=" -> settings.add(value);
                case "import=" -> imports.add(value);
                default -> throw new AssertionError(place + ": option '" + option
                        + "' is not known: ranks=N, segment=SIZE, set=KEY=VALUE, import=NAME, jvms, continues, "
                        + "output, fails");
            }
        }
        return new Treatment(way, "", ranks, segment, jvms, continues, output, fails, settings, imports);
    }

    /** For a launcher. */
    Map<Setting, String> settingsByKey() {
        Map<Setting, String> byKey = new EnumMap<>(Setting.class);
        for (Setting setting : Setting.values()) {
            for (String each : settings) {
                if (each.startsWith(setting.key() + "=")) {
                    byKey.put(setting, each.substring(setting.key().length() + 1));
                }
            }
        }
        return byKey;
    }
}
