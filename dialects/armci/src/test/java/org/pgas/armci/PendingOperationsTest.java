package org.pgas.armci;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.pgas.Event;
import org.pgas.PgasException;

/**
 * What handles say of operations that are complete at once: in checked mode all that they say of others, otherwise
 * nothing.
 */
class PendingOperationsTest {
    private final PendingOperations checked = new PendingOperations(0, 4, true);
    private final PendingOperations unchecked = new PendingOperations(0, 4, false);

    @Test
    void shouldHoldWhatNobodyHasWaitedForInCheckedModeOnly() {
        NbHandle handle = new NbHandle();
        unchecked.began(handle, 1, Event.DONE);
        unchecked.done(handle, 1);
        assertTrue(handle.isClear());
        checked.began(handle, 1, Event.DONE);
        assertFalse(handle.isClear());
        String message = assertThrows(PgasException.class, () -> checked.check("Armci.nbPut", handle, 1)).getMessage();
        assertTrue(message.contains("process 1") && message.contains("wait for it first"), message);
        checked.await("Armci.await", handle);
        assertTrue(handle.isClear());
        assertDoesNotThrow(() -> checked.check("Armci.nbPut", handle, 1));
    }

    @Test
    void shouldClearAllOrThoseOfOneProcess() {
        NbHandle[] handles = new NbHandle[6];
        for (int i = 0; i < handles.length; i++) {
            handles[i] = new NbHandle();
            checked.done(handles[i], i % 3);
        }
        checked.done(null, 1);
        checked.awaitProc(1);
        for (int i = 0; i < handles.length; i++) {
            assertTrue(handles[i].isClear() == (i % 3 == 1), "handle " + i);
        }
        assertTrue(checked.test("Armci.test", handles[0]));
        checked.awaitAll();
        for (NbHandle handle : handles) {
            assertTrue(handle.isClear());
        }
    }

    @Test
    void shouldTakeSeveralOperationsWithOneProcessWhenAggregate() {
        NbHandle handle = new NbHandle();
        handle.setAggregate();
        for (int i = 0; i < 3; i++) {
            checked.check("Armci.nbPut", handle, 2);
            checked.done(handle, 2);
        }
        assertThrows(PgasException.class, () -> checked.check("Armci.nbPut", handle, 3));
        assertThrows(PgasException.class, handle::unsetAggregate);
        assertThrows(PgasException.class, () -> unchecked.check("Armci.nbPut", handle, 2), "of another library");
        checked.awaitAll();
        checked.check("Armci.nbPut", handle, 3);
        handle.unsetAggregate();
    }

    @Test
    void shouldBeOfTheThreadThatBegan() throws InterruptedException {
        NbHandle handle = new NbHandle();
        checked.done(handle, 0);
        boolean[] refused = new boolean[1];
        Thread thread = Thread.ofPlatform().start(() -> {
            checked.awaitAll();
            assertThrows(PgasException.class, () -> checked.await("Armci.await", handle));
            assertThrows(PgasException.class, () -> checked.test("Armci.test", handle));
            refused[0] = true;
        });
        thread.join();
        assertTrue(refused[0]);
        checked.await("Armci.await", handle);
    }
}
