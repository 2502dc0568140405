package org.pgas.mpi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.FutureTask;

import org.junit.jupiter.api.Test;
import org.pgas.testkit.Seed;
import org.pgas.testkit.Seeded;

/**
 * A number means one type for as long as a message with it may be under way, and a target is described each type that
 * it is sent.
 */
@Seeded
class TypeTableTest {
    private static Datatype derived(int gap) {
        return Datatype.indexed(new int[]{1, 1}, new int[]{0, 2 + gap}, Datatype.INT).commit();
    }

    @Test
    void shouldKeepTheNumberOfATypeWhileItIsCached() {
        TypeTable table = new TypeTable(2, true);
        Datatype type = derived(0);
        TypeTable.Entry entry = table.acquire(type);
        long id = entry.id();
        assertNotEquals(0, id);
        assertTrue(table.executed(id, 1));
        assertSame(entry, table.acquire(type));
        assertEquals(id, entry.id());
    }

    @Test
    void shouldDescribeATypeOnceToEachTarget() {
        TypeTable table = new TypeTable(3, true);
        TypeTable.Entry entry = table.acquire(derived(0));
        assertTrue(table.isUnknown(entry, 1));
        assertFalse(table.isUnknown(entry, 1), "this thread has just described it");
        assertTrue(table.isUnknown(entry, 2));
    }

    @Test
    void shouldLetOtherThreadsRelyOnADescriptionOnlyOnceItIsAcknowledged() throws Exception {
        TypeTable table = new TypeTable(2, true);
        Datatype type = derived(0);
        TypeTable.Entry entry = table.acquire(type);
        assertTrue(table.isUnknown(entry, 1));
        assertTrue(elsewhere(table, entry), "messages of two threads are in no order");
        assertTrue(table.executed(entry.id(), 1));
        table.acquire(type);
        assertFalse(elsewhere(table, entry));
        assertFalse(table.isUnknown(entry, 1));
    }

    private static boolean elsewhere(TypeTable table, TypeTable.Entry entry) throws Exception {
        FutureTask<Boolean> asked = new FutureTask<>(() -> table.isUnknown(entry, 1));
        Thread.ofPlatform().start(asked);
        return asked.get();
    }

    @Test
    void shouldDescribeAgainWhatWasNotSent() {
        TypeTable table = new TypeTable(2, true);
        Datatype type = derived(0);
        TypeTable.Entry entry = table.acquire(type);
        assertTrue(table.isUnknown(entry, 1));
        table.failed(entry, 1);
        assertSame(entry, table.acquire(type));
        assertTrue(table.isUnknown(entry, 1));
    }

    @Test
    void shouldGiveThePlaceOfAFreedTypeToAnotherUnderAnotherNumber() {
        TypeTable table = new TypeTable(2, true);
        Datatype freed = derived(0);
        long id = table.acquire(freed).id();
        assertTrue(table.executed(id, 1));
        freed.free();
        TypeTable.Entry entry = table.acquire(derived(1));
        assertEquals(TypeTable.place(id), TypeTable.place(entry.id()));
        assertNotEquals(id, entry.id());
        assertTrue(table.isUnknown(entry, 1), "the target knows the freed one only");
        assertFalse(table.executed(id, 1), "nothing of the freed one is under way");
    }

    @Test
    void shouldKeepThePlaceOfAFreedTypeWhileAnOperationUsesIt() {
        TypeTable table = new TypeTable(2, true);
        Datatype freed = derived(0);
        long id = table.acquire(freed).id();
        freed.free();
        assertNotEquals(TypeTable.place(id), TypeTable.place(table.acquire(derived(1)).id()));
        assertTrue(table.executed(id, 1));
        assertEquals(TypeTable.place(id), TypeTable.place(table.acquire(derived(2)).id()));
    }

    @Test
    void shouldKeepNoFreedTypesThatNoOperationUses() {
        TypeTable table = new TypeTable(1, true);
        Datatype[] types = new Datatype[10];
        long used = 0;
        for (int i = 0; i < types.length; i++) {
            types[i] = derived(i);
            used = table.acquire(types[i]).id();
            if (i < types.length - 1) {
                assertTrue(table.executed(used, 0));
            }
        }
        assertEquals(10, table.kept());
        for (Datatype type : types) {
            type.free();
        }
        assertTrue(table.executed(table.acquire(derived(11)).id(), 0));
        assertEquals(2, table.kept(), "one is in use");
        assertTrue(table.executed(used, 0));
        assertEquals(1, table.kept());
    }

    @Test
    void shouldReplaceTheTypeThatWasUsedTheLongestAgoAndNoneInUse() {
        TypeTable table = new TypeTable(1, true, 3);
        Datatype[] types = {derived(0), derived(1), derived(2)};
        for (Datatype type : types) {
            table.executed(table.acquire(type).id(), 0);
        }
        long kept = table.acquire(types[0]).id();
        long oldest = table.acquire(types[1]).id();
        table.executed(table.acquire(types[2]).id(), 0);
        table.executed(oldest, 0);
        assertEquals(TypeTable.place(table.acquire(types[2]).id()), 2);
        TypeTable.Entry added = table.acquire(derived(3));
        assertEquals(TypeTable.place(oldest), TypeTable.place(added.id()));
        assertTrue(table.isFull());
        assertNull(table.acquire(derived(4)));
        assertTrue(table.executed(kept, 0));
        assertFalse(table.isFull());
        assertEquals(TypeTable.place(kept), TypeTable.place(table.acquire(derived(4)).id()));
    }

    @Test
    void shouldGiveEachOperationANumberOfItsOwnWithoutACache() {
        TypeTable table = new TypeTable(1, false, 2);
        Datatype type = derived(0);
        TypeTable.Entry one = table.acquire(type);
        TypeTable.Entry two = table.acquire(type);
        assertNotEquals(one.id(), two.id());
        assertTrue(table.isUnknown(one, 0));
        assertTrue(table.isUnknown(two, 0));
        assertNull(table.acquire(type));
        long id = two.id();
        assertTrue(table.executed(id, 0));
        assertNotEquals(id, table.acquire(type).id());
    }

    /** Targets that carry out operations late, against what the table says. */
    @Test
    void shouldNeverMixUpTypesUnderRandomUse() {
        SplittableRandom random = Seed.of("operations");
        TypeTable table = new TypeTable(2, true, 4);
        TypeCache cache = new TypeCache(1);
        Datatype[] types = new Datatype[9];
        Deque<long[]> underWay = new ArrayDeque<>();
        Map<Long, byte[]> descriptions = new HashMap<>();
        for (int step = 0; step < 20_000; step++) {
            int chosen = random.nextInt(types.length);
            if (types[chosen] == null || random.nextInt(10) == 0) {
                if (types[chosen] != null) {
                    types[chosen].free();
                }
                types[chosen] = derived(random.nextInt(1000));
            }
            TypeTable.Entry entry = underWay.size() < 12 ? table.acquire(types[chosen]) : null;
            if (entry != null) {
                boolean described = table.isUnknown(entry, 1);
                descriptions.put(entry.id(), types[chosen].description());
                underWay.add(new long[]{entry.id(), types[chosen].high(1), described ? 1 : 0});
            } else {
                long[] next = underWay.remove();
                Datatype found = next[2] == 1 ? cache.describe(0, next[0], descriptions.get(next[0]))
                        : cache.find(0, next[0]);
                assertEquals(next[1], found.high(1));
                assertTrue(table.executed(next[0], 1));
            }
        }
    }
}
