package org.pgas.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

import org.junit.jupiter.api.Test;
import org.pgas.Seed;

class SharedAreaTest {
    private static final long PART = 1 << 20;
    private static final int RANKS = 2;

    /** Memory that knows what of it is reserved; one page of anything else must never be handed out. */
    private static final class Memory implements SharedArea.Backing {
        private final long base = Arena.global().allocate(RANKS * PART, 4096).address();
        private long reserved = SharedArea.DIRECTORY_BYTES;

        @Override
        public long base() {
            return base;
        }

        @Override
        public long partBytes() {
            return PART;
        }

        @Override
        public void reserve(long offset, long bytes) {
            assertTrue(offset <= reserved && (offset | bytes) % 4096 == 0 && offset + bytes <= PART,
                    () -> bytes + " from " + offset);
            reserved = Math.max(reserved, offset + bytes);
        }

        @Override
        public RuntimeException full(long bytes) {
            return new IllegalStateException("full");
        }
    }

    private final Memory memory = new Memory();
    private final SharedArea area = new SharedArea(memory, 1, RANKS, SharedArea.DIRECTORY_BYTES);

    private record Piece(long place, long bytes, byte mark) {}

    @Test
    void piecesAreZeroedAndNeverOverlapAndLieInReservedMemoryOfTheOwnPart() {
        Seed seed = new Seed();
        Random random = seed.random();
        List<Piece> pieces = new ArrayList<>();
        for (int step = 0; step < 5_000; step++) {
            if (pieces.size() < 20 && random.nextInt(3) > 0) {
                long bytes = 1 + random.nextLong(random.nextInt(10) == 0 ? 40_000 : 600);
                long place = area.allocate(bytes);
                assertEquals(0, place % SharedArea.ALIGNMENT);
                assertTrue(area.isPlace(place));
                assertTrue(place >= PART + SharedArea.DIRECTORY_BYTES && place + bytes <= PART + memory.reserved,
                        seed::toString);
                for (long i = 0; i < bytes; i++) {
                    assertEquals(0, SharedMemory.getByte(area.address(place) + i), () -> "not zeroed " + seed);
                }
                Piece piece = new Piece(place, bytes, (byte) (step | 1));
                SharedMemory.fill(area.address(place), piece.mark(), bytes);
                pieces.add(piece);
            } else if (!pieces.isEmpty()) {
                Piece piece = pieces.remove(random.nextInt(pieces.size()));
                for (long i = 0; i < piece.bytes(); i++) {
                    assertEquals(piece.mark(), SharedMemory.getByte(area.address(piece.place()) + i),
                            () -> "overwritten " + seed);
                }
                area.free(piece.place());
            }
        }
        pieces.forEach(piece -> area.free(piece.place()));
        assertEquals(0, area.bytesTaken());
        // neighbours have become one again
        area.allocate(PART - SharedArea.DIRECTORY_BYTES);
    }

    @Test
    void whatIsTooLargeIsRefusedAndWhatIsNoPieceIsNotTakenBack() {
        assertThrows(IllegalStateException.class, () -> area.allocate(PART));
        long place = area.allocate(100);
        assertThrows(IllegalArgumentException.class, () -> area.free(place + SharedArea.ALIGNMENT));
        area.free(place);
        assertThrows(IllegalArgumentException.class, () -> area.free(place));
    }

    @Test
    void aNumberThatIsNoPlaceIsToldFromOne() {
        long place = area.allocate(1);
        for (long number : new long[]{-1, Long.MIN_VALUE, 0, place + 1, RANKS * PART, Long.MAX_VALUE}) {
            assertFalse(area.isPlace(number), () -> number + "");
        }
    }
}
