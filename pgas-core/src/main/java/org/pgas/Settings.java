package org.pgas;

import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * The values in force, read once; the only class of the library that reads system properties and the environment.
 *
 * <p>Immutable and usable by any thread.
 */
public final class Settings {
    /** Variables of the family that are not settings of a rank: they belong to the scripts. */
    private static final List<String> SCRIPT_VARIABLES = List.of("PGAS_JAVA_HOME");

    private static final long LEAST_RING = 8 << 10;
    private static final long MOST_RING = 1 << 30;

    private final Map<Setting, String> values = new EnumMap<>(Setting.class);
    private final Map<String, String> environment;

    private Settings(Map<Setting, String> overrides, Map<String, String> properties, Map<String, String> environment) {
        this.environment = environment;
        refuseUnknown(properties, environment);
        for (Setting setting : Setting.values()) {
            String value = overrides.get(setting);
            value = value != null ? value : properties.get(setting.key());
            value = value != null ? value : environment.get(setting.variable());
            if (value != null && !value.isBlank()) {
                values.put(setting, value.strip());
                check(setting);
            }
        }
    }

    /** Reads this process's properties and environment; {@code overrides} win. */
    public static Settings read(Map<Setting, String> overrides) {
        Map<String, String> properties = new HashMap<>();
        for (String name : System.getProperties().stringPropertyNames()) {
            properties.put(name, System.getProperty(name));
        }
        return new Settings(overrides, properties, System.getenv());
    }

    /** As {@link #read}, of given maps; for the launcher, which prepares other processes' settings, and for tests. */
    public static Settings of(Map<Setting, String> overrides, Map<String, String> properties,
            Map<String, String> environment) {
        return new Settings(overrides, properties, environment);
    }

    private static void refuseUnknown(Map<String, String> properties, Map<String, String> environment) {
        for (String name : properties.keySet()) {
            if (name.startsWith("pgas.") && find(name, Setting::key) == null) {
                throw unknown("system property", name, Setting::key);
            }
        }
        for (String name : environment.keySet()) {
            if (name.startsWith("PGAS_") && !SCRIPT_VARIABLES.contains(name) && find(name, Setting::variable) == null) {
                throw unknown("environment variable", name, Setting::variable);
            }
        }
    }

    private static Setting find(String name, Function<Setting, String> spelling) {
        return Stream.of(Setting.values()).filter(each -> spelling.apply(each).equals(name)).findFirst().orElse(null);
    }

    private static PgasException unknown(String what, String name, Function<Setting, String> spelling) {
        String nearest = null;
        int least = Integer.MAX_VALUE;
        for (Setting setting : Setting.values()) {
            int distance = distance(name, spelling.apply(setting));
            if (distance < least) {
                least = distance;
                nearest = spelling.apply(setting);
            }
        }
        return new PgasException(
                ErrorCode.BAD_ARGUMENT,
                "unknown setting: " + what + " " + name + "; the nearest known one is " + nearest);
    }

