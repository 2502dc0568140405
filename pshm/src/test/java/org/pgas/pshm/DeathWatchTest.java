package org.pgas.pshm;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.stream.IntStream;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which ranks of a host look at the launcher at a tick. */
class DeathWatchTest {
    private static final int TICKS = 64;

    /** The ticks of its watcher that a rank may miss, with a guardian that kills after a second. */
    private static final int MOST_BETWEEN = 4;

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 16, 17, 40, 64, 256, 2048})
    void atEachTickSomeLookAndEachRankLooksSoon(int ranks) {
        for (int tick = 0; tick < TICKS; tick++) {
            int now = tick;
            assertTrue(IntStream.range(0, ranks).anyMatch(place -> DeathWatch.isTurn(now, place, ranks)));
            for (int place = 0; place < ranks; place++) {
                int of = place;
                assertTrue(IntStream.range(now, now + MOST_BETWEEN)
                        .anyMatch(each -> DeathWatch.isTurn(each, of, ranks)), "place " + place + ", tick " + tick);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {64, 256, 2048})
    void ofManyAQuarterLooksAtATick(int ranks) {
        for (int tick = 0; tick < TICKS; tick++) {
            int now = tick;
            assertTrue(IntStream.range(0, ranks).filter(place -> DeathWatch.isTurn(now, place, ranks))
                    .count() == ranks / MOST_BETWEEN);
        }
    }
}
