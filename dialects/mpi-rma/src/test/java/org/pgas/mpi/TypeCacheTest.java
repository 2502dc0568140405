package org.pgas.mpi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrowsExactly;

import java.lang.foreign.MemorySegment;

import org.junit.jupiter.api.Test;

/** What an origin has described is found by its number until something else comes for its place. */
class TypeCacheTest {
    private static final int PLACES = 1 << TypeTable.PLACE_BITS;
    private static final long ID = PLACES + 5;

    private final TypeCache cache = new TypeCache(2);

    private static byte[] description(int elements) {
        int[] lengths = new int[elements];
        int[] places = new int[elements];
        for (int i = 0; i < elements; i++) {
            lengths[i] = 1 + i % 3;
            places[i] = 5 * i + i * i;
        }
        return Datatype.indexed(lengths, places, Datatype.INT).commit().description();
    }

    @Test
    void shouldFindWhatWasDescribedByThatOriginOnly() {
        byte[] description = description(3);
        Datatype made = cache.describe(1, ID, description);
        assertEquals(made, cache.find(1, ID));
        assertNull(cache.find(0, ID));
        assertNull(cache.find(1, ID + PLACES));
        assertNull(cache.find(1, ID + 1));
    }

    @Test
    void shouldReplaceWhatHadThePlaceBefore() {
        cache.describe(0, ID, description(3));
        Datatype made = cache.describe(0, ID + PLACES, description(4));
        assertNull(cache.find(0, ID));
        assertEquals(made, cache.find(0, ID + PLACES));
        assertEquals(made.high(1), Datatype.ofDescription(description(4)).high(1));
    }

    @Test
    void shouldJoinPiecesAlsoOfTwoThreadsAtOnce() {
        byte[] description = description(50);
        int half = description.length / 2;
        piece(description, 0, half);
        assertNull(cache.find(0, ID));
        piece(description, 0, half);
        piece(description, half, description.length - half);
        Datatype made = cache.find(0, ID);
        assertNotNull(made);
        assertEquals(Datatype.ofDescription(description).high(1), made.high(1));
        piece(description, half, description.length - half);
        assertEquals(made, cache.find(0, ID));
    }

    @Test
    void shouldNotReplaceATypeByAnEarlierOneWhosePieceComesLate() {
        byte[] description = description(50);
        Datatype made = cache.describe(0, ID + PLACES, description(4));
        piece(description, 0, description.length);
        assertEquals(made, cache.find(0, ID + PLACES));
        assertNull(cache.find(0, ID));
    }

    @Test
    void shouldForgetThatNumberOnly() {
        Datatype made = cache.describe(0, ID + PLACES, description(4));
        cache.forget(0, ID);
        cache.forget(1, ID + PLACES);
        cache.forget(0, ID + 10);
        assertEquals(made, cache.find(0, ID + PLACES));
        cache.forget(0, ID + PLACES);
        assertNull(cache.find(0, ID + PLACES));
    }

    private void piece(byte[] description, int at, int bytes) {
        cache.describe(0, ID, at, description.length, MemorySegment.ofArray(description).asSlice(at), bytes);
    }

    @Test
    void shouldRefusePiecesThatAreNotOfTheDescription() {
        byte[] description = description(50);
        MemorySegment data = MemorySegment.ofArray(description);
        assertThrowsExactly(IllegalArgumentException.class, () -> cache.describe(0, ID, -1, 100, data, 10));
        assertThrowsExactly(IllegalArgumentException.class, () -> cache.describe(0, ID, 95, 100, data, 10));
        assertThrowsExactly(IllegalArgumentException.class, () -> cache.describe(0, ID, 0, -100, data, 10));
        cache.describe(0, ID, 0, description.length, data, 10);
        assertThrowsExactly(IllegalArgumentException.class,
                () -> cache.describe(0, ID, 10, description.length + 8, data, 10));
    }
}
