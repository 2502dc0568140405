package org.pgas.pshm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

import org.junit.jupiter.api.Test;

/** Memory of another process, for which this one stands in: the kernel makes no difference. */
class ProcessMemoryTest {
    private static final int BYTES = 100_000;

    private final ProcessMemory.Threads threads = new ProcessMemory.Threads();

    private ProcessMemory own() {
        ProcessMemory own = ProcessMemory.of(ProcessIdentity.current(), threads);
        assertNotNull(own);
        return own;
    }

    private static MemorySegment there() {
        return Arena.ofAuto().allocate(BYTES, 8).fill((byte) 3);
    }

    @Test
    void shouldCopyBothWaysForArraysAndNativeMemory() {
        for (MemorySegment here : new MemorySegment[]{MemorySegment.ofArray(new byte[BYTES]), there()}) {
            MemorySegment there = there();
            here.fill((byte) 7);
            assertTrue(own().write(there.address() + 1, here, 2, BYTES - 2));
            assertEquals(3, there.get(ValueLayout.JAVA_BYTE, 0));
            assertEquals(7, there.get(ValueLayout.JAVA_BYTE, 1));
            assertEquals(7, there.get(ValueLayout.JAVA_BYTE, BYTES - 2));
            assertEquals(3, there.get(ValueLayout.JAVA_BYTE, BYTES - 1));
            assertTrue(own().read(there.address(), here, 0, BYTES));
            assertEquals(-1, here.mismatch(there));
        }
    }

    @Test
    void shouldWriteToNoMemoryThatIsReadOnlyHere() {
        MemorySegment target = there();
        long there = there().fill((byte) 9).address();
        assertThrows(IllegalArgumentException.class, () -> own().read(there, target.asReadOnly(), 0, BYTES));
        assertEquals(3, target.get(ValueLayout.JAVA_BYTE, 0));
    }

    /** The number of a process that has ended is another's later. */
    @Test
    void shouldReachNoProcessThatStartedAtAnotherTime() {
        ProcessIdentity self = ProcessIdentity.current();
        assertNull(ProcessMemory.of(new ProcessIdentity(self.pid(), self.start() - 1), threads));
    }

    @Test
    void shouldRefuseWhenTheProcessHasEnded() throws Exception {
        MemorySegment buffer = there();
        ProcessMemory memory;
        try (OtherProcess other = OtherProcess.sleeping()) {
            memory = ProcessMemory.of(other.identity(), threads);
            assertNotNull(memory);
        }
        assertFalse(memory.write(buffer.address(), buffer, 0, 8));
        assertFalse(memory.read(buffer.address(), buffer, 0, 8));
    }

    @Test
    void shouldRefuseAddressesWhereNothingIs() {
        MemorySegment buffer = there();
        assertFalse(own().read(8, buffer, 0, 8));
        assertFalse(own().write(8, MemorySegment.ofArray(new byte[8]), 0, 8));
    }

    @Test
    void shouldRefuseRangesOutsideTheLocalMemory() {
        MemorySegment buffer = there();
        assertThrows(IndexOutOfBoundsException.class, () -> own().read(buffer.address(), buffer, BYTES - 4, 8));
        assertThrows(IndexOutOfBoundsException.class, () -> own().write(buffer.address(), buffer, -1, 8));
    }
}
