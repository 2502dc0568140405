package org.pgas.pshm;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InheritedStreamTest {
    @TempDir
    Path directory;

    private int open(Path file) {
        int fd = Posix.open(file.toString(), Posix.O_RDWR_NOFOLLOW_CLOEXEC, 0);
        assertTrue(fd >= 0, () -> "errno " + -fd);
        return fd;
    }

    @Test
    void whatIsWrittenIsThereAndWhatIsReadComesWholeToItsEnd() throws IOException {
        Path file = Files.createFile(directory.resolve("file"));
        int writing = open(file);
        int reading = open(file);
        try (OutputStream out = new InheritedStream(writing).out();
                InputStream in = new InheritedStream(reading).in()) {
            out.write("xthe textx".getBytes(US_ASCII), 1, 8);
            out.write('!');
            assertEquals("the text!", Files.readString(file));
            byte[] into = new byte[6];
            assertEquals(0, in.read(into, 0, 0));
            assertEquals(4, in.read(into, 1, 4));
            assertArrayEquals("\0the \0".getBytes(US_ASCII), into);
            assertEquals('t', in.read());
            assertEquals("ext!", new String(in.readAllBytes(), US_ASCII));
            assertEquals(-1, in.read());
        } finally {
            Posix.close(writing);
            Posix.close(reading);
        }
    }

    @Test
    void whatIsNotOpenIsAnErrorThatNamesIt() throws IOException {
        int fd = open(Files.createFile(directory.resolve("file")));
        Posix.close(fd);
        InheritedStream none = new InheritedStream(fd);
        assertTrue(assertThrows(IOException.class, () -> none.in().read()).getMessage()
                .startsWith("descriptor " + fd + ": "));
        assertTrue(assertThrows(IOException.class, () -> none.out().write(1)).getMessage()
                .startsWith("descriptor " + fd + ": "));
    }
}
