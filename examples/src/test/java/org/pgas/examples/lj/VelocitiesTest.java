package org.pgas.examples.lj;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.util.Arrays;

import org.junit.jupiter.api.Test;

final class VelocitiesTest {
    @Test
    void shouldRestTogetherAndHaveTheTemperature() {
        for (int atoms : new int[]{2, 3, 1000}) {
            double[] velocities = Velocities.thermal(atoms, 1.44, 7);
            assertArrayEquals(new double[3], Velocities.momentum(velocities), 1e-12 * atoms);
            assertEquals(1.44, Velocities.temperature(Velocities.kineticEnergy(velocities), atoms), 1e-12);
        }
    }

    @Test
    void shouldBeTheSameForTheSameSeedOnly() {
        assertArrayEquals(Velocities.thermal(10, 1, 3), Velocities.thermal(10, 1, 3));
        assertFalse(Arrays.equals(Velocities.thermal(10, 1, 3), Velocities.thermal(10, 1, 4)));
    }

    @Test
    void shouldBeZeroWithoutTemperature() {
        assertEquals(0, Velocities.kineticEnergy(Velocities.thermal(10, 0, 3)));
    }
}
