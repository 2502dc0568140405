package org.pgas;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import java.util.Random;
import java.util.Set;

import org.junit.jupiter.api.Test;
import org.pgas.bulk.BulkMode;
import org.pgas.join.SpiSettings;
import org.pgas.spi.MessageRings;

class SettingsTest {
    private final Seed seed = new Seed();

    private static Settings properties(String key, String value) {
        return Settings.of(Map.of(), Map.of(key, value), Map.of());
    }

    @Test
    void anOverrideWinsOverAPropertyWinsOverTheEnvironment() {
        Map<Setting, String> override = Map.of(Setting.SEGMENT, "1k");
        Map<String, String> property = Map.of("pgas.segment", "2k");
        Map<String, String> variable = Map.of("PGAS_SEGMENT", "3k");
        assertEquals(1024, Settings.of(override, property, variable).bytes(Setting.SEGMENT, 7));
        assertEquals(2048, Settings.of(Map.of(), property, variable).bytes(Setting.SEGMENT, 7));
        assertEquals(3072, Settings.of(Map.of(), Map.of(), variable).bytes(Setting.SEGMENT, 7));
        assertEquals(7, Settings.of(Map.of(), Map.of(), Map.of()).bytes(Setting.SEGMENT, 7));
    }

    private static Duration joinTimeout(Settings settings, int ranks) {
        return new SpiSettings(settings, ranks).joinTimeout();
    }

    /** As many ranks as a core has take so much longer to start. */
    @Test
    void theTimeToJoinGrowsWithTheRanksOfACore() {
        for (int cores : new int[]{1, 2, 64}) {
            assertEquals(Duration.ofSeconds(60), SpiSettings.defaultJoinTimeout(1, cores));
            assertEquals(Duration.ofSeconds(60), SpiSettings.defaultJoinTimeout(20 * cores, cores));
            assertEquals(Duration.ofSeconds(63), SpiSettings.defaultJoinTimeout(20 * cores + 1, cores));
            assertEquals(Duration.ofSeconds(300), SpiSettings.defaultJoinTimeout(100 * cores, cores));
        }
        int cores = Runtime.getRuntime().availableProcessors();
        Settings none = Settings.of(Map.of(), Map.of(), Map.of());
        assertEquals(Duration.ofSeconds(60), joinTimeout(none, 1));
        assertEquals(Duration.ofSeconds(300), joinTimeout(none, 100 * cores));
        assertEquals(Duration.ofSeconds(7), joinTimeout(properties("pgas.join.timeout", "7s"), 100 * cores));
    }

    @Test
    void anEmptyValueIsNoValue() {
        Settings settings = properties("pgas.segment", "  ");
        assertFalse(settings.isSet(Setting.SEGMENT));
        assertNull(settings.text(Setting.SEGMENT));
    }

    @Test
    void surroundingBlanksDoNotCount() {
        assertEquals(4096, properties("pgas.segment", " 4k ").bytes(Setting.SEGMENT, 0));
    }

    @Test
    void keysAndVariablesAreDifferentForEverySetting() {
        Set<String> names = new HashSet<>();
        for (Setting setting : Setting.values()) {
            assertTrue(setting.key().matches("pgas(\\.[a-z]+)+"), setting.key());
            assertEquals(setting.key().replace('.', '_').toUpperCase(java.util.Locale.ROOT), setting.variable());
            assertTrue(names.add(setting.key()), setting.key());
            assertFalse(setting.description().isBlank(), setting.key());
            assertFalse(setting.fallback().isBlank(), setting.key());
        }
    }

    @Test
    void anUnknownNameIsRefusedWithTheNearestKnownOne() {
        Refusal.badArgument(() -> properties("pgas.segmnet", "1"), "system property pgas.segmnet", "is pgas.segment");
        Refusal.badArgument(() -> properties("pgas.wait.timout", "1s"), "is pgas.wait.timeout");
        Refusal.badArgument(() -> Settings.of(Map.of(), Map.of(), Map.of("PGAS_CHEKS", "on")),
                "environment variable PGAS_CHEKS", "is PGAS_CHECKS");
    }

    @Test
    void namesOfOthersAreNotLookedAt() {
        Settings.of(Map.of(), Map.of("pgasx", "1", "user.dir", "/"), Map.of("PGASX", "1", "PGAS_JAVA_HOME", "/jdk"));
    }

    @Test
    void everyKindIsCheckedWhenItIsRead() {
        for (Setting setting : Setting.values()) {
            String wrong = switch (setting.kind()) {
                case SIZE -> "64 apples";
                case RING_SIZE -> "5000";
                case SWITCH -> "maybe";
                case WAIT_MODE -> "doze";
                case RINGS -> "none";
                case ASYNC -> "on";
                case ONE_SIDED -> "always";
                case WARNING -> "loud";
                case DURATION -> "5";
                case COUNT -> "-1";
                case PATH -> "a\0b";
                case TEXT -> null;
            };
            if (wrong != null) {
                Refusal.badArgument(() -> properties(setting.key(), wrong), setting.key() + "=" + wrong);
            }
        }
    }

    @Test
    void aRingsSizeIsAPowerOfTwoWithinItsRange() {
        for (String wrong : new String[]{"0", "3", "4k", "12k", "2g", "8191"}) {
            Refusal.badArgument(() -> properties("pgas.am.ring", wrong), "pgas.am.ring=" + wrong,
                    "a power of two from 8k to 1g");
        }
        for (String legal : new String[]{"8k", "65536", "1g"}) {
            assertEquals(legal, properties("pgas.am.ring", legal).text(Setting.AM_RING));
        }
    }

