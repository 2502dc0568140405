package org.pgas.examples.lj;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;

import org.junit.jupiter.api.Test;
import org.pgas.testkit.Seed;
import org.pgas.testkit.Seeded;

@Seeded
final class BoxTest {
    @Test
    void shouldHaveTheVolumeThatItsAtomsTake() {
        assertEquals(1000 / 0.8, Math.pow(Box.of(1000, 0.8).side(), 3), 1e-9);
    }

    @Test
    void shouldFindTheNearestOfAllImages() {
        SplittableRandom random = Seed.of("differences");
        Box box = new Box(3.7);
        for (int repetition = 0; repetition < 1000; repetition++) {
            double difference = random.nextDouble(-20, 20);
            double nearest = box.nearest(difference);
            assertTrue(Math.abs(nearest) <= box.longestCutoff() + 1e-12, "" + difference);
            double images = (difference - nearest) / box.side();
            assertEquals(Math.rint(images), images, 1e-12, "" + difference);
        }
    }
}