    /** Edits (insert, delete, replace) between two names. */
    static int distance(String a, String b) {
        int[] row = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int replace = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(replace, 1 + Math.min(row[j], row[j - 1]));
            }
        }
        return row[b.length()];
    }

    private void check(Setting setting) {
        switch (setting.kind()) {
            case SIZE -> bytes(setting, 0);
            case RING_SIZE -> checkRing(setting);
            case SWITCH -> isOn(setting, false);
            case WAIT_MODE -> waitMode(WaitMode.SPIN);
            case RINGS -> checkWord(setting, "auto, pair or shared", "auto", "pair", "shared");
            case ASYNC -> checkWord(setting, "auto, always or off", "auto", "always", "off");
            case ONE_SIDED -> checkWord(setting, "auto, on or off", "auto", "on", "off");
            case WARNING -> checkWord(setting, "off, warn or panic", "off", "warn", "panic");
            case DURATION -> duration(setting, null);
            case COUNT -> count(setting, 0);
            case PATH -> path(setting);
            case TEXT -> {
            }
        }
    }

    public boolean isSet(Setting setting) {
        return values.containsKey(setting);
    }

    /** The text given, or null. */
    public String text(Setting setting) {
        return values.get(setting);
    }

    public Path path(Setting setting) {
        String text = values.get(setting);
        try {
            return text == null ? null : Path.of(text);
        } catch (java.nio.file.InvalidPathException e) {
            throw bad(setting, text, "a path");
        }
    }

    public long bytes(Setting setting, long fallback) {
        String text = values.get(setting);
        return text == null ? fallback : parseBytes(text, setting.key());
    }

    /** Parses "64m" and the like; {@code name} is for the error. */
    public static long parseBytes(String text, String name) {
        String number = text.toLowerCase(Locale.ROOT);
        int shift = 0;
        int suffix = number.isEmpty() ? -1 : "kmgt".indexOf(number.charAt(number.length() - 1));
        if (suffix >= 0) {
            shift = 10 * (suffix + 1);
            number = number.substring(0, number.length() - 1);
        }
        try {
            long value = Long.parseLong(number);
            if (value >= 0 && value <= Long.MAX_VALUE >> shift) {
                return value << shift;
            }
        } catch (NumberFormatException e) {
            // falls to the error below, which says more
        }
        throw new PgasException(
                ErrorCode.BAD_ARGUMENT,
                name + "=" + text + " is not a size: give bytes, or a number with suffix k, m, g or t, such as 64m");
    }

    public boolean isOn(Setting setting, boolean fallback) {
        String text = values.get(setting);
        if (text == null) {
            return fallback;
        }
        return switch (text.toLowerCase(Locale.ROOT)) {
            case "on", "true" -> true;
            case "off", "false" -> false;
            default -> throw bad(setting, text, "on or off");
        };
    }

    public WaitMode waitMode(WaitMode fallback) {
        String text = values.get(Setting.WAIT);
        if (text == null) {
            return fallback;
        }
        try {
            return WaitMode.valueOf(text.toUpperCase(Locale.ROOT).replace('-', '_'));
        } catch (IllegalArgumentException e) {
            throw bad(Setting.WAIT, text, "spin, block or spin_block");
        }
    }

    private void checkRing(Setting setting) {
        long bytes = bytes(setting, LEAST_RING);
        if (bytes < LEAST_RING || bytes > MOST_RING || Long.bitCount(bytes) != 1) {
            throw bad(setting, values.get(setting), "a power of two from 8k to 1g, such as 512k");
        }
    }

    /** Refuses a value that is none of these words, whatever its case. */
    private void checkWord(Setting setting, String legal, String... words) {
        String text = values.get(setting);
        if (text != null && !List.of(words).contains(text.toLowerCase(Locale.ROOT))) {
            throw bad(setting, text, legal);
        }
    }

    public Duration duration(Setting setting, Duration fallback) {
        String text = values.get(setting);
        return text == null ? fallback : parseDuration(text, setting.key());
    }

    /** Parses "500ms", "2s", "5m", "1h"; {@code name} is for the error. */
    public static Duration parseDuration(String text, String name) {
        String value = text.toLowerCase(Locale.ROOT);
        String[] suffixes = {"ms", "s", "m", "h"};
        long[] millis = {1, 1_000, 60_000, 3_600_000};
        for (int i = 0; i < suffixes.length; i++) {
            if (value.endsWith(suffixes[i])) {
                try {
                    long count = Long.parseLong(value.substring(0, value.length() - suffixes[i].length()).strip());
                    if (count >= 0 && count <= Long.MAX_VALUE / 1_000_000 / millis[i]) {
                        return Duration.ofMillis(count * millis[i]);
                    }
                } catch (NumberFormatException e) {
                    // another suffix may fit ("5ms" ends with "s" too), else the error below
                }
            }
        }
        throw new PgasException(
                ErrorCode.BAD_ARGUMENT,
                name + "=" + text + " is not a duration: give a number with ms, s, m or h, such as 30s");
    }

    public long count(Setting setting, long fallback) {
        String text = values.get(setting);
        if (text == null) {
            return fallback;
        }
        try {
            long value = Long.parseLong(text);
            if (value >= 0) {
                return value;
            }
        } catch (NumberFormatException e) {
            // the error below says more
        }
        throw bad(setting, text, "a whole number, 0 or more");
    }

    /** A variable of this process's environment that is no setting, or null; for other launchers' rank variables. */
    public String environmentVariable(String name) {
        return environment.get(name);
    }

    /** This process's whole environment. */
    public Map<String, String> environment() {
        return environment;
    }

    private static PgasException bad(Setting setting, String text, String legal) {
        return new PgasException(ErrorCode.BAD_ARGUMENT, setting.key() + "=" + text + " is not " + legal);
    }
}
