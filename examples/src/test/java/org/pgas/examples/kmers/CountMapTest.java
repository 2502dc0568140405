package org.pgas.examples.kmers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashMap;
import java.util.Map;

import org.junit.jupiter.api.Test;

final class CountMapTest {
    @Test
    void shouldHoldWhatAPlainMapHoldsHoweverItGrows() {
        RandomCases.run(30, random -> {
            CountMap map = new CountMap();
            Map<Long, Long> model = new HashMap<>();
            long range = 1L << random.nextInt(1, 62);
            for (int step = 0; step < 20_000; step++) {
                long kmer = random.nextLong(range);
                switch (random.nextInt(3)) {
                    case 0 -> {
                        map.add(kmer, 3);
                        model.merge(kmer, 3L, Long::sum);
                    }
                    case 1 -> {
                        long count = 1 + random.nextLong(Long.MAX_VALUE);
                        long before = model.getOrDefault(kmer, 0L);
                        model.put(kmer, count);
                        assertEquals(before, map.put(kmer, count));
                    }
                    default -> assertEquals(model.getOrDefault(kmer, 0L), map.get(kmer));
                }
            }
            Map<Long, Long> visited = new HashMap<>();
            map.forEach((kmer, count) -> assertNull(visited.put(kmer, count)));
            assertEquals(model, visited);
            assertTrue(map.slots() > model.size());
        });
    }
}
