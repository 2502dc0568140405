package org.pgas.examples.samplesort;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Reads the lines of a file that are one rank's: those that begin in its part of the bytes, to their ends. The last
 * line of the file gets a newline if it has none.
 */
public final class LineFile {
    private static final int PIECE = 1 << 20;

    private final Path file;
    private final long size;
    private final int piece;

    /** Of a file with so many bytes. */
    public LineFile(Path file, long size) {
        this(file, size, PIECE);
    }

    /** @param piece how many bytes are read at a time */
    LineFile(Path file, long size, int piece) {
        this.file = file;
        this.size = size;
        this.piece = piece;
    }

    /** The lines of part {@code part} of {@code parts}. */
    public LineBuffer read(int part, int parts) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            long begin = firstLine(channel, cut(part, parts));
            long end = firstLine(channel, cut(part + 1, parts));
            if (end - begin >= LineBuffer.MOST_BYTES) {
                throw new IOException(
                        "part " + part + " of " + parts + " has " + (end - begin) + " bytes, legal are 0.."
                                + (LineBuffer.MOST_BYTES - 1) + ": use more ranks, if no line is that long");
            }
            return read(channel, begin, (int) (end - begin));
        }
    }

    private long cut(int part, int parts) {
        return size / parts * part + size % parts * part / parts;
    }

    /**
     * Where the first line begins that does so at {@code from} or behind it; the size of the file when there is none.
     */
    private long firstLine(FileChannel channel, long from) throws IOException {
        if (from == 0) {
            return 0;
        }
        ByteBuffer buffer = ByteBuffer.allocate(piece);
        for (long at = from - 1; at < size; at += buffer.limit()) {
            fill(channel, buffer.clear().limit((int) Math.min(piece, size - at)), at);
            for (int i = 0; i < buffer.limit(); i++) {
                if (buffer.get(i) == '\n') {
                    return at + i + 1;
                }
            }
        }
        return size;
    }

    private LineBuffer read(FileChannel channel, long begin, int count) throws IOException {
        boolean unended = count > 0 && begin + count == size && last(channel) != '\n';
        LineBuffer lines = new LineBuffer(unended ? count + 1 : count);
        for (int done = 0; done < count; done += piece) {
            // piece by piece, since the channel takes as much memory of its own as it is asked for
            fill(channel, ByteBuffer.wrap(lines.bytes(), done, Math.min(piece, count - done)), begin + done);
        }
        if (unended) {
            lines.bytes()[count] = '\n';
        }
        return lines;
    }

    private byte last(FileChannel channel) throws IOException {
        ByteBuffer one = ByteBuffer.allocate(1);
        fill(channel, one, size - 1);
        return one.get(0);
    }

    private void fill(FileChannel channel, ByteBuffer target, long position) throws IOException {
        int before = target.position();
        while (target.hasRemaining()) {
            if (channel.read(target, position + target.position() - before) < 0) {
                throw new EOFException("the file had " + size + " bytes, and has become shorter");
            }
        }
    }
}
