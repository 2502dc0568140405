package org.pgas.spi;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

class TopologyTest {
    /** Ranks 0, 2, 5 on host 0, in two neighbourhoods; 1, 3, 4 on host 1, in one. */
    private static final Topology TWO = Topology.of(new int[]{0, 1, 0, 1, 1, 0}, new int[]{0, 1, 2, 1, 1, 0});

    @Test
    void everybodyIsTogetherOnOneHost() {
        Topology one = Topology.ofOneHost(3);
        assertEquals(1, one.hosts());
        assertEquals(1, one.neighbourhoods());
        for (int rank = 0; rank < 3; rank++) {
            assertEquals(0, one.host(rank));
            assertEquals(0, one.neighbourhood(rank));
            assertArrayEquals(new int[]{0, 1, 2}, one.ranksOnHostOf(rank));
            assertArrayEquals(new int[]{0, 1, 2}, one.neighboursOf(rank));
            assertArrayEquals(new int[0], one.ranksElsewhere(rank));
        }
    }

    @Test
    void ranksAreWithThoseOfTheirNumber() {
        assertEquals(2, TWO.hosts());
        assertEquals(3, TWO.neighbourhoods());
        assertArrayEquals(new int[]{0, 2, 5}, TWO.ranksOnHostOf(2));
        assertArrayEquals(new int[]{2}, TWO.neighboursOf(2));
        assertArrayEquals(new int[]{0, 5}, TWO.neighboursOf(5));
        assertArrayEquals(new int[]{1, 3, 4}, TWO.neighboursOf(3));
        assertArrayEquals(new int[]{0, 2, 5}, TWO.ranksElsewhere(3));
        assertArrayEquals(new int[]{0, 1, 3, 4, 5}, TWO.ranksElsewhere(2));
        for (int rank = 0; rank < 6; rank++) {
            assertEquals(TWO.neighboursOf(rank)[0] == rank, TWO.isFirstNeighbour(rank), "rank " + rank);
        }
        assertEquals(1, TWO.host(4));
        assertEquals(2, TWO.neighbourhood(2));
    }

    @Test
    void eachOfSeveralHostsIsANeighbourhoodOfItsOwnSize() {
        Topology uneven = Topology.ofHosts(3, 1);
        assertEquals(2, uneven.hosts());
        assertEquals(2, uneven.neighbourhoods());
        assertArrayEquals(new int[]{0, 1, 2}, uneven.neighboursOf(1));
        assertArrayEquals(new int[]{3}, uneven.ranksOnHostOf(3));
        assertTrue(uneven.isFirstNeighbour(3));
    }

    @Test
    void ranksAreNamedWithTheirNeighbourhoodWhereThereAreSeveral() {
        assertEquals("rank 3 of neighbourhood 1", TWO.describe(3));
        assertEquals("rank 3", Topology.ofOneHost(4).describe(3));
    }

    @Test
    void neighboursAreOnOneHost() {
        for (int rank = 0; rank < 6; rank++) {
            int host = TWO.host(rank);
            assertTrue(IntStream.of(TWO.neighboursOf(rank)).allMatch(other -> TWO.host(other) == host));
        }
        refused(new int[]{0, 1}, new int[]{0, 0});
    }

    @Test
    void numbersThatAreNotInOrderAreRefused() {
        refused(new int[]{0, 0}, new int[]{0});
        refused(new int[]{1, 0}, new int[]{0, 1});
        refused(new int[]{0, 2}, new int[]{0, 1});
        refused(new int[]{0, -1}, new int[]{0, 1});
        refused(new int[]{0, 1}, new int[]{1, 0});
    }

    private static void refused(int[] hosts, int[] neighbourhoods) {
        assertThrows(IllegalArgumentException.class, () -> Topology.of(hosts, neighbourhoods));
    }
}
