package org.pgas.coll;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.BitSet;
import java.util.SplittableRandom;

import org.junit.jupiter.api.Test;
import org.pgas.ErrorCode;
import org.pgas.PgasException;
import org.pgas.testkit.Seed;
import org.pgas.testkit.Seeded;

@Seeded
class BlocksTest {
    @Test
    void shouldPackBlocksInTheOrderOfRanks() {
        Blocks blocks = Blocks.packed(3, 0, 5);
        assertEquals(3, blocks.count());
        assertEquals(0, blocks.offset(0));
        assertEquals(0, blocks.offset(1));
        assertEquals(3, blocks.offset(2));
        assertEquals(5, blocks.bytes(2));
        assertEquals(8, blocks.extent());
        assertFalse(blocks.isOverlapping());
        assertEquals(Blocks.of(new long[]{3, 0, 5}, new long[]{0, 99, 3}), blocks);
        assertEquals(Blocks.of(new long[]{3, 0, 5}, new long[]{0, 99, 3}).hashCode(), blocks.hashCode());
    }

    @Test
    void shouldKeepWhatItWasGiven() {
        long[] bytes = {1, 2};
        long[] offsets = {4, 8};
        Blocks blocks = Blocks.of(bytes, offsets);
        bytes[0] = 7;
        offsets[1] = 0;
        assertEquals(1, blocks.bytes(0));
        assertEquals(8, blocks.offset(1));
        assertEquals("bytes [1, 2] at [4, 8]", blocks.toString());
    }

    @Test
    void shouldKnowExactlyWhetherBlocksOverlap() {
        SplittableRandom random = Seed.of("blocks");
        for (int round = 0; round < 5000; round++) {
            int count = random.nextInt(6);
            long[] bytes = random.longs(count, 0, 5).toArray();
            long[] offsets = random.longs(count, 0, 16).toArray();
            BitSet taken = new BitSet();
            boolean overlap = false;
            for (int i = 0; i < count; i++) {
                for (long at = offsets[i]; at < offsets[i] + bytes[i]; at++) {
                    overlap |= taken.get((int) at);
                    taken.set((int) at);
                }
            }
            Blocks blocks = Blocks.of(bytes, offsets);
            assertEquals(overlap, blocks.isOverlapping(), blocks.toString());
            assertEquals(taken.length(), blocks.extent(), blocks.toString());
        }
    }

    private static void refused(String expected, org.junit.jupiter.api.function.Executable call) {
        PgasException e = assertThrows(PgasException.class, call);
        assertEquals(ErrorCode.BAD_ARGUMENT, e.code());
        assertTrue(e.getMessage().contains(expected), e.getMessage());
    }

    @Test
    void shouldRefuseWhatIsNoBlock() {
        refused("Blocks.packed: the block of rank 1 has -1 bytes: it must have at least 0", () -> Blocks.packed(1, -1));
        refused("Blocks.of: the block of rank 0 is at offset -8", () -> Blocks.of(new long[1], new long[]{-8}));
        refused("Blocks.of: 2 sizes and 1 offsets", () -> Blocks.of(new long[2], new long[1]));
        refused("rank 1 has 9223372036854775807 bytes at offset 1", () -> Blocks.packed(1, Long.MAX_VALUE));
        assertThrows(NullPointerException.class, () -> Blocks.packed((long[]) null));
        assertThrows(NullPointerException.class, () -> Blocks.of(new long[1], null));
    }
}
