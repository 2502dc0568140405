package org.pgas.examples.exchange;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

class NeighbourhoodTest {
    @Test
    void shouldSupplyOnlyWhoExpectsIt() {
        for (int size = 1; size <= 9; size++) {
            for (int rank = 0; rank < size; rank++) {
                Neighbourhood here = new Neighbourhood(rank, size, size);
                for (int j = 1; j <= size; j++) {
                    assertEquals(rank, new Neighbourhood(here.target(j), size, size).source(j));
                }
                assertEquals(rank, here.target(size));
            }
        }
        Neighbourhood two = new Neighbourhood(0, 4, 2);
        assertArrayEquals(new int[]{1, 2}, two.targets().ranks());
        assertArrayEquals(new int[]{3, 2}, two.sources().ranks());
    }

    @Test
    void shouldRefuseMoreNeighboursThanRanks() {
        assertThrows(IllegalArgumentException.class, () -> new Neighbourhood(0, 2, 3));
        assertThrows(IllegalArgumentException.class, () -> new Neighbourhood(0, 2, 0));
    }
}
