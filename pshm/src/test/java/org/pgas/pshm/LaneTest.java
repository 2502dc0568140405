package org.pgas.pshm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.concurrent.ringbuffer.ManyToOneRingBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A lane beside Agrona's ring, each in memory of its own: after the same steps both hold the same bytes. */
class LaneTest {
    private static final int CAPACITY = 4096;
    private static final int GAMES = 300;
    private static final int STEPS = 300;
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG;

    private final Arena arena = Arena.ofConfined();
    private final MemorySegment expected = memory();
    private final MemorySegment actual = memory();
    private final Random random = new Random(20261126);
    private final ManyToOneRingBuffer model = new ManyToOneRingBuffer(
            new UnsafeBuffer(expected.address(), CAPACITY + AmLayout.TRAILER_LENGTH));
    private Lane lane = new Lane(actual.address(), 0, CAPACITY);

    private MemorySegment memory() {
        return arena.allocate(CAPACITY + AmLayout.LANE_END_LENGTH, 4096);
    }

    @AfterEach
    void free() {
        arena.close();
    }

    /** An empty ring whose positions begin there. */
    private void begin(long position) {
        for (MemorySegment memory : List.of(expected, actual)) {
            memory.fill((byte) 0);
            for (int word : new int[]{AmLayout.TAIL, AmLayout.HEAD_CACHE, AmLayout.HEAD}) {
                memory.set(LONG, CAPACITY + word, position);
            }
        }
        lane = new Lane(actual.address(), 0, CAPACITY);
    }

    /** There is room for what can be claimed, and for no more. */
    private int claim(int type, int length) {
        boolean hasRoom = lane.hasRoom(length);
        int index = model.tryClaim(type, length);
        assertEquals(index >= 0, hasRoom, "room for " + length + " bytes");
        assertEquals(index, lane.tryClaim(type, length), "a claim of " + length + " bytes");
        return index;
    }

    private void end(int index, boolean takesBack) {
        if (takesBack) {
            model.abort(index);
            assertTrue(lane.takeBack(index));
        } else {
            model.commit(index);
            assertTrue(lane.complete(index));
        }
        assertFalse(takesBack ? lane.complete(index) : lane.takeBack(index), "a claim ends once");
    }

    /** Clears up to so many records that are complete, and gives their room. */
    private static void read(MemorySegment memory, int most) {
        long head = memory.get(LONG, CAPACITY + AmLayout.HEAD);
        for (int i = 0; i < most; i++) {
            int at = (int) head & CAPACITY - 1;
            int length = memory.get(ValueLayout.JAVA_INT, at);
            if (length <= 0) {
                break;
            }
            int whole = length + 7 & -8;
            memory.asSlice(at, whole).fill((byte) 0);
            head += whole;
        }
        memory.set(LONG, CAPACITY + AmLayout.HEAD, head);
    }

    @Test
    void doesWhatAgronasRingDoes() {
        int refused = 0;
        for (int game = 0; game < GAMES; game++) {
            begin(game % 4 == 0 ? Long.MAX_VALUE / 2 & -8 : 8L * random.nextInt(1 << 20));
            List<Integer> open = new ArrayList<>();
            for (int step = 0; step < STEPS; step++) {
                int what = random.nextInt(10);
                if (what < 5) {
                    int index = claim(1 + random.nextInt(1000), random.nextInt(random.nextInt(10) == 0 ? 500 : 100));
                    if (index < 0) {
                        refused++;
                    } else {
                        open.add(index);
                    }
                } else if (what == 9) {
                    int most = random.nextInt(6);
                    read(expected, most);
                    read(actual, most);
                } else if (!open.isEmpty()) {
                    end(open.remove(random.nextInt(open.size())), random.nextInt(4) == 0);
                }
                assertEquals(-1, expected.mismatch(actual), "game " + game + ", step " + step);
            }
        }
        assertTrue(refused > GAMES, refused + " refused");
    }

    @Test
    void refusesWhatIsLongerThanTheLongestMessageAsAgronasRingDoes() {
        begin(0);
        int most = model.maxMsgLength();
        assertThrows(IllegalArgumentException.class, () -> model.tryClaim(1, most + 1));
        assertThrows(IllegalArgumentException.class, () -> lane.tryClaim(1, most + 1));
        assertEquals(8, claim(1, most));
    }

    /** So that it can be done when there is no memory left. */
    @Test
    void takesAClaimBackWithoutARing() throws ReflectiveOperationException {
        begin(0);
        int index = lane.tryClaim(1, 8);
        assertTrue(lane.takeBack(index));
        var ring = Lane.class.getDeclaredField("ring");
        ring.setAccessible(true);
        assertNull(ring.get(lane));
    }
}
