package org.pgas.examples.lj;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

final class EnergiesTest {
    @Test
    void shouldDriftByWhatTheTotalHasMoved() {
        Energies start = new Energies(0, 10, -3, 1, 0);
        assertEquals(0.25, new Energies(5, 10, -3.5, 0.5, 0).drift(start));
        assertEquals(0, new Energies(5, 10, -4, 2, 0).drift(start));
    }

    /** Atoms that are out of each other's reach and at rest stay so. */
    @Test
    void shouldNotDriftWithoutEnergy() {
        Energies none = new Energies(0, 10, 0, 0, 0);
        assertEquals(0, none.drift(none));
    }
}
