package org.pgas.jmh.words;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * The mapped file of the libraries that are not this one, where segments of ranks are too.
 *
 * <pre>
 * offset  bytes  field   writer                reader                order
 * 0       256    words   both workers          both workers          as the operation says
 * 8192    8      done    the second process    the benchmark's JVM   release / acquire
 * </pre>
 */
final class WordFile {
    static final long BYTES = 64 << 10;
    static final long DONE = 8192;

    private static final Path DIRECTORY = Path.of("/dev/shm");

    private WordFile() {}

    /** A new one, all zeros. */
    static Path create() {
        try {
            Path file = Files.createTempFile(DIRECTORY, "pgas-words-", "");
            Files.write(file, new byte[(int) BYTES]);
            file.toFile().deleteOnExit();
            return file;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot create a file in " + DIRECTORY, e);
        }
    }

    static MemorySegment map(Path file, Arena arena) {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            return channel.map(FileChannel.MapMode.READ_WRITE, 0, BYTES, arena);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot map " + file, e);
        }
    }
}
