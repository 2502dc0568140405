package org.pgas.faults.kills;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.EnumSet;
import java.util.Set;

import org.junit.jupiter.api.Test;
import org.pgas.faults.work.Workload;

class ChoiceTest {
    private static final int SEEDS = 10_000;

    @Test
    void aSeedMakesTheSameChoices() {
        for (long seed = 0; seed < SEEDS; seed++) {
            assertEquals(Choice.of(seed), Choice.of(seed));
        }
    }

    @Test
    void seedsReachEverything() {
        Set<Workload> workloads = EnumSet.noneOf(Workload.class);
        Set<Victims> victims = EnumSet.noneOf(Victims.class);
        Set<Signal> signals = EnumSet.noneOf(Signal.class);
        Set<Workload> crossing = EnumSet.noneOf(Workload.class);
        for (long seed = 0; seed < SEEDS; seed++) {
            Choice choice = Choice.of(seed);
            workloads.add(choice.program().workload());
            victims.add(choice.victims());
            signals.add(choice.signal());
            if (choice.program().neighbourhoods() > 1) {
                crossing.add(choice.program().workload());
            }
            assertTrue(choice.rank() < choice.program().ranks() && choice.second() < choice.program().ranks()
                    && choice.rank() != choice.second(), choice::words);
        }
        assertEquals(EnumSet.allOf(Workload.class), workloads);
        assertEquals(EnumSet.allOf(Victims.class), victims);
        assertEquals(EnumSet.allOf(Signal.class), signals);
        assertEquals(EnumSet.allOf(Workload.class), crossing);
    }
}
