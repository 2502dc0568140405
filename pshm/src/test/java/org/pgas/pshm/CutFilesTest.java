package org.pgas.pshm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pgas.memory.SharedMemory;

class CutFilesTest {
    private static final int BYTES = 64 << 10;

    @TempDir
    private Path directory;

    @Test
    void shouldNameTheFileThatWasCutAndBothLengths() throws Exception {
        Path path = directory.resolve("some file");
        Path whole = directory.resolve("whole");
        try (Arena arena = Arena.ofShared(); FileChannel channel = open(path); FileChannel other = open(whole)) {
            MemorySegment memory = channel.map(FileChannel.MapMode.READ_WRITE, 0, BYTES, arena);
            other.map(FileChannel.MapMode.READ_WRITE, 0, BYTES, arena);
            assertFalse(CutFiles.describe().contains(directory.toString()));
            assertEquals(CutFiles.describe(), CutFiles.describeIfAny());
            channel.truncate(8192);
            Throwable fault = assertThrows(InternalError.class,
                    () -> SharedMemory.getLong(memory.address() + BYTES - Long.BYTES));
            assertTrue(CutFiles.isFault(new IllegalStateException(fault)));
            String text = CutFiles.describe();
            assertTrue(text.contains(path + " was truncated") && text.contains("8192") && text.contains("" + BYTES),
                    text);
            assertFalse(text.contains(whole.toString()), text);
            assertEquals(text, CutFiles.describeIfAny());
        }
    }

    /** The name may lead to another file by then, or to none. */
    @Test
    void shouldNameAFileThatWasCutAndDeletedOrReplaced() throws Exception {
        Path deleted = directory.resolve("deleted");
        Path replaced = directory.resolve("replaced");
        try (Arena arena = Arena.ofShared(); FileChannel first = open(deleted); FileChannel second = open(replaced)) {
            first.map(FileChannel.MapMode.READ_WRITE, 0, BYTES, arena);
            second.map(FileChannel.MapMode.READ_WRITE, 0, BYTES, arena);
            Files.delete(deleted);
            Files.write(directory.resolve("other"), new byte[2 * BYTES]);
            Files.move(directory.resolve("other"), replaced, StandardCopyOption.REPLACE_EXISTING);
            assertFalse(CutFiles.describe().contains(directory.toString()), CutFiles::describe);
            first.truncate(5 * 4096);
            second.truncate(0);
            String text = CutFiles.describe();
            assertTrue(text.contains(deleted + ", which was deleted or replaced as well, was truncated by another "
                    + "process: it has " + 5 * 4096 + " bytes instead of " + BYTES), text);
            assertTrue(text.contains(replaced + ", which was deleted") && text.contains("it has 0 bytes"), text);
            assertEquals(text, CutFiles.describeIfAny());
        }
    }

    /** An error of the close hides behind what the program was thrown, and the other way round. */
    @Test
    void shouldFindAFaultThatWasThrownBesides() {
        Throwable thrown = new IllegalStateException(new RuntimeException("outer"));
        thrown.getCause().addSuppressed(
                new InternalError("a fault occurred in an unsafe memory access operation"));
        assertTrue(CutFiles.isFault(thrown));
        Throwable circle = new RuntimeException("begin");
        circle.addSuppressed(new RuntimeException("end", circle));
        assertFalse(CutFiles.isFault(circle));
    }

    private static FileChannel open(Path path) throws Exception {
        return FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
    }

    @Test
    void shouldNotTakeOtherErrorsForAFault() {
        assertFalse(CutFiles.isFault(new InternalError()));
        assertFalse(CutFiles.isFault(new IllegalStateException("memory access")));
        assertEquals(false, CutFiles.isFault(null));
    }
}
