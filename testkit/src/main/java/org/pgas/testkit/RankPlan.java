package org.pgas.testkit;

import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

import org.junit.platform.commons.support.AnnotationSupport;
import org.pgas.Setting;
import org.pgas.Settings;

/** What the annotations of a test method and its class ask for, checked. */
record RankPlan(Runs runs, boolean ownProcesses, long segmentBytes, Duration timeout,
        Settings settings) {
    @RankDefaults
    private static final class Fallback {}

    /** {@code modes} and {@code neighbourhoods} where the annotations say nothing of them. */
    static RankPlan of(Class<?> testClass, RankTest test, Mode[] modes, int neighbourhoods) {
        RankDefaults defaults = defaults(testClass);
        int[] ranks = test.ranks().length > 0 ? test.ranks() : defaults.ranks();
        for (int count : ranks) {
            if (count < 1) {
                throw new IllegalArgumentException("ranks = " + count + ": a job has at least 1 rank");
            }
        }
        String segment = test.segment().isEmpty() ? defaults.segment() : test.segment();
        int seconds = test.timeoutSeconds() == 0 ? defaults.timeoutSeconds() : test.timeoutSeconds();
        if (seconds < 1) {
            throw new IllegalArgumentException("timeoutSeconds = " + seconds + ": at least 1");
        }
        Map<Setting, String> overrides = new EnumMap<>(Setting.class);
        parse(defaults.settings(), overrides);
        parse(test.settings(), overrides);
        return new RankPlan(
                new Runs(ranks, modes(test, defaults, modes),
                        test.memories().length > 0 ? test.memories() : defaults.memories(),
                        neighbourhoods(test, defaults, neighbourhoods)),
                defaults.ownProcesses(),
                Settings.parseBytes(segment, "segment"),
                Duration.ofSeconds(seconds),
                Settings.read(overrides));
    }

    private static RankDefaults defaults(Class<?> testClass) {
        for (Class<?> each = testClass; each != null; each = each.getEnclosingClass()) {
            var found = AnnotationSupport.findAnnotation(each, RankDefaults.class);
            if (found.isPresent()) {
                return found.get();
            }
        }
        return Fallback.class.getAnnotation(RankDefaults.class);
    }

    private static void parse(String[] texts, Map<Setting, String> into) {
        for (String text : texts) {
            int equals = text.indexOf('=');
            String key = equals < 0 ? text : text.substring(0, equals).strip();
            Setting setting = null;
            List<String> known = new ArrayList<>();
            for (Setting each : Setting.values()) {
                setting = each.key().equals(key) ? each : setting;
                known.add(each.key());
            }
            if (setting == null || equals < 0) {
                throw new IllegalArgumentException(
                        "settings = \"" + text + "\" is not of the form pgas.wait=block; known are "
                                + String.join(", ", known));
            }
            into.put(setting, text.substring(equals + 1));
        }
    }

    private static Mode[] modes(RankTest test, RankDefaults defaults, Mode[] others) {
        Mode[] asked = test.modes().length > 0 ? test.modes() : defaults.modes();
        return asked.length > 0 ? asked : others;
    }

    private static int[] neighbourhoods(RankTest test, RankDefaults defaults, int others) {
        int[] asked = test.neighbourhoods().length > 0 ? test.neighbourhoods() : defaults.neighbourhoods();
        for (int count : asked) {
            if (count < 1) {
                throw new IllegalArgumentException("neighbourhoods = " + count + ": a job has at least 1");
            }
        }
        return asked.length > 0 ? asked : new int[]{others};
    }

    /** A run for each combination. */
    record Runs(int[] ranks, Mode[] modes, Memory[] memories, int[] neighbourhoods) {
        /** Numbers of neighbourhoods of so many ranks. */
        int[] neighbourhoods(int size) {
            return IntStream.of(neighbourhoods).map(each -> Math.min(each, size)).distinct().toArray();
        }
    }

    /**
     * Everything that is set, wherever it was, so that ranks in other JVMs see the same; checked mode unless turned
     * off.
     */
    Map<Setting, String> membershipSettings(int neighbourhoodsOfRanks) {
        Map<Setting, String> all = new EnumMap<>(Setting.class);
        all.put(Setting.CHECKS, "on");
        for (Setting setting : Setting.values()) {
            if (settings.isSet(setting)) {
                all.put(setting, settings.text(setting));
            }
        }
        all.put(Setting.NEIGHBOURHOODS, Integer.toString(neighbourhoodsOfRanks));
        all.keySet().removeAll(List.of(Setting.JOB_DIRECTORY, Setting.RANK, Setting.SIZE));
        return all;
    }
}
