package org.pgas.examples.kmers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Path;

/**
 * One rank's share of a plain FASTA file: the bytes from {@code from} to {@code to}.
 *
 * <p>A window belongs to the slice that holds the byte of its first letter. So a slice delivers its own letters and
 * then up to {@code overlap} letters more of the record it ends in, and nothing from before it: windows that start
 * earlier lack a letter here, windows that start later lack one too.
 */
final class FastaSlice {
    private static final int CHUNK = 1 << 16;

    private final Path file;
    private final FileChannel channel;
    private final long from;
    private final long to;

    private FastaSlice(Path file, FileChannel channel, int rank, int ranks)
            throws IOException {
        this.file = file;
        this.channel = channel;
        this.from = boundary(channel.size(), rank, ranks);
        this.to = boundary(channel.size(), rank + 1, ranks);
    }

    /** Delivers the slice of {@code rank} with {@code overlap} = k - 1 letters beyond it. */
    static void read(Path file, int rank, int ranks, int overlap, boolean classic,
            ReadListener listener, SequenceSink sink) throws IOException {
        try (FileChannel channel = FileChannel.open(file)) {
            new FastaSlice(file, channel, rank, ranks).read(overlap, classic, listener, sink);
        }
    }

    private static long boundary(long size, int rank, int ranks) {
        return size / ranks * rank + size % ranks * rank / ranks;
    }

    private void read(int overlap, boolean classic, ReadListener listener, SequenceSink sink)
            throws IOException {
        FastaParser.Place start = place();
        channel.position(from);
        Runnable afterFill = () -> listener.read(Math.min(position(), to) - from, to - from);
        LineFeed feed = new LineFeed(Channels.newInputStream(channel), file.toString(), afterFill);
        FastaParser parser = new FastaParser(feed, sink, classic, start);
        try {
            sink.startRecord();
            feed.allow(to - from);
            parser.parse();
            feed.allow(Long.MAX_VALUE);
            parser.parseRest(overlap);
        } catch (SequenceFormatException e) {
            throw e.movedDown(lineEndsBefore(from));
        }
    }

    private long position() {
        try {
            return channel.position();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What the first byte of the slice is part of: the first byte of its line tells. */
    private FastaParser.Place place() throws IOException {
        long lineStart = lineStart(from);
        if (lineStart == from) {
            return FastaParser.Place.LINE_START;
        }
        ByteBuffer first = ByteBuffer.allocate(1);
        channel.read(first, lineStart);
        byte c = first.get(0);
        return c == '>' || c == ';' ? FastaParser.Place.HEADER_OR_COMMENT : FastaParser.Place.LETTERS;
    }

    private long lineStart(long offset) throws IOException {
        ByteBuffer chunk = ByteBuffer.allocate(CHUNK);
        long end = offset;
        while (end > 0) {
            long start = Math.max(0, end - CHUNK);
            fill(chunk, start, (int) (end - start));
            for (int i = chunk.limit() - 1; i >= 0; i--) {
                if (chunk.get(i) == '\n') {
                    return start + i + 1;
                }
            }
            end = start;
        }
        return 0;
    }

    /** Only errors need line numbers, so only they pay for the count. */
    private long lineEndsBefore(long offset) throws IOException {
        ByteBuffer chunk = ByteBuffer.allocate(CHUNK);
        long count = 0;
        for (long start = 0; start < offset; start += CHUNK) {
            fill(chunk, start, (int) Math.min(CHUNK, offset - start));
            for (int i = 0; i < chunk.limit(); i++) {
                count += chunk.get(i) == '\n' ? 1 : 0;
            }
        }
        return count;
    }

    private void fill(ByteBuffer chunk, long start, int length) throws IOException {
        chunk.clear().limit(length);
        while (chunk.hasRemaining()) {
            if (channel.read(chunk, start + chunk.position()) < 0) {
                throw new SequenceFormatException(file.toString(), 0, "the file became shorter while it was read");
            }
        }
        chunk.flip();
    }
}
