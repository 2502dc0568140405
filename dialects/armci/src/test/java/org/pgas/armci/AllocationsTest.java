package org.pgas.armci;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.pgas.GlobalPointer;
import org.pgas.PgasException;

/** Which allocations live, and what goes beyond one. */
class AllocationsTest {
    private static final long FIRST = GlobalPointer.of(0, 1, 4096);
    private static final long SECOND = GlobalPointer.of(1, 1, 4096);

    private static Allocations.Allocation allocation(long first, long second, long bytes) {
        return new Allocations.Allocation(null, new long[]{first, second}, new long[]{bytes, bytes});
    }

    @Test
    void shouldFindByAllPointersOnly() {
        Allocations allocations = new Allocations(0, false);
        Allocations.Allocation both = allocation(FIRST, SECOND, 100);
        Allocations.Allocation one = allocation(GlobalPointer.NULL, SECOND + 128, 100);
        allocations.add(both);
        allocations.add(one);
        allocations.add(allocation(GlobalPointer.NULL, GlobalPointer.NULL, 0));
        assertSame(both, allocations.find(null, new long[]{FIRST, SECOND}));
        assertSame(one, allocations.find(null, new long[]{GlobalPointer.NULL, SECOND + 128}));
        assertNull(allocations.find(null, new long[]{FIRST, SECOND + 128}));
        assertNull(allocations.find(null, new long[]{FIRST, SECOND, 0}));
        assertNull(allocations.find(null, new long[]{GlobalPointer.NULL, SECOND}));
        assertNull(allocations.find(null, new long[2]));
        assertTrue(allocations.has(null));
        allocations.remove(both);
        assertNull(allocations.find(null, new long[]{FIRST, SECOND}));
        allocations.remove(one);
        assertFalse(allocations.has(null));
    }

    @Test
    void shouldRefuseWhatBeginsInABlockOrBehindItAndGoesBeyond() {
        Allocations allocations = new Allocations(3, true);
        allocations.add(allocation(FIRST, SECOND, 100));
        allocations.check("Armci.put", "dst", FIRST, 100);
        allocations.check("Armci.put", "dst", FIRST + 99, 1);
        allocations.check("Armci.put", "dst", FIRST + 100, 0);
        // in front of a block, and where the next one may begin
        allocations.check("Armci.put", "dst", FIRST - 16, 200);
        allocations.check("Armci.put", "dst", FIRST + 128, 200);
        for (long[] wrong : new long[][]{{0, 101}, {99, 2}, {100, 1}, {112, 8}, {127, 1}}) {
            for (long block : new long[]{FIRST, SECOND}) {
                PgasException refusal = assertThrows(PgasException.class,
                        () -> allocations.check("Armci.put", "dst", block + wrong[0], wrong[1]));
                assertTrue(refusal.getMessage().startsWith("rank 3: Armci.put: dst: " + wrong[1] + " bytes"),
                        refusal.getMessage());
                assertTrue(refusal.getMessage().endsWith("by " + (wrong[0] + wrong[1] - 100)), refusal.getMessage());
            }
        }
        allocations.remove(allocation(FIRST, SECOND, 100));
        allocations.check("Armci.put", "dst", FIRST, 101);
    }

    @Test
    void shouldKnowAnAllocationByItsFirstPointer() {
        assertEquals(SECOND, Allocations.key(new long[]{0, SECOND, FIRST}));
        assertEquals(GlobalPointer.NULL, Allocations.key(new long[3]));
    }
}
