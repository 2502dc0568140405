package org.pgas.faults.histories;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.junit.jupiter.api.Test;

/** What seeds make. */
class ProgramTest {
    private static final int SEEDS = 200;

    @Test
    void aSeedMakesTheSameProgram() {
        for (long seed = 0; seed < SEEDS; seed++) {
            Program program = Program.of(seed);
            assertEquals(program, Program.of(seed));
            assertEquals(program.steps(1), Program.of(seed).steps(1));
        }
    }

    @Test
    void seedsReachEverything() {
        Set<Focus> focuses = EnumSet.noneOf(Focus.class);
        Set<String> kinds = new HashSet<>();
        Map<Subject, Set<Kind>> calls = new EnumMap<>(Subject.class);
        for (long seed = 0; seed < SEEDS; seed++) {
            Program program = Program.of(seed);
            focuses.add(program.focus());
            kinds.add(program.kind());
            assertTrue(program.owner() < program.ranks(), program::words);
            program.steps(0).stream().flatMap(List::stream).forEach(step -> calls
                    .computeIfAbsent(step.subject(), _ -> EnumSet.noneOf(Kind.class)).add(step.kind()));
        }
        assertEquals(EnumSet.allOf(Focus.class), focuses);
        assertEquals(2 * Focus.values().length, kinds.size(), kinds::toString);
        assertEquals(EnumSet.allOf(Subject.class), calls.keySet());
        Set<Kind> all = EnumSet.noneOf(Kind.class);
        calls.values().forEach(all::addAll);
        all.add(Kind.HANDLE);
        assertEquals(EnumSet.allOf(Kind.class), all);
    }

    /** Otherwise two ranks could wait for each other for ever. */
    @Test
    void noRankHoldsTwoLocksOrKeepsOne() {
        for (long seed = 0; seed < SEEDS; seed++) {
            for (List<Step> round : Program.of(seed).steps(0)) {
                Subject held = null;
                for (Step step : round) {
                    if (step.kind() == Kind.LOCK || step.kind() == Kind.TRY_LOCK) {
                        assertEquals(null, held);
                        held = step.subject();
                    } else if (step.kind() == Kind.UNLOCK) {
                        assertEquals(step.subject(), held);
                        held = null;
                    }
                }
                assertEquals(null, held);
            }
        }
    }
}
