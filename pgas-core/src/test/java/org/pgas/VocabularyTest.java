package org.pgas;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.Set;

import org.junit.jupiter.api.Test;
import org.pgas.operation.Completion;

/** Error names, versions and the legal choices of local completion. */
class VocabularyTest {
    @Test
    void everyErrorHasADescriptionOfItsOwn() {
        Set<String> seen = new HashSet<>();
        for (ErrorCode code : ErrorCode.values()) {
            assertFalse(code.description().isBlank(), code.name());
            assertTrue(seen.add(code.description()), code.name());
        }
    }

    @Test
    void everyErrorOfGasnet1HasAName() {
        Set<String> names = new HashSet<>();
        for (ErrorCode code : ErrorCode.values()) {
            names.add(code.name());
        }
        assertTrue(names.containsAll(
                Set.of("OK", "RESOURCE", "BAD_ARGUMENT", "NOT_INITIALIZED", "BARRIER_MISMATCH", "NOT_READY")));
    }

    @Test
    void theConfigurationNamesReleaseSpecificationAndThreadMode() {
        String configuration = Version.configuration();
        assertTrue(configuration.contains(Version.RELEASE), configuration);
        assertTrue(configuration.contains(Version.EX_SPECIFICATION), configuration);
        assertTrue(configuration.contains("PAR"), configuration);
        assertEquals(configuration, Version.configuration());
        assertEquals(1, configuration.lines().count());
    }

    @Test
    void theConfigurationFitsIntoTheControlFile() {
        assertTrue(Version.configuration().length() <= 128, Version.configuration());
    }

    @Test
    void groupIsForImplicitEventsAndEventsAreForExplicitOnes() {
        Completion.of(LocalCompletion.NOW).legalForNb(0);
        Completion.of(LocalCompletion.DEFER).legalForNb(0);
        Completion.of(LocalCompletion.event()).legalForNb(0);
        Completion.of(LocalCompletion.NOW).legalForNbi(0);
        Completion.of(LocalCompletion.DEFER).legalForNbi(0);
        Completion.of(LocalCompletion.GROUP).legalForNbi(0);
        Refusal.badArgument(() -> Completion.of(LocalCompletion.GROUP).legalForNb(3), "rank 3", "GROUP",
                "NOW, DEFER or event()");
        Refusal.badArgument(() -> Completion.of(LocalCompletion.event()).legalForNbi(3), "rank 3", "event",
                "NOW, DEFER or GROUP");
    }

    @Test
    void onlyAHolderGivenToAPutHasALeaf() {
        LocalCompletion holder = LocalCompletion.event();
        Refusal.badArgument(holder::leaf, "no put");
        Completion.of(holder).completed();
        assertSame(Event.DONE, holder.leaf());
        for (LocalCompletion constant : new LocalCompletion[]{LocalCompletion.NOW, LocalCompletion.DEFER,
            LocalCompletion.GROUP}) {
            Completion.of(constant).completed();
            Refusal.badArgument(constant::leaf, constant.toString());
        }
    }
}
