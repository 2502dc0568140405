package org.pgas.faults.histories;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is written is read, also of a process that has died. */
class NotebookTest {
    private static final Call SWAP = new Call(Subject.OTHER_WORD, Kind.SWAP, -7, 0);
    private static final Call LOCK = new Call(Subject.LOCK, Kind.LOCK, 0, 0);

    @Test
    void whatIsWrittenIsRead(@TempDir Path directory) throws IOException {
        Path file = directory.resolve("notebook");
        Notebook notebook = Notebook.create(file, 3);
        assertEquals(List.of(), Notebook.read(file, 5));
        long before = System.nanoTime();
        notebook.begin(SWAP);
        notebook.end(Long.MIN_VALUE);
        notebook.begin(LOCK);
        List<Operation> read = Notebook.read(file, 5);
        assertEquals(List.of(SWAP, LOCK), read.stream().map(Operation::call).toList());
        Operation swap = read.getFirst();
        assertEquals(Long.MIN_VALUE, swap.result());
        assertEquals(5, swap.rank());
        assertTrue(before <= swap.begin() && swap.begin() <= swap.end() && swap.end() <= read.getLast().begin());
        assertTrue(read.getLast().isPending());
    }

    @Test
    void oneThatIsFullTakesNoMore(@TempDir Path directory) throws IOException {
        Notebook notebook = Notebook.create(directory.resolve("notebook"), 1);
        notebook.begin(SWAP);
        notebook.end(0);
        assertThrows(IndexOutOfBoundsException.class, () -> notebook.begin(LOCK));
    }
}
