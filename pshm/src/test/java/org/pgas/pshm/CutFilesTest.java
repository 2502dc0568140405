package org.pgas.pshm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
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
            channel.truncate(8192);
            Throwable fault = assertThrows(InternalError.class,
                    () -> SharedMemory.getLong(memory.address() + BYTES - Long.BYTES));
            assertTrue(CutFiles.isFault(new IllegalStateException(fault)));
            String text = CutFiles.describe();
            assertTrue(text.contains(path + " was truncated") && text.contains("8192") && text.contains("" + BYTES),
                    text);
            assertFalse(text.contains(whole.toString()), text);
        }
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
