package org.pgas.examples.samplesort;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Writes one rank's lines to their place in a file. */
public final class LineWriter implements Closeable {
    private static final int PIECE = 1 << 20;

    private final FileChannel channel;
    private final ByteBuffer buffer = ByteBuffer.allocate(PIECE);
    private long position;

    /** Lines go to {@code position} of a file that is there. */
    public LineWriter(Path file, long position) throws IOException {
        channel = FileChannel.open(file, StandardOpenOption.WRITE);
        this.position = position;
    }

    /** Makes an empty file, or empties one: by one rank before others write. */
    public static void prepare(Path file) throws IOException {
        FileChannel
                .open(file, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE)
                .close();
    }

    /** Writes bytes of an array. */
    void write(byte[] bytes, int from, int count) throws IOException {
        for (int done = 0; done < count;) {
            if (!buffer.hasRemaining()) {
                flush();
            }
            int part = Math.min(buffer.remaining(), count - done);
            buffer.put(bytes, from + done, part);
            done += part;
        }
    }

    private void flush() throws IOException {
        buffer.flip();
        while (buffer.hasRemaining()) {
            position += channel.write(buffer, position);
        }
        buffer.clear();
    }

    /** Writes what is left. */
    @Override
    public void close() throws IOException {
        try (channel) {
            flush();
        }
    }
}
