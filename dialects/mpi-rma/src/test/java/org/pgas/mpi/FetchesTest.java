package org.pgas.mpi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;

import org.junit.jupiter.api.Test;

/** A handle finds its operation until that is over, and never another. */
class FetchesTest {
    private final Fetches fetches = new Fetches();

    private long begin(Fetch fetch, long bytes) {
        return fetch.begin(1, MemorySegment.ofArray(new byte[(int) bytes]), 1, null, false, bytes);
    }

    @Test
    void shouldUseAnObjectAgainUnderAnotherHandle() {
        Fetch first = fetches.take();
        long handle = begin(first, 8);
        assertSame(first, fetches.find(handle));
        assertFalse(first.isOver(handle));
        fetches.giveBack(first);
        assertTrue(first.isOver(handle));
        assertNull(fetches.find(handle));
        Fetch second = fetches.take();
        long other = begin(second, 8);
        assertSame(first, second);
        assertNotEquals(handle, other);
        assertNull(fetches.find(handle));
        assertEquals(1, fetches.made());
    }

    @Test
    void shouldFindEachOfMany() {
        Fetch[] all = new Fetch[1000];
        long[] handles = new long[all.length];
        for (int i = 0; i < all.length; i++) {
            all[i] = fetches.take();
            handles[i] = begin(all[i], 8);
        }
        for (int i = 0; i < all.length; i++) {
            assertSame(all[i], fetches.find(handles[i]));
        }
        assertNull(fetches.find(-1));
        assertNull(fetches.find(5000));
    }

    @Test
    void shouldBeOverWhenAllBytesHaveCome() {
        Fetch fetch = fetches.take();
        begin(fetch, 24);
        assertTrue(fetch.expects(8, 16));
        assertFalse(fetch.arrived(16));
        assertFalse(fetch.expects(0, 9));
        assertTrue(fetch.arrived(8));
    }
}
