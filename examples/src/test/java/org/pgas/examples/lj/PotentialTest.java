package org.pgas.examples.lj;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;

import org.junit.jupiter.api.Test;
import org.pgas.testkit.Seed;
import org.pgas.testkit.Seeded;

@Seeded
final class PotentialTest {
    private static final double CUTOFF = 2.5;

    private final Potential potential = new Potential(CUTOFF);

    @Test
    void shouldHaveAForceThatIsTheSlopeOfItsEnergy() {
        SplittableRandom random = Seed.of("distances");
        double half = 1e-5;
        for (int repetition = 0; repetition < 1000; repetition++) {
            double distance = random.nextDouble(0.85, CUTOFF - half);
            double slope = (energy(distance + half) - energy(distance - half)) / (2 * half);
            double force = potential.forceOverDistance(distance * distance) * distance;
            assertEquals(-slope, force, 1e-6 * Math.max(1, Math.abs(force)), "at " + distance);
        }
    }

    @Test
    void shouldEndSmoothlyAtTheCutoff() {
        assertEquals(0, energy(CUTOFF), 1e-15);
        assertEquals(0, potential.forceOverDistance(CUTOFF * CUTOFF), 1e-15);
        assertTrue(Math.abs(energy(CUTOFF - 1e-4)) < 1e-8);
    }

    @Test
    void shouldBeThatOfLennardAndJonesWhenNothingIsCutOff() {
        Potential far = new Potential(1e6);
        assertEquals(0, far.energy(1), 1e-12);
        double least = Math.pow(2, 1.0 / 6);
        assertEquals(-1, far.energy(least * least), 1e-12);
        assertEquals(0, far.forceOverDistance(least * least), 1e-12);
        assertEquals(24, far.forceOverDistance(1), 1e-12);
    }

    private double energy(double distance) {
        return potential.energy(distance * distance);
    }
}
