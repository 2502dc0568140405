package org.pgas.examples.lj;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

final class BlockPairsTest {
    @Test
    void shouldHaveEveryPairOfAtomsOnce() {
        int atoms = 23;
        BlockPairs pairs = new BlockPairs(atoms, 5);
        int[][] times = new int[atoms][atoms];
        for (long pair = 0; pair < pairs.count(); pair++) {
            int first = pairs.first(pair);
            int second = pairs.second(pair);
            for (int i = 0; i < pairs.atomsOf(first); i++) {
                for (int j = 0; j < (first == second ? i : pairs.atomsOf(second)); j++) {
                    int one = pairs.firstAtom(first) + i;
                    int other = pairs.firstAtom(second) + j;
                    times[Math.max(one, other)][Math.min(one, other)]++;
                }
            }
        }
        for (int one = 0; one < atoms; one++) {
            for (int other = 0; other < one; other++) {
                assertEquals(1, times[one][other], one + " and " + other);
            }
        }
    }

    @Test
    void shouldFindTheBlocksOfThePairsOfManyAtoms() {
        BlockPairs pairs = new BlockPairs(Integer.MAX_VALUE, 1);
        int last = pairs.blocks() - 1;
        assertEquals(last, pairs.first(pairs.count() - 1));
        assertEquals(last, pairs.second(pairs.count() - 1));
        assertEquals(last, pairs.first(pairs.count() - 1 - last));
        assertEquals(0, pairs.second(pairs.count() - 1 - last));
        assertEquals(last - 1, pairs.first(pairs.count() - 2 - last));
    }
}