    @Test
    void everyKindIsRead() {
        assertTrue(properties("pgas.checks", "ON").isOn(Setting.CHECKS, false));
        assertFalse(properties("pgas.checks", "false").isOn(Setting.CHECKS, true));
        assertTrue(Settings.of(Map.of(), Map.of(), Map.of()).isOn(Setting.CHECKS, true));
        assertEquals(WaitMode.SPIN_BLOCK, properties("pgas.wait", "spin-block").waitMode(WaitMode.SPIN));
        assertEquals(WaitMode.BLOCK, properties("pgas.wait", "Block").waitMode(WaitMode.SPIN));
        assertEquals(WaitMode.SPIN, Settings.of(Map.of(), Map.of(), Map.of()).waitMode(WaitMode.SPIN));
        assertEquals(MessageRings.PAIR, new SpiSettings(properties("pgas.am.rings", "Pair"), 1).messageRings());
        assertEquals(MessageRings.AUTO, new SpiSettings(Settings.of(Map.of(), Map.of(), Map.of()), 1).messageRings());
        assertEquals(BulkMode.ALWAYS, BulkMode.of(properties("pgas.async", "Always").text(Setting.ASYNC)));
        assertEquals(BulkMode.AUTO, BulkMode.of(null));
        assertEquals(3, properties("pgas.rank", "3").count(Setting.RANK, 9));
        assertEquals(Path.of("/x/y"), properties("pgas.dir", "/x/y").path(Setting.DIR));
        assertEquals("other", properties("pgas.conduit", "other").text(Setting.CONDUIT));
    }

    @Test
    void sizesAreNumbersWithASuffix() {
        assertEquals(0, Settings.parseBytes("0", "x"));
        assertEquals(17, Settings.parseBytes("17", "x"));
        assertEquals(1L << 10, Settings.parseBytes("1k", "x"));
        assertEquals(1L << 20, Settings.parseBytes("1M", "x"));
        assertEquals(3L << 30, Settings.parseBytes("3g", "x"));
        assertEquals(1L << 40, Settings.parseBytes("1t", "x"));
        assertEquals(Long.MAX_VALUE, Settings.parseBytes("9223372036854775807", "x"));
        assertEquals(((1L << 53) - 1) << 10, Settings.parseBytes("9007199254740991k", "x"));
    }

    @Test
    void aSizeThatIsNoneOrTooLargeIsRefused() {
        String[] wrong = {"", "k", "-1", "-1k", "1kb", "1.5m", "1 m", "0x10", "9223372036854775808",
            "9007199254740992k", "8388608t", "m1", "1kk"};
        for (String text : wrong) {
            Refusal.badArgument(() -> Settings.parseBytes(text, "--segment"), "--segment=" + text, "64m");
        }
    }

    @Test
    void durationsAreNumbersWithASuffix() {
        assertEquals(Duration.ZERO, Settings.parseDuration("0s", "x"));
        assertEquals(Duration.ofMillis(500), Settings.parseDuration("500ms", "x"));
        assertEquals(Duration.ofSeconds(2), Settings.parseDuration("2S", "x"));
        assertEquals(Duration.ofMinutes(5), Settings.parseDuration("5m", "x"));
        assertEquals(Duration.ofHours(1), Settings.parseDuration("1 h", "x"));
    }

    @Test
    void aDurationFitsIntoNanosecondsOrIsRefused() {
        long hours = Long.MAX_VALUE / 3_600_000_000_000L;
        assertTrue(Settings.parseDuration(hours + "h", "x").toNanos() > 0);
        String[] wrong = {"", "s", "ms", "5", "-1s", "1.5s", "s5", "1d", hours + 1 + "h",
            "9223372036854775807ms", "9999999999999999999s"};
        for (String text : wrong) {
            Refusal.badArgument(() -> Settings.parseDuration(text, "pgas.wait.timeout"),
                    "pgas.wait.timeout=" + text, "30s");
        }
    }

    @Test
    void editDistanceCountsInsertionsDeletionsAndReplacements() {
        assertEquals(0, Settings.distance("", ""));
        assertEquals(3, Settings.distance("", "abc"));
        assertEquals(3, Settings.distance("abc", ""));
        assertEquals(3, Settings.distance("kitten", "sitting"));
        assertEquals(2, Settings.distance("ab", "ba"));
    }

    @Test
    void editDistanceAgreesWithItsDefinition() {
        Random random = seed.random();
        for (int i = 0; i < 2_000; i++) {
            String a = word(random);
            String b = word(random);
            assertEquals(model(a, b), Settings.distance(a, b), () -> a + " to " + b + ", " + seed);
        }
    }

    private static String word(Random random) {
        StringBuilder word = new StringBuilder();
        for (int i = random.nextInt(6); i > 0; i--) {
            word.append((char) ('a' + random.nextInt(3)));
        }
        return word.toString();
    }

    private static int model(String a, String b) {
        if (a.isEmpty() || b.isEmpty()) {
            return a.length() + b.length();
        }
        int same = a.charAt(0) == b.charAt(0) ? 0 : 1;
        int replace = same + model(a.substring(1), b.substring(1));
        return Math.min(replace, 1 + Math.min(model(a.substring(1), b), model(a, b.substring(1))));
    }
}
