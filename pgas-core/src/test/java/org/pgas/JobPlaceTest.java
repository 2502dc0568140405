package org.pgas;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Map;

import org.junit.jupiter.api.Test;
import org.pgas.spi.Topology;

/** Where a rank stands is what the conduit says. */
class JobPlaceTest {
    private final FakeWorld world = new FakeWorld(4);

    @Test
    void onOneHostAllAreNeighbours() {
        Job job = world.job(2, Map.of());
        assertArrayEquals(new int[]{0, 1, 2, 3}, job.neighbourhood().toArray());
        assertArrayEquals(new int[]{0, 1, 2, 3}, job.host().toArray());
        assertEquals(2, job.neighbourhood().ownIndex());
        assertEquals(new Position(1, 0, 1, 0), job.position());
    }

    @Test
    void onTwoHostsARankKnowsItsOwn() {
        world.topology(Topology.of(new int[]{0, 1, 0, 1}, new int[]{0, 1, 0, 2}));
        Job job = world.job(3, Map.of());
        assertArrayEquals(new int[]{3}, job.neighbourhood().toArray());
        assertEquals(0, job.neighbourhood().ownIndex());
        assertArrayEquals(new int[]{1, 3}, job.host().toArray());
        assertEquals(1, job.host().ownIndex());
        assertEquals(new Position(3, 2, 2, 1), job.position());
    }
}
