package org.pgas;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;

import org.junit.jupiter.api.Test;

class JobConfigTest {
    @Test
    void aClientNameIsUpperCaseLettersDigitsAndUnderscores() {
        for (String name : new String[]{"AB", "A1", "A_", "HEAT_2D", "Z" + "9".repeat(63)}) {
            assertEquals(name, JobConfig.builder().clientName(name).build().clientName());
        }
        for (String name : new String[]{"", "A", "a", "Ab", "1A", "_A", "A-B", "A B", "AB\n", "Ä1", "AÉ"}) {
            Refusal.badArgument(() -> JobConfig.builder().clientName(name), "'" + name + "'", "[A-Z][A-Z0-9_]+");
        }
        Refusal.badArgument(() -> JobConfig.builder().clientName(null), "null");
    }

    @Test
    void aMessageShowsWhatWouldControlATerminal() {
        PgasException refused = Refusal.badArgument(
                () -> JobConfig.builder().clientName("A\u001b]0;x\u0007\u202e\ud800\t\u00e9\ud83d\ude00"),
                "'A\\u001b]0;x\\u0007\\u202e\\ud800\\u0009\u00e9\ud83d\ude00'");
        assertTrue(refused.getMessage().chars().noneMatch(Character::isISOControl), refused.getMessage());
    }

    @Test
    void aClientNameHasAtMost64Letters() {
        Refusal.badArgument(() -> JobConfig.builder().clientName("A".repeat(65)), "65", "64");
    }

    @Test
    void aBuiltConfigurationDoesNotChange() {
        JobConfig.Builder builder = JobConfig.builder().flags(3).set(Setting.CHECKS, "on");
        JobConfig config = builder.build();
        builder.flags(4).clientName("OTHER").set(Setting.CHECKS, "off");
        assertEquals(3, config.flags());
        assertEquals("PGAS", config.clientName());
        assertEquals(Map.of(Setting.CHECKS, "on"), config.settings());
        assertThrows(UnsupportedOperationException.class, () -> config.settings().put(Setting.DIR, "/"));
    }
}
