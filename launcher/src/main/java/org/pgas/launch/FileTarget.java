package org.pgas.launch;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Writes one stream of one rank to a file, byte by byte as it is. The file is open only while something is written: a
 * job may have more ranks than this process may have files.
 */
final class FileTarget implements ByteTarget {
    private final Path file;

    /** An older file is replaced. */
    FileTarget(Path file) throws IOException {
        this.file = file;
        Files.newOutputStream(file).close();
    }

    @Override
    public void accept(byte[] bytes, int offset, int length) throws IOException {
        try (OutputStream out = Files.newOutputStream(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
            out.write(bytes, offset, length);
        }
    }

    @Override
    public void finish() {
        // nothing is held back
    }
}
