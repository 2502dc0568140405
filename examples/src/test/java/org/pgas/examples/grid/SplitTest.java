package org.pgas.examples.grid;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

final class SplitTest {
    @Test
    void shouldGiveEachIndexToOnePartAndEachPartAboutAsMany() {
        for (int extent = 0; extent < 20; extent++) {
            for (int parts = 1; parts < 9; parts++) {
                Split split = new Split(extent, parts);
                int next = 0;
                for (int part = 0; part < parts; part++) {
                    assertEquals(next, split.first(part));
                    assertTrue(split.count(part) == extent / parts || split.count(part) == split.largest());
                    for (int i = 0; i < split.count(part); i++) {
                        assertEquals(part, split.part(next++), split.toString());
                    }
                }
                assertEquals(extent, next);
            }
        }
    }

    @Test
    void shouldCutTheLargestExtentIntoAsManyParts() {
        Split split = new Split(Integer.MAX_VALUE, Integer.MAX_VALUE);
        assertEquals(Integer.MAX_VALUE - 1, split.first(Integer.MAX_VALUE - 1));
        assertEquals(Integer.MAX_VALUE - 1, split.part(Integer.MAX_VALUE - 1));
        assertEquals(1, split.largest());
    }
}
