package org.pgas.examples.kmers;

import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.ZipException;

/**
 * Reads a FASTA or FASTQ file, plain or gzip, in constant memory.
 *
 * <p>What the file is comes from its first bytes, never from its name. Lines may be of any length and end in LF or
 * CRLF; letters are delivered as they are, in either case.
 *
 * <p>Whatever is wrong with the file is a {@link SequenceFormatException}; other {@link IOException}s come from the
 * device. For one thread and one reading.
 */
public final class SequenceReader implements Closeable {
    private final CountingStream in;
    private final String name;
    private final long totalBytes;
    private ReadListener listener = (done, total) -> {};
    private boolean classic;

    private SequenceReader(InputStream in, String name, long totalBytes) {
        this.in = new CountingStream(in);
        this.name = name;
        this.totalBytes = totalBytes;
    }

    /** Opens a file; pipes and devices are welcome. */
    public static SequenceReader open(Path file) throws IOException {
        SequenceFiles.check(file);
        long total = Files.isRegularFile(file) ? Files.size(file) : -1;
        return new SequenceReader(Files.newInputStream(file), file.toString(), total);
    }

    /** Reads from a stream that messages call {@code name}; closing the reader closes it. */
    public static SequenceReader of(InputStream in, String name) {
        return new SequenceReader(in, name, -1);
    }

    /** Skips lines of FASTA that start with {@code ;}, which are an error otherwise. */
    public SequenceReader withClassicComments() {
        classic = true;
        return this;
    }

    /** Has {@code newListener} told about each buffer read. */
    public SequenceReader withListener(ReadListener newListener) {
        listener = newListener;
        return this;
    }

    /** Delivers all records to {@code sink}. */
    public void read(SequenceSink sink) throws IOException {
        try (InputStream text = unpacked()) {
            LineFeed feed = new LineFeed(text, name, () -> listener.read(in.count(), totalBytes));
            parse(feed, sink);
        } catch (EOFException e) {
            throw new SequenceFormatException(name, 0, "the gzip data ends too early; is the file truncated?");
        } catch (ZipException e) {
            throw new SequenceFormatException(name, 0, "the gzip data is damaged: " + e.getMessage());
        }
    }

    private InputStream unpacked() throws IOException {
        PushbackInputStream start = new PushbackInputStream(in, 2);
        byte[] magic = start.readNBytes(2);
        start.unread(magic);
        return SequenceFiles.isGzip(magic) ? new GunzipStream(start) : start;
    }

    private void parse(LineFeed feed, SequenceSink sink) throws IOException {
        if (!feed.skipBlankLines()) {
            throw new SequenceFormatException(name, 0, "the file is empty");
        }
        int first = feed.peek();
        if (first == '>' || first == ';' && classic) {
            // A classic file may name its first record in a comment.
            sink.startRecord();
            new FastaParser(feed, sink, classic, FastaParser.Place.LINE_START).parse();
        } else if (first == '@') {
            new FastqParser(feed, sink).parse();
        } else {
            throw feed.error(FormatGuess.describe(feed.last(8)));
        }
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
