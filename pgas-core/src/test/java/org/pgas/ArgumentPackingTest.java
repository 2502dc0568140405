package org.pgas;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

import org.junit.jupiter.api.Test;
import org.pgas.message.ArgumentPacking;

class ArgumentPackingTest {
    @Test
    void shouldReadBackEveryArgumentOfEveryCount() {
        MemorySegment memory = Arena.ofAuto().allocate(64, 8);
        int[] arguments = new int[16];
        for (int i = 0; i < arguments.length; i++) {
            arguments[i] = i % 2 == 0 ? -1 - i : 0x7FFF_0000 + i;
        }
        for (int count = 0; count <= 16; count++) {
            memory.fill((byte) 0x55);
            ArgumentPacking.write(memory.address(), count, ArgumentPacking.first(arguments, count),
                    ArgumentPacking.second(arguments, count), arguments);
            for (int i = 0; i < count; i++) {
                assertEquals(arguments[i], ArgumentPacking.at(memory.address(), i), count + " arguments, number " + i);
            }
        }
    }

    @Test
    void shouldRefuseCountsBeyondTheArrayOrTheLimit() {
        ArgumentPacking.check(0, "call", new int[16], 16);
        for (int count : new int[]{-1, 4, 17}) {
            int[] array = new int[count == 17 ? 20 : 3];
            PgasException refusal = assertThrows(PgasException.class,
                    () -> ArgumentPacking.check(2, "call", array, count));
            assertTrue(refusal.getMessage().startsWith("rank 2: call: " + count + " arguments"), refusal.getMessage());
        }
    }
}
