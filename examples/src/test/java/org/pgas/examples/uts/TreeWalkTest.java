package org.pgas.examples.uts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

final class TreeWalkTest {
    @Test
    void shouldFindThePublishedCountsOfTreeT1() {
        assertEquals(new SequentialTree(4_130_071, 3_305_118, 10), walk(new GeometricTree(4, 10, 19)));
    }

    @Test
    void shouldFindWhatARecursionFinds() throws Exception {
        for (int seed = 0; seed < 40; seed++) {
            for (double b0 : new double[]{0.5, 1, 2.5, 6}) {
                int depth = 1 + seed % 5;
                assertEquals(SequentialTree.of(b0, depth, seed), walk(new GeometricTree(b0, depth, seed)),
                        "b0=" + b0 + " depth=" + depth + " seed=" + seed);
            }
        }
    }

    @Test
    void shouldStopWhenItHasVisitedAsManyAsItMay() {
        TreeWalk walk = new TreeWalk(new GeometricTree(4, 10, 19));
        walk.startAtRoot();
        walk.visit(77);
        assertEquals(77, walk.nodes());
        walk.visit(1);
        assertEquals(78, walk.nodes());
    }

    @Test
    void shouldRefuseWhatIsNoTree() {
        assertRefused("b0 is 0.0, legal is above 0 up to 100", 0, 1, 1);
        assertRefused("b0 is 101.0, legal is above 0 up to 100", 101, 1, 1);
        assertRefused("b0 is NaN, legal is above 0 up to 100", Double.NaN, 1, 1);
        assertRefused("depth is 0, legal is 1 or more", 1, 0, 1);
        assertRefused("seed is -1, legal is 0 or more", 1, 1, -1);
    }

    private static void assertRefused(String message, double b0, int depth, int seed) {
        Exception e = assertThrows(IllegalArgumentException.class, () -> new GeometricTree(b0, depth, seed));
        assertEquals(message, e.getMessage());
    }

    private static SequentialTree walk(GeometricTree tree) {
        TreeWalk walk = new TreeWalk(tree);
        walk.startAtRoot();
        while (!walk.stack().isEmpty()) {
            walk.visit(1000);
        }
        return new SequentialTree(walk.nodes(), walk.leaves(), walk.depth());
    }
}
