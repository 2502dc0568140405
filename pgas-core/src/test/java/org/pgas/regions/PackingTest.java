package org.pgas.regions;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import java.lang.foreign.MemorySegment;
import java.util.Random;

import org.junit.jupiter.api.Test;
import org.pgas.Seed;

/** Any part of the packed form is what the regions have there. */
class PackingTest {
    private static final int ROUNDS = 6000;
    private static final int GAP = 5;

    private final Seed seed = new Seed();
    private final Random random = seed.random();
    private final RandomRegions regions = new RandomRegions(random);

    @Test
    void shouldPackAndUnpackAnyPart() {
        for (int round = 0; round < ROUNDS; round++) {
            Regions layout = regions.disjoint(1 + regions.volume());
            long[] places = RandomRegions.bytes(layout);
            long base = random.nextInt(9) - layout.low();
            byte[] memory = new byte[(int) (base + layout.high()) + 9];
            random.nextBytes(memory);
            int position = random.nextInt(places.length);
            int bytes = random.nextInt(places.length - position + 1);
            byte[] packed = new byte[bytes + 2 * GAP];
            byte[] expected = packed.clone();
            for (int i = 0; i < bytes; i++) {
                expected[GAP + i] = memory[(int) (base + places[position + i])];
            }
            Packing.pack(layout, MemorySegment.ofArray(memory), base, position, MemorySegment.ofArray(packed), GAP,
                    bytes);
            assertArrayEquals(expected, packed, seed.toString());
            random.nextBytes(packed);
            byte[] unpacked = memory.clone();
            for (int i = 0; i < bytes; i++) {
                unpacked[(int) (base + places[position + i])] = packed[GAP + i];
            }
            Packing.unpack(layout, MemorySegment.ofArray(memory), base, position, MemorySegment.ofArray(packed), GAP,
                    bytes);
            assertArrayEquals(unpacked, memory, seed.toString());
        }
    }
}
