package org.pgas.coll;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.pgas.ErrorCode;
import org.pgas.PgasException;

class StagingTest {
    private static final long RING_BYTES = Staging.RING_BYTES;
    private static final long PIECE_BYTES = RING_BYTES / 4;

    /** The sizes that were asked for, in order, also those that were refused. */
    private final List<Long> asked = new ArrayList<>();

    private long most = Long.MAX_VALUE;
    private long taken = 128;
    private int live;

    private final Staging staging = new Staging((Surroundings) Proxy.newProxyInstance(
            Surroundings.class.getClassLoader(), new Class<?>[]{Surroundings.class}, (self, method, arguments) -> {
                switch (method.getName()) {
                    case "allocate" -> {
                        return allocate((long) arguments[0]);
                    }
                    case "free" -> live--;
                    default -> throw new AssertionError(method);
                }
                return null;
            }));

    private long allocate(long bytes) {
        asked.add(bytes);
        if (bytes > most) {
            throw new PgasException(ErrorCode.RESOURCE, "there is no memory left, as the test wants it");
        }
        live++;
        taken += bytes;
        return taken - bytes;
    }

    @Test
    void shouldAskOnceForARingThatIsRefusedUntilItIsClosed() {
        most = RING_BYTES - 1;
        for (int i = 0; i < 3; i++) {
            staging.giveBack(staging.take(PIECE_BYTES));
        }
        assertEquals(List.of(RING_BYTES, PIECE_BYTES), asked);
        staging.close();
        assertEquals(0, live);
        most = RING_BYTES;
        asked.clear();
        staging.take(PIECE_BYTES);
        assertEquals(List.of(RING_BYTES), asked);
    }

    @Test
    void shouldPassOverAPieceThatIsHeldForLong() {
        long held = staging.take(PIECE_BYTES);
        for (int i = 0; i < 10; i++) {
            long place = staging.take(PIECE_BYTES);
            assertTrue(place >= held + PIECE_BYTES && place + PIECE_BYTES <= held + RING_BYTES, "place " + place);
            staging.giveBack(place);
        }
        assertEquals(List.of(RING_BYTES), asked);
    }

    @Test
    void shouldGiveWhatNobodyElseHasWhenTheRingIsInUse() {
        List<Long> places = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            places.add(staging.take(PIECE_BYTES));
        }
        List<Long> sorted = places.stream().sorted().toList();
        for (int i = 1; i < sorted.size(); i++) {
            assertTrue(sorted.get(i) - sorted.get(i - 1) >= PIECE_BYTES, places::toString);
        }
        assertEquals(List.of(RING_BYTES, PIECE_BYTES, PIECE_BYTES), asked);
        staging.close();
        assertEquals(0, live);
    }
}
