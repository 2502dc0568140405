package org.pgas.mpi;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.util.SplittableRandom;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.pgas.PgasException;
import org.pgas.testkit.Seed;
import org.pgas.testkit.Seeded;

@Seeded
class TypePackingTest {
    private static final int ROUNDS = 300;

    @Test
    void shouldPackAndUnpackAsTheModelOfTheTypeSays() {
        SplittableRandom random = Seed.of("packed form");
        RandomTypes types = new RandomTypes(random);
        int packs = 0;
        while (packs < ROUNDS) {
            RandomTypes.Pair pair = types.next();
            int count = random.nextInt(5);
            TypeModel model = pair.model().contiguous(count);
            long[] places = model.bytes();
            if (model.overlaps() || java.util.Arrays.stream(places).anyMatch(place -> place < 0)) {
                continue;
            }
            packs++;
            byte[] memory = new byte[(int) java.util.Arrays.stream(places).max().orElse(-1) + 1];
            random.nextBytes(memory);
            int position = random.nextInt(9);
            byte[] expected = new byte[position + places.length + 2];
            for (int i = 0; i < places.length; i++) {
                expected[position + i] = memory[(int) places[i]];
            }
            byte[] packed = new byte[expected.length];
            assertEquals(position + places.length, pair.type().pack(MemorySegment.ofArray(memory), count,
                    MemorySegment.ofArray(packed), position));
            assertArrayEquals(expected, packed, () -> count + " of " + pair.type());
            byte[] back = new byte[memory.length];
            byte[] whole = new byte[memory.length];
            for (long place : places) {
                whole[(int) place] = memory[(int) place];
            }
            assertEquals(position + places.length, pair.type().unpack(MemorySegment.ofArray(packed), position,
                    MemorySegment.ofArray(back), count));
            assertArrayEquals(whole, back, () -> count + " of " + pair.type());
        }
    }

    @Test
    void shouldRefuseWhatCannotBePackedBeforeItMovesAnything() {
        Datatype made = Datatype.vector(2, 1, 2, Datatype.INT);
        Datatype twice = Datatype.hvector(2, 1, 2, Datatype.INT).commit();
        Datatype vector = Datatype.vector(2, 1, 2, Datatype.INT).commit();
        MemorySegment memory = MemorySegment.ofArray(new byte[12]);
        MemorySegment packed = MemorySegment.ofArray(new byte[8]);
        refuses(() -> made.pack(memory, 1, packed, 0), "Datatype.pack", "not committed");
        refuses(() -> vector.pack(memory, 2, packed, 0), "which has 12 bytes");
        refuses(() -> vector.pack(memory, -1, packed, 0), "count is -1");
        refuses(() -> vector.pack(memory, 1, packed, 1), "bytes 1..8", "has 8 bytes");
        refuses(() -> vector.pack(memory, 1, packed, -1), "bytes -1..6");
        refuses(() -> vector.pack(memory, 1, packed.asReadOnly(), 0), "packed memory is read-only");
        refuses(() -> vector.pack(null, 1, packed, 0), "source is null");
        refuses(() -> vector.unpack(packed, 0, memory.asReadOnly(), 1), "Datatype.unpack",
                "target memory is read-only");
        refuses(() -> vector.unpack(packed, 4, memory, 1), "bytes 4..11");
        refuses(() -> twice.unpack(packed, 0, memory, 1), "more than once");
        Datatype below = Datatype.hindexed(new int[]{1}, new long[]{-4}, Datatype.INT).commit();
        refuses(() -> below.pack(memory, 1, packed, 0), "bytes -4..-1");
    }

    private static void refuses(Executable call, String... words) {
        PgasException e = assertThrows(PgasException.class, call);
        for (String word : words) {
            assertTrue(e.getMessage().contains(word), e.getMessage());
        }
    }
}
